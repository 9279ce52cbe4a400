"""Expressions, all without side effects."""

from __future__ import annotations

from typing import Literal, TypeGuard

from bombsight.dsl.ast.node import BaseExpr, Node
from bombsight.dsl.ast.tables import CellForm
from bombsight.dsl.dice import Dice as DiceValue
from bombsight.dsl.dice import Keep
from bombsight.dsl.node_classes import frozen

Operator = Literal["+", "-", "*"]
"""An arithmetic operator."""

Comparator = Literal["<", "<=", ">", ">="]
"""A comparison operator."""

Rounding = Literal["up", "down"]
"""The direction in which a quotient is rounded."""


BestKind = Literal["min", "max", "lowest", "highest"]
"""What is sought among members: the least or greatest value, or the member with it."""


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
    """Dice to throw: ``2d6``, ``lowest of 2d6``, ``highest 3 of 4d6``, ``1d8 + 1d6``.

    Attributes:
        thrown: The dice without a keep, ``2d6`` or ``d66``; a number in it may be 0.
        kept: The keep as the words before the dice, ``lowest of``; None without one.
        kept_count: How many dice these words keep.
        number: The value that says how many dice there are, ``(ships)d6``; None if ``thrown`` says so.
    """

    thrown: DiceValue
    kept: Keep | None = None
    kept_count: int = 1
    number: Expr | None = None

    @property
    def dice(self) -> DiceValue:
        """The dice value of this node, with its keep (which dice of a throw count); not yet validated."""
        if self.kept is None:
            return self.thrown
        return DiceValue(self.thrown.count, self.thrown.sides, self.kept, self.kept_count, self.thrown.others)


@frozen
class Natural(BaseExpr):
    """``natural``: the dice of the current roll, before modifiers."""


DiceFactKind = Literal["any", "all", "count", "matches"]
"""What is asked of single dice: whether any or all show some faces, how many do, or how many show the same."""


@frozen
class DiceFact(BaseExpr):
    """``any 6 in found``, ``all 1 in natural``, ``count 5.. in found``: what single dice of a roll show.

    Attributes:
        kind: What is asked.
        faces: The faces; for the key ``matches 3..`` of a row the numbers of dice that show the same.
        roll: The variable that holds the roll, or :class:`Natural`.
    """

    kind: DiceFactKind
    faces: tuple[Key, ...]
    roll: Expr


@frozen
class Name(BaseExpr):
    """A bare name: a field, variable, parameter, option, enum value, define or result word."""

    name: str


@frozen
class Attribute(BaseExpr):
    """``value.name``: a record's field, an enum's column, or a part of a result."""

    value: Expr
    name: str


@frozen
class Subscript(BaseExpr):
    """``value[index, ...]``: an indexed field."""

    value: Expr
    indices: tuple[Expr, ...]


@frozen
class Call(BaseExpr):
    """``name(args)``: a call of a define or of a built-in (``abs``, ``min``, ``max``, ``next``, ``previous``)."""

    name: str
    args: tuple[Expr, ...]


@frozen
class FieldValue(Node):
    """``name: value``: the value of a field in a new element."""

    name: str
    value: Expr


@frozen
class NewRecord(BaseExpr):
    """``Ship(kind: x, ...)``: a new element to add to its list."""

    name: str
    fields: tuple[FieldValue, ...]


@frozen
class Binary(BaseExpr):
    """``left + right``: an arithmetic operation."""

    op: Operator
    left: Expr
    right: Expr


@frozen
class Divide(BaseExpr):
    """``left / right rounded down``: a division; ``rounding`` is None if the file does not state it."""

    left: Expr
    right: Expr
    rounding: Rounding | None


@frozen
class Negate(BaseExpr):
    """``-value``: a negation."""

    value: Expr


@frozen
class Compare(BaseExpr):
    """``left <= right``: a comparison of numbers."""

    op: Comparator
    left: Expr
    right: Expr


@frozen
class Is(BaseExpr):
    """``left is right``, ``left is not right``: an equality test."""

    left: Expr
    right: Expr
    negated: bool


@frozen
class Within(BaseExpr):
    """``value in low..high``: a range test; an end is None if it is open, ``value in low..``."""

    value: Expr
    low: Expr | None
    high: Expr | None


