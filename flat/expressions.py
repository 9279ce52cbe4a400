"""Expressions of the flat form: they change nothing."""

from __future__ import annotations

from typing import Literal

from attrs import frozen


@frozen
class Expr:
    """Something with a value: an integer; a condition is 1 or 0."""


@frozen
class Num(Expr):
    """A constant."""

    value: int


@frozen
class Local(Expr):
    """A parameter or a variable of the function."""

    name: str


@frozen
class Slot(Expr):
    """The slot at ``base + offset``; ``base`` is the first of a field."""

    base: int
    offset: Expr = Num(0)


@frozen
class Length(Expr):
    """How many values a list holds that is a variable."""

    variable: str


@frozen
class Datum(Expr):
    """An integer of a constant tuple; the index is always within it."""

    data: str
    index: Expr


@frozen
class Arithmetic(Expr):
    """``left op right``."""

    op: Literal["+", "-", "*"]
    left: Expr
    right: Expr


@frozen
class Quotient(Expr):
    """``left / divisor``, rounded; the divisor is above 0."""

    left: Expr
    divisor: Expr
    up: bool


@frozen
class Negative(Expr):
    """``-value``."""

    value: Expr


@frozen
class Compare(Expr):
    """A condition: ``left op right``."""

    op: Literal["<", "<=", ">", ">=", "==", "!="]
    left: Expr
    right: Expr


@frozen
class Between(Expr):
    """A condition: ``low <= value <= high``."""

    value: Expr
    low: Expr
    high: Expr


@frozen
class Among(Expr):
    """A condition: the value is one of the members."""

    value: Expr
    members: tuple[Expr, ...]


@frozen
class Contains(Expr):
    """A condition: a list that is a variable holds the value."""

    variable: str
    value: Expr


@frozen
class Not(Expr):
    """A condition: the other does not hold."""

    value: Expr


@frozen
class All(Expr):
    """A condition: every term holds; later ones are asked only where the earlier hold."""

    terms: tuple[Expr, ...]


@frozen
class Either(Expr):
    """A condition: some term holds; later ones are asked only where the earlier do not."""

    terms: tuple[Expr, ...]


@frozen
class Extreme(Expr):
    """The least or the greatest of the values."""

    which: Literal["min", "max"]
    values: tuple[Expr, ...]


@frozen
class Clamp(Expr):
    """The value, brought into ``low..high``."""

    value: Expr
    low: int
    high: int


@frozen
class Neighbour(Expr):
    """The enum value ``step`` places on; none past the ends of the ``size`` values."""

    value: Expr
    step: Literal[1, -1]
    size: int


@frozen
class Pick(Expr):
    """One of two values; only the one picked is worked out."""

    condition: Expr
    value: Expr
    otherwise: Expr


@frozen
class Some(Expr):
    """The value; a fault where it is none."""

    value: Expr
    site: int


@frozen
class Fit(Expr):
    """The value; a fault where it lies outside ``low..high``. ``optional`` lets none pass."""

    value: Expr
    low: int
    high: int
    optional: bool
    site: int


@frozen
class Failure(Expr):
    """A fault, wherever a value is asked for."""

    site: int


@frozen
class Live(Expr):
    """The element reference, or none where it has left its list."""

    list: str
    value: Expr


@frozen
class Place(Expr):
    """Where the fields of an element are: ``reference % capacity``.

    A fault at ``site`` where the reference is none or has left its list; None where it is known to be alive.
    """

    list: str
    value: Expr
    site: int | None


@frozen
class Call(Expr):
    """A function that changes nothing; ``part`` is the place of the value meant where it gives several."""

    function: str
    args: tuple[Expr, ...]
    part: int | None = None


# --- what a loop, a choice or a quantifier goes through


@frozen
class Source:
    """Integers in order."""


@frozen
class Numbers(Source):
    """``first`` to ``last``; nothing where ``last`` is lower."""

    first: Expr
    last: Expr


@frozen
class Values(Source):
    """These values."""

    values: tuple[Expr, ...]


@frozen
class Elements(Source):
    """The elements of a state list in the order of their slots."""

    list: str


@frozen
class Held(Source):
    """The values of a variable that is a list; elements that have left their list are passed over."""

    variable: str
    list: str | None = None


@frozen
class Quantifier(Expr):
    """How many members, whether any (a condition), or the first or none for which ``where`` holds.

    ``steps`` is what it is charged before any is looked at, a fault at ``site`` when the budget is spent; None where
    it is charged with what it stands in.
    """

    kind: Literal["count", "any", "first"]
    variable: str
    source: Source
    where: Expr | None
    steps: Expr | None = None
    site: int = 0
