"""Expressions of the flat form: they change nothing."""

from __future__ import annotations

from typing import Literal, TypeGuard, assert_never

from bombsight.dsl.node_classes import field, frozen
from bombsight.flat.sites import FAULT
from bombsight.flat.types import NONE

ArithmeticOp = Literal["+", "-", "*"]
"""How two numbers make another."""

CompareOp = Literal["<", "<=", ">", ">=", "==", "!="]
"""How two values are compared."""

QuantifierKind = Literal["count", "any", "first", "sum"]
"""What is asked of the members of a source."""


@frozen
class BaseExpr:
    """What every :data:`Expr` derives from."""


@frozen
class BaseCondition(BaseExpr):
    """What every :data:`Condition` derives from."""


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
    """The slot at ``base + offset``; ``base`` is the first of a field."""

    base: int
    offset: Expr = Num(0)


@frozen
class Length(BaseExpr):
    """How many values a list holds that is a variable."""

    variable: str


@frozen
class Datum(BaseExpr):
    """An integer of a constant tuple, by the tuple's name; the index is always within it."""

    data: str
    index: Expr


@frozen
class Arithmetic(BaseExpr):
    """``left op right``."""

    op: ArithmeticOp
    left: Expr
    right: Expr


@frozen
class Quotient(BaseExpr):
    """``left / divisor``, rounded.

    The divisor is above 0, as can be seen: a constant, or a :class:`Datum` of a tuple that holds nothing else.
    """

    left: Expr
    divisor: Expr
    up: bool


@frozen
class Negative(BaseExpr):
    """``-value``."""

    value: Expr


@frozen
class Compare(BaseCondition):
    """A condition: ``left op right``."""

    op: CompareOp
    left: Expr
    right: Expr


@frozen
class Between(BaseCondition):
    """A condition: ``low <= value <= high``."""

    value: Expr
    low: Expr
    high: Expr


@frozen
class Among(BaseCondition):
    """A condition: the value is one of the members."""

    value: Expr
    members: tuple[Expr, ...]


@frozen
class Contains(BaseCondition):
    """A condition: a list that is a variable holds the value."""

    variable: str
    value: Expr


@frozen
class Not(BaseCondition):
    """A condition: the other does not hold."""

    value: Expr


@frozen
class All(BaseCondition):
    """A condition: every term holds; later ones are asked only where the earlier hold."""

    terms: tuple[Expr, ...]


@frozen
class Either(BaseCondition):
    """A condition: some term holds; later ones are asked only where the earlier do not."""

    terms: tuple[Expr, ...]


@frozen
class Extreme(BaseExpr):
    """The least or the greatest of the values."""

    which: Literal["min", "max"]
    values: tuple[Expr, ...]


@frozen
class Clamp(BaseExpr):
    """The value, brought into ``low..high``."""

    value: Expr
    low: int
    high: int


@frozen
class Neighbour(BaseExpr):
    """The enum value ``step`` places on; none past the ends of the ``size`` values."""

    value: Expr
    step: Literal[1, -1]
    size: int


@frozen
class Pick(BaseExpr):
    """One of two values; only the one picked is worked out."""

    condition: Expr
    value: Expr
    otherwise: Expr


@frozen
class OrElse(BaseExpr):
    """The value, or the other where it is none; the value is worked out once, the other only then."""

    value: Expr
    otherwise: Expr


@frozen
class Some(BaseExpr):
    """The value; a fault where it is none."""

    value: Expr
    site: int = field(metadata=FAULT)


@frozen
class Fit(BaseExpr):
    """The value; a fault where it lies outside ``low..high``. ``optional`` lets none pass."""

    value: Expr
    low: int
    high: int
    optional: bool
    site: int = field(metadata=FAULT)


@frozen
class Failure(BaseExpr):
    """A fault, wherever a value is asked for."""

    site: int = field(metadata=FAULT)


