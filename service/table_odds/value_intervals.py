"""Stretches: the values of a subject that rules cannot tell apart, so that one of them stands for all.

A number has a stretch between each two thresholds that the rules compare it with. What matters by itself, as a value of
an enum does, has a stretch for each of its values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.intervals import Interval
from bombsight.compiler.thresholds import NumberUsage, find_thresholds, number_key, usage_of
from bombsight.flat.types import NONE, IntType
from bombsight.service.table_odds.case_spaces import CaseSpace, TableSide
from bombsight.service.table_odds.roller import Case


class ValueIntervals:
    """The stretches of each subject of a space, settled when they are first asked for.

    Args:
        space: What the roll depends on.
        sides: The table, by each of the rules that are asked.
        conditions: What must hold besides.
        enumerated_numbers: The numbers of the subjects that are gone through: before that they have no value to
            compare with.

    Attributes:
        intervals_by_number: The stretches of each subject, by its number.
        wide_numbers: The numbers of the subjects that matter by themselves, and have too many values to go through all.
    """

    def __init__(
        self,
        space: CaseSpace,
        sides: Sequence[TableSide],
        conditions: Sequence[n.Define] = (),
        enumerated_numbers: Iterable[int] = (),
    ) -> None:
        self.space, self.sides, self.enumerated_numbers = space, sides, frozenset(enumerated_numbers)
        self.intervals_by_number: dict[int, tuple[Interval, ...]] = {}
        self.wide_numbers: set[int] = set()
        params = {param.name for condition in conditions for param in condition.params}
        self._condition_usage = usage_of([condition.base for condition in conditions], params)
        self._numbers = {subject: number for number, subject in enumerate(space.subjects)}

    def intervals_of(self, number: int, cases: Sequence[Case] = ({},)) -> tuple[Interval, ...]:
        """The stretches of a subject, none last; nothing where it has no plain values, or too many."""
        if number not in self.intervals_by_number:
            self.intervals_by_number[number] = self._compute_intervals(number, cases)
        return self.intervals_by_number[number]

    def case_count(self, number: int) -> int:
        """How many cases a subject makes where it is gone through; 0 where it cannot be."""
        intervals = self.intervals_of(number)
        return 0 if number in self.wide_numbers else len(intervals)

    def is_decided(self, number: int, condition: n.Define, cases: Sequence[Case]) -> bool:
        """Whether a condition holds for all values of a stretch of a number, or for none."""
        kind = self.space.subjects[number].type.without_none()
        assert isinstance(kind, IntType)
        usage = usage_of([condition.base], [param.name for param in condition.params])
        return self._interval_starts(number, kind, [usage], cases) is not None

    def set_single_values(self, number: int, values: Iterable[int]) -> None:
        """Let each of some values of a subject be a stretch, and no others."""
        self.intervals_by_number[number] = tuple((value, value) for value in values)

    def has_exactly_starts(self, number: int, values: Iterable[int]) -> bool:
        """Whether stretches that begin with these values are all that there are of a subject."""
        starts = set(values)
        return number not in self.wide_numbers and starts == {low for low, _ in self.intervals_by_number[number]}

    def interval_end(self, number: int, value: int) -> int:
        """The last value of the stretch that begins with one."""
        return next((high for low, high in self.intervals_by_number.get(number, ()) if low == value), value)

    # --- settling

    def _compute_intervals(self, number: int, cases: Sequence[Case]) -> tuple[Interval, ...]:
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
        """The thresholds of some uses; None where the number matters by itself in one of them.

        Args:
            number: The number of the subject.
            kind: Its type.
            usages: What is made of it.
            cases: What is so besides.
            all_of_them: Whether all uses count, or only those whose thresholds are known.
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
        """What a field is in a case; None where it is gone through, or may be another by then or by other rules."""
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
    """A stretch for each value."""
    return tuple((value, value) for value in values)


def merge_intervals(intervals: Iterable[Interval]) -> list[Interval]:
    """Stretches in ascending order, those beside each other as one; none last."""
    merged: list[Interval] = []
    for low, high in sorted(intervals, key=lambda each: (each[0] == NONE, each)):
        if merged and merged[-1][1] + 1 == low:
            merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return merged
