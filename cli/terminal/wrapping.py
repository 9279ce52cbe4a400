"""Lines broken to the width of the screen."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from bombsight.cli.terminal.screen import console

INDENT = 2
"""How far a level is set in, in blanks."""

PLAIN = console()
"""What rich wants for breaking lines."""


def wrapped(text: Text, indent: int, width: int) -> Iterator[Text]:
    """A line at its level, its continuations set in further."""
    room = width - indent
    if len(text) <= room:
        yield Text(" " * indent).append_text(text)
        return
    hanging = indent + INDENT if indent + 2 * INDENT < width else indent
    first = text.wrap(PLAIN, max(10, room))[0]
    yield Text(" " * indent).append_text(first)
    rest = text[len(first) :]
    begin = len(rest.plain) - len(rest.plain.lstrip())
    for line in rest[begin:].wrap(PLAIN, max(10, width - hanging)):
        yield Text(" " * hanging).append_text(line)
