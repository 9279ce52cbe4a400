"""The command ``odds``: the odds of each answer, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from attrs import frozen
from rich.console import Console
from rich.text import Text

from bombsight.cli.terminal.lines import draw_lines, style_spans
from bombsight.cli.terminal.screen import pluralize, styled_text
from bombsight.cli.terminal.signals import SignalInterrupt
from bombsight.cli.terminal.wrapping import WRAP_CONSOLE
from bombsight.runtime.run.policies import Question
from bombsight.service.play.answer_odds import Measured, MeasureTold, Odds
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.present.joint_questions import QuestionGroup
from bombsight.service.present.odds_lines import (
    aligned_answer_keys,
    render_answer_name,
    render_figures,
    render_group_note,
    render_odds_head,
    render_odds_notes,
)

COLUMN_GAP = 2
"""The blanks between columns."""

NAME_WIDTH = 26
"""The columns for the names of answers; longer ones are broken if there is no room."""

HEAD_WIDTH = 12
"""The columns of a measure's title before it is broken."""


@frozen
class OddsColumn:
    """A column of the odds table: its head, and each answer's estimate and difference from the best."""

    head: list[Text]
    cells: list[tuple[Text, Text]]
    width: int


def draw_estimated_odds(
    question_filter: QuestionFilter, out: Console, width: int, runs: int | None, *, shows_all: bool
) -> list[Text]:
    """Estimate the odds of the answers to the open question, which an interrupt ends, and render them.

    Args:
        question_filter: The question filter of the game.
        out: The console, which shows that it takes a while.
        width: The columns.
        runs: How many random runs of each answer; None for the usual number.
        shows_all: Whether to show all measures.

    Raises:
        SignalInterrupt: The system asks the program to end.
        InputError: No question is open.
    """
    estimator = None
    with out.status("Working out the odds", spinner="line"):
        try:
            estimator = question_filter.play.odds_estimator()
            estimator.run(runs)
        except KeyboardInterrupt as stop:
            if isinstance(stop, SignalInterrupt):
                raise
    if estimator is None or not estimator.sample.runs:
        return [styled_text("Stopped before anything was known.", "yellow")]
    group = question_filter.question_group()
    return [*draw_odds(estimator.question, estimator.to_document(), width, shows_all=shows_all, group=group)]


def draw_odds(
    question: Question, odds: Odds, width: int, *, shows_all: bool = False, group: QuestionGroup | None = None
) -> Iterator[Text]:
    """Render the estimated odds of a question's answers as a table.

    Args:
        question: The question.
        odds: Its odds.
        width: The columns of the screen.
        shows_all: Whether to show all measures; else as many as fit, the most important ones.
        group: The group in which the question is asked; None if it is asked alone.
    """
    yield from draw_lines([*render_group_note(group), *render_odds_head(odds)], width)
    keys = aligned_answer_keys(question, odds)
    names = [
        style_spans(render_answer_name(answer, key, odds).spans) for key, answer in zip(keys, odds.answers, strict=True)
    ]
    longest = max(map(len, names))
    remaining = [make_column(odds, number) for number, _ in enumerate(odds.measures)]
    while remaining:
        count = count_fitting(remaining, width - min(NAME_WIDTH, longest))
        fitting_columns, remaining = remaining[:count], remaining[count:]
        yield Text()
        room = width - sum(COLUMN_GAP + each.width for each in fitting_columns)
        yield from draw_table(
            names, fitting_columns, min(max(NAME_WIDTH, longest), max(room, min(NAME_WIDTH, longest)))
        )
        if remaining and not shows_all:
            unshown = pluralize(len(remaining), "measure")
            yield styled_text(f"{unshown} of less weight not shown; `odds all` shows all", "dim")
            break
    yield from draw_lines(render_odds_notes(odds), width)


def count_fitting(columns: Sequence[OddsColumn], room: int) -> int:
    """Count how many of the first columns fit side by side into ``room`` columns of text; at least one."""
    count = 0
    for column in columns:
        room -= COLUMN_GAP + column.width
        if room < 0:
            break
        count += 1
    return max(1, count)


def draw_table(answer_names: Sequence[Text], columns: Sequence[OddsColumn], room: int) -> Iterator[Text]:
    """Render a table, at most ``room`` wide for names: a row for each answer, a column for each measure."""
    height = max(len(column.head) for column in columns)
    for number in range(height):
        heads = [[Text()] * (height - len(column.head)) + column.head for column in columns]
        yield draw_row(Text(), [head[number] for head in heads], columns, room)
    for number, name in enumerate(answer_names):
        # Continuations of a broken name align with its first word.
        first, *more = name.wrap(WRAP_CONSOLE, room)
        below = [Text("     ").append_text(line) for rest in more for line in rest.wrap(WRAP_CONSOLE, room - 5)]
        figures = [[column.cells[number][line] for column in columns] for line in (0, 1)]
        for text, row in zip_longest([first, *below], figures):
            if text or any(row or []):
                yield draw_row(text or Text(), row or [], columns, room)


def draw_row(name: Text, cells: Sequence[Text], columns: Sequence[OddsColumn], room: int) -> Text:
    """Render a row of the odds table: an answer's name and its estimates.

    Args:
        name: The name of the answer.
        cells: The cells.
        columns: Their columns.
        room: The columns for the name.
    """
    line = name.copy()
    line.pad_right(room - len(name))
    for cell, column in zip(cells, columns, strict=False):
        line.append(" " * (COLUMN_GAP + column.width - len(cell))).append_text(cell)
    line.rstrip()
    return line


def make_column(odds: Odds, measure_index: int) -> OddsColumn:
    """Make the odds column of a measure (statistic), by its index."""
    measure = odds.measures[measure_index]
    cells = [draw_cell(measure, answer.measured[measure_index]) for answer in odds.answers]
    longest = max(len(word) for word in measure.title.split() or [""])
    width = max(longest, min(HEAD_WIDTH, len(measure.title)), *(len(text) for pair in cells for text in pair))
    head = [*styled_text(measure.title, "bold").wrap(WRAP_CONSOLE, width)]
    for line in head:
        line.rstrip()
    return OddsColumn(head, cells, width)


def draw_cell(measure: MeasureTold, estimate: Measured) -> tuple[Text, Text]:
    """Render the estimate of a measure (statistic) for an answer, and its difference from the best answer's."""
    value, difference = render_figures(measure, estimate)
    return style_spans([value]), style_spans([difference])
