"""Expressions of the rule graph: resolved, typed, and free of effects.

The exceptions are :class:`RollDice`, :class:`RollOn` and :class:`DoCall`: they throw dice or run a
procedure, and occur only on the right of ``let``, ``set``, ``add``, in ``repeat``, ``return`` and a
row's result, and as the first term of an ``if``.
"""

from __future__ import annotations

from typing import Literal, TypeGuard

from bombsight.compiler.graph.intervals import Interval
from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.types import Type

ArithmeticOp = Literal["+", "-", "*"]
ComparisonOp = Literal["<", "<=", ">", ">=", "==", "!="]
Rounding = Literal["up", "down"]
Function = Literal["min", "max", "abs", "next", "previous"]
BestKind = Literal["min", "max", "lowest", "highest"]
QuantifierKind = Literal["count", "any", "first", "sum", "min", "max", "lowest", "highest"]


@frozen(kw_only=True)
class BaseExpr:
    """An expression.

    Attributes:
        type: The type of its value.
        span: Its place in the source.
    """

    type: Type
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class Const(BaseExpr):
    """A constant: a number, yes or no, an enum value by its index, or none."""

    value: int


@frozen(kw_only=True)
class Var(BaseExpr):
    """A parameter, a variable, or the name bound by a loop or quantifier.

    A name is unique among those in scope, so backends can use it as a local name unchanged.
    """

    name: str


@frozen(kw_only=True)
class OptionRead(BaseExpr):
    """The value of an option: yes/no, a number, or one of its words (an enum named ``option NAME``)."""

    option: str


@frozen(kw_only=True)
class Read(BaseExpr):
    """The value of a state field.

    Attributes:
        field: Id of the :class:`~bombsight.compiler.graph.nodes.Field`, such as ``lamp`` or ``Ship.strength``.
        element: The element whose field it is, or None for a field that belongs to no list.
        indices: One expression of an enum type for each dimension.
    """

    field: str
    element: Expr | None
    indices: tuple[Expr, ...]


@frozen(kw_only=True)
class EnumData(BaseExpr):
    """The printed datum of an enum value: ``ship.strength``."""

    enum: str
    column: str
    value: Expr


@frozen(kw_only=True)
class CallDefine(BaseExpr):
    """A call of a define."""

    define: str
    args: tuple[Expr, ...]


@frozen(kw_only=True)
class LookUp(BaseExpr):
    """The result of a table without dice, or one part of that result."""

    table: str
    args: tuple[Expr, ...]
    part: str | None


@frozen(kw_only=True)
class ModifiersOn(BaseExpr):
    """The sum of the modifiers that a roll on a table would get now."""

    table: str
    args: tuple[Expr, ...]


@frozen(kw_only=True)
class NaturalDice(BaseExpr):
    """The natural dice of the current roll; only inside a rolled table or a sub-roll."""


@frozen(kw_only=True)
class NaturalFaces(BaseExpr):
    """The single dice of the current roll, as the outcome of their throw; only where :class:`NaturalDice` may stand."""


@frozen(kw_only=True)
class RollFact(BaseExpr):
    """``x.natural`` or ``x.total`` of a kept roll (``let x = roll on T``), or its single dice as an outcome."""

    variable: str
    fact: Literal["natural", "total", "faces"]


@frozen(kw_only=True)
class DiceFact(BaseExpr):
    """How many dice of a throw show some faces, or how many show the same.

    Attributes:
        dice: The dice, looked at one by one.
        faces: The faces, as intervals; None for the greatest number of dice that show the same.
        outcome: The outcome of the throw.
    """

    dice: Dice
    faces: tuple[Interval, ...] | None
    outcome: NaturalFaces | RollFact


@frozen(kw_only=True)
class PartOf(BaseExpr):
    """``x.part`` of a variable that holds a result with named parts."""

    variable: str
    part: str


@frozen(kw_only=True)
class Arithmetic(BaseExpr):
    """``left op right``."""

    op: ArithmeticOp
    left: Expr
    right: Expr


@frozen(kw_only=True)
class Quotient(BaseExpr):
    """``left / divisor`` rounded; the divisor is a positive :class:`Const`, or :class:`EnumData` all positive."""

    left: Expr
    divisor: Expr
    rounding: Rounding


@frozen(kw_only=True)
class Negation(BaseExpr):
    """``-value``."""

    value: Expr


@frozen(kw_only=True)
class Comparison(BaseExpr):
    """``left op right``; ``==`` and ``!=`` compare none and elements too."""

    op: ComparisonOp
    left: Expr
    right: Expr


@frozen(kw_only=True)
class InRange(BaseExpr):
    """``value in low..high``."""

    value: Expr
    low: Expr
    high: Expr


@frozen(kw_only=True)
class OneOf(BaseExpr):
    """``value in {a, b}``."""

    value: Expr
    members: tuple[Expr, ...]


