"""Expressions of the rule graph: resolved, typed, and free of effects.

The exceptions are :class:`RollDice`, :class:`RollOn` and :class:`DoCall`: they draw dice or run a
procedure, and stand only on the right of ``let``, ``set``, ``add``, in ``repeat``, ``return`` and a
row's result, and as the first thing of an ``if``.
"""

from __future__ import annotations

from typing import Literal, TypeGuard

from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.types import Type

ArithmeticOp = Literal["+", "-", "*"]
ComparisonOp = Literal["<", "<=", ">", ">=", "==", "!="]
Rounding = Literal["up", "down"]
Function = Literal["min", "max", "abs", "next", "previous"]
QuantifierKind = Literal["count", "any", "first", "sum"]


@frozen(kw_only=True)
class BaseExpr:
    """Something with a value.

    Attributes:
        type: What the value can be.
        span: Where it is written.
    """

    type: Type
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class Const(BaseExpr):
    """A known value: a number, yes or no, an enum value by its place, or none."""

    value: int


@frozen(kw_only=True)
class Var(BaseExpr):
    """A parameter, a variable, a loop's or a quantifier's name.

    A name is unique among those visible at one time, so it may serve as a local name as it is.
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
    """A derived value."""

    define: str
    args: tuple[Expr, ...]


@frozen(kw_only=True)
class LookUp(BaseExpr):
    """The result of a table without dice, or one part of it."""

    table: str
    args: tuple[Expr, ...]
    part: str | None


@frozen(kw_only=True)
class ModifiersOn(BaseExpr):
    """The sum of the modifiers that would apply to a roll now."""

    table: str
    args: tuple[Expr, ...]


@frozen(kw_only=True)
class NaturalDice(BaseExpr):
    """The dice of the current roll as they fell; only inside a rolled table or a sub-roll."""


@frozen(kw_only=True)
class RollFact(BaseExpr):
    """``x.natural`` or ``x.total`` of a kept roll (``let x = roll on T``)."""

    variable: str
    fact: Literal["natural", "total"]


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
    """``a and b``: the later terms only where the earlier hold."""

    terms: tuple[Expr, ...]


@frozen(kw_only=True)
class OrExpr(BaseExpr):
    """``a or b``: the later terms only where the earlier do not hold."""

    terms: tuple[Expr, ...]


@frozen(kw_only=True)
class OrElse(BaseExpr):
    """``value or else otherwise``: the other only where the value is none; it may be none itself."""

    value: Expr
    otherwise: Expr


@frozen(kw_only=True)
class Builtin(BaseExpr):
    """``min``, ``max``, ``abs`` (numbers), ``next``, ``previous`` (enum values; none past the ends)."""

    function: Function
    args: tuple[Expr, ...]


# --- what a loop, a choice or a quantifier goes through


@frozen(kw_only=True)
class BaseDomain:
    """Something to go through, in order.

    Attributes:
        type: The type of each member.
    """

    type: Type


@frozen(kw_only=True)
class EnumDomain(BaseDomain):
    """Every value of an enum.

    Attributes:
        table: The table of ``results of T``: what it cannot give is left out by the ``where`` beside this. Else None.
    """

    enum: str
    table: str | None = None


@frozen(kw_only=True)
class SetDomain(BaseDomain):
    """The values written, in the order written."""

    members: tuple[Expr, ...]


@frozen(kw_only=True)
class ElementsDomain(BaseDomain):
    """The elements of a state list, in the order of their slots."""

    list: str


@frozen(kw_only=True)
class LocalListDomain(BaseDomain):
    """The values of a variable that is a list."""

    variable: str


@frozen(kw_only=True)
class RangeDomain(BaseDomain):
    """The numbers from ``low`` to ``high``."""

    low: Expr
    high: Expr


@frozen(kw_only=True)
class Quantifier(BaseExpr):
    """``count``, ``any`` or ``first`` of the members for which ``where`` holds; ``first`` may be none.

    Attributes:
        value: What is added up of each such member in a ``sum``; None for the others.
    """

    kind: QuantifierKind
    variable: str
    domain: Domain
    where: Expr | None
    value: Expr | None = None


# --- what draws dice or runs a procedure


@frozen(kw_only=True)
class RollDice(BaseExpr):
    """Dice that no table owns: ``2d6``."""

    dice: Dice


@frozen(kw_only=True)
class RollOn(BaseExpr):
    """``roll on T(args)``; its type is the table's result type, UNKNOWN never, None-like if the table only acts.

    Attributes:
        kept: Name of the variable that keeps the roll, when its natural dice or total are read; else None.
    """

    table: str
    args: tuple[Expr, ...]


@frozen(kw_only=True)
class DoCall(BaseExpr):
    """``do p(args)``."""

    procedure: str
    args: tuple[Expr, ...]


# --- texts


@frozen(kw_only=True)
class Template:
    """A text with values in it: strings and expressions in their order."""

    parts: tuple[str | Expr, ...]


Domain = EnumDomain | SetDomain | ElementsDomain | LocalListDomain | RangeDomain
"""Everything that a loop, a choice or a quantifier can go through."""

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
    | RollFact
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
    | Builtin
    | Quantifier
    | RollDice
    | RollOn
    | DoCall
)
"""Every expression."""

Call = RollOn | DoCall
"""What is called and may act."""

Drawing = RollDice | Call
"""Expressions that draw dice or run a procedure."""


def is_expr(part: object) -> TypeGuard[Expr]:
    """Whether a part of a graph is an expression."""
    return isinstance(part, BaseExpr)
