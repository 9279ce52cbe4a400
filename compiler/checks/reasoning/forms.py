"""Linear forms: numbers as linear combinations of wide-range numbers, so that their values need not be enumerated.

The unknowns of a form are *bases*: wide atoms, and quotients of forms rounded down. `money - 3 * n` is a form, and so
is `money / 10 rounded up`, which is minus the quotient of minus `money`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from bombsight.dsl.node_classes import frozen, unguarded
from bombsight.flat.types import NONE

Base = int
"""The number of a base in its form table."""


@unguarded
class LinearForm:
    """A linear form: a constant plus multiples of bases (wide-range numbers or rounded quotients of forms).

    Attributes:
        terms: Bases in ascending order, each with its coefficient, which is not 0; at least one.
        constant: What is added.
    """

    terms: tuple[tuple[Base, int], ...]
    constant: int = 0


Number = int | LinearForm
"""A constant or a linear form."""


@unguarded
class FlooredQuotient:
    """The quotient of a linear form by a constant, rounded down."""

    form: LinearForm
    divisor: int


@frozen(eq=False)
class BaseInfo:
    """The properties of a base (an atom or a rounded quotient): its source, bounds, levels and slope.

    Attributes:
        source: The level of its atom, or the quotient.
        low: Its least possible value.
        high: Its greatest possible value.
        levels: The levels of the atoms that it depends on.
        slope: Its least and greatest growth when its atom grows by 1; (0, 0) if it depends on several.
    """

    source: int | FlooredQuotient
    low: int
    high: int
    levels: frozenset[int]
    slope: tuple[int, int]


class FormTable:
    """The bases (atoms or rounded quotients) of one set of diagrams, with arithmetic on linear forms of them."""

    def __init__(self) -> None:
        """Make an empty table."""
        self.base_infos: list[BaseInfo] = []
        self.base_numbers: dict[int | FlooredQuotient, Base] = {}

    # --- construction

    def form_of_atom(self, level: int, low: int, high: int) -> LinearForm:
        """Make the linear form of the atom at a level, from the atom's least and greatest value other than ``none``."""
        return LinearForm(((self.base_number(BaseInfo(level, low, high, frozenset((level,)), (1, 1))), 1),))

    def base_number(self, info: BaseInfo) -> Base:
        """The number of a base (an atom or a rounded quotient) in this table, to which it is added if new."""
        number = self.base_numbers.get(info.source)
        if number is None:
            number = self.base_numbers[info.source] = len(self.base_infos)
            self.base_infos.append(info)
        return number

    def add(self, first: Number, second: Number) -> Number:
        """Add two constants or linear forms; the sum is ``none`` if one of them is."""
        if NONE in (first, second):
            return NONE
        if isinstance(first, int) and isinstance(second, int):
            return first + second
        terms: dict[Base, int] = {}
        constant = 0
        for number in (first, second):
            if isinstance(number, int):
                constant += number
                continue
            constant += number.constant
            for base, times in number.terms:
                terms[base] = terms.get(base, 0) + times
        left = tuple(sorted((base, times) for base, times in terms.items() if times))
        return LinearForm(left, constant) if left else constant

    def scale(self, number: Number, factor: int) -> Number:
        """Multiply a constant or linear form by a constant; the product is ``none`` if one of them is."""
        if NONE in (number, factor):
            return NONE
        if isinstance(number, int):
            return number * factor
        if factor == 0:
            return 0
        return LinearForm(tuple((base, times * factor) for base, times in number.terms), number.constant * factor)

    def subtract(self, first: Number, second: Number) -> Number:
        """Subtract constants or linear forms; ``none`` counts as its numeric encoding, lower than all numbers."""
        if isinstance(first, int) and isinstance(second, int):
            return first - second
        negative = -second if isinstance(second, int) else self.scale(second, -1)
        if isinstance(first, int):
            assert isinstance(negative, LinearForm)
            return LinearForm(negative.terms, negative.constant + first)
        if isinstance(negative, int):
            return LinearForm(first.terms, first.constant + negative)
        return self.add(first, negative)

    def floor_divide(self, number: Number, divisor: int) -> Number:
        """Divide a constant or linear form by a constant, rounding down; ``none`` for ``none`` or a divisor of 0."""
        if NONE in (number, divisor) or divisor == 0:
            return NONE
        if isinstance(number, int):
            return number // divisor
        if divisor < 0:
            negative = self.scale(number, -1)
            assert isinstance(negative, LinearForm)
            return self.floor_divide(negative, -divisor)
        whole = LinearForm(tuple((base, times // divisor) for base, times in number.terms if times // divisor))
        rest = tuple((base, times % divisor) for base, times in number.terms if times % divisor)
        if not rest:
            return LinearForm(whole.terms, number.constant // divisor)
        left = LinearForm(rest, number.constant % divisor)
        (low, high), levels = self.bounds_of(left), self.levels_of(left)
        least, most = self.slope_of(left)
        known = BaseInfo(
            FlooredQuotient(left, divisor),
            low // divisor,
            high // divisor,
            levels,
            (least // divisor, -(-most // divisor)),
        )
        part = LinearForm(((self.base_number(known), 1),), number.constant // divisor)
        return self.add(whole, part) if whole.terms else part

    # --- queries

    def bounds_of(self, form: LinearForm) -> tuple[int, int]:
        """A lower and an upper bound of a linear form."""
        low = high = form.constant
        for base, times in form.terms:
            known = self.base_infos[base]
            ends = (times * known.low, times * known.high)
            low, high = low + min(ends), high + max(ends)
        return low, high

    def levels_of(self, form: LinearForm) -> frozenset[int]:
        """Return the levels (places in the diagrams' order) of the variables that a linear form depends on."""
        return frozenset().union(*(self.base_infos[base].levels for base, _ in form.terms))

    def slope_of(self, form: LinearForm) -> tuple[int, int]:
        """The least and the greatest change of a linear form of one atom (variable) when that atom grows by 1."""
        low = high = 0
        for base, times in form.terms:
            ends = [times * end for end in self.base_infos[base].slope]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def evaluate(self, form: LinearForm, atoms: Mapping[int, int]) -> int:
        """Evaluate a linear form for given values of its atoms, by level."""
        return form.constant + sum(
            times * self.evaluate_base(self.base_infos[base], atoms) for base, times in form.terms
        )

    def evaluate_base(self, info: BaseInfo, atoms: Mapping[int, int]) -> int:
        """Evaluate a base (an atom or a rounded quotient) for given values of its atoms, by level."""
        if isinstance(info.source, int):
            return atoms[info.source]
        return self.evaluate(info.source.form, atoms) // info.source.divisor

    def substitute(self, number: Number, level: int, value: int) -> Number:
        """Replace the atom at a level by a value in a constant or linear form."""
        if isinstance(number, int):
            return number
        total: Number = number.constant
        for base, times in number.terms:
            total = self.add(total, self.scale(self.substitute_base(base, level, value), times))
        return total

    def substitute_base(self, base: Base, level: int, value: int) -> Number:
        """Replace the atom at a level by a value in a base (an atom or a rounded quotient)."""
        known = self.base_infos[base]
        if level not in known.levels:
            return LinearForm(((base, 1),))
        if isinstance(known.source, int):
            return value
        return self.floor_divide(self.substitute(known.source.form, level, value), known.source.divisor)


def normalize(form: LinearForm) -> tuple[LinearForm, int, int]:
    """Reduce a linear form to lowest terms, and return that form, the factor and the constant to restore it.

    Returns:
        The reduced form, and the factor and the constant that restore the original.
    """
    divisor = gcd(*(times for _, times in form.terms))
    if form.terms[0][1] < 0:
        divisor = -divisor
    return LinearForm(tuple((base, times // divisor) for base, times in form.terms)), divisor, form.constant
