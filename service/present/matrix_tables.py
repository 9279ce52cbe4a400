"""Tables of a matrix of questions: one for each kind of options, with what cells share in the heads.

Front ends draw these. The words of a cell are split at commas into facts: `to hit 5+` has the label `to hit` and the
value `5+`, `3 stone` the label `stone`. A fact that depends on the column alone stands in the column's head, one that
depends on the row alone in the row's, and one that is the same everywhere above the table. If all cells have the same
labels then, these stand above the table, too, and the cells have only the values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from attrs import frozen

from bombsight.runtime.events.describe import Option
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.service.present import sentences
from bombsight.service.present.joint_questions import NUMBER_SIGN, Matrix, split_common_prompt
from bombsight.service.present.matrix_columns import group_rows

FACT_BREAK = re.compile(r", (?=[^\d\s])")
"""Separates facts: a comma before a word. A number behind a comma belongs to the fact, as in `to 12, 30`."""

LABEL_AND_VALUE = re.compile(r"(\D*[^\d\s])\s+(\S*\d\S*(?: \S*\d\S*)*)")
VALUE_AND_LABEL = re.compile(r"\S*\d\S*\s+(\D+)")
"""A fact with a value: words with digits, behind its label or before it."""

FactKey = tuple[str, int]
"""A fact's label, and how many facts with this label stand before it in the cell."""

CellFacts = dict[FactKey, str]
"""The facts of a cell, whole, in their order, by label."""


@frozen
class TableColumn:
    """A column of a table.

    Attributes:
        place: The index of its answer among the columns of the matrix; -1 for none.
        title: The title of its answer; empty for none.
        short: The short title, which no other column has; the whole title where there is none.
        facts: What all its cells share.
    """

    place: int
    title: str
    short: str
    facts: tuple[str, ...]


@frozen
class TableRow:
    """A row of a table.

    Attributes:
        place: The index of its question among the rows of the matrix.
        label: The part of the question's prompt that differs from those of the table's other rows.
        facts: What all its cells share.
        cells: What only the cell says, for each column; empty for no words, None if the answer is not offered.
    """

    place: int
    label: str
    facts: tuple[str, ...]
    cells: tuple[tuple[str, ...] | None, ...]


@frozen
class MatrixTable:
    """The questions of a matrix that have options of one kind.

    Attributes:
        asks: The common part of their prompts; may be empty.
        facts: What all cells share.
        legend: What the values in each cell mean, in their order; empty if the cells have whole facts.
        columns: The options of any row; at the end none, if any row may be answered so.
        rows: The questions, in order.
    """

    asks: str
    facts: tuple[str, ...]
    legend: tuple[str, ...]
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]

    @property
    def caption(self) -> str:
        """What the values in the cells mean, and what all cells share; empty if they say everything themselves."""
        meaning = [sentences.cells_mean(self.legend)] if self.legend else []
        return "; ".join([*meaning, *([sentences.cells_share(self.facts)] if self.facts else [])])


def make_tables(matrix: Matrix) -> tuple[MatrixTable, ...]:
    """Make the tables of a matrix: questions stand in one table if their options are of one kind."""
    groups = group_rows(matrix.rows)
    if len(groups) == 1:
        return (make_table(matrix, groups[0], matrix.labels, matrix.asks),)
    split = [split_labels([matrix.labels[row] for row in rows], matrix.asks) for rows in groups]
    return tuple(make_table(matrix, rows, labels, asks) for rows, (labels, asks) in zip(groups, split, strict=True))


def split_labels(labels: Sequence[str], asks: str) -> tuple[Sequence[str], str]:
    """Split the labels of some rows into what differs and what these rows ask, with what all rows ask behind it."""
    own_labels, own_asks = (labels, "") if len(labels) == 1 else split_common_prompt(labels)
    return own_labels, ": ".join(filter(None, (own_asks, asks)))


