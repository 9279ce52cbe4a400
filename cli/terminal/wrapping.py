"""Line wrapping at the width of the screen."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.containers import Lines
from rich.text import Text

from bombsight.cli.terminal.screen import make_console, styled_text

INDENT = 2
"""The blanks of a level of indentation."""

WRAP_CONSOLE = make_console()
"""The console that Rich needs for wrapping."""

NO_BREAK_SIGN = "\ue000"
"""The stand-in for a no-break space during wrapping; Rich breaks at any kind of space."""


class FlowingText:
    """A Rich renderable of text wrapped at the available width."""

    def __init__(self, text: Text) -> None:
        """Store the styled text."""
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the wrapped lines."""
        yield from wrap_at_width(self._text, options.max_width)


class CodeBlock:
    """A Rich renderable of rules text; continuations are indented deeper than the lines below."""

    def __init__(self, text: str, style: str = "") -> None:
        """Store formatted lines and their style."""
        self._lines = text.split("\n")
        self._style = style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines, wrapped at the available width."""
        for line in self._lines:
            code = line.lstrip()
            yield from wrap_text(styled_text(code, self._style), len(line) - len(code), options.max_width, 2 * INDENT)


def wrap_at_width(text: Text, width: int) -> Lines:
    """Wrap a text at a width; a number stays with its percent sign."""
    tied = text.copy()
    tied.plain = text.plain.replace(" %", f"{NO_BREAK_SIGN}%")
    lines = tied.wrap(WRAP_CONSOLE, width)
    for line in lines:
        line.plain = line.plain.replace(NO_BREAK_SIGN, " ")
    return lines


def wrap_text(text: Text, indent: int, width: int, hanging_indent: int = INDENT) -> Iterator[Text]:
    """Wrap a text at a width, indented, with continuation lines indented further.

    Args:
        text: The text.
        indent: The columns before the first line.
        width: The most columns of a line.
        hanging_indent: The further columns before the other lines.
    """
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
