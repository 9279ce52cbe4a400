"""Expressions of the flat form, all without side effects."""

from __future__ import annotations

from typing import Literal, TypeGuard, assert_never

from bombsight.dsl.node_classes import field, frozen
from bombsight.flat.sites import FAULT
from bombsight.flat.types import NONE

ArithmeticOp = Literal["+", "-", "*"]
"""An arithmetic operator."""

CompareOp = Literal["<", "<=", ">", ">=", "==", "!="]
"""A comparison operator."""

BestKind = Literal["min", "max", "lowest", "highest"]
"""The kind of a quantifier that keeps the best member so far: the least or greatest value, or the member with it."""

QuantifierKind = Literal["count", "any", "first", "sum", "min", "max", "lowest", "highest"]
"""The kind of a quantifier."""


@frozen
class BaseExpr:
    """Base class of :data:`Expr`."""


@frozen
class BaseCondition(BaseExpr):
    """Base class of :data:`Condition`."""


@frozen
class Num(BaseExpr):
    """A constant."""

    value: int


@frozen
class Local(BaseExpr):
    """A parameter or a variable of the function."""

    name: str


@frozen
class Slot(BaseExpr):
    """The value of the slot at ``base + offset``; ``base`` is the first of a field."""

    base: int
    offset: Expr = Num(0)


@frozen
class Length(BaseExpr):
    """The length of a list variable."""

    variable: str


@frozen
class Datum(BaseExpr):
    """An integer of a named constant tuple; the index is always in range."""

    data: str
    index: Expr


@frozen
class Arithmetic(BaseExpr):
    """An arithmetic operation, ``left op right``."""

    op: ArithmeticOp
    left: Expr
    right: Expr


@frozen
class Quotient(BaseExpr):
    """A division, ``left / divisor``, rounded.

    The divisor is provably above 0: a constant, or a :class:`Datum` of a tuple of such numbers.
    """

    left: Expr
    divisor: Expr
    up: bool


@frozen
class Negative(BaseExpr):
    """A negation, ``-value``."""

    value: Expr


@frozen
class Compare(BaseCondition):
    """A comparison, ``left op right``."""

    op: CompareOp
    left: Expr
    right: Expr


@frozen
class Between(BaseCondition):
    """A range test, ``low <= value <= high``."""

    value: Expr
    low: Expr
    high: Expr


@frozen
class Among(BaseCondition):
    """A membership test: the value equals one of the members."""

    value: Expr
    members: tuple[Expr, ...]


@frozen
class Contains(BaseCondition):
    """A membership test: a list variable contains the value."""

    variable: str
    value: Expr


@frozen
class Not(BaseCondition):
    """A logical negation."""

    value: Expr


@frozen
class All(BaseCondition):
    """A conjunction, with short-circuit evaluation."""

    terms: tuple[Expr, ...]


@frozen
class Either(BaseCondition):
    """A disjunction, with short-circuit evaluation."""

    terms: tuple[Expr, ...]


@frozen
class Extreme(BaseExpr):
    """The minimum or maximum of the values."""

    which: Literal["min", "max"]
    values: tuple[Expr, ...]


@frozen
class Clamp(BaseExpr):
    """The value, clamped to ``low..high``."""

    value: Expr
    low: int
    high: int


@frozen
class Neighbour(BaseExpr):
    """The enum value ``step`` places on; none beyond the first or last of the ``size`` values."""

    value: Expr
    step: Literal[1, -1]
    size: int


@frozen
class Pick(BaseExpr):
    """A conditional expression: one of two values, of which only that one is evaluated."""

    condition: Expr
    value: Expr
    otherwise: Expr


@frozen
class OrElse(BaseExpr):
    """The value, or the other one if it is none; the value is evaluated once, the other only if needed."""

    value: Expr
    otherwise: Expr


@frozen
class Some(BaseExpr):
    """The value; faults if it is none."""

    value: Expr
    site: int = field(metadata=FAULT)


@frozen
class Fit(BaseExpr):
    """The value; faults if it is outside ``low..high``. ``optional`` allows none."""

    value: Expr
    low: int
    high: int
    optional: bool
    site: int = field(metadata=FAULT)


@frozen
class Failure(BaseExpr):
    """A fault in place of a value."""

    site: int = field(metadata=FAULT)


@frozen
class Live(BaseExpr):
    """The element reference, or none if the element has left its list."""

    list: str
    value: Expr


@frozen
class Place(BaseExpr):
    """The index of an element's fields: ``reference % capacity``.

    Faults at ``site`` if the reference is none or has left its list; ``site`` is None if it is known to be alive.
    """

    list: str
    value: Expr
    site: int | None = field(metadata=FAULT)