def make_table(matrix: Matrix, rows: Sequence[int], labels: Sequence[str], asks: str) -> MatrixTable:
    """Make the table of some rows of a matrix.

    Args:
        matrix: The matrix.
        rows: The indices of the rows.
        labels: The label of each of these rows.
        asks: The common part of their prompts.
    """
    places = [
        place
        for place in (*range(len(matrix.columns)), NO_OPTION)
        if any(matrix.option_index(row, place) is not None for row in rows)
    ]
    cells = [[facts_of_cell(matrix, row, place) for place in places] for row in rows]
    options = [(at, place) for at, place in enumerate(places) if place != NO_OPTION]
    answers = [[line[at] for at, _ in options] for line in cells]
    keys = [*dict.fromkeys(key for facts in filter(None, chain.from_iterable(answers)) for key in facts)]
    by_column = [list(column) for column in zip(*answers, strict=True)]
    everywhere = [key for key in keys if is_shared(key, [[*chain.from_iterable(answers)]])]
    of_columns = [key for key in keys if key not in everywhere and is_shared(key, by_column)]
    of_rows = [key for key in keys if key not in everywhere + of_columns and is_shared(key, answers)]
    hoisted = {*everywhere, *of_columns, *of_rows}
    legend = find_legend(answers, hoisted)

    def render(facts: tuple[str, ...]) -> tuple[str, ...]:
        """Keep the values alone of facts whose labels stand in the legend."""
        return tuple(map(value_of_fact, facts)) if legend else facts

    return MatrixTable(
        asks,
        facts_among(chain.from_iterable(answers), everywhere),
        tuple(legend),
        tuple(
            TableColumn(place, title, short, facts)
            for place, (title, short), facts in zip(
                places,
                titles_of_columns([matrix.columns[place] for _, place in options], len(places)),
                [*(facts_among(column, of_columns) for column in by_column), *[()] * (len(places) - len(options))],
                strict=True,
            )
        ),
        tuple(
            TableRow(
                row,
                label,
                facts_among(answer_cells, of_rows),
                tuple(None if facts is None else render(words_of_cell(facts, hoisted)) for facts in line),
            )
            for row, label, line, answer_cells in zip(rows, labels, cells, answers, strict=True)
        ),
    )


def facts_of_cell(matrix: Matrix, row: int, place: int) -> CellFacts | None:
    """Split the words of a matrix cell into facts; None if the row does not offer the answer."""
    index = matrix.option_index(row, place)
    if index is None:
        return None
    beside = "" if index == NO_OPTION else matrix.rows[row].options[index].beside
    facts: CellFacts = {}
    counts: Counter[str] = Counter()
    for fact in FACT_BREAK.split(beside) if beside else ():
        label = label_of_fact(fact)
        facts[label, counts[label]] = fact
        counts[label] += 1
    return facts


def label_of_fact(fact: str) -> str:
    """The label of a fact; a fact without a value is its own label."""
    if matched := LABEL_AND_VALUE.fullmatch(fact) or VALUE_AND_LABEL.fullmatch(fact):
        return matched[1]
    return fact


def is_shared(key: FactKey, lines: Iterable[Sequence[CellFacts | None]]) -> bool:
    """Whether the cells of each column, or row, agree in a fact; one of several cells at least has to have it."""
    is_worthwhile = False
    for line in lines:
        found = [facts.get(key) for facts in line if facts is not None]
        if len({*found}) > 1:
            return False
        is_worthwhile = is_worthwhile or (len(found) > 1 and found[0] is not None)
    return is_worthwhile


def facts_among(cells: Iterable[CellFacts | None], keys: Sequence[FactKey]) -> tuple[str, ...]:
    """The facts with some labels that cells share, as they stand in the first of them."""
    first = next((facts for facts in cells if facts is not None), {})
    return tuple(first[key] for key in keys if key in first)


def find_legend(cells: Sequence[Sequence[CellFacts | None]], hoisted: set[FactKey]) -> list[str]:
    """Find the labels of the facts left in the cells; none unless all cells have the same ones, before their values."""
    left = [words_of_cell(facts, hoisted) for facts in filter(None, chain.from_iterable(cells))]
    parts = [[LABEL_AND_VALUE.fullmatch(fact) for fact in facts] for facts in left]
    labels = {tuple(part[1] if part else "" for part in of_cell) for of_cell in parts}
    if len(labels) != 1 or len(left) < 2:
        return []
    found = [*next(iter(labels))]
    return [label.removesuffix(":") for label in found] if all(found) else []


def words_of_cell(facts: CellFacts, hoisted: set[FactKey]) -> tuple[str, ...]:
    """The facts that are left in a cell."""
    return tuple(fact for key, fact in facts.items() if key not in hoisted)


def value_of_fact(fact: str) -> str:
    """The value of a fact that has one behind its label."""
    matched = LABEL_AND_VALUE.fullmatch(fact)
    return matched[2] if matched else fact


def titles_of_columns(options: Sequence[Option], count: int) -> list[tuple[str, str]]:
    """The title and the short title of each column; empty ones for the columns behind the options, up to a count."""
    shorts = [short_title(option) for option in options]
    is_unique = len({*shorts}) == len(shorts)
    titles = [
        (option.title, short if is_unique else option.title) for option, short in zip(options, shorts, strict=True)
    ]
    return titles + [("", "")] * (count - len(titles))


def short_title(option: Option) -> str:
    """The short title of an option, with the number of one of several equal ones; its title if it has none."""
    if not option.short:
        return option.title
    _, sign, number = option.title.rpartition(NUMBER_SIGN)
    return f"{option.short}{sign}{number}" if sign and number.isdecimal() else option.short
