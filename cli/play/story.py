"""The story's lines as a terminal shows them: dice stand in a column, all else as the service says it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from bombsight.cli.play.throws import roll_lines
from bombsight.cli.terminal.lines import draw_lines, style_spans
from bombsight.cli.terminal.screen import words
from bombsight.cli.terminal.wrapping import INDENT
from bombsight.service.present.lines import line as text_line
from bombsight.service.present.log import count_throws, number_throws
from bombsight.service.present.story import StoryLine
from bombsight.service.present.story_lines import mark_unprinted, render_dice, render_story_line


def drawn(lines: Iterable[StoryLine], width: int) -> list[Text]:
    """Lines of the story on a screen so wide."""
    return [text for line in lines for text in line_of(line, width)]


def line_of(line: StoryLine, width: int) -> Iterator[Text]:
    """One line of the story; several where it is long, or stands apart from what is above it."""
    if line.kind != "roll":
        yield from draw_lines(render_story_line(line), width)
        return
    name = style_spans(mark_unprinted(text_line(line.text), line).spans)
    dice = style_spans(render_dice(line.dice, line.modifiers, line.total, line.reason))
    yield from roll_lines(name, line.names, dice, line.result, INDENT * line.depth, width)


def log_lines(lines: Sequence[StoryLine], width: int, throws: int | None = None) -> Iterator[Text]:
    """Lines of a story; before each throw how many throws ago it was, from 1, as `why` takes it.

    Args:
        lines: Those that are wanted.
        width: Of the screen.
        throws: How many there are in the story; None where these are all its lines.
    """
    throws = count_throws(lines) if throws is None else throws
    size = len(str(throws)) + 1
    for mark, line in number_throws(lines, throws):
        for text in line_of(line, width - size):
            yield words(f"{mark:>{size - 1}} ", "dim").append_text(text) if text.plain.strip() else text
            mark = ""