@frozen
class Let(BaseExpr):
    """A let expression: evaluates the value once, as a variable of the body; its name is unique in the function."""

    variable: str
    value: Expr
    body: Expr


@frozen
class Taking(BaseExpr):
    """A value that first consumes steps; faults at ``site`` when the budget is spent.

    Without a site the budget is not checked: the next check will find it spent.
    """

    steps: Expr
    site: int | None = field(metadata=FAULT)
    value: Expr


@frozen
class Call(BaseExpr):
    """A call of a function without side effects; ``part`` selects one of several results."""

    function: str
    args: tuple[Expr, ...]
    part: int | None = None


# --- sources of members


@frozen
class BaseSource:
    """Base class of :data:`Source`."""


@frozen
class Numbers(BaseSource):
    """The numbers from ``first`` to ``last``; none if ``last`` is lower."""

    first: Expr
    last: Expr
    most: int


@frozen
class Values(BaseSource):
    """A fixed sequence of values."""

    values: tuple[Expr, ...]

    @property
    def most(self) -> int:
        """The number of members."""
        return len(self.values)


@frozen
class Elements(BaseSource):
    """The elements of a state list in its order, or else that of their places; ``most`` is its capacity."""

    list: str
    most: int


@frozen
class Held(BaseSource):
    """The values of a list variable, without elements that have left ``list``.

    ``most`` is the variable's capacity; ``list`` is None for values that are no elements.
    """

    variable: str
    most: int
    list: str | None = None


@frozen
class Quantifier(BaseExpr):
    """A quantifier over the members that satisfy ``where``: their number, if any exists, the first, or a sum.

    Or, by a :data:`BestKind`, the least or greatest value, or the first member that has it. ``value`` is the number of
    a member, evaluated for members that satisfy ``where``; None for kinds without one. ``steps`` is the cost charged in
    advance, with a fault at ``site`` when the budget is spent; None if an outer node charges it. The name of
    ``variable`` is unique in the function.
    """

    kind: QuantifierKind
    variable: str
    source: Source
    where: Expr | None
    steps: Expr | None = None
    site: int | None = field(default=None, metadata=FAULT)
    value: Expr | None = None


Source = Numbers | Values | Elements | Held
"""Any sequence of integers to iterate over; ``most`` is the largest number of members."""

Condition = Compare | Between | Among | Contains | Not | All | Either
"""Any expression that is 1 or 0 by its form."""

Expr = (
    Condition
    | Num
    | Local
    | Slot
    | Length
    | Datum
    | Arithmetic
    | Quotient
    | Negative
    | Extreme
    | Clamp
    | Neighbour
    | Pick
    | OrElse
    | Some
    | Fit
    | Failure
    | Live
    | Place
    | Let
    | Taking
    | Call
    | Quantifier
)
"""Any expression; a condition is 1 or 0."""


def is_expr(node: object) -> TypeGuard[Expr]:
    """Whether a node of the flat form is an expression."""
    return isinstance(node, BaseExpr)


def is_source(node: object) -> TypeGuard[Source]:
    """Whether a node is a domain of members (source) over which a loop, choice or quantifier iterates."""
    return isinstance(node, BaseSource)


def value_without_members(kind: QuantifierKind) -> int:
    """The result of a quantifier over no members: 0, or none where a member or its value is sought."""
    match kind:
        case "first" | "min" | "max" | "lowest" | "highest":
            return NONE
        case "count" | "any" | "sum":
            return 0
        case _:
            assert_never(kind)


def is_condition(value: Expr) -> bool:
    """Whether an expression, by its form, is always 1 or 0."""
    return (
        isinstance(value, BaseCondition)
        or (isinstance(value, Num) and value.value in (0, 1))
        or (isinstance(value, Quantifier) and value.kind == "any")
        or (isinstance(value, Let) and is_condition(value.body))
        or (isinstance(value, Taking) and is_condition(value.value))
        or (isinstance(value, Pick) and is_condition(value.value) and is_condition(value.otherwise))
    )


def better_comparison(kind: BestKind) -> Literal["<", ">"]:
    """The comparison by which a value displaces the best so far; the first of equal ones stays."""
    match kind:
        case "min" | "lowest":
            return "<"
        case "max" | "highest":
            return ">"
        case _:
            assert_never(kind)


def gives_member(kind: BestKind) -> bool:
    """Whether a quantifier gives the member with the best value, not the value."""
    return kind in ("lowest", "highest")