@frozen
class Live(BaseExpr):
    """The element reference, or none where it has left its list."""

    list: str
    value: Expr


@frozen
class Place(BaseExpr):
    """Where the fields of an element are: ``reference % capacity``.

    A fault at ``site`` where the reference is none or has left its list; None where it is known to be alive.
    """

    list: str
    value: Expr
    site: int | None = field(metadata=FAULT)


@frozen
class Let(BaseExpr):
    """A value worked out once, first, as a variable of the body: nothing else in reach of it has that name."""

    variable: str
    value: Expr
    body: Expr


@frozen
class Taking(BaseExpr):
    """The value, steps taken before it is worked out; a fault at ``site`` when the budget is spent.

    Without a site nothing is asked: what is next to be counted will find it spent.
    """

    steps: Expr
    site: int | None = field(metadata=FAULT)
    value: Expr


@frozen
class Call(BaseExpr):
    """A function that changes nothing; ``part`` is the place of the value meant where it gives several."""

    function: str
    args: tuple[Expr, ...]
    part: int | None = None


# --- what a loop, a choice or a quantifier goes through


@frozen
class BaseSource:
    """What every :data:`Source` derives from."""


@frozen
class Numbers(BaseSource):
    """``first`` to ``last``; nothing where ``last`` is lower."""

    first: Expr
    last: Expr
    most: int


@frozen
class Values(BaseSource):
    """These values."""

    values: tuple[Expr, ...]

    @property
    def most(self) -> int:
        """How many there are."""
        return len(self.values)


@frozen
class Elements(BaseSource):
    """The elements of a state list in its order, else that of their places; ``most`` is its capacity."""

    list: str
    most: int


@frozen
class Held(BaseSource):
    """The values of a variable that is a list; elements that have left ``list`` are passed over.

    ``most`` is the variable's capacity; ``list`` is None for values that are no elements.
    """

    variable: str
    most: int
    list: str | None = None


@frozen
class Quantifier(BaseExpr):
    """How many members, whether any (a condition), the first or none, or the sum of those for which ``where`` holds.

    ``value`` is what is added up of each in a sum, worked out where ``where`` holds; None for the others. ``steps`` is
    what it is charged before any is looked at, a fault at ``site`` when the budget is spent; None where it is charged
    with what it stands in. ``variable`` is its own: nothing else in reach of it has that name.
    """

    kind: QuantifierKind
    variable: str
    source: Source
    where: Expr | None
    steps: Expr | None = None
    site: int | None = field(default=None, metadata=FAULT)
    value: Expr | None = None


Source = Numbers | Values | Elements | Held
"""Integers in order; ``most`` is how many there can be."""

Condition = Compare | Between | Among | Contains | Not | All | Either
"""A value that is 1 or 0, by its form."""

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
"""Something with a value: an integer; a condition is 1 or 0."""


def is_expr(node: object) -> TypeGuard[Expr]:
    """Whether something is an expression."""
    return isinstance(node, BaseExpr)


def is_source(node: object) -> TypeGuard[Source]:
    """Whether something is what a loop, a choice or a quantifier goes through."""
    return isinstance(node, BaseSource)


def value_without_members(kind: QuantifierKind) -> int:
    """What a quantifier of a kind gives where no member will do."""
    match kind:
        case "first":
            return NONE
        case "count" | "any" | "sum":
            return 0
        case _:
            assert_never(kind)


def is_condition(value: Expr) -> bool:
    """Whether a value is always 1 or 0, by its form."""
    return (
        isinstance(value, BaseCondition)
        or (isinstance(value, Num) and value.value in (0, 1))
        or (isinstance(value, Quantifier) and value.kind == "any")
        or (isinstance(value, Let) and is_condition(value.body))
        or (isinstance(value, Taking) and is_condition(value.value))
        or (isinstance(value, Pick) and is_condition(value.value) and is_condition(value.otherwise))
    )
