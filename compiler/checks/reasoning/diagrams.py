"""Multi-terminal decision diagrams (MTBDD): values that are exact in every state, however many there are.

A value that depends on fields, parameters or options is a diagram. A node tests one of them, an *atom*, and has a
branch
for each value or each run of values; a leaf is a number, or a linear form of wide numbers. Equal diagrams are one node
(hash-consing), so equivalent conditions have the same number, and a condition that never holds is the leaf 0. A diagram
that grows too large raises :class:`~bombsight.compiler.checks.reasoning.work_limits.TooManyError`; the caller must fall
back on less.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from bombsight.compiler.checks.reasoning.atoms import (
    AND,
    CONSTANT_LEVEL,
    FORM_LEVEL,
    MOST_ATOMS,
    NO,
    NOT,
    OR,
    VOID,
    VOID_NODE,
    YES,
    Atom,
    Operator,
)
from bombsight.compiler.checks.reasoning.forms import LinearForm, normalize
from bombsight.compiler.checks.reasoning.relations import MAX_RELATION_COST, Bounds, RelationalDiagrams, add_range
from bombsight.compiler.checks.reasoning.wide_numbers import MAX_ENUMERATED
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.graph.intervals import IntervalSet, union
from bombsight.flat.types import NONE


class DecisionDiagrams(RelationalDiagrams):
    """A set of diagrams over common atoms, with logic and queries."""

    # --- logic

    def conjunction(self, *conditions: int) -> int:
        """Build the diagram of the conjunction of conditions, false where wide-range numbers contradict each other."""
        held = YES
        for condition in conditions:
            held = self.apply(AND, held, condition)
        return self.restrict_to_feasible(held)

    def disjunction(self, conditions: Sequence[int]) -> int:
        """Build the diagram of the disjunction of conditions, joined pairwise to keep intermediate diagrams small."""
        level = list(conditions) or [NO]
        while len(level) > 1:
            pairs = [self.apply(OR, *level[at : at + 2]) for at in range(0, len(level) - 1, 2)]
            level = pairs + level[len(pairs) * 2 :]
        return level[0]

    def negation(self, condition: int) -> int:
        """Build the diagram of the negation of a condition."""
        return self.apply(NOT, condition)

    def exists(self, level: int, condition: int) -> int:
        """Build the diagram of where a condition holds for some value of the atom (variable) at a level."""
        known = self.unary_memos.setdefault(("exists", level), {})
        found = known.get(condition)
        if found is None:
            above = self.level[condition]
            if above > level:
                found = condition
            elif above == level:
                found = self.disjunction(self.branches[condition])
            else:
                made = [self.exists(level, branch) for branch in self.branches[condition]]
                found = self._make_node_above(above, self.stops.get(condition), made)
            known[condition] = found
        return found

    def implies(self, condition: int, other: int) -> bool:
        """Whether one condition implies another, as far as it can be proved."""
        if self.conjunction(condition, other) == condition:
            return True
        return bool(self.relations) and self.conjunction(condition, self.negation(other)) == NO

    def membership(self, node: int, values: IntervalSet | Collection[int]) -> int:
        """Build the diagram of whether a diagram's value is in a set."""
        few = not isinstance(values, IntervalSet) or (len(values.intervals) > 1 and values.size <= MAX_PYTHON_SET)
        members = frozenset(values) if few else values
        return self.apply(
            Operator(
                ("among", members),
                lambda value: int(value in members),
                lambda space, form: space.number_membership(form, IntervalSet.from_numbers(values)),
            ),
            node,
        )

    # --- queries

    def values_of(self, node: int, where: int = YES) -> IntervalSet:
        """The possible values of a diagram in the states where a condition holds.

        The result is the full range for a form with very many values and gaps, and for one that depends on relations.
        """
        limited = node if where == YES else self.if_then_else(where, node, VOID_NODE)
        numbers, forms = self._leaves_of(limited)
        found = IntervalSet.from_numbers(numbers)
        if forms:
            wide_levels = set[int]().union(*map(self.forms.levels_of, forms))
            wide_levels |= {
                level
                for level, form in self.relations.items()
                if not wide_levels.isdisjoint(self.forms.levels_of(form))
            }
            found = self._values_below(limited, wide_levels, {}, {})
        if VOID in found:
            found &= _NUMBERS
        if not self.depends_on_relation(limited):
            return found
        return found.filter_numbers(
            lambda low, high: (
                self.restrict_to_feasible(self.membership(limited, IntervalSet.from_range(low, high))) != NO
            ),
            MAX_RELATED_VALUES,
        )

    def _leaves_of(self, node: int) -> tuple[set[int], list[LinearForm]]:
        """Collect the constants and the linear forms among a diagram's leaves."""
        seen, open_, numbers, forms = {node}, [node], set[int](), list[LinearForm]()
        while open_:
            node = open_.pop()
            level = self.level[node]
            if level < FORM_LEVEL:
                new = set(self.branches[node]) - seen
                seen |= new
                open_.extend(new)
            elif level == CONSTANT_LEVEL:
                numbers.add(self.branches[node][0])
            else:
                forms.append(self.leaf_forms[node])
        return numbers, forms

    def _values_below(
        self, node: int, wide_levels: set[int], ranges: dict[int, IntervalSet], memo: dict[object, IntervalSet]
    ) -> IntervalSet:
        """The possible values of a node, given what the nodes above it have tested.

        Args:
            node: The node.
            wide_levels: The levels of the wide numbers that its forms depend on.
            ranges: The ranges of these, as restricted by the nodes above.
            memo: The results so far.
        """
        if self.level[node] == CONSTANT_LEVEL:
            return IntervalSet.from_range(*self.branches[node] * 2)
        key = (node, frozenset(ranges.items()))
        found = memo.get(key)
        if found is None:
            level, stops = self.level[node], self.stops.get(node)
            if node in self.leaf_forms:
                found = self._form_values(self.leaf_forms[node], ranges)
            elif stops is None or level not in wide_levels:
                found = union(
                    self._values_below(branch, wide_levels, ranges, memo) for branch in set(self.branches[node])
                )
            else:
                places, each, start = self.places[level], [], 0
                for stop, branch in zip(stops, self.branches[node], strict=True):
                    inner = {**ranges, level: places.values_between(start, stop)}
                    each.append(self._values_below(branch, wide_levels, inner, memo))
                    start = stop
                found = union(each)
            memo[key] = found
        return found

    def _form_values(self, form: LinearForm, ranges: Mapping[int, IntervalSet]) -> IntervalSet:
        """Return the possible values of a linear form, given the ranges of its variables by level (their order)."""
        levels = self.forms.levels_of(form)
        if len(levels) > 1:
            return self._multi_form_values(form, ranges)
        (level,) = levels
        inside = ranges[level] & self.places[level].numbers if level in ranges else self.places[level].numbers
        if (
            len(form.terms) == 1
            and form.terms[0][1] in (1, -1)
            and self.forms.base_infos[form.terms[0][0]].source == level
        ):
            return (inside if form.terms[0][1] == 1 else inside.negate()).shift(form.constant)
        if inside.size <= MAX_ENUMERATED:
            return IntervalSet.from_numbers(self.forms.evaluate(form, {level: value}) for value in inside)
        least, most = self.forms.slope_of(form)
        ends = [self.forms.evaluate(form, {level: end}) for end in (inside[0], inside[-1])]
        if least < 0 < most:
            ends = [*self.forms.bounds_of(form)]
        return IntervalSet.from_range(min(ends), max(ends))

    def _multi_form_values(self, form: LinearForm, ranges: Mapping[int, IntervalSet]) -> IntervalSet:
        """Bound the values of a linear form of several numbers, by their ranges and the range of their relation."""
        low = high = form.constant
        for base, times in form.terms:
            known = self.forms.base_infos[base]
            least, most = known.low, known.high
            if isinstance(known.source, int) and known.source in ranges:
                inside = ranges[known.source] & self.places[known.source].numbers
                least, most = inside.intervals[0][0], inside.intervals[-1][1]
            ends = (times * least, times * most)
            low, high = low + min(ends), high + max(ends)
        itself, times, constant = normalize(form)
        related = ranges.get(self.level_of_key.get(("relation", itself), -1))
        if related is not None:
            edges = sorted(times * end + constant for end in (related.intervals[0][0], related.intervals[-1][1]))
            low, high = max(low, edges[0]), min(high, edges[1])
        return IntervalSet.from_range(low, high)

    def leaf_count(self, node: int) -> int:
        """Count the leaves of a diagram (memoized)."""
        found = self.sizes.get(node)
        if found is None:
            numbers, forms = self._leaves_of(node)
            found = self.sizes[node] = len(numbers) + len(forms)
        return found

    def value_count(self, node: int) -> int:
        """Count the possible values of a diagram (memoized)."""
        found = self.widths.get(node)
        if found is None:
            numbers, forms = self._leaves_of(node)
            found = self.widths[node] = self.values_of(node).size if forms else len(numbers)
        return found

    def atoms_of(self, node: int) -> list[Atom]:
        """The atoms (variables) that a diagram depends on, in variable order."""
        return [self.atoms[level] for level in sorted(self.support(node))]

    def forall_guesses(self, condition: int) -> int:
        """Build the diagram of where a condition holds whatever the values of all guesses (over-approximations) are."""
        level, branches = self.level[condition], self.branches[condition]
        if level == CONSTANT_LEVEL:
            return condition
        known = self.unary_memos.setdefault("sure", {})
        found = known.get(condition)
        if found is None:
            inner = [self.forall_guesses(branch) for branch in branches]
            if self.is_guess(level):
                found = self.conjunction(*inner)
            else:
                found = self._make_node_above(level, self.stops.get(condition), inner)
            known[condition] = found
        return found

    def shortest_path_length(self, condition: int) -> int:
        """The least number of atoms (variables) that decide a condition to be true; very large if it never is."""
        if self.level[condition] == CONSTANT_LEVEL:
            return 0 if condition == YES else MOST_ATOMS + 1
        found = self.lengths.get(condition)
        if found is None:
            found = self.lengths[condition] = 1 + min(map(self.shortest_path_length, self.branches[condition]))
        return found

    def witness(self, condition: int) -> list[tuple[Atom, int]] | None:
        """Find values of a few atoms under which a condition holds; None if it never does."""
        condition = self.restrict_to_feasible(condition)
        if condition == NO:
            return None
        assignment: list[tuple[int, int]] = []
        ranges: dict[int, Bounds] = {}
        while condition != YES:
            level, branches = self.level[condition], self.branches[condition]
            if condition in self.stops:
                stops = self.stops[condition]
                each = [self._bounds_at(level, *run) for run in zip((0, *stops), stops, strict=False)]
                values = [low for low, _ in each]
            else:
                values = [*self.atoms[level].values]
            possible = [at for at, branch in enumerate(branches) if branch != NO]
            at = min(possible, key=lambda at: (self.shortest_path_length(branches[at]), values[at] == NONE))
            if condition in self.stops:
                ranges = add_range(ranges, level, each[at])
            assignment.append((level, values[at]))
            condition = branches[at]
        together = None
        if not self.relations.keys().isdisjoint(ranges):
            with suppress(TooManyError), self.limit_cost(MAX_RELATION_COST):
                together = self.solve_ranges(ranges)
        if together is not None:
            apart = [(level, value) for level, value in assignment if level not in ranges]
            assignment = [*apart, *((level, value) for level, value in sorted(together.items()))]
        return [(self.atoms[level], value) for level, value in assignment]


MAX_RELATED_VALUES = 64
"""The maximum number of values that are tested one by one for feasibility with relations."""

MAX_PYTHON_SET = 64
"""The maximum size of a membership test by a Python set."""

_NUMBERS = IntervalSet.from_range(-VOID + 1, VOID - 1)
"""All leaf values but that of no value."""
