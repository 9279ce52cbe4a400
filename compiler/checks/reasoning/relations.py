"""How relations of wide numbers go together with what is asked of each of these by itself.

Of `money > price`, `price > 500` and `money < 300` each alone can hold, and all of them together cannot. Diagrams know
nothing of that, for it has an atom for each; so what it wants along a path is put to whole numbers as inequalities.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property

from bombsight.compiler.checks.reasoning.atoms import FORM, NO, YES
from bombsight.compiler.checks.reasoning.forms import Quotient
from bombsight.compiler.checks.reasoning.integers import Inequality, Unknown, inequality, solution
from bombsight.compiler.checks.reasoning.wide import Wide
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.flat.types import NONE

PATIENCE = 20_000
"""What it may cost to tell whether numbers can be as a condition wants them."""

Range = tuple[int, int]
Ranges = Mapping[int, Range]
"""The least and the most that wide numbers can be, by their levels; of a relation, that its form can be."""


class Related(Wide):
    """Diagrams of which it can be told whether wide numbers can be as they want them."""

    @cached_property
    def unsettled(self) -> set[int]:
        """The relations of which it would take too long to tell how they go together with others."""
        return set()

    @cached_property
    def feasible(self) -> dict[int, int]:
        """What is left of conditions where numbers can be as they want them, so far."""
        return {}

    def possible(self, condition: int) -> int:
        """A condition where the numbers that it asks for can be as it wants them; nowhere else.

        Where that takes too long to tell, its relations count as guesses from then on.
        """
        if not self.relations:
            return condition
        found = self.feasible.get(condition)
        if found is None:
            found = condition
            asked = self.support(condition) & self.relations.keys()
            if asked and not asked <= self.unsettled:
                try:
                    with self.allowance(PATIENCE):
                        found = self._possible(condition, {}, {})
                except TooManyError:
                    self.unsettled |= asked
                    self.results.pop("sure", None)
            self.feasible[condition] = found
        return found

    def is_guessed(self, *nodes: int) -> bool:
        """Whether some of what values depend on was not worked out."""
        return any(self.is_guess(level) for node in nodes for level in self.support(node))

    def is_related(self, *nodes: int) -> bool:
        """Whether values depend on how several numbers go together."""
        return any(not self.relations.keys().isdisjoint(self.support(node)) for node in nodes)

    def is_guess(self, level: int) -> bool:
        """Whether some of an atom's values, or some of them together with those of others, may never occur."""
        return self.atoms[level].guess or level in self.unsettled

    def support(self, node: int) -> set[int]:
        """The levels of the atoms that a value depends on; with a relation, of those that it relates."""
        seen, open_, levels = {node}, [node], set[int]()
        while open_:
            node = open_.pop()
            level = self.level[node]
            if level < FORM:
                levels.add(level)
                new = set(self.branches[node]) - seen
                seen |= new
                open_.extend(new)
            elif level == FORM:
                levels |= self.forms.levels(self.leaf_forms[node])
        for level in self.relations.keys() & levels:
            levels |= self.forms.levels(self.relations[level])
        return levels

    def _possible(self, node: int, ranges: dict[int, Range], known: dict[Hashable, int]) -> int:
        """The same of a node below others, which leave some ranges for wide numbers."""
        if node == NO:
            return NO
        key = (node, frozenset(ranges.items()))
        found = known.get(key)
        if found is None:
            level = self.level[node]
            if node == YES:
                found = NO if self.state(ranges) is None else YES
            else:
                stops = self.stops.get(node)
                made = []
                start = 0
                for at, branch in enumerate(self.branches[node]):
                    inner = ranges
                    if stops is not None:
                        inner = with_range(ranges, level, self._range(level, start, stops[at]))
                        start = stops[at]
                    made.append(self._possible(branch, inner, known))
                self._spend(len(made))
                found = self._above(level, stops, made)
            known[key] = found
        return found

    def _range(self, level: int, start: int, stop: int) -> Range:
        """The least and the most that a wide number is at some places, none aside."""
        places = self.places[level]
        return places.value(max(start, min(places.first, stop - 1))), places.value(stop - 1)

    def state(self, ranges: Ranges) -> dict[int, int] | None:
        """Values of wide numbers, by their levels, that lie in ranges together with the relations; None for none.

        Raises:
            TooManyError: It would take too long to tell.
        """
        found: dict[Hashable, Inequality] = {}
        for level, (low, high) in ranges.items():
            form = self.relations.get(level) or self.forms.of_atom(level, low, high)
            for base, _ in form.terms:
                self._bound(base, found)
            terms = dict(form.terms)
            found[level, "low"] = inequality(terms, -low)
            found[level, "high"] = inequality(_negative(terms), high)
        values = solution(found.values(), self._spend)
        if values is None:
            return None
        atoms = {
            known.what: values[base]
            for base, known in enumerate(self.forms.bases)
            if base in values and isinstance(known.what, int)
        }
        outside = next((level for level, value in atoms.items() if value not in self.places[level].values), None)
        return atoms if outside is None else self._beside(outside, atoms[outside], ranges)

    def _beside(self, level: int, hole: int, ranges: Ranges) -> dict[int, int] | None:
        """The same where a wide number would be one that is missing among its values: it is below that, or above."""
        places = self.places[level]
        numbers = places.numbers
        low, high = ranges.get(level, (numbers.intervals[0][0], numbers.intervals[-1][1]))
        after = places.at_least(hole)
        for least, most in ((low, places.value(after - 1)), (places.value(after), high)):
            found = self.state({**ranges, level: (least, most)}) if least <= most else None
            if found is not None:
                return found
        return None

    def _bound(self, base: int, found: dict[Hashable, Inequality]) -> None:
        """Note down what is known of a base in any case."""
        if (base, "least") in found:
            return
        known = self.forms.bases[base]
        found[base, "least"] = inequality({base: 1}, -known.low)
        found[base, "most"] = inequality({base: -1}, known.high)
        if isinstance(known.what, Quotient):
            form, divisor = known.what.form, known.what.divisor
            for inner, _ in form.terms:
                self._bound(inner, found)
            terms: dict[Hashable, int] = {**dict(form.terms), base: -divisor}
            found[base, "rest"] = inequality(terms, form.constant)
            found[base, "no more"] = inequality(_negative(terms), divisor - 1 - form.constant)


def with_range(ranges: dict[int, Range], level: int, own: Range) -> dict[int, Range]:
    """Ranges with that of one more wide number; none is no number, and relates to nothing."""
    return ranges if own[0] == NONE else {**ranges, level: own}


def _negative(terms: Mapping[Unknown, int]) -> dict[Unknown, int]:
    """The opposite of a sum."""
    return {unknown: -times for unknown, times in terms.items()}
