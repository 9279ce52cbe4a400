"""Multi-terminal decision diagrams (MTBDD): values, exact over every state, however many there are.

A value that depends on fields, parameters or options is a diagram. A node asks one of them, an *atom*, and has a
branch for each of its values, or for each run of them; a leaf is a number, or a linear form of wide numbers. Equal
diagrams are one node (hash-consing), so two conditions that hold in the same states have the same number, and a
condition that never holds is the leaf 0. What would grow too large ends in
:class:`~bombsight.compiler.checks.reasoning.work_limits.TooManyError`, and who asked must do with less.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from bombsight.compiler.checks.reasoning.atoms import (
    AND,
    FORM,
    LEAF,
    MOST_ATOMS,
    NO,
    NOT,
    NOTHING,
    OR,
    VOID,
    YES,
    Atom,
    Operator,
)
from bombsight.compiler.checks.reasoning.forms import Form, reduced
from bombsight.compiler.checks.reasoning.relations import PATIENCE, Range, Related, with_range
from bombsight.compiler.checks.reasoning.wide import WIDEST
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.graph.intervals import IntervalSet, union
from bombsight.flat.types import NONE


class Diagrams(Related):
    """Diagrams over one set of atoms, as conditions and as values."""

    # --- logic

    def both(self, *conditions: int) -> int:
        """Where all conditions hold, and numbers can be as these want them."""
        held = YES
        for condition in conditions:
            held = self.apply(AND, held, condition)
        return self.possible(held)

    def either(self, conditions: Sequence[int]) -> int:
        """Where one of the conditions holds; joined in pairs, which keeps the steps small."""
        level = list(conditions) or [NO]
        while len(level) > 1:
            pairs = [self.apply(OR, *level[at : at + 2]) for at in range(0, len(level) - 1, 2)]
            level = pairs + level[len(pairs) * 2 :]
        return level[0]

    def negated(self, condition: int) -> int:
        """Where the condition does not hold."""
        return self.apply(NOT, condition)

    def exists(self, level: int, condition: int) -> int:
        """Where a condition holds for some value of an atom (existential quantification)."""
        known = self.results.setdefault(("exists", level), {})
        found = known.get(condition)
        if found is None:
            above = self.level[condition]
            if above > level:
                found = condition
            elif above == level:
                found = self.either(self.branches[condition])
            else:
                made = [self.exists(level, branch) for branch in self.branches[condition]]
                found = self._above(above, self.stops.get(condition), made)
            known[condition] = found
        return found

    def implies(self, condition: int, other: int) -> bool:
        """Whether one condition holds wherever another does, as far as can be told."""
        if self.both(condition, other) == condition:
            return True
        return bool(self.relations) and self.both(condition, self.negated(other)) == NO

    def among(self, node: int, values: Collection[int]) -> int:
        """Where a value is one of several."""
        few = not isinstance(values, IntervalSet) or (len(values.intervals) > 1 and len(values) <= FEW)
        members = frozenset(values) if few else values
        return self.apply(
            Operator(
                ("among", members),
                lambda value: int(value in members),
                lambda space, form: space.number_in(form, IntervalSet.of(values)),
            ),
            node,
        )

    # --- asking them

    def values(self, node: int, where: int = YES) -> IntervalSet:
        """What a value can be where a condition holds.

        Of a form that steps over numbers, and can be very many, all from the least to the most are given; and so of
        one that depends on how several wide numbers go together.
        """
        limited = node if where == YES else self.choice(where, node, NOTHING)
        numbers, forms = self._leaves_of(limited)
        found = IntervalSet.of(numbers)
        if forms:
            asked = set[int]().union(*map(self.forms.levels, forms))
            asked |= {level for level, form in self.relations.items() if not asked.isdisjoint(self.forms.levels(form))}
            found = self._values(limited, asked, {}, {})
        if VOID in found:
            found &= _KNOWN
        if not self.is_related(limited):
            return found
        return found.where(
            lambda low, high: self.possible(self.among(limited, IntervalSet.between(low, high))) != NO, EACH_RELATED
        )

    def leaves(self, node: int) -> IntervalSet:
        """All the values of a diagram, wherever they are."""
        return self.values(node)

    def _leaves_of(self, node: int) -> tuple[set[int], list[Form]]:
        """The known numbers, and the forms, that a value can come to."""
        seen, open_, numbers, forms = {node}, [node], set[int](), list[Form]()
        while open_:
            node = open_.pop()
            level = self.level[node]
            if level < FORM:
                new = set(self.branches[node]) - seen
                seen |= new
                open_.extend(new)
            elif level == LEAF:
                numbers.add(self.branches[node][0])
            else:
                forms.append(self.leaf_forms[node])
        return numbers, forms

    def _values(
        self, node: int, asked: set[int], ranges: dict[int, IntervalSet], known: dict[object, IntervalSet]
    ) -> IntervalSet:
        """What a node below others can come to.

        Args:
            node: The node.
            asked: The wide numbers that forms of it depend on.
            ranges: What those above leave of these.
            known: What was found before.
        """
        if self.level[node] == LEAF:
            return IntervalSet.between(*self.branches[node] * 2)
        key = (node, frozenset(ranges.items()))
        found = known.get(key)
        if found is None:
            level, stops = self.level[node], self.stops.get(node)
            if node in self.leaf_forms:
                found = self._form_values(self.leaf_forms[node], ranges)
            elif stops is None or level not in asked:
                found = union(self._values(branch, asked, ranges, known) for branch in set(self.branches[node]))
            else:
                places, each, start = self.places[level], [], 0
                for stop, branch in zip(stops, self.branches[node], strict=True):
                    inner = {**ranges, level: places.values_between(start, stop)}
                    each.append(self._values(branch, asked, inner, known))
                    start = stop
                found = union(each)
            known[key] = found
        return found

    def _form_values(self, form: Form, ranges: Mapping[int, IntervalSet]) -> IntervalSet:
        """What a form can come to where wide numbers are within ranges."""
        levels = self.forms.levels(form)
        if len(levels) > 1:
            return self._several_values(form, ranges)
        (level,) = levels
        inside = ranges[level] & self.places[level].numbers if level in ranges else self.places[level].numbers
        if len(form.terms) == 1 and form.terms[0][1] in (1, -1) and self.forms.bases[form.terms[0][0]].what == level:
            return (inside if form.terms[0][1] == 1 else inside.mirrored()).shifted(form.constant)
        if len(inside) <= WIDEST:
            return IntervalSet.of(self.forms.value(form, {level: value}) for value in inside)
        least, most = self.forms.slope(form)
        ends = [self.forms.value(form, {level: end}) for end in (inside[0], inside[-1])]
        if least < 0 < most:
            ends = [*self.forms.bounds(form)]
        return IntervalSet.between(min(ends), max(ends))

    def _several_values(self, form: Form, ranges: Mapping[int, IntervalSet]) -> IntervalSet:
        """The same of one that depends on several wide numbers, as far as each by itself tells, and its relation."""
        low = high = form.constant
        for base, times in form.terms:
            known = self.forms.bases[base]
            least, most = known.low, known.high
            if isinstance(known.what, int) and known.what in ranges:
                inside = ranges[known.what] & self.places[known.what].numbers
                least, most = inside.intervals[0][0], inside.intervals[-1][1]
            ends = (times * least, times * most)
            low, high = low + min(ends), high + max(ends)
        itself, times, constant = reduced(form)
        related = ranges.get(self.levels.get(("relation", itself), -1))
        if related is not None:
            edges = sorted(times * end + constant for end in (related.intervals[0][0], related.intervals[-1][1]))
            low, high = max(low, edges[0]), min(high, edges[1])
        return IntervalSet.between(low, high)

    def size(self, node: int) -> int:
        """How many leaves a diagram has."""
        found = self.sizes.get(node)
        if found is None:
            numbers, forms = self._leaves_of(node)
            found = self.sizes[node] = len(numbers) + len(forms)
        return found

    def width(self, node: int) -> int:
        """How many values a value can have."""
        found = self.widths.get(node)
        if found is None:
            numbers, forms = self._leaves_of(node)
            found = self.widths[node] = len(self.leaves(node)) if forms else len(numbers)
        return found

    def asked(self, node: int) -> list[Atom]:
        """The atoms that a value depends on."""
        return [self.atoms[level] for level in sorted(self.support(node))]

    def sure(self, condition: int) -> int:
        """Where the condition holds whatever the guesses are worth."""
        level, branches = self.level[condition], self.branches[condition]
        if level == LEAF:
            return condition
        known = self.results.setdefault("sure", {})
        found = known.get(condition)
        if found is None:
            inner = [self.sure(branch) for branch in branches]
            if self.is_guess(level):
                found = self.both(*inner)
            else:
                found = self._above(level, self.stops.get(condition), inner)
            known[condition] = found
        return found

    def shortest(self, condition: int) -> int:
        """How many atoms must be known at least for a condition to hold; very many, where it never does."""
        if self.level[condition] == LEAF:
            return 0 if condition == YES else MOST_ATOMS + 1
        found = self.lengths.get(condition)
        if found is None:
            found = self.lengths[condition] = 1 + min(map(self.shortest, self.branches[condition]))
        return found

    def witness(self, condition: int) -> list[tuple[Atom, int]] | None:
        """A state in which a condition holds, as far as it matters, in as few words as can be; None for never."""
        condition = self.possible(condition)
        if condition == NO:
            return None
        found: list[tuple[int, int]] = []
        ranges: dict[int, Range] = {}
        while condition != YES:
            level, branches = self.level[condition], self.branches[condition]
            if condition in self.stops:
                stops = self.stops[condition]
                each = [self._range(level, *run) for run in zip((0, *stops), stops, strict=False)]
                values = [low for low, _ in each]
            else:
                values = [*self.atoms[level].values]
            possible = [at for at, branch in enumerate(branches) if branch != NO]
            at = min(possible, key=lambda at: (self.shortest(branches[at]), values[at] == NONE))
            if condition in self.stops:
                ranges = with_range(ranges, level, each[at])
            found.append((level, values[at]))
            condition = branches[at]
        together = None
        if not self.relations.keys().isdisjoint(ranges):
            with suppress(TooManyError), self.allowance(PATIENCE):
                together = self.state(ranges)
        if together is not None:
            apart = [(level, value) for level, value in found if level not in ranges]
            found = [*apart, *((level, value) for level, value in sorted(together.items()))]
        return [(self.atoms[level], value) for level, value in found]


EACH_RELATED = 64
"""Of so many values that hang on how numbers go together each is looked at by itself."""

FEW = 64
"""So many values are looked for in a set of Python's."""

_KNOWN = IntervalSet.between(-VOID + 1, VOID - 1)
"""All leaves but that of no value."""
