"""Lines of spans as a terminal shows them: a style for each role, signs that it has, broken at its width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from rich.text import Text

from bombsight.cli.terminal.screen import clean, sign
from bombsight.cli.terminal.streams import shows_unicode
from bombsight.cli.terminal.wrapping import INDENT, PLAIN, wrapped
from bombsight.service.present.lines import MINUS, NEXT, Line, Role, Span

STYLES: dict[Role, str] = {
    "": "",
    "title": "bold",
    "heading": "bold yellow",
    "question": "bold cyan",
    "key": "cyan",
    "faint": "dim",
    "cite": "dim",
    "amendment": "magenta",
    "good": "bold green",
    "bad": "bold red",
    "better": "green",
    "worse": "red",
    "answer": "bold cyan",
    "notice": "yellow",
    "warning": "bold yellow",
}
"""How each role looks."""

PLAIN_SIGNS = ((" · ", " - "), ("→", "->"), ("±", "+-"), ("★", "*"), (MINUS, "-"), (NEXT, ">"), ("·", "."))
"""What stands for the signs of lines where only ASCII can be shown."""


def style_spans(spans: Iterable[Span]) -> Text:
    """Spans as a text in their styles, with signs that the output can show."""
    text = Text()
    is_plain = not shows_unicode()
    for span in spans:
        shown = clean(span.text)
        for fine, plain in PLAIN_SIGNS if is_plain else ():
            shown = shown.replace(fine, plain)
        text.append(shown, STYLES[span.role])
    return text


def draw_line(line: Line, width: int) -> Iterator[Text]:
    """A line in as many rows as it takes at a width, in columns."""
    text = style_spans(line.spans)
    match line.kind:
        case "text":
            yield from wrapped(text, INDENT * line.indent, width)
        case "paragraph":
            yield from text.wrap(PLAIN, width)
        case "rule":
            dashes, style = sign("─", "-"), STYLES[line.spans[0].role]
            text = Text(f"{dashes * 2} ", style).append_text(text).append(" ", style)
            yield text.append(dashes * max(0, width - len(text)), style)
        case _:
            assert_never(line.kind)


def draw_lines(lines: Iterable[Line], width: int) -> list[Text]:
    """Lines in as many rows as they take at a width, in columns."""
    return [text for line in lines for text in draw_line(line, width)]
