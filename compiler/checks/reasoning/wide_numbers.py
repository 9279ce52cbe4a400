"""Diagrams of wide-range numbers: linear forms are tested by intervals of values, or by an atom of their own.

A condition on one wide number cuts its values into runs. A condition on several, such as `money > price`, becomes an
atom, a *relation*. Nonlinear operations enumerate the values, if there are few enough.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from bombsight.compiler.checks.reasoning.atoms import NO, YES, Atom, Operator
from bombsight.compiler.checks.reasoning.diagram_operations import DiagramStore
from bombsight.compiler.checks.reasoning.forms import LinearForm, Number, normalize
from bombsight.compiler.checks.reasoning.value_runs import make_runs
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.flat.types import IntType

MAX_ENUMERATED = 12_000
"""The maximum number of values of a number to enumerate."""

VALUE_COST = 4
"""The cost per enumerated value, as branches of diagrams."""

COST_SHARE = 2
"""The divisor of the remaining budget that bounds an enumeration; the rest is for the use of its result."""

MOST_RELATIONS = 40
"""The maximum number of relations: with more, their feasibility could not be decided."""


class WideDiagrams(DiagramStore):
    """Diagrams with wide-range numbers, whose values are not enumerated one by one."""

    @cached_property
    def relations(self) -> dict[int, LinearForm]:
        """The linear forms of several numbers that have an atom (variable) of their own, by the level of that atom."""
        return {}

    @cached_property
    def form_membership_memo(self) -> dict[tuple[LinearForm, IntervalSet], int]:
        """Memo of the diagrams of whether a linear form is in a set."""
        return {}

    # --- membership

    def number_membership(self, number: Number, members: IntervalSet) -> int:
        """Build the diagram of whether a constant or linear form is in a set.

        Raises:
            TooWideError: It must be enumerated and has too many values.
        """
        if isinstance(number, int):
            return YES if number in members else NO
        ends = self.forms.bounds_of(number)
        inside = members & IntervalSet.from_range(*ends)
        if not inside or inside.intervals == (ends,):
            return YES if inside else NO
        found = self.form_membership_memo.get((number, inside))
        if found is None:
            found = self.form_membership_memo[number, inside] = self._form_membership(number, inside)
        return found

    def _form_membership(self, form: LinearForm, members: IntervalSet) -> int:
        """Build the diagram of whether a linear form is in a set that contains only some of its values."""
        itself, times, constant = normalize(form)
        levels, what = self.forms.levels_of(itself), self.forms.base_infos[itself.terms[0][0]].source
        if len(itself.terms) == 1 and isinstance(what, int):
            return self._multiple_membership(what, times, constant, members)
        if len(levels) > 1:
            return self._multiple_membership(self._relation_level(itself), times, constant, members)
        (level,) = levels
        least, most = self.forms.slope_of(form)
        if least < 0 < most:
            return self._enumerate_level(_membership_operator(members), level, form)
        if least < 0:
            negative = self.forms.scale(form, -1)
            assert isinstance(negative, LinearForm)
            form, members = negative, members.negate()
        places = self.places[level]

        def form_value(place: int) -> int:
            """The value of the linear form at a place of its only number."""
            return self.forms.evaluate(form, {level: places.value_at(place)})

        every, first = range(places.count), places.first
        return self._places_diagram(
            level,
            [
                (bisect_left(every, low, first, key=form_value), bisect_right(every, high, first, key=form_value))
                for low, high in members.intervals
            ],
        )

    def _multiple_membership(self, level: int, times: int, constant: int, members: IntervalSet) -> int:
        """Build the diagram of whether ``times * number + constant`` is in a set, for the number at a level.

        Args:
            level: The level of the wide number.
            times: The factor.
            constant: The constant.
            members: The set.
        """
        if times < 0:
            members, times, constant = members.negate(), -times, -constant
        places = self.places[level]
        return self._places_diagram(
            level,
            [
                (
                    places.first_place_from(-((constant - low) // times)),
                    places.first_place_from((high - constant) // times + 1),
                )
                for low, high in members.intervals
            ],
        )

    def _places_diagram(self, level: int, intervals: Sequence[tuple[int, int]]) -> int:
        """Build the diagram of whether the index of a number's value lies in ``(start, stop)`` intervals."""
        self._spend(len(intervals))
        return self._make_run_node(level, *make_runs(intervals, self.places[level].count))

    def _relation_level(self, form: LinearForm) -> int:
        """The level of the atom that stands for a linear form of several numbers, which is added if new.

        Raises:
            TooManyError: There are too many relations.
        """
        key = ("relation", form)
        if key not in self.level_of_key:
            if len(self.relations) == MOST_RELATIONS:
                raise TooManyError
            low, high = self.forms.bounds_of(form)
            guess = any(self.atoms[level].is_guess for level in self.forms.levels_of(form))
            values = IntervalSet.from_range(low, high)
            level = self._add_level(Atom(key, "", IntType(low, high), values, guess))
            self.atom_nodes[level] = self._wide_diagram(level, values)
            self.relations[level] = form
        return self.level_of_key[key]

    def less_or_equal(self, first: Number, second: Number) -> int:
        """Build the diagram of whether one constant or linear form is at most another."""
        difference = self.forms.subtract(second, first)
        return self.number_membership(difference, IntervalSet.from_range(0, _INFINITY))

    # --- nonlinear operations

    def apply_by_enumeration(self, operator: Operator, *numbers: Number) -> int:
        """Apply a nonlinear operator to numbers by enumerating the values of one atom of theirs.

        Raises:
            TooWideError: There are too many values.
        """
        levels = [
            level for number in numbers if isinstance(number, LinearForm) for level in self.forms.levels_of(number)
        ]
        return self._enumerate_level(operator, min(levels, key=lambda level: self.places[level].count), *numbers)

    def _enumerate_level(self, operator: Operator, level: int, *numbers: Number) -> int:
        """Apply an operator to numbers by enumerating the values of the atom at a level."""
        places = self.places[level]
        cost = VALUE_COST * places.count
        if places.count > MAX_ENUMERATED or cost * COST_SHARE > self.remaining_budget:
            raise TooWideError
        self._spend(cost)
        made = []
        for value in places.numbers:
            known = [self.forms.substitute(number, level, value) for number in numbers]
            made.append(self.apply_to_numbers(operator, *known))
        made = [*[NO] * places.first, *made]  # none is not part of any form
        return self._make_node_above(level, range(1, places.count + 1), made)


_INFINITY = 1 << 62
"""A number beyond all others."""


def _membership_operator(members: IntervalSet) -> Operator:
    """Make the operator that tests whether a number is in a set."""
    return Operator(
        "", lambda number: int(number in members), lambda space, form: space.number_membership(form, members)
    )
