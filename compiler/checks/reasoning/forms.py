"""Linear forms: numbers as sums of multiples of what they are worked out from, so that no number is counted out.

What a form is made of are *bases*: atoms of diagrams that can be very many numbers, and quotients of forms, rounded
down. `money - 3 * n` is one, and so is `money / 10 rounded up`, for that is minus a quotient of minus `money`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from bombsight.dsl.node_classes import frozen, unguarded
from bombsight.flat.types import NONE

Base = int
"""The number of a base in the table of its diagrams."""


@unguarded
class Form:
    """A linear form: a constant plus multiples of bases.

    Attributes:
        terms: Bases in ascending order, each with its coefficient, which is not 0; one at least.
        constant: What is added.
    """

    terms: tuple[tuple[Base, int], ...]
    constant: int = 0


Number = int | Form
"""A known number, or a form."""


@unguarded
class Quotient:
    """A form divided by a number and rounded down."""

    form: Form
    divisor: int


@frozen(eq=False)
class Known:
    """What is known of a base.

    Attributes:
        what: The level of the atom that it is, or the quotient.
        low: The least that it can be.
        high: The most.
        levels: The levels of the atoms that it depends on.
        slope: By how much it grows, at the least and at the most, as that atom grows by 1; of several atoms (0, 0).
    """

    what: int | Quotient
    low: int
    high: int
    levels: frozenset[int]
    slope: tuple[int, int]


class Forms:
    """The bases of one set of diagrams, and what is worked out with forms over them."""

    def __init__(self) -> None:
        self.bases: list[Known] = []
        self.numbers: dict[int | Quotient, Base] = {}

    # --- making them

    def of_atom(self, level: int, low: int, high: int) -> Form:
        """The form that is an atom itself.

        Args:
            level: Its level.
            low: The least that it can be, none aside.
            high: The most.
        """
        return Form(((self.base(Known(level, low, high, frozenset((level,)), (1, 1))), 1),))

    def base(self, known: Known) -> Base:
        """The number of a base, which is new or was met before."""
        number = self.numbers.get(known.what)
        if number is None:
            number = self.numbers[known.what] = len(self.bases)
            self.bases.append(known)
        return number

    def sum(self, one: Number, other: Number) -> Number:
        """A sum; none where one of them is none."""
        if NONE in (one, other):
            return NONE
        if isinstance(one, int) and isinstance(other, int):
            return one + other
        terms: dict[Base, int] = {}
        constant = 0
        for number in (one, other):
            if isinstance(number, int):
                constant += number
                continue
            constant += number.constant
            for base, times in number.terms:
                terms[base] = terms.get(base, 0) + times
        left = tuple(sorted((base, times) for base, times in terms.items() if times))
        return Form(left, constant) if left else constant

    def scaled(self, number: Number, by: int) -> Number:
        """A multiple; none of none."""
        if NONE in (number, by):
            return NONE
        if isinstance(number, int):
            return number * by
        if by == 0:
            return 0
        return Form(tuple((base, times * by) for base, times in number.terms), number.constant * by)

    def difference(self, one: Number, other: Number) -> Number:
        """What is left of one number without another; that none is lower than every number is of no account here."""
        if isinstance(one, int) and isinstance(other, int):
            return one - other
        negative = -other if isinstance(other, int) else self.scaled(other, -1)
        if isinstance(one, int):
            assert isinstance(negative, Form)
            return Form(negative.terms, negative.constant + one)
        if isinstance(negative, int):
            return Form(one.terms, one.constant + negative)
        return self.sum(one, negative)

    def quotient(self, number: Number, divisor: int) -> Number:
        """A number divided by another that is not 0, rounded down; none of none."""
        if NONE in (number, divisor) or divisor == 0:
            return NONE
        if isinstance(number, int):
            return number // divisor
        if divisor < 0:
            negative = self.scaled(number, -1)
            assert isinstance(negative, Form)
            return self.quotient(negative, -divisor)
        whole = Form(tuple((base, times // divisor) for base, times in number.terms if times // divisor))
        rest = tuple((base, times % divisor) for base, times in number.terms if times % divisor)
        if not rest:
            return Form(whole.terms, number.constant // divisor)
        left = Form(rest, number.constant % divisor)
        (low, high), levels = self.bounds(left), self.levels(left)
        least, most = self.slope(left)
        known = Known(
            Quotient(left, divisor), low // divisor, high // divisor, levels, (least // divisor, -(-most // divisor))
        )
        part = Form(((self.base(known), 1),), number.constant // divisor)
        return self.sum(whole, part) if whole.terms else part

    # --- asking them

    def bounds(self, form: Form) -> tuple[int, int]:
        """Numbers that it is never below, and never above."""
        low = high = form.constant
        for base, times in form.terms:
            known = self.bases[base]
            ends = (times * known.low, times * known.high)
            low, high = low + min(ends), high + max(ends)
        return low, high

    def levels(self, form: Form) -> frozenset[int]:
        """The levels of the atoms that it depends on."""
        return frozenset().union(*(self.bases[base].levels for base, _ in form.terms))

    def slope(self, form: Form) -> tuple[int, int]:
        """By how much it grows, at the least and at the most, as the one atom that it depends on grows by 1."""
        low = high = 0
        for base, times in form.terms:
            ends = [times * end for end in self.bases[base].slope]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def value(self, form: Form, atoms: Mapping[int, int]) -> int:
        """What it comes to where the atoms that it depends on are known."""
        return form.constant + sum(times * self.value_of(self.bases[base], atoms) for base, times in form.terms)

    def value_of(self, known: Known, atoms: Mapping[int, int]) -> int:
        """What a base comes to there."""
        if isinstance(known.what, int):
            return atoms[known.what]
        return self.value(known.what.form, atoms) // known.what.divisor

    def where(self, number: Number, level: int, value: int) -> Number:
        """A number where one of its atoms is known."""
        if isinstance(number, int):
            return number
        total: Number = number.constant
        for base, times in number.terms:
            total = self.sum(total, self.scaled(self.base_where(base, level, value), times))
        return total

    def base_where(self, base: Base, level: int, value: int) -> Number:
        """A base where an atom is known."""
        known = self.bases[base]
        if level not in known.levels:
            return Form(((base, 1),))
        if isinstance(known.what, int):
            return value
        return self.quotient(self.where(known.what.form, level, value), known.what.divisor)


def reduced(form: Form) -> tuple[Form, int, int]:
    """A form in lowest terms: without its constant, the first coefficient positive.

    Returns:
        The form; by what it is to be multiplied, and what is then to be added, to be the other again.
    """
    by = gcd(*(times for _, times in form.terms))
    if form.terms[0][1] < 0:
        by = -by
    return Form(tuple((base, times // by) for base, times in form.terms)), by, form.constant
