"""Equivalence classes of values: intervals of a subject (parameter or state value) that rules cannot distinguish.

A number has an interval between each two thresholds that the rules compare it with. A subject whose values matter
individually, such as an enum, has an interval for each value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.intervals import Interval
from bombsight.compiler.thresholds import NumberUsage, find_thresholds, number_key, usage_of_parts
from bombsight.flat.types import NONE, IntType
from bombsight.service.table_odds.case_spaces import CaseSpace, TableSide
from bombsight.service.table_odds.roller import Case


class ValueIntervals:
    """The intervals of indistinguishable values of each subject of a roll, computed on first use.

    Args:
        space: The subjects of the roll.
        sides: The table, under one set of rules or two.
        conditions: The given conditions.
        enumerated_numbers: The indices of the subjects that are enumerated, and so have no single value yet.

    Attributes:
        intervals_by_number: The intervals of each subject, by index.
        wide_numbers: The indices of numbers whose values matter individually and are too many to enumerate.
    """

    def __init__(
        self,
        space: CaseSpace,
        sides: Sequence[TableSide],
        conditions: Sequence[n.Define] = (),
        enumerated_numbers: Iterable[int] = (),
    ) -> None:
        """Begin without computed intervals."""
        self.space, self.sides, self.enumerated_numbers = space, sides, frozenset(enumerated_numbers)
        self.intervals_by_number: dict[int, tuple[Interval, ...]] = {}
        self.wide_numbers: set[int] = set()
        params = {param.name for condition in conditions for param in condition.params}
        self._condition_usage = usage_of_parts([condition.base for condition in conditions], params)
        self._numbers = {subject: number for number, subject in enumerate(space.subjects)}

    def intervals_of(self, number: int, cases: Sequence[Case] = ({},)) -> tuple[Interval, ...]:
        """Return the intervals of a subject, ``none`` last; empty for values that cannot be listed, or too many."""
        if number not in self.intervals_by_number:
            self.intervals_by_number[number] = self._compute_intervals(number, cases)
        return self.intervals_by_number[number]

    def case_count(self, number: int) -> int:
        """Return how many cases the enumeration of a subject gives; 0 if it cannot be enumerated."""
        intervals = self.intervals_of(number)
        return 0 if number in self.wide_numbers else len(intervals)

    def is_decided(self, number: int, condition: n.Define, cases: Sequence[Case]) -> bool:
        """Whether a condition is constant within each interval of a number."""
        kind = self.space.subjects[number].type.without_none()
        assert isinstance(kind, IntType)
        usage = usage_of_parts([condition.base], [param.name for param in condition.params])
        return self._interval_starts(number, kind, [usage], cases) is not None

    def set_single_values(self, number: int, values: Iterable[int]) -> None:
        """Replace the intervals of a subject by one for each of these values."""
        self.intervals_by_number[number] = tuple((value, value) for value in values)

    def has_exactly_starts(self, number: int, values: Iterable[int]) -> bool:
        """Whether these values are exactly the starts of all intervals of a subject."""
        starts = set(values)
        return number not in self.wide_numbers and starts == {low for low, _ in self.intervals_by_number[number]}

    def interval_end(self, number: int, value: int) -> int:
        """Return the last value of the interval that starts with a value; the value itself if none does."""
        return next((high for low, high in self.intervals_by_number.get(number, ()) if low == value), value)

    # --- computation

    def _compute_intervals(self, number: int, cases: Sequence[Case]) -> tuple[Interval, ...]:
        """Compute a subject's intervals from the thresholds with which rules and conditions compare it."""
        kind = self.space.subjects[number].type
        required = kind.without_none()
        if not isinstance(required, IntType):
            return single_value_intervals(self.space.values[number])
        usages = [side.number_usage for side in self.sides]
        starts = self._interval_starts(number, required, [self._condition_usage, *usages], cases)
        if starts is None:
            if self.space.values[number]:
                return single_value_intervals(self.space.values[number])
            self.wide_numbers.add(number)
            starts = self._interval_starts(number, required, [self._condition_usage], cases, all_of_them=False) or set()
        ordered = sorted({required.low, *starts})
        intervals = tuple(zip(ordered, [start - 1 for start in ordered[1:]] + [required.high], strict=True))
        return (*intervals, (NONE, NONE)) if kind.is_optional else intervals

    def _interval_starts(
        self,
        number: int,
        kind: IntType,
        usages: Sequence[NumberUsage],
        cases: Sequence[Case],
        *,
        all_of_them: bool = True,
    ) -> set[int] | None:
        """Compute the thresholds of a number; None if it is used other than in comparisons.

        Args:
            number: The index of the subject.
            kind: The subject's type.
            usages: The comparisons with the number.
            cases: The cases that give values to compare with.
            all_of_them: Whether all usages count, or only those with known thresholds.
        """
        key = number_key(self.space.subjects[number])
        if all_of_them and any(key in usage.whole for usage in usages):
            return None
        starts: set[int] = set()
        written_fields = frozenset(name for usage in usages for name in usage.written)
        for pair in dict.fromkeys(pair for usage in usages for pair in usage.pairs.get(key, ())):
            for case in cases:
                read_fields: list[x.Read] = []

                def value_in_case(
                    read: x.Read, case: Case = case, read_fields: list[x.Read] = read_fields
                ) -> int | None:
                    """Read a field in the case, and record that it was read."""
                    read_fields.append(read)
                    return self._field_value(read, case, written_fields)

                pair_thresholds = find_thresholds(pair, key, (kind.low, kind.high), value_in_case)
                if pair_thresholds is None and all_of_them:
                    return None
                starts |= pair_thresholds or set()
                if not read_fields:
                    break
        return starts

    def _field_value(self, read: x.Read, case: Case, written_fields: frozenset[str]) -> int | None:
        """Return a field's value in a case; None if it is not fixed there, or differs between the sides."""
        if read.element is not None or not all(isinstance(index, x.Const) for index in read.indices):
            return None
        number = self._numbers.get(read)
        if number in case:
            assert number is not None
            return case[number] if self.interval_end(number, case[number]) == case[number] else None
        if number in self.enumerated_numbers or read.field in written_fields:
            return None
        values = {side.roller.field_value(read, side.translate_case(case)) for side in self.sides}
        return values.pop() if len(values) == 1 else None


def single_value_intervals(values: Iterable[int]) -> tuple[Interval, ...]:
    """Create an interval of one value for each value."""
    return tuple((value, value) for value in values)


def merge_intervals(intervals: Iterable[Interval]) -> list[Interval]:
    """Merge adjacent intervals of values, in ascending order with ``none`` last."""
    merged: list[Interval] = []
    for low, high in sorted(intervals, key=lambda each: (each[0] == NONE, each)):
        if merged and merged[-1][1] + 1 == low:
            merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return merged
