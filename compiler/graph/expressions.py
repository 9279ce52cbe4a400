"""Expressions of the rule graph: resolved, typed, and free of effects.

The exceptions are :class:`RollDice`, :class:`RollOn` and :class:`DoCall`: they draw dice or run a
procedure, and stand only on the right of ``let``, ``set``, ``add``, in ``repeat``, ``return`` and a
row's result, and as the first thing of an ``if``.
"""

from __future__ import annotations

from typing import Literal

from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.types import Type


@frozen(kw_only=True)
class Expr:
    """Something with a value.

    Attributes:
        type: What the value can be.
        span: Where it is written.
    """

    type: Type
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class Const(Expr):
    """A known value: a number, yes or no, an enum value by its place, or none."""

    value: int


@frozen(kw_only=True)
class Var(Expr):
    """A parameter, a variable, a loop's or a quantifier's name.

    A name is unique among those visible at one time, so it may serve as a local name as it is.
    """

    name: str


@frozen(kw_only=True)
class OptionRead(Expr):
    """The value of an option: yes/no, a number, or one of its words (an enum named ``option NAME``)."""

    option: str


@frozen(kw_only=True)
class Read(Expr):
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
class EnumData(Expr):
    """The printed datum of an enum value: ``ship.strength``."""

    enum: str
    column: str
    value: Expr


@frozen(kw_only=True)
class CallDefine(Expr):
    """A derived value."""

    define: str
    args: tuple[Expr, ...]


@frozen(kw_only=True)
class LookUp(Expr):
    """The result of a table without dice, or one part of it."""

    table: str
    args: tuple[Expr, ...]
    part: str | None


@frozen(kw_only=True)
class ModifiersOn(Expr):
    """The sum of the modifiers that would apply to a roll now."""

    table: str
    args: tuple[Expr, ...]


@frozen(kw_only=True)
class NaturalDice(Expr):
    """The dice of the current roll as they fell; only inside a rolled table or a sub-roll."""


@frozen(kw_only=True)
class RollFact(Expr):
    """``x.natural`` or ``x.total`` of a kept roll (``let x = roll on T``)."""

    variable: str
    fact: Literal["natural", "total"]


@frozen(kw_only=True)
class PartOf(Expr):
    """``x.part`` of a variable that holds a result with named parts."""

    variable: str
    part: str


@frozen(kw_only=True)
class Arithmetic(Expr):
    """``left op right``."""

    op: Literal["+", "-", "*"]
    left: Expr
    right: Expr


@frozen(kw_only=True)
class Quotient(Expr):
    """``left / divisor`` rounded; the divisor is a positive :class:`Const`, or :class:`EnumData` all positive."""

    left: Expr
    divisor: Expr
    rounding: Literal["up", "down"]


@frozen(kw_only=True)
class Negation(Expr):
    """``-value``."""

    value: Expr


@frozen(kw_only=True)
class Comparison(Expr):
    """``left op right``; ``==`` and ``!=`` compare none and elements too."""

    op: Literal["<", "<=", ">", ">=", "==", "!="]
    left: Expr
    right: Expr


@frozen(kw_only=True)
class InRange(Expr):
    """``value in low..high``."""

    value: Expr
    low: Expr
    high: Expr


@frozen(kw_only=True)
class OneOf(Expr):
    """``value in {a, b}``."""

    value: Expr
    members: tuple[Expr, ...]


@frozen(kw_only=True)
class InList(Expr):
    """``value in list`` for a variable that is a list."""

    value: Expr
    variable: str


@frozen(kw_only=True)
class NotExpr(Expr):
    """``not value``."""

    value: Expr


@frozen(kw_only=True)
class AndExpr(Expr):
    """``a and b``: the later terms only where the earlier hold."""

    terms: tuple[Expr, ...]


@frozen(kw_only=True)
class OrExpr(Expr):
    """``a or b``: the later terms only where the earlier do not hold."""

    terms: tuple[Expr, ...]


@frozen(kw_only=True)
class OrElse(Expr):
    """``value or else otherwise``: the other only where the value is none; it may be none itself."""

    value: Expr
    otherwise: Expr


@frozen(kw_only=True)
class Builtin(Expr):
    """``min``, ``max``, ``abs`` (numbers), ``next``, ``previous`` (enum values; none past the ends)."""

    function: Literal["min", "max", "abs", "next", "previous"]
    args: tuple[Expr, ...]


# --- what a loop, a choice or a quantifier goes through


@frozen(kw_only=True)
class Domain:
    """Something to go through, in order.

    Attributes:
        type: The type of each member.
    """

    type: Type


@frozen(kw_only=True)
class EnumDomain(Domain):
    """Every value of an enum.

    Attributes:
        table: The table of ``results of T``: what it cannot give is left out by the ``where`` beside this. Else None.
    """

    enum: str
    table: str | None = None


@frozen(kw_only=True)
class SetDomain(Domain):
    """The values written, in the order written."""

    members: tuple[Expr, ...]


@frozen(kw_only=True)
class ElementsDomain(Domain):
    """The elements of a state list, in the order of their slots."""

    list: str


@frozen(kw_only=True)
class LocalListDomain(Domain):
    """The values of a variable that is a list."""

    variable: str


@frozen(kw_only=True)
class RangeDomain(Domain):
    """The numbers from ``low`` to ``high``."""

    low: Expr
    high: Expr


@frozen(kw_only=True)
class Quantifier(Expr):
    """``count``, ``any`` or ``first`` of the members for which ``where`` holds; ``first`` may be none.

    Attributes:
        value: What is added up of each such member in a ``sum``; None for the others.
    """

    kind: Literal["count", "any", "first", "sum"]
    variable: str
    domain: Domain
    where: Expr | None
    value: Expr | None = None


# --- what draws dice or runs a procedure


@frozen(kw_only=True)
class RollDice(Expr):
    """Dice that no table owns: ``2d6``."""

    dice: Dice


@frozen(kw_only=True)
class RollOn(Expr):
    """``roll on T(args)``; its type is the table's result type, UNKNOWN never, None-like if the table only acts.

    Attributes:
        kept: Name of the variable that keeps the roll, when its natural dice or total are read; else None.
    """

    table: str
    args: tuple[Expr, ...]


@frozen(kw_only=True)
class DoCall(Expr):
    """``do p(args)``."""

    procedure: str
    args: tuple[Expr, ...]


# --- texts


@frozen(kw_only=True)
class Template:
    """A text with values in it: strings and expressions in their order."""

    parts: tuple[str | Expr, ...]
