"""Expressions: they change nothing."""

from __future__ import annotations

from typing import Literal

from bombsight.dsl.ast.node import Node
from bombsight.dsl.dice import Dice as DiceValue
from bombsight.dsl.dice import Keep
from bombsight.dsl.node_classes import frozen


@frozen
class Expr(Node):
    """Something with a value."""


@frozen
class Number(Expr):
    """A whole number."""

    value: int


@frozen
class Text(Expr):
    """A text in double quotes."""

    value: str


@frozen
class YesNo(Expr):
    """``yes`` or ``no``."""

    value: bool


@frozen
class NoneValue(Expr):
    """``none``."""


@frozen
class Dice(Expr):
    """Dice to throw, ``2d6``, ``lowest of 2d6``.

    Attributes:
        thrown: The dice as their own word says, ``2d6`` or ``d66``; a number in it may be 0.
        kept: Which of them counts alone, as words before the dice say; None where none stand there.
    """

    thrown: DiceValue
    kept: Keep | None = None

    @property
    def dice(self) -> DiceValue:
        """The dice with what of them counts, whether or not there are such."""
        return self.thrown if self.kept is None else DiceValue(self.thrown.count, self.thrown.sides, self.kept)


@frozen
class Natural(Expr):
    """``natural``: the dice of the current roll as they fell."""


@frozen
class Name(Expr):
    """A bare name: a field, variable, parameter, option, enum value, define or result word."""

    name: str


@frozen
class Attribute(Expr):
    """``value.name``: a field of a record, a column of an enum, a part of a result."""

    value: Expr
    name: str


@frozen
class Subscript(Expr):
    """``value[index, ...]``."""

    value: Expr
    indices: tuple[Expr, ...]


@frozen
class Call(Expr):
    """``name(args)``: a define, or one of ``abs``, ``min``, ``max``, ``next``, ``previous``."""

    name: str
    args: tuple[Expr, ...]


@frozen
class FieldValue(Node):
    """``name: value`` in a new element."""

    name: str
    value: Expr


@frozen
class NewRecord(Expr):
    """``Ship(kind: x, ...)``: a new element to add to its list."""

    name: str
    fields: tuple[FieldValue, ...]


@frozen
class Binary(Expr):
    """``left + right`` and the like."""

    op: Literal["+", "-", "*"]
    left: Expr
    right: Expr


@frozen
class Divide(Expr):
    """``left / right rounded down``; ``rounding`` is None where the file does not say."""

    left: Expr
    right: Expr
    rounding: Literal["up", "down"] | None


@frozen
class Negate(Expr):
    """``-value``."""

    value: Expr


@frozen
class Compare(Expr):
    """``left <= right`` and the like."""

    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr


@frozen
class Is(Expr):
    """``left is right``, ``left is not right``."""

    left: Expr
    right: Expr
    negated: bool


@frozen
class Within(Expr):
    """``value in low..high``; an end is None where it is open: ``value in low..``."""

    value: Expr
    low: Expr | None
    high: Expr | None


@frozen
class Member(Expr):
    """``value in {a, b}``, ``value in list``."""

    value: Expr
    members: Expr


@frozen
class Not(Expr):
    """``not value``."""

    value: Expr


@frozen
class And(Expr):
    """``a and b and c``."""

    terms: tuple[Expr, ...]


@frozen
class Or(Expr):
    """``a or b or c``."""

    terms: tuple[Expr, ...]


@frozen
class OrElse(Expr):
    """``value or else otherwise``: the value, or the other where it is none."""

    value: Expr
    otherwise: Expr


@frozen
class SetLiteral(Expr):
    """``{a, b, c}``: only behind ``in``."""

    members: tuple[Expr, ...]


@frozen
class Interval(Expr):
    """``low..high`` as something to go through: behind ``in`` of quantifiers and boards, or ``choose x from``."""

    low: Expr
    high: Expr


@frozen
class Quantifier(Expr):
    """``count(x in domain where condition)``, and ``any``, ``first`` likewise."""

    kind: Literal["count", "any", "first"]
    variable: str
    domain: Expr
    where: Expr | None


@frozen
class Sum(Expr):
    """``sum(value for x in domain where condition)``."""

    value: Expr
    variable: str
    domain: Expr
    where: Expr | None


@frozen
class OptionValue(Expr):
    """``option name``."""

    name: str


@frozen
class LookUp(Expr):
    """``look up T(args)``, or one part of it."""

    table: str
    args: tuple[Expr, ...]
    part: str | None = None


@frozen
class ResultsOf(Expr):
    """``results of T(args)``: what the table can give; only behind ``from`` and ``in``."""

    table: str
    args: tuple[Expr, ...]


@frozen
class ModifiersOn(Expr):
    """``modifiers on T(args)``: the sum that would apply now."""

    table: str
    args: tuple[Expr, ...]


@frozen
class RollOn(Expr):
    """``roll on T(args)``."""

    table: str
    args: tuple[Expr, ...]


@frozen
class Do(Expr):
    """``do p(args)``."""

    procedure: str
    args: tuple[Expr, ...]


@frozen
class Key(Node):
    """One key of a row: ``4``, ``2..3``, ``..1``, ``6..``; ``else`` when ``otherwise``.

    ``low`` is None for ``..1``, ``high`` is None for ``6..``; both are the same for ``4``.
    """

    low: Expr | None = None
    high: Expr | None = None
    otherwise: bool = False