@frozen(kw_only=True)
class InList(BaseExpr):
    """``value in list`` for a variable that is a list."""

    value: Expr
    variable: str


@frozen(kw_only=True)
class NotExpr(BaseExpr):
    """``not value``."""

    value: Expr


@frozen(kw_only=True)
class AndExpr(BaseExpr):
    """``a and b``, with short-circuit evaluation."""

    terms: tuple[Expr, ...]


@frozen(kw_only=True)
class OrExpr(BaseExpr):
    """``a or b``, with short-circuit evaluation."""

    terms: tuple[Expr, ...]


@frozen(kw_only=True)
class OrElse(BaseExpr):
    """``value or else otherwise``: the second if the first is none; it may be none itself."""

    value: Expr
    otherwise: Expr


@frozen(kw_only=True)
class Conditional(BaseExpr):
    """A conditional expression: ``value`` if ``condition`` holds, else ``otherwise``; only that one is evaluated.

    Further cases are a conditional in ``otherwise``.
    """

    condition: Expr
    value: Expr
    otherwise: Expr


@frozen(kw_only=True)
class Builtin(BaseExpr):
    """A call of ``min``, ``max``, ``abs`` (numbers), ``next``, ``previous`` (enum values; none past the ends)."""

    function: Function
    args: tuple[Expr, ...]


# --- domains of loops, choices and quantifiers


@frozen(kw_only=True)
class BaseDomain:
    """An ordered domain of members, for loops, choices and quantifiers.

    Attributes:
        type: The type of each member.
    """

    type: Type


@frozen(kw_only=True)
class EnumDomain(BaseDomain):
    """The domain of all values of an enum.

    Attributes:
        table: The table of ``results of T``, or None; a ``where`` beside the domain filters its impossible results.
    """

    enum: str
    table: str | None = None


@frozen(kw_only=True)
class SetDomain(BaseDomain):
    """The domain of listed values, in the order written."""

    members: tuple[Expr, ...]


@frozen(kw_only=True)
class ElementsDomain(BaseDomain):
    """The domain of a state list's elements, in the order of their slots."""

    list: str


@frozen(kw_only=True)
class LocalListDomain(BaseDomain):
    """The domain of the values in a list variable."""

    variable: str


@frozen(kw_only=True)
class RangeDomain(BaseDomain):
    """The domain of numbers from ``low`` to ``high``."""

    low: Expr
    high: Expr


@frozen(kw_only=True)
class Quantifier(BaseExpr):
    """A reduction of the members for which ``where`` holds.

    Attributes:
        kind: Their number (``count``), whether there is one (``any``), the ``first``, the ``sum`` of their values, the
            least or greatest value (``min``, ``max``), or the first member with that (``lowest``, ``highest``). Without
            members, all but the first two and ``sum`` are none.
        value: The number for each member, in a kind that has one; else None.
    """

    kind: QuantifierKind
    variable: str
    domain: Domain
    where: Expr | None
    value: Expr | None = None


# --- throws and calls of procedures


@frozen(kw_only=True)
class RollDice(BaseExpr):
    """A throw of dice without a table: ``2d6``."""

    dice: Dice
    number: Expr | None = None


@frozen(kw_only=True)
class RollOn(BaseExpr):
    """``roll on T(args)``, with the table's result type; none if the table has no results."""

    table: str
    args: tuple[Expr, ...]


@frozen(kw_only=True)
class DoCall(BaseExpr):
    """``do p(args)``, a call of a procedure."""

    procedure: str
    args: tuple[Expr, ...]


# --- texts


@frozen(kw_only=True)
class Template:
    """A text template: strings and expressions in their order."""

    parts: tuple[str | Expr, ...]


Domain = EnumDomain | SetDomain | ElementsDomain | LocalListDomain | RangeDomain
"""Every domain of a loop, a choice or a quantifier."""

Expr = (
    Const
    | Var
    | OptionRead
    | Read
    | EnumData
    | CallDefine
    | LookUp
    | ModifiersOn
    | NaturalDice
    | NaturalFaces
    | RollFact
    | DiceFact
    | PartOf
    | Arithmetic
    | Quotient
    | Negation
    | Comparison
    | InRange
    | OneOf
    | InList
    | NotExpr
    | AndExpr
    | OrExpr
    | OrElse
    | Conditional
    | Builtin
    | Quantifier
    | RollDice
    | RollOn
    | DoCall
)
"""Every expression."""

Call = RollOn | DoCall
"""Calls that may have side effects."""

Drawing = RollDice | Call
"""Expressions that throw dice or run a procedure."""


def is_expr(part: object) -> TypeGuard[Expr]:
    """Whether a part of the graph is an expression (type guard)."""
    return isinstance(part, BaseExpr)
