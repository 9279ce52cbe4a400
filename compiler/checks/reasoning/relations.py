"""How relations of wide numbers go together with what is asked of each of these by itself.

Of `money > price`, `price > 500` and `money < 300` each alone can hold, and all of them together cannot. Diagrams know
nothing of that, for it has an atom for each; so what it wants along a path is put to whole numbers as inequalities.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property

from bombsight.compiler.checks.reasoning.atoms import FORM_LEVEL, NO, YES
from bombsight.compiler.checks.reasoning.forms import FlooredQuotient
from bombsight.compiler.checks.reasoning.integers import Inequality, Unknown, make_inequality, solve
from bombsight.compiler.checks.reasoning.wide_numbers import WideDiagrams
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.flat.types import NONE

MAX_RELATION_COST = 20_000
"""What it may cost to tell whether numbers can be as a condition wants them."""

Bounds = tuple[int, int]
BoundsByLevel = Mapping[int, Bounds]
"""The least and the most that wide numbers can be, by their levels; of a relation, that its form can be."""


class RelationalDiagrams(WideDiagrams):
    """Diagrams of which it can be told whether wide numbers can be as they want them."""

    @cached_property
    def undecided_relations(self) -> set[int]:
        """The relations of which it would take too long to tell how they go together with others."""
        return set()

    @cached_property
    def feasible_memo(self) -> dict[int, int]:
        """What is left of conditions where numbers can be as they want them, so far."""
        return {}

    def restrict_to_feasible(self, condition: int) -> int:
        """A condition where the numbers that it asks for can be as it wants them; nowhere else.

        Where that takes too long to tell, its relations count as guesses from then on.
        """
        if not self.relations:
            return condition
        found = self.feasible_memo.get(condition)
        if found is None:
            found = condition
            asked = self.support(condition) & self.relations.keys()
            if asked and not asked <= self.undecided_relations:
                try:
                    with self.limit_cost(MAX_RELATION_COST):
                        found = self._restrict_below(condition, {}, {})
                except TooManyError:
                    self.undecided_relations |= asked
                    self.unary_memos.pop("sure", None)
            self.feasible_memo[condition] = found
        return found

    def depends_on_guess(self, *nodes: int) -> bool:
        """Whether some of what values depend on was not worked out."""
        return any(self.is_guess(level) for node in nodes for level in self.support(node))

    def depends_on_relation(self, *nodes: int) -> bool:
        """Whether values depend on how several numbers go together."""
        return any(not self.relations.keys().isdisjoint(self.support(node)) for node in nodes)

    def is_guess(self, level: int) -> bool:
        """Whether some of an atom's values, or some of them together with those of others, may never occur."""
        return self.atoms[level].is_guess or level in self.undecided_relations

    def support(self, node: int) -> set[int]:
        """The levels of the atoms that a value depends on; with a relation, of those that it relates."""
        seen, open_, levels = {node}, [node], set[int]()
        while open_:
            node = open_.pop()
            level = self.level[node]
            if level < FORM_LEVEL:
                levels.add(level)
                new = set(self.branches[node]) - seen
                seen |= new
                open_.extend(new)
            elif level == FORM_LEVEL:
                levels |= self.forms.levels_of(self.leaf_forms[node])
        for level in self.relations.keys() & levels:
            levels |= self.forms.levels_of(self.relations[level])
        return levels

    def _restrict_below(self, node: int, ranges: dict[int, Bounds], memo: dict[Hashable, int]) -> int:
        """The same of a node below others, which leave some ranges for wide numbers."""
        if node == NO:
            return NO
        key = (node, frozenset(ranges.items()))
        found = memo.get(key)
        if found is None:
            level = self.level[node]
            if node == YES:
                found = NO if self.solve_ranges(ranges) is None else YES
            else:
                stops = self.stops.get(node)
                made = []
                start = 0
                for at, branch in enumerate(self.branches[node]):
                    inner = ranges
                    if stops is not None:
                        inner = add_range(ranges, level, self._bounds_at(level, start, stops[at]))
                        start = stops[at]
                    made.append(self._restrict_below(branch, inner, memo))
                self._spend(len(made))
                found = self._make_node_above(level, stops, made)
            memo[key] = found
        return found

    def _bounds_at(self, level: int, start: int, stop: int) -> Bounds:
        """The least and the most that a wide number is at some places, none aside."""
        places = self.places[level]
        return places.value_at(max(start, min(places.first, stop - 1))), places.value_at(stop - 1)

    def solve_ranges(self, ranges: BoundsByLevel) -> dict[int, int] | None:
        """Values of wide numbers, by their levels, that lie in ranges together with the relations; None for none.

        Raises:
            TooManyError: It would take too long to tell.
        """
        found: dict[Hashable, Inequality] = {}
        for level, (low, high) in ranges.items():
            form = self.relations.get(level) or self.forms.form_of_atom(level, low, high)
            for base, _ in form.terms:
                self._add_base_bounds(base, found)
            terms = dict(form.terms)
            found[level, "low"] = make_inequality(terms, -low)
            found[level, "high"] = make_inequality(_negate_terms(terms), high)
        values = solve(found.values(), self._spend)
        if values is None:
            return None
        atoms = {
            info.source: values[base]
            for base, info in enumerate(self.forms.base_infos)
            if base in values and isinstance(info.source, int)
        }
        outside = next((level for level, value in atoms.items() if value not in self.places[level].values), None)
        return atoms if outside is None else self._solve_around(outside, atoms[outside], ranges)

    def _solve_around(self, level: int, hole: int, ranges: BoundsByLevel) -> dict[int, int] | None:
        """The same where a wide number would be one that is missing among its values: it is below that, or above."""
        places = self.places[level]
        numbers = places.numbers
        low, high = ranges.get(level, (numbers.intervals[0][0], numbers.intervals[-1][1]))
        after = places.first_place_from(hole)
        for least, most in ((low, places.value_at(after - 1)), (places.value_at(after), high)):
            found = self.solve_ranges({**ranges, level: (least, most)}) if least <= most else None
            if found is not None:
                return found
        return None

    def _add_base_bounds(self, base: int, inequalities: dict[Hashable, Inequality]) -> None:
        """Note down what is known of a base in any case."""
        if (base, "least") in inequalities:
            return
        info = self.forms.base_infos[base]
        inequalities[base, "least"] = make_inequality({base: 1}, -info.low)
        inequalities[base, "most"] = make_inequality({base: -1}, info.high)
        if isinstance(info.source, FlooredQuotient):
            form, divisor = info.source.form, info.source.divisor
            for inner, _ in form.terms:
                self._add_base_bounds(inner, inequalities)
            terms: dict[Hashable, int] = {**dict(form.terms), base: -divisor}
            inequalities[base, "rest"] = make_inequality(terms, form.constant)
            inequalities[base, "no more"] = make_inequality(_negate_terms(terms), divisor - 1 - form.constant)


def add_range(ranges: dict[int, Bounds], level: int, own: Bounds) -> dict[int, Bounds]:
    """Ranges with that of one more wide number; none is no number, and relates to nothing."""
    return ranges if own[0] == NONE else {**ranges, level: own}


def _negate_terms(terms: Mapping[Unknown, int]) -> dict[Unknown, int]:
    """The opposite of a sum."""
    return {unknown: -times for unknown, times in terms.items()}
