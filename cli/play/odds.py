"""``odds``: what each answer leads to, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from attrs import frozen
from rich.text import Text

from bombsight.cli.terminal.screen import clean, counted, sign, words
from bombsight.cli.terminal.wrapping import PLAIN, wrapped
from bombsight.dsl.listing import listed
from bombsight.runtime.batch.estimates import Z
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.play.answer_odds import AnswerOdds, Measured, MeasureTold, Odds, uncounted_notes, words_between
from bombsight.service.present.question_lines import shown_keys

GAP = 2
"""Blanks between columns."""

NAMES = 26
"""Columns that are kept for the names of answers: longer ones are broken where there is no room for more."""

HEAD = 12
"""Columns that a measure's title takes before it is broken."""

CLEAR = 2
"""A difference of so many standard errors is taken for one."""

ENDS = {"mission": "the mission", "career": "the campaign"}
"""What runs are played to the end of."""


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
    said = f"{odds.runs:,} runs of each answer to the end of {ENDS[odds.until]}: other dice, and the autopilot goes on."
    yield from wrapped(words(said, "dim"), 0, width)
    said = verdict(odds)
    if said:
        yield from wrapped(words(said, "dim"), 0, width)
    by_index = shown_keys(asked)
    keys = [by_index[number if number < len(asked.options) else NO_OPTION] for number, _ in enumerate(odds.answers)]
    size = max(map(len, keys))
    names = [name_line(answer, key.rjust(size), odds) for key, answer in zip(keys, odds.answers, strict=True)]
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
    for note in uncounted_notes(odds):
        yield from wrapped(words(note, "yellow"), 0, width)
    for answer in odds.answers:
        if answer.faults:
            said = f"{answer.faults:,} runs of {answer.title} ended in a fault of the rules, and do not count."
            yield from wrapped(words(said, "yellow"), 0, width)


def verdict(odds: Odds) -> str:
    """Which answer serves best, as far as the runs show, and what others are held against; empty where none matters."""
    if odds.best is not None:
        return f"{star()} serves best; below the figures, how they differ from its own with the same dice."
    if odds.against is None:
        return ""
    titles = {answer.name: answer.title for answer in odds.answers}
    of = "" if len(odds.level) == len(odds.answers) else f" of {listed(titles[name] for name in odds.level)}"
    said = f"No answer{of} is better, as far as {odds.runs:,} runs show"
    return f"{said}; below the figures, how they differ from those of {titles[odds.against]} with the same dice."


def name_line(answer: AnswerOdds, key: str, odds: Odds) -> Text:
    """An answer behind its key; with a mark where it is the best."""
    best = answer.name == odds.best
    text = Text(star() if best else " ", style="bold green").append(f" {key}  " if key else " ", "not bold cyan")
    return text.append(clean(answer.title), "bold default" if best else "not bold default")


def star() -> str:
    """The mark of the best answer."""
    return sign("★", "*")


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
    cells = [figures(measure, answer.measured[number]) for answer in odds.answers]
    longest = max(len(word) for word in measure.title.split() or [""])
    width = max(longest, min(HEAD, len(measure.title)), *(len(text) for pair in cells for text in pair))
    head = [*words(measure.title, "bold").wrap(PLAIN, width)]
    for line in head:
        line.rstrip()
    return Column(head, cells, width)


def figures(measure: MeasureTold, measured: Measured) -> tuple[Text, Text]:
    """What an answer leads to, and how that differs from the best; empty where there is nothing to tell."""
    if measured.value is None or measured.low is None or measured.high is None:
        return Text("-"), Text()
    chance = measure.kind == "chance"
    reach = max(measured.value - measured.low, measured.high - measured.value)
    if measure.words:
        first = Text(clean(words_between(measure.words, measured.low, measured.high)))
    else:
        first = Text(figure(measured.value, reach, chance))
    if measured.difference is None or measured.error is None:
        return first, Text()
    if measured.difference == 0 == measured.error:
        return first, Text("the same", style="dim")
    clear = measure.matters and abs(measured.difference) >= CLEAR * measured.error
    better = (measured.difference > 0) == (measure.matters == "good")
    style = ("green" if better else "red") if clear else "dim"
    return first, Text(difference(measure, measured.difference, Z * measured.error), style=style)


def difference(measure: MeasureTold, value: float, reach: float) -> str:
    """How much more of a measure something brings, with how far off that may be; of words in steps of their order."""
    shown = figure(value, reach, measure.kind == "chance", signed=True)
    return f"{shown} steps" if measure.words else shown


def figure(value: float, reach: float, chance: bool, *, signed: bool = False) -> str:
    """A figure with how far off it may be, and no more digits than that bears."""
    if chance:
        value, reach = 100 * value, 100 * reach
    digits = 0 if reach >= 1 else 1 if chance or reach >= 0.1 else 2
    shown = f"{value:{'+' if signed else ''}.{digits}f}"
    if not float(shown):
        shown = f"{0:.{digits}f}"  # no difference that is seen has no sign
    return f"{shown} {sign('±', '+-')} {reach:.{digits}f}{' %' if chance else ''}"
