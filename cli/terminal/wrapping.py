"""Lines broken to the width of the screen."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.containers import Lines
from rich.text import Text

from bombsight.cli.terminal.screen import make_console, styled_text

INDENT = 2
"""How far a level is set in, in blanks."""

WRAP_CONSOLE = make_console()
"""What rich wants for breaking lines."""

NO_BREAK_SIGN = "\ue000"
"""What stands for a blank while lines are broken, where none may be; rich would break a line at any kind of blank."""


class FlowingText:
    """A text in the width that there is."""

    def __init__(self, text: Text) -> None:
        """A text in its styles."""
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines."""
        yield from wrap_at_width(self._text, options.max_width)


class CodeBlock:
    """Lines of rules, each at its own level; what is too long goes on further in than what stands below it."""

    def __init__(self, text: str, style: str = "") -> None:
        """Lines as they are laid out, in a style."""
        self._lines = text.split("\n")
        self._style = style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines in the width that there is."""
        for line in self._lines:
            code = line.lstrip()
            yield from wrap_text(styled_text(code, self._style), len(line) - len(code), options.max_width, 2 * INDENT)


def wrap_at_width(text: Text, width: int) -> Lines:
    """A text in lines of a width; what is so many percent stays in one line with its sign."""
    tied = text.copy()
    tied.plain = text.plain.replace(" %", f"{NO_BREAK_SIGN}%")
    lines = tied.wrap(WRAP_CONSOLE, width)
    for line in lines:
        line.plain = line.plain.replace(NO_BREAK_SIGN, " ")
    return lines


def wrap_text(text: Text, indent: int, width: int, hanging_indent: int = INDENT) -> Iterator[Text]:
    """A line at its level, its continuations set in further."""
    room = width - indent
    if len(text) <= room:
        yield Text(" " * indent).append_text(text)
        return
    hanging = indent + hanging_indent if indent + hanging_indent + INDENT < width else indent
    first = wrap_at_width(text, max(10, room))[0]
    yield Text(" " * indent).append_text(first)
    rest = text[len(first) :]
    begin = len(rest.plain) - len(rest.plain.lstrip())
    for line in wrap_at_width(rest[begin:], max(10, width - hanging)):
        yield Text(" " * hanging).append_text(line)
