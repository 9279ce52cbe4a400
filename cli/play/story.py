"""The terminal's display of story lines: dice stand in a column, all else as the service renders it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from bombsight.cli.play.roll_lines import draw_roll
from bombsight.cli.terminal.lines import draw_lines, style_spans
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.wrapping import INDENT
from bombsight.service.present.lines import line as text_line
from bombsight.service.present.log import count_throws, number_throws
from bombsight.service.present.story import StoryLine
from bombsight.service.present.story_lines import begins_paragraph, mark_unprinted, render_dice, render_story_line


def draw_story(lines: Sequence[StoryLine], width: int) -> list[Text]:
    """Render story lines at a width; a blank line stands between beats."""
    return [
        text for line, before in zip(lines, [None, *lines], strict=False) for text in draw_below(line, before, width)
    ]


def draw_below(line: StoryLine, previous: StoryLine | None, width: int) -> Iterator[Text]:
    """Render a story line below the previous one, with a blank line between them if a beat begins."""
    if begins_paragraph(line, previous):
        yield Text()
    yield from draw_story_line(line, width)


def draw_story_line(line: StoryLine, width: int) -> Iterator[Text]:
    """Render one story line; long ones take several screen lines."""
    if line.kind != "roll":
        yield from draw_lines(render_story_line(line), width)
        return
    name = style_spans(mark_unprinted(text_line(line.text), line).spans)
    dice = style_spans(render_dice(line.dice, line.modifiers, line.total, line.reason))
    yield from draw_roll(name, line.names, dice, line.result, INDENT * line.depth, width, line.stake)


def draw_log(lines: Sequence[StoryLine], width: int, throw_count: int | None = None) -> Iterator[Text]:
    """Render story lines with the number of each throw, 1 for the last, as the command `why` takes it.

    Args:
        lines: The lines to draw.
        width: The columns of the screen.
        throw_count: The number of throws in the whole story; None if ``lines`` are all of it.
    """
    throw_count = count_throws(lines) if throw_count is None else throw_count
    size = len(str(throw_count)) + 1
    previous = None
    for mark, line in number_throws(lines, throw_count):
        if begins_paragraph(line, previous):
            yield Text()
        previous = line
        for text in draw_story_line(line, width - size):
            yield styled_text(f"{mark:>{size - 1}} ", "dim").append_text(text) if text.plain.strip() else text
            mark = ""
