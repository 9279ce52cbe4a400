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
class LinearForm:
    """A linear form: a constant plus multiples of bases.

    Attributes:
        terms: Bases in ascending order, each with its coefficient, which is not 0; one at least.
        constant: What is added.
    """

    terms: tuple[tuple[Base, int], ...]
    constant: int = 0


Number = int | LinearForm
"""A known number, or a form."""


@unguarded
class FlooredQuotient:
    """A form divided by a number and rounded down."""

    form: LinearForm
    divisor: int


@frozen(eq=False)
class BaseInfo:
    """What is known of a base.

    Attributes:
        source: The level of the atom that it is, or the quotient.
        low: The least that it can be.
        high: The most.
        levels: The levels of the atoms that it depends on.
        slope: By how much it grows, at the least and at the most, as that atom grows by 1; of several atoms (0, 0).
    """

    source: int | FlooredQuotient
    low: int
    high: int
    levels: frozenset[int]
    slope: tuple[int, int]


class FormTable:
    """The bases of one set of diagrams, and what is worked out with forms over them."""

    def __init__(self) -> None:
        self.base_infos: list[BaseInfo] = []
        self.base_numbers: dict[int | FlooredQuotient, Base] = {}

    # --- making them

    def form_of_atom(self, level: int, low: int, high: int) -> LinearForm:
        """The form that is an atom itself.

        Args:
            level: Its level.
            low: The least that it can be, none aside.
            high: The most.
        """
        return LinearForm(((self.base_number(BaseInfo(level, low, high, frozenset((level,)), (1, 1))), 1),))

    def base_number(self, info: BaseInfo) -> Base:
        """The number of a base, which is new or was met before."""
        number = self.base_numbers.get(info.source)
        if number is None:
            number = self.base_numbers[info.source] = len(self.base_infos)
            self.base_infos.append(info)
        return number

    def add(self, first: Number, second: Number) -> Number:
        """A sum; none where one of them is none."""
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

    def scale(self, number: Number, by: int) -> Number:
        """A multiple; none of none."""
        if NONE in (number, by):
            return NONE
        if isinstance(number, int):
            return number * by
        if by == 0:
            return 0
        return LinearForm(tuple((base, times * by) for base, times in number.terms), number.constant * by)

    def subtract(self, first: Number, second: Number) -> Number:
        """What is left of one number without another; that none is lower than every number is of no account here."""
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
        """A number divided by another that is not 0, rounded down; none of none."""
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

    # --- asking them

    def bounds_of(self, form: LinearForm) -> tuple[int, int]:
        """Numbers that it is never below, and never above."""
        low = high = form.constant
        for base, times in form.terms:
            known = self.base_infos[base]
            ends = (times * known.low, times * known.high)
            low, high = low + min(ends), high + max(ends)
        return low, high

    def levels_of(self, form: LinearForm) -> frozenset[int]:
        """The levels of the atoms that it depends on."""
        return frozenset().union(*(self.base_infos[base].levels for base, _ in form.terms))

    def slope_of(self, form: LinearForm) -> tuple[int, int]:
        """By how much it grows, at the least and at the most, as the one atom that it depends on grows by 1."""
        low = high = 0
        for base, times in form.terms:
            ends = [times * end for end in self.base_infos[base].slope]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def evaluate(self, form: LinearForm, atoms: Mapping[int, int]) -> int:
        """What it comes to where the atoms that it depends on are known."""
        return form.constant + sum(
            times * self.evaluate_base(self.base_infos[base], atoms) for base, times in form.terms
        )

    def evaluate_base(self, info: BaseInfo, atoms: Mapping[int, int]) -> int:
        """What a base comes to there."""
        if isinstance(info.source, int):
            return atoms[info.source]
        return self.evaluate(info.source.form, atoms) // info.source.divisor

    def substitute(self, number: Number, level: int, value: int) -> Number:
        """A number where one of its atoms is known."""
        if isinstance(number, int):
            return number
        total: Number = number.constant
        for base, times in number.terms:
            total = self.add(total, self.scale(self.substitute_base(base, level, value), times))
        return total

    def substitute_base(self, base: Base, level: int, value: int) -> Number:
        """A base where an atom is known."""
        known = self.base_infos[base]
        if level not in known.levels:
            return LinearForm(((base, 1),))
        if isinstance(known.source, int):
            return value
        return self.floor_divide(self.substitute(known.source.form, level, value), known.source.divisor)


def normalize(form: LinearForm) -> tuple[LinearForm, int, int]:
    """A form in lowest terms: without its constant, the first coefficient positive.

    Returns:
        The form; by what it is to be multiplied, and what is then to be added, to be the other again.
    """
    divisor = gcd(*(times for _, times in form.terms))
    if form.terms[0][1] < 0:
        divisor = -divisor
    return LinearForm(tuple((base, times // divisor) for base, times in form.terms)), divisor, form.constant
