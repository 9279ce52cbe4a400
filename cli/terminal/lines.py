"""Lines of spans rendered for a terminal: a style for each role, characters that it can show, wrapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from rich.text import Text

from bombsight.cli.terminal.screen import choose_sign, sanitize
from bombsight.cli.terminal.streams import can_show_unicode
from bombsight.cli.terminal.wrapping import INDENT, WRAP_CONSOLE, wrap_text
from bombsight.service.present.lines import HEADING_SEPARATOR, MINUS, Line, Role, Span

ROLE_STYLES: dict[Role, str] = {
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
"""The terminal style of each role."""

ASCII_SIGNS = ((" · ", " - "), ("→", "->"), ("±", "+-"), ("★", "*"), (MINUS, "-"), (HEADING_SEPARATOR, ">"), ("·", "."))
"""The ASCII replacements of characters in lines."""


def style_spans(spans: Iterable[Span]) -> Text:
    """Convert spans, each text with a role, to styled text with characters that the output can show."""
    text = Text()
    is_ascii = not can_show_unicode()
    for span in spans:
        span_text = sanitize(span.text)
        for unicode_sign, ascii_sign in ASCII_SIGNS if is_ascii else ():
            span_text = span_text.replace(unicode_sign, ascii_sign)
        text.append(span_text, ROLE_STYLES[span.role])
    return text


def draw_line(line: Line, width: int) -> Iterator[Text]:
    """Render a line of spans, wrapped at a width in columns."""
    text = style_spans(line.spans)
    match line.kind:
        case "text":
            yield from wrap_text(text, INDENT * line.indent, width)
        case "paragraph":
            yield from text.wrap(WRAP_CONSOLE, width)
        case "rule":
            dashes, style = choose_sign("─", "-"), ROLE_STYLES[line.spans[0].role]
            text = Text(f"{dashes * 2} ", style).append_text(text).append(" ", style)
            yield text.append(dashes * max(0, width - len(text)), style)
        case _:
            assert_never(line.kind)


def draw_lines(lines: Iterable[Line], width: int) -> list[Text]:
    """Render lines of spans, wrapped at a width in columns."""
    return [text for line in lines for text in draw_line(line, width)]
