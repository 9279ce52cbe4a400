"""Judging a throw of the journal: the row that each number on its dice would have led to, in the state as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import frozen
from bombsight.flat.luck import JudgedTable, JudgedValue, Luck, RowTest
from bombsight.flat.sites import Aside, Hole
from bombsight.flat.types import NONE
from bombsight.runtime.run.derived_values import AsideEvaluator

NATURAL, ROW = 0, 2
"""The indices of the natural dice and of the row among the integers of a roll's event, behind its site."""

NO_ROW = -1
"""The number of the row of dice that lead to none."""

OpenState = Callable[[], AsideEvaluator]
"""Makes the evaluator of asides in the state of the throw, if it is needed."""


class UnknownRowError(Exception):
    """The row of a number cannot be found: a value on which it depends faults, or is none."""


@frozen
class JudgedThrow:
    """A throw of the journal, with other outcomes of its dice.

    Attributes:
        table: The tests of the table's rows.
        dice: The dice.
        integers: The integers of the event.
        open_state: Makes the evaluator of asides in the state in which the dice fell.
    """

    table: JudgedTable
    dice: Dice
    integers: tuple[int, ...]
    open_state: OpenState

    @property
    def outcome(self) -> int:
        """The outcome of the throw: the number that the dice showed, or of single dice their faces."""
        return self.integers[-1 if self.dice.single else NATURAL]

    def find_rows(self) -> dict[int, int]:
        """Map each outcome that the dice can have to the row that it leads to.

        Raises:
            UnknownRowError: A row is not known, or the dice as they fell lead to another row than they did in the run.
        """
        rows = {outcome: self.find_row(outcome) for outcome in self.dice.outcomes}
        if rows.get(self.outcome) != self.integers[ROW]:
            raise UnknownRowError
        return rows

    def counts(self, luck: Luck) -> tuple[int, ...]:
        """What each row counts by a measure of luck; empty if it does not count this throw.

        Raises:
            UnknownRowError: A condition is not known.
        """
        counted = [
            each.counts
            for each in luck.tables
            if each.table == self.table.table
            and (each.condition is None or self.value(each.condition, self.outcome) != 0)
        ]
        return tuple(map(sum, zip(*counted, strict=True)))

    def find_row(self, outcome: int) -> int:
        """Find the row that an outcome of the dice leads to; ``NO_ROW`` if none.

        Raises:
            UnknownRowError: A value on which it depends is not known.
        """
        rows = [*enumerate(self.table.rows)]
        natural = self.dice.result_of(outcome)
        for at, row in rows:
            if row.natural and self.holds(row, natural, outcome):
                return at
        total = natural + self.modifiers(outcome)
        for at, row in rows:
            if not row.natural and not row.otherwise and self.holds(row, total, outcome):
                return at
        return next((at for at, row in rows if row.otherwise and self.matches(row)), NO_ROW)

    def holds(self, row: RowTest, total: int, outcome: int) -> bool:
        """Whether a row applies to a total, for an outcome of the dice.

        Raises:
            UnknownRowError: A value on which it depends is not known.
        """
        if not self.matches(row):
            return False
        if not self.has_total(row, total, outcome):
            return False
        return row.condition is None or self.value(row.condition, outcome) != 0

    def has_total(self, row: RowTest, total: int, outcome: int) -> bool:
        """Whether the keys of a row have a total.

        Raises:
            UnknownRowError: A bound is not known.
        """
        return any(
            (span.low is None or self.value(span.low, outcome) <= total)
            and (span.high is None or total <= self.value(span.high, outcome))
            for span in row.spans
        )

    def matches(self, row: RowTest) -> bool:
        """Whether the arguments of the throw are those of a row."""
        return all(
            any(low <= self.integers[match.index] <= high for low, high in match.intervals) for match in row.matches
        )

    def modifiers(self, outcome: int) -> int:
        """Add up the modifiers that apply with an outcome of the dice.

        Raises:
            UnknownRowError: An amount or a condition is not known.
        """
        added = self.value(self.table.modifiers, outcome)
        for modifier in self.table.dice_modifiers:
            if modifier.condition is None or self.value(modifier.condition, outcome) != 0:
                added += self.value(modifier.amount, outcome)
        return added

    def value(self, wanted: JudgedValue, outcome: int) -> int:
        """Return a number, an integer of the event, or the value of an aside, with an outcome of the dice.

        Raises:
            UnknownRowError: The aside faults, or the value is none.
        """
        integers: Sequence[int] = (self.dice.result_of(outcome), *self.integers[1:])
        if self.dice.single:
            integers = (*integers[:-1], outcome)
        match wanted:
            case Hole(index=index):
                found: int | None = integers[index]
            case Aside(entry=entry, arguments=arguments):
                found = self.open_state()(entry, *(integers[at] for at in arguments))
            case _:  # a number
                found = wanted
        if found is None or found == NONE:
            raise UnknownRowError
        return found
