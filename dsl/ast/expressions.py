"""Expressions: they change nothing."""

from __future__ import annotations

from typing import Literal, TypeGuard

from bombsight.dsl.ast.node import BaseExpr, Node
from bombsight.dsl.ast.tables import CellForm
from bombsight.dsl.dice import Dice as DiceValue
from bombsight.dsl.dice import Keep
from bombsight.dsl.node_classes import frozen

Operator = Literal["+", "-", "*"]
"""What makes one number of two."""

Comparator = Literal["<", "<=", ">", ">="]
"""What holds between two numbers."""

Rounding = Literal["up", "down"]
"""Which whole number a quotient is, where it is none."""


@frozen
class Number(BaseExpr):
    """A whole number."""

    value: int


@frozen
class Text(BaseExpr):
    """A text in double quotes."""

    value: str


@frozen
class YesNo(BaseExpr):
    """``yes`` or ``no``."""

    value: bool


@frozen
class NoneValue(BaseExpr):
    """``none``."""


@frozen
class Dice(BaseExpr):
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
class Natural(BaseExpr):
    """``natural``: the dice of the current roll as they fell."""


@frozen
class Name(BaseExpr):
    """A bare name: a field, variable, parameter, option, enum value, define or result word."""

    name: str


@frozen
class Attribute(BaseExpr):
    """``value.name``: a field of a record, a column of an enum, a part of a result."""

    value: Expr
    name: str


@frozen
class Subscript(BaseExpr):
    """``value[index, ...]``."""

    value: Expr
    indices: tuple[Expr, ...]


@frozen
class Call(BaseExpr):
    """``name(args)``: a define, or one of ``abs``, ``min``, ``max``, ``next``, ``previous``."""

    name: str
    args: tuple[Expr, ...]


@frozen
class FieldValue(Node):
    """``name: value`` in a new element."""

    name: str
    value: Expr


@frozen
class NewRecord(BaseExpr):
    """``Ship(kind: x, ...)``: a new element to add to its list."""

    name: str
    fields: tuple[FieldValue, ...]


@frozen
class Binary(BaseExpr):
    """``left + right`` and the like."""

    op: Operator
    left: Expr
    right: Expr


@frozen
class Divide(BaseExpr):
    """``left / right rounded down``; ``rounding`` is None where the file does not say."""

    left: Expr
    right: Expr
    rounding: Rounding | None


@frozen
class Negate(BaseExpr):
    """``-value``."""

    value: Expr


@frozen
class Compare(BaseExpr):
    """``left <= right`` and the like."""

    op: Comparator
    left: Expr
    right: Expr


@frozen
class Is(BaseExpr):
    """``left is right``, ``left is not right``."""

    left: Expr
    right: Expr
    negated: bool


@frozen
class Within(BaseExpr):
    """``value in low..high``; an end is None where it is open: ``value in low..``."""

    value: Expr
    low: Expr | None
    high: Expr | None


@frozen
class Member(BaseExpr):
    """``value in {a, b}``, ``value in list``."""

    value: Expr
    members: Expr


@frozen
class Not(BaseExpr):
    """``not value``."""

    value: Expr


@frozen
class And(BaseExpr):
    """``a and b and c``."""

    terms: tuple[Expr, ...]


@frozen
class Or(BaseExpr):
    """``a or b or c``."""

    terms: tuple[Expr, ...]


@frozen
class OrElse(BaseExpr):
    """``value or else otherwise``: the value, or the other where it is none."""

    value: Expr
    otherwise: Expr


@frozen
class SetLiteral(BaseExpr):
    """``{a, b, c}``: only behind ``in``."""

    members: tuple[Expr, ...]


@frozen
class Interval(BaseExpr):
    """``low..high`` as something to go through: behind ``in`` of quantifiers and boards, or ``choose x from``."""

    low: Expr
    high: Expr


@frozen
class Quantifier(BaseExpr):
    """``count(x in domain where condition)``, and ``any``, ``first`` likewise."""

    kind: Literal["count", "any", "first"]
    variable: str
    domain: Expr
    where: Expr | None


@frozen
class Sum(BaseExpr):
    """``sum(value for x in domain where condition)``."""

    value: Expr
    variable: str
    domain: Expr
    where: Expr | None


@frozen
class OptionValue(BaseExpr):
    """``option name``."""

    name: str


@frozen
class LookUp(BaseExpr):
    """``look up T(args)``, or one part of it."""

    table: str
    args: tuple[Expr, ...]
    part: str | None = None


@frozen
class ResultsOf(BaseExpr):
    """``results of T(args)``: what the table can give; only behind ``from`` and ``in``."""

    table: str
    args: tuple[Expr, ...]


@frozen
class ModifiersOn(BaseExpr):
    """``modifiers on T(args)``: the sum that would apply now."""

    table: str
    args: tuple[Expr, ...]


@frozen
class RollOn(BaseExpr):
    """``roll on T(args)``."""

    table: str
    args: tuple[Expr, ...]


@frozen
class Do(BaseExpr):
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


Constant = Number | Text | YesNo | NoneValue
"""What stands for itself."""

Operation = Binary | Divide | Negate | Compare | Is | Within | Member | Not | And | Or | OrElse
"""What has its value of those of its parts alone."""

Expr = (
    Constant
    | Dice
    | Natural
    | Name
    | Attribute
    | Subscript
    | Call
    | NewRecord
    | Operation
    | SetLiteral
    | Interval
    | Quantifier
    | Sum
    | OptionValue
    | LookUp
    | ResultsOf
    | ModifiersOn
    | RollOn
    | Do
    | CellForm
)
"""Every expression, and what stands for one in a cell of a grid."""


def is_expr(node: object) -> TypeGuard[Expr]:
    """Whether something is an expression: sooner told by the class of all than by each of the union."""
    return isinstance(node, BaseExpr)
