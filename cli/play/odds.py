"""``odds``: what each answer leads to, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from attrs import frozen
from rich.text import Text

from bombsight.cli.terminal.lines import draw_lines, style_spans
from bombsight.cli.terminal.screen import counted, words
from bombsight.cli.terminal.wrapping import PLAIN
from bombsight.runtime.run.policies import Question
from bombsight.service.play.answer_odds import Measured, MeasureTold, Odds
from bombsight.service.present.odds_lines import (
    answer_keys_of,
    render_figures,
    render_name,
    render_odds_head,
    render_odds_notes,
)

GAP = 2
"""Blanks between columns."""

NAMES = 26
"""Columns that are kept for the names of answers: longer ones are broken where there is no room for more."""

HEAD = 12
"""Columns that a measure's title takes before it is broken."""


@frozen
class Column:
    """A column of figures: its head, and for each answer its figures, and how they differ from the best."""

    head: list[Text]
    cells: list[tuple[Text, Text]]
    width: int


def odds_lines(asked: Question, odds: Odds, width: int, *, everything: bool = False) -> Iterator[Text]:
    """The odds of a question as people read them.

    Args:
        asked: The question.
        odds: Its odds.
        width: Of the screen, in columns.
        everything: Whether all measures are shown; else as many as fit beside each other, those that weigh most.
    """
    yield from draw_lines(render_odds_head(odds), width)
    keys = answer_keys_of(asked, odds)
    names = [style_spans(render_name(answer, key, odds).spans) for key, answer in zip(keys, odds.answers, strict=True)]
    longest = max(map(len, names))
    left = [column(odds, number) for number, _ in enumerate(odds.measures)]
    while left:
        count = fitting(left, width - min(NAMES, longest))
        shown, left = left[:count], left[count:]
        yield Text()
        room = width - sum(GAP + each.width for each in shown)
        yield from table(names, shown, min(max(NAMES, longest), max(room, min(NAMES, longest))))
        if left and not everything:
            told = counted(len(left), "measure")
            yield words(f"{told} of less weight not shown; `odds all` shows all", "dim")
            break
    yield from draw_lines(render_odds_notes(odds), width)


def fitting(columns: Sequence[Column], room: int) -> int:
    """How many of the columns, from the first, fit beside each other; one does in any case."""
    count = 0
    for column in columns:
        room -= GAP + column.width
        if room < 0:
            break
        count += 1
    return max(1, count)


def table(names: Sequence[Text], columns: Sequence[Column], room: int) -> Iterator[Text]:
    """A table of these columns."""
    height = max(len(column.head) for column in columns)
    for number in range(height):
        heads = [[Text()] * (height - len(column.head)) + column.head for column in columns]
        yield beside(Text(), [head[number] for head in heads], columns, room)
    for number, name in enumerate(names):
        # What follows a broken name stands below its first word.
        first, *more = name.wrap(PLAIN, room)
        below = [Text("     ").append_text(line) for rest in more for line in rest.wrap(PLAIN, room - 5)]
        figures = [[column.cells[number][line] for column in columns] for line in (0, 1)]
        for text, row in zip_longest([first, *below], figures):
            if text or any(row or []):
                yield beside(text or Text(), row or [], columns, room)


def beside(name: Text, cells: Sequence[Text], columns: Sequence[Column], room: int) -> Text:
    """A line of a table."""
    line = name.copy()
    line.pad_right(room - len(name))
    for cell, column in zip(cells, columns, strict=False):
        line.append(" " * (GAP + column.width - len(cell))).append_text(cell)
    line.rstrip()
    return line


def column(odds: Odds, number: int) -> Column:
    """The column of a measure."""
    measure = odds.measures[number]
    cells = [cell(measure, answer.measured[number]) for answer in odds.answers]
    longest = max(len(word) for word in measure.title.split() or [""])
    width = max(longest, min(HEAD, len(measure.title)), *(len(text) for pair in cells for text in pair))
    head = [*words(measure.title, "bold").wrap(PLAIN, width)]
    for line in head:
        line.rstrip()
    return Column(head, cells, width)


def cell(measure: MeasureTold, measured: Measured) -> tuple[Text, Text]:
    """What an answer leads to, and how that differs from the best, in their styles."""
    value, difference = render_figures(measure, measured)
    return style_spans([value]), style_spans([difference])
