"""Text of rules in colours, by the grammar that editors use."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.highlighting.textmate import tokenize

SCOPE_CLASSES = {
    "comment": "c",
    "string": "s",
    "constant": "n",
    "storage": "k",
    "support": "k",
    "keyword": "k",
    "keyword.operator": "o",
    "entity": "e",
}
"""The CSS class of each scope that has a colour; of several prefixes the longest counts."""


def render_rules(text: str, label: str = "Rules") -> Element:
    """Render a text of rules as a focusable box of code, which scrolls sideways by itself."""
    return tag(
        "pre", tag("code", color_text(text.rstrip())), class_="rules", tabindex="0", role="group", aria_label=label
    )


def color_text(text: str) -> Iterator[Node]:
    """Yield the parts of a text, those with a colour as elements."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    at = 0
    for token in tokenize(text):
        start, end = starts[token.line] + token.start, starts[token.line] + token.end
        name = class_of_scope(token.scopes[-1])
        if not name or start < at:
            continue
        if at < start:
            yield text[at:start]
        yield tag("span", text[start:end], class_=name)
        at = end
    if at < len(text):
        yield text[at:]


def class_of_scope(scope: str) -> str:
    """Return the CSS class of a scope; empty for text without a colour."""
    prefixes = [prefix for prefix in SCOPE_CLASSES if scope == prefix or scope.startswith(f"{prefix}.")]
    return SCOPE_CLASSES[max(prefixes, key=len)] if prefixes else ""
