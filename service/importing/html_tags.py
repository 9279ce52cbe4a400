"""Taming of HTML for Python's parser, which takes quadratic time for constructs that are never closed."""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_TAG_LENGTH = 2_000
"""The most characters of a tag; a longer one is text."""

TAG_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9:-]{0,40})")

RAW_ELEMENTS = {
    name: re.compile(f"</{name}", re.IGNORECASE)
    for name in (
        "script",
        "style",
        "textarea",
        "title",
        "xmp",
        "iframe",
        "noembed",
        "noframes",
        "noscript",
        "svg",
        "math",
    )
}
"""Elements whose content is no text of tables, each with the pattern of its end."""


def tame_html(text: str) -> str:
    """Return HTML with nothing but text and closed tags: comments, declarations and scripts are dropped."""
    return "".join(tame_pieces(text))


def tame_pieces(text: str) -> Iterator[str]:
    """Yield the pieces of HTML that are kept, in time that is linear in its length."""
    position = 0
    while True:
        start = text.find("<", position)
        if start < 0:
            yield text[position:]
            return
        yield text[position:start]
        if text.startswith("<!--", start):
            end = text.find("-->", start + 4)
            position = end + 3
        elif text.startswith(("<!", "<?"), start):
            end = text.find(">", start)
            position = end + 1
        else:
            name = TAG_NAME.match(text, start)
            end = text.find(">", start, start + MAX_TAG_LENGTH) if name is not None else -1
            if name is None or end < 0:
                yield "&lt;"
                position = start + 1
                continue
            closing = RAW_ELEMENTS.get(name[1].lower()) if text[start + 1] != "/" else None
            if closing is None:
                yield text[start : end + 1]
                position = end + 1
            else:
                found = closing.search(text, end)
                end = found.start() if found is not None else -1
                position = end
        if end < 0:  # it is never closed: nothing behind it is text
            return
