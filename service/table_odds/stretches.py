"""Stretches: the values of a subject that rules cannot tell apart, so that one of them stands for all.

A number has a stretch between each two thresholds that the rules compare it with. What matters by itself, as a value of
an enum does, has a stretch for each of its values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.intervals import Interval
from bombsight.compiler.thresholds import Usage, key_of, thresholds, usage_of
from bombsight.flat.types import NONE, IntType
from bombsight.service.table_odds.rolling import Case
from bombsight.service.table_odds.spaces import Side, Space


class Stretches:
    """The stretches of each subject of a space, settled when they are first asked for.

    Args:
        space: What the roll depends on.
        sides: The table, by each of the rules that are asked.
        conditions: What must hold besides.
        going: The numbers of the subjects that are gone through: before that they have no value to compare with.

    Attributes:
        settled: The stretches of each subject, by its number.
        wide: The numbers of the subjects that matter by themselves, and have too many values to go through all.
    """

    def __init__(
        self, space: Space, sides: Sequence[Side], conditions: Sequence[n.Define] = (), going: Iterable[int] = ()
    ) -> None:
        self.space, self.sides, self.going = space, sides, frozenset(going)
        self.settled: dict[int, tuple[Interval, ...]] = {}
        self.wide: set[int] = set()
        params = {param.name for condition in conditions for param in condition.params}
        self._given = usage_of([condition.base for condition in conditions], params)
        self._numbers = {subject: number for number, subject in enumerate(space.subjects)}

    def of(self, number: int, cases: Sequence[Case] = ({},)) -> tuple[Interval, ...]:
        """The stretches of a subject, none last; nothing where it has no plain values, or too many."""
        if number not in self.settled:
            self.settled[number] = self._settle(number, cases)
        return self.settled[number]

    def parts(self, number: int) -> int:
        """How many cases a subject makes where it is gone through; 0 where it cannot be."""
        found = self.of(number)
        return 0 if number in self.wide else len(found)

    def tells(self, number: int, condition: n.Define, cases: Sequence[Case]) -> bool:
        """Whether a condition holds for all values of a stretch of a number, or for none."""
        kind = self.space.subjects[number].type.required()
        assert isinstance(kind, IntType)
        usage = usage_of([condition.base], [param.name for param in condition.params])
        return self._starts(number, kind, [usage], cases) is not None

    def keep(self, number: int, values: Iterable[int]) -> None:
        """Let each of some values of a subject be a stretch, and no others."""
        self.settled[number] = tuple((value, value) for value in values)

    def covers(self, number: int, values: Iterable[int]) -> bool:
        """Whether stretches that begin with these values are all that there are of a subject."""
        wanted = set(values)
        return number not in self.wide and wanted == {low for low, _ in self.settled[number]}

    def end(self, number: int, value: int) -> int:
        """The last value of the stretch that begins with one."""
        return next((high for low, high in self.settled.get(number, ()) if low == value), value)

    # --- settling

    def _settle(self, number: int, cases: Sequence[Case]) -> tuple[Interval, ...]:
        kind = self.space.subjects[number].type
        required = kind.required()
        if not isinstance(required, IntType):
            return singles(self.space.values[number])
        usages = [side.usage for side in self.sides]
        starts = self._starts(number, required, [self._given, *usages], cases)
        if starts is None:
            if self.space.values[number]:
                return singles(self.space.values[number])
            self.wide.add(number)
            starts = self._starts(number, required, [self._given], cases, all_of_them=False) or set()
        ordered = sorted({required.low, *starts})
        found = tuple(zip(ordered, [start - 1 for start in ordered[1:]] + [required.high], strict=True))
        return (*found, (NONE, NONE)) if kind.is_optional else found

    def _starts(
        self, number: int, kind: IntType, usages: Sequence[Usage], cases: Sequence[Case], *, all_of_them: bool = True
    ) -> set[int] | None:
        """The thresholds of some uses; None where the number matters by itself in one of them.

        Args:
            number: The number of the subject.
            kind: Its type.
            usages: What is made of it.
            cases: What is so besides.
            all_of_them: Whether all uses count, or only those whose thresholds are known.
        """
        key = key_of(self.space.subjects[number])
        if all_of_them and any(key in usage.whole for usage in usages):
            return None
        starts: set[int] = set()
        written = frozenset(name for usage in usages for name in usage.written)
        for pair in dict.fromkeys(pair for usage in usages for pair in usage.pairs.get(key, ())):
            for case in cases:
                asked: list[x.Read] = []

                def value_in_case(read: x.Read, case: Case = case, asked: list[x.Read] = asked) -> int | None:
                    asked.append(read)
                    return self._field_value(read, case, written)

                found = thresholds(pair, key, (kind.low, kind.high), value_in_case)
                if found is None and all_of_them:
                    return None
                starts |= found or set()
                if not asked:
                    break
        return starts

    def _field_value(self, read: x.Read, case: Case, written: frozenset[str]) -> int | None:
        """What a field is in a case; None where it is gone through, or may be another by then or by other rules."""
        if read.element is not None or not all(isinstance(index, x.Const) for index in read.indices):
            return None
        number = self._numbers.get(read)
        if number in case:
            assert number is not None
            return case[number] if self.end(number, case[number]) == case[number] else None
        if number in self.going or read.field in written:
            return None
        found = {side.roller.field_value(read, side.case(case)) for side in self.sides}
        return found.pop() if len(found) == 1 else None


def singles(values: Iterable[int]) -> tuple[Interval, ...]:
    """A stretch for each value."""
    return tuple((value, value) for value in values)


def runs_of(stretches: Iterable[Interval]) -> list[Interval]:
    """Stretches in ascending order, those beside each other as one; none last."""
    found: list[Interval] = []
    for low, high in sorted(stretches, key=lambda each: (each[0] == NONE, each)):
        if found and found[-1][1] + 1 == low:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return found
