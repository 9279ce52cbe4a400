"""Lines broken to the width of the screen."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.containers import Lines
from rich.text import Text

from bombsight.cli.terminal.screen import console, words

INDENT = 2
"""How far a level is set in, in blanks."""

PLAIN = console()
"""What rich wants for breaking lines."""

TIE = "\ue000"
"""What stands for a blank while lines are broken, where none may be; rich would break a line at any kind of blank."""


class Flowing:
    """A text in the width that there is."""

    def __init__(self, text: Text) -> None:
        """A text in its styles."""
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines."""
        yield from broken(self._text, options.max_width)


class Code:
    """Lines of rules, each at its own level; what is too long goes on further in than what stands below it."""

    def __init__(self, text: str, style: str = "") -> None:
        """Lines as they are laid out, in a style."""
        self._lines = text.split("\n")
        self._style = style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines in the width that there is."""
        for line in self._lines:
            said = line.lstrip()
            yield from wrapped(words(said, self._style), len(line) - len(said), options.max_width, 2 * INDENT)


def broken(text: Text, width: int) -> Lines:
    """A text in lines of a width; what is so many percent stays in one line with its sign."""
    tied = text.copy()
    tied.plain = text.plain.replace(" %", f"{TIE}%")
    lines = tied.wrap(PLAIN, width)
    for line in lines:
        line.plain = line.plain.replace(TIE, " ")
    return lines


def wrapped(text: Text, indent: int, width: int, further: int = INDENT) -> Iterator[Text]:
    """A line at its level, its continuations set in further."""
    room = width - indent
    if len(text) <= room:
        yield Text(" " * indent).append_text(text)
        return
    hanging = indent + further if indent + further + INDENT < width else indent
    first = broken(text, max(10, room))[0]
    yield Text(" " * indent).append_text(first)
    rest = text[len(first) :]
    begin = len(rest.plain) - len(rest.plain.lstrip())
    for line in broken(rest[begin:], max(10, width - hanging)):
        yield Text(" " * hanging).append_text(line)