@frozen
class Member(BaseExpr):
    """``value in {a, b}``, ``value in list``: a membership test."""

    value: Expr
    members: Expr


@frozen
class Not(BaseExpr):
    """``not value``: a logical negation."""

    value: Expr


@frozen
class And(BaseExpr):
    """``a and b and c``: a conjunction."""

    terms: tuple[Expr, ...]


@frozen
class Or(BaseExpr):
    """``a or b or c``: a disjunction."""

    terms: tuple[Expr, ...]


@frozen
class OrElse(BaseExpr):
    """``value or else otherwise``: the value, or the other one if it is none."""

    value: Expr
    otherwise: Expr


@frozen
class ConditionalCase(Node):
    """``value when condition``: a case of a conditional."""

    value: Expr
    condition: Expr


@frozen
class Conditional(BaseExpr):
    """``(3 when a, 2 when b, else 0)``: a conditional expression; the first case whose condition holds gives the value.

    ``otherwise`` is None if the ``else`` is missing, which is an error.
    """

    cases: tuple[ConditionalCase, ...]
    otherwise: Expr | None


@frozen
class SetLiteral(BaseExpr):
    """``{a, b, c}``: a set, allowed only after ``in``."""

    members: tuple[Expr, ...]


@frozen
class Interval(BaseExpr):
    """``low..high`` as a domain: after ``in`` of quantifiers and boards, or ``choose x from``."""

    low: Expr
    high: Expr


@frozen
class Quantifier(BaseExpr):
    """``count(x in domain where condition)``: a quantifier; also ``any`` and ``first``."""

    kind: Literal["count", "any", "first"]
    variable: str
    domain: Expr
    where: Expr | None


@frozen
class Sum(BaseExpr):
    """``sum(value for x in domain where condition)``: a sum over members."""

    value: Expr
    variable: str
    domain: Expr
    where: Expr | None


@frozen
class Best(BaseExpr):
    """``max(value for x in domain where condition)``: the best value for the members of a domain, or its member.

    Attributes:
        kind: ``min`` or ``max`` for the value; ``lowest`` or ``highest``, of ``lowest x in domain where condition by
            value``, for the first member that has it.
    """

    kind: BestKind
    value: Expr
    variable: str
    domain: Expr
    where: Expr | None


@frozen
class OptionValue(BaseExpr):
    """``option name``: an option's value."""

    name: str


@frozen
class LookUp(BaseExpr):
    """``look up T(args)``: a table look-up, or one part of its result."""

    table: str
    args: tuple[Expr, ...]
    part: str | None = None


@frozen
class LookUpColumn(BaseExpr):
    """``look up v.column(args)``: a look-up of the table that a value names in a column, or one part of it."""

    value: Expr
    column: str
    args: tuple[Expr, ...]
    part: str | None = None


@frozen
class ResultsOf(BaseExpr):
    """``results of T(args)``: the possible results of a table; only after ``from`` and ``in``."""

    table: str
    args: tuple[Expr, ...]


@frozen
class ModifiersOn(BaseExpr):
    """``modifiers on T(args)``: the sum of the modifiers that would apply now."""

    table: str
    args: tuple[Expr, ...]


@frozen
class RollOn(BaseExpr):
    """``roll on T(args)``: a roll on a table."""

    table: str
    args: tuple[Expr, ...]


@frozen
class Do(BaseExpr):
    """``do p(args)``: a call of a procedure."""

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
"""Any literal."""

Operation = Binary | Divide | Negate | Compare | Is | Within | Member | Not | And | Or | OrElse
"""Any operation whose value depends on its operands alone."""

Expr = (
    Constant
    | Dice
    | Natural
    | DiceFact
    | Name
    | Attribute
    | Subscript
    | Call
    | NewRecord
    | Operation
    | Conditional
    | SetLiteral
    | Interval
    | Quantifier
    | Sum
    | Best
    | OptionValue
    | LookUp
    | LookUpColumn
    | ResultsOf
    | ModifiersOn
    | RollOn
    | Do
    | CellForm
)
"""Any expression, or cell form that stands for one in a grid."""


def is_expr(node: object) -> TypeGuard[Expr]:
    """Whether a syntax node is an expression; tests the common base class, which is faster than the union."""
    return isinstance(node, BaseExpr)
