"""Feasibility of linear relations between wide-range numbers along a path of a diagram.

`money > price`, `price > 500` and `money < 300` can hold each, but not together. A diagram has an atom for each and
does not see that; so the conditions along a path are solved as integer inequalities.
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
"""The maximum cost of testing whether a condition is feasible."""

Bounds = tuple[int, int]
BoundsByLevel = Mapping[int, Bounds]
"""The least and greatest values of wide numbers, and of the forms of relations, by level."""


class RelationalDiagrams(WideDiagrams):
    """Diagrams with a feasibility test for wide numbers."""

    @cached_property
    def undecided_relations(self) -> set[int]:
        """The levels of the relations whose feasibility was too costly to decide, which count as guesses."""
        return set()

    @cached_property
    def feasible_memo(self) -> dict[int, int]:
        """Memo of the results of ``restrict_to_feasible``, by condition."""
        return {}

    def restrict_to_feasible(self, condition: int) -> int:
        """Set a condition to false wherever its linear relations between numbers contradict each other.

        If that is too costly, its relations count as guesses from then on.
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
        """Whether any of the diagrams depends on a guess (an over-approximated value)."""
        return any(self.is_guess(level) for node in nodes for level in self.support(node))

    def depends_on_relation(self, *nodes: int) -> bool:
        """Whether any of the diagrams depends on a linear relation between wide-range numbers."""
        return any(not self.relations.keys().isdisjoint(self.support(node)) for node in nodes)

    def is_guess(self, level: int) -> bool:
        """Whether the atom at a level is a guess: some of its values may never occur."""
        return self.atoms[level].is_guess or level in self.undecided_relations

    def support(self, node: int) -> set[int]:
        """The levels of the atoms that a diagram depends on, directly or through linear relations."""
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
        """Return a node's diagram, false where infeasible, given the ranges of the numbers tested above the node."""
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
        """The least and greatest number among the values of a level with indices from ``start`` to before ``stop``."""
        places = self.places[level]
        return places.value_at(max(start, min(places.first, stop - 1))), places.value_at(stop - 1)

    def solve_ranges(self, ranges: BoundsByLevel) -> dict[int, int] | None:
        """Find numbers within ranges, by level, that satisfy all linear relations; None if there are none.

        Raises:
            TooManyError: The search is too large.
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
        """Find numbers within ranges, with the number at a level below or above ``hole``, a gap in its values."""
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
        """Add the inequalities that bound a base (an atom or a rounded quotient) in any state."""
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


def add_range(ranges: dict[int, Bounds], level: int, bounds: Bounds) -> dict[int, Bounds]:
    """Return ``ranges`` by level with one more number's bounds, unless the number's only value is ``none``."""
    return ranges if bounds[0] == NONE else {**ranges, level: bounds}


def _negate_terms(terms: Mapping[Unknown, int]) -> dict[Unknown, int]:
    """Negate the coefficients of a linear sum."""
    return {unknown: -times for unknown, times in terms.items()}
