"""Wide numbers in diagrams: where linear forms are what is asked for, as runs of values, or as an atom of their own.

What depends on one wide number cuts its values into runs. What depends on several, as `money > price` does, is an atom
of its own, a *relation*. What is not linear is gone through value by value where the values are few enough.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from bombsight.compiler.checks.reasoning.atoms import NO, YES, Atom, Operator
from bombsight.compiler.checks.reasoning.forms import Form, Number, reduced
from bombsight.compiler.checks.reasoning.runs import runs_of
from bombsight.compiler.checks.reasoning.store import Store
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.flat.types import IntType

WIDEST = 12_000
"""So many values of one number are gone through where nothing else will do."""

EACH_VALUE = 4
"""What it costs to work something out for one of them, as branches of diagrams."""

SHARE = 2
"""To go through them may cost such a part of what is left; what is then done with them takes the rest."""

MOST_RELATIONS = 40
"""With more of them nothing would be told of how they go together."""


class Wide(Store):
    """Diagrams with wide numbers."""

    @cached_property
    def relations(self) -> dict[int, Form]:
        """The forms of the atoms that are relations, by their levels."""
        return {}

    @cached_property
    def cuts(self) -> dict[tuple[Form, IntervalSet], int]:
        """Where forms are some of the numbers that they can be, so far."""
        return {}

    # --- asking for numbers

    def number_in(self, number: Number, wanted: IntervalSet) -> int:
        """The diagram of where a number is one of some.

        Raises:
            TooWideError: It would have to be gone through value by value, and can be too many of them.
        """
        if isinstance(number, int):
            return YES if number in wanted else NO
        ends = self.forms.bounds(number)
        inside = wanted & IntervalSet.between(*ends)
        if not inside or inside.intervals == (ends,):
            return YES if inside else NO
        found = self.cuts.get((number, inside))
        if found is None:
            found = self.cuts[number, inside] = self._form_in(number, inside)
        return found

    def _form_in(self, form: Form, wanted: IntervalSet) -> int:
        """The same of a form that can be some of these, and others."""
        itself, times, constant = reduced(form)
        levels, what = self.forms.levels(itself), self.forms.bases[itself.terms[0][0]].what
        if len(itself.terms) == 1 and isinstance(what, int):
            return self._multiple_in(what, times, constant, wanted)
        if len(levels) > 1:
            return self._multiple_in(self._relation(itself), times, constant, wanted)
        (level,) = levels
        least, most = self.forms.slope(form)
        if least < 0 < most:
            return self._spread_out(_in(wanted), level, form)
        if least < 0:
            negative = self.forms.scaled(form, -1)
            assert isinstance(negative, Form)
            form, wanted = negative, wanted.mirrored()
        places = self.places[level]

        def value(place: int) -> int:
            return self.forms.value(form, {level: places.value(place)})

        every, first = range(places.count), places.first
        return self._cut_at(
            level,
            [
                (bisect_left(every, low, first, key=value), bisect_right(every, high, first, key=value))
                for low, high in wanted.intervals
            ],
        )

    def _multiple_in(self, level: int, times: int, constant: int, wanted: IntervalSet) -> int:
        """Where a multiple of a wide number, plus a constant, is one of some numbers."""
        if times < 0:
            wanted, times, constant = wanted.mirrored(), -times, -constant
        places = self.places[level]
        return self._cut_at(
            level,
            [
                (places.at_least(-((constant - low) // times)), places.at_least((high - constant) // times + 1))
                for low, high in wanted.intervals
            ],
        )

    def _cut_at(self, level: int, edges: Sequence[tuple[int, int]]) -> int:
        """The condition that a wide number stands at some places, each from one on to before another."""
        self._spend(len(edges))
        return self._runs(level, *runs_of(edges, self.places[level].count))

    def _relation(self, form: Form) -> int:
        """The level of the atom that is a form in lowest terms.

        Raises:
            TooManyError: There are too many relations.
        """
        key = ("relation", form)
        if key not in self.levels:
            if len(self.relations) == MOST_RELATIONS:
                raise TooManyError
            low, high = self.forms.bounds(form)
            guess = any(self.atoms[level].guess for level in self.forms.levels(form))
            values = IntervalSet.between(low, high)
            level = self._level(Atom(key, "", IntType(low, high), values, guess))
            self.itself[level] = self._wide(level, values)
            self.relations[level] = form
        return self.levels[key]

    def at_most(self, one: Number, other: Number) -> int:
        """The diagram of where one number is not above another."""
        difference = self.forms.difference(other, one)
        return self.number_in(difference, IntervalSet.between(0, _END))

    # --- what is not linear

    def gone_through(self, operator: Operator, *numbers: Number) -> int:
        """What an operator makes of numbers of which nothing can be told without going through the values of one.

        Raises:
            TooWideError: They are too many.
        """
        levels = [level for number in numbers if isinstance(number, Form) for level in self.forms.levels(number)]
        return self._spread_out(operator, min(levels, key=lambda level: self.places[level].count), *numbers)

    def _spread_out(self, operator: Operator, level: int, *numbers: Number) -> int:
        """The same, going through the values of an atom."""
        places = self.places[level]
        cost = EACH_VALUE * places.count
        if places.count > WIDEST or cost * SHARE > self.left:
            raise TooWideError
        self._spend(cost)
        made = []
        for value in places.numbers:
            known = [self.forms.where(number, level, value) for number in numbers]
            made.append(self.of_numbers(operator, *known))
        made = [*[NO] * places.first, *made]  # what is none is no form
        return self._above(level, range(1, places.count + 1), made)


_END = 1 << 62
"""Beyond all numbers."""


def _in(wanted: IntervalSet) -> Operator:
    """The operator that asks whether a number is one of some."""
    return Operator("", lambda number: int(number in wanted), lambda space, form: space.number_in(form, wanted))
