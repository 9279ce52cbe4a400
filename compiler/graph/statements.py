"""Statements of the rule graph."""

from __future__ import annotations

from typing import TypeGuard

from bombsight.compiler.graph.expressions import Domain, Expr, Read, Template, Var
from bombsight.compiler.graph.intervals import Interval, IntervalSet
from bombsight.compiler.graph.node import Tone
from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin, stated_fields_of
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.sites import ChroniclePlace
from bombsight.flat.types import Type


@frozen(kw_only=True)
class BaseStmt:
    """A statement."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class Nothing(BaseStmt):
    """A no-op."""


@frozen(kw_only=True)
class Give(BaseStmt):
    """The result of a table's row, of a procedure or of a note, which it ends.

    Attributes:
        values: One value, or one for each part; empty without a result.
        returns: True for ``return`` (ends note, procedure or the table's whole call), False for a row's plain result.
    """

    values: tuple[Expr, ...]
    returns: bool = False


@frozen(kw_only=True)
class Evaluate(BaseStmt):
    """A roll, a look-up or a procedure call, for its effects."""

    value: Expr


@frozen(kw_only=True)
class UseNote(BaseStmt):
    """A call of a table's note; the result of a note is the row's result."""

    note: str


@frozen(kw_only=True)
class Assign(BaseStmt):
    """``set target to value``: an assignment to a field or a variable."""

    target: Read | Var
    value: Expr


@frozen(kw_only=True)
class Increase(BaseStmt):
    """``add value to target`` for a number; a ``full`` field saturates, others may fault."""

    target: Read | Var
    value: Expr


@frozen(kw_only=True)
class FieldInit:
    """The initial value of a new element's field, by the id of the field."""

    field: str
    value: Expr


@frozen(kw_only=True)
class AddElement(BaseStmt):
    """Add an element to a state list; fields without initial values get their defaults."""

    list: str
    record: str
    fields: tuple[FieldInit, ...]


@frozen(kw_only=True)
class AppendValue(BaseStmt):
    """``add value to variable`` for a list variable."""

    variable: str
    value: Expr


@frozen(kw_only=True)
class Let(BaseStmt):
    """A declaration of a name or a variable.

    Attributes:
        variable: Its name.
        type: Its type; the range of a declared variable is checked on assignment.
        value: Its initial value; None for an empty list.
        declared: Whether it has a type annotation, and so can be assigned again.
        natural, total, faces: Whether the roll's natural dice, total or single dice are read from it later.
    """

    variable: str
    type: Type
    value: Expr | None
    declared: bool
    natural: bool = False
    total: bool = False
    faces: bool = False


@frozen(kw_only=True)
class Say(BaseStmt):
    """A message for the journal.

    Attributes:
        tone: Whether it is good or bad news; empty for neither.
        seen: Its visibility; None for that of the code around it.
        chronicle: Its place in the chronicle.
        row_title: The title on the card of the row whose title it fills with values; empty for a line of the rules.
            Its holes alone may throw dice.
    """

    text: Template
    tone: Tone = ""
    seen: Seen | None = None
    chronicle: ChroniclePlace = ""
    row_title: str = ""


@frozen(kw_only=True)
class Again(BaseStmt):
    """Roll on this table once more, at most ``limit`` times in one call."""

    limit: int


@frozen(kw_only=True)
class AgainEachOnce(BaseStmt):
    """End the row, and throw this table's dice ``times`` times more; no row is taken a second time in one call.

    A throw that leads to a row that the call has taken is thrown again, while its dice can lead to another.
    """

    times: int


@frozen(kw_only=True)
class TreatAs(BaseStmt):
    """Take another row of the same table, by its index in ``rows``."""

    row: int


@frozen(kw_only=True)
class TakeEvery(BaseStmt):
    """Run each row of a table once, in order; sub-rolls are rolled, or with ``subrows`` all their rows run."""

    table: str
    args: tuple[Expr, ...]
    subrows: bool


@frozen(kw_only=True)
class Seen:
    """The visibility of a field, list or message.

    Attributes:
        by: The player who may see it, or nobody; None for all of them.
        when: The condition for that; None for always.
    """

    by: Expr | None
    when: Expr | None = None
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class Step(BaseStmt):
    """A named step of a procedure.

    Attributes:
        seen: The visibility of its messages; None for that of the code around it.
        beat: Whether a beat, a moment of the story, ends with it.
    """

    id: str
    name: str
    title: str
    body: Block
    seen: Seen | None = None
    beat: bool = False


@frozen(kw_only=True)
class If(BaseStmt):
    """A conditional statement."""

    condition: Expr
    body: Block
    otherwise: Block


@frozen(kw_only=True)
class ForEach(BaseStmt):
    """A loop over members fixed at its start; an element removed meanwhile is skipped.

    ``where`` is evaluated for each member in its turn.
    """

    variable: str
    domain: Domain
    where: Expr | None
    body: Block


@frozen(kw_only=True)
class ForRange(BaseStmt):
    """A loop over numbers, up or down; it has no turns if the bounds are reversed."""

    variable: str
    type: Type
    first: Expr
    last: Expr
    down: bool
    body: Block


@frozen(kw_only=True)
class Repeat(BaseStmt):
    """A loop with a number of turns that is evaluated at its start."""

    times: Expr
    body: Block


@frozen(kw_only=True)
class While(BaseStmt):
    """A loop while a condition holds, with at most ``limit`` turns."""

    condition: Expr
    limit: int
    body: Block


@frozen(kw_only=True)
class Remove(BaseStmt):
    """Remove an element from its list; fields and variables that refer to it become none."""

    variable: str
    list: str


@frozen(kw_only=True)
class RemoveEach(BaseStmt):
    """Remove every element for which ``where`` holds from a list."""

    variable: str
    list: str
    where: Expr | None


@frozen(kw_only=True)
class Move(BaseStmt):
    """Move an element to the end of its list, or with ``first`` to the start; its fields stay."""

    variable: str
    list: str
    first: bool


@frozen(kw_only=True)
class ResetFields(BaseStmt):
    """Reset fields to their defaults.

    Attributes:
        fields: Ids of the fields.
        indices: The leading indices as written; the other dimensions are reset whole.
    """

    fields: tuple[str, ...]
    indices: tuple[Expr, ...]


@frozen(kw_only=True)
class ResetList(BaseStmt):
    """Empty a state list, by its id."""

    list: str


@frozen(kw_only=True)
class EndProcedure(BaseStmt):
    """End a running procedure from any depth, with a value if it has a type."""

    procedure: str
    value: Expr | None


@frozen(kw_only=True)
class StopLoop(BaseStmt):
    """Exit the innermost loop."""


@frozen(kw_only=True)
class Modifier:
    """An amount added to the dice.

    Attributes:
        id: ``modifier:T/label``; a shared one has the id of its item for every table.
        label: Its name in the journal, in overlays and in ``why``.
        amount: The amount.
        condition: When it applies (``when`` and not ``unless``), or None for always.
        text: The condition as written, for people.
        shared: Whether it is declared outside its tables.
    """

    id: str
    label: str
    amount: Expr
    condition: Expr | None
    text: str
    shared: bool
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class KeySpan:
    """The totals (or, in ``naturals``, the dice) of a row's key; a bound of None is open."""

    low: Expr | None
    high: Expr | None


@frozen(kw_only=True)
class Match:
    """The values of one parameter that select a row or a cell of a grid.

    Attributes:
        param: The parameter.
        intervals: The values, as ascending runs from first to last.
    """

    param: str
    intervals: tuple[Interval, ...]

    @property
    def values(self) -> IntervalSet:
        """The values of the parameter that select the row, as a set."""
        return IntervalSet(self.intervals)


@frozen(kw_only=True)
class Row:
    """A row, or one cell of a grid.

    Attributes:
        id: ``row:T/n`` by its number in the table from 1 (``row:T/n/s/m`` inside a sub-roll).
        keys: Its totals, in order; empty for ``else`` and for a table without dice.
        otherwise: Whether it is ``else``: taken if no other row matches.
        matches: The parameter values that select it, in a grid or a looked-up table;
            other parameters may have any value.
        title: Its printed title; may be empty.
        label: The key (and the column) as written, for people.
        body: Its statements; the last is :class:`Give` if the table has results.
        cell: Line and column of the printed grid (both from 0), or None.
    """

    id: str
    keys: tuple[KeySpan, ...]
    otherwise: bool
    matches: tuple[Match, ...]
    title: str
    label: str
    body: Block
    cell: tuple[int, int] | None
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class NaturalRow:
    """A row selected by the natural dice, tested before any modifier; ``title`` is its printed title, or empty."""

    id: str
    keys: tuple[KeySpan, ...]
    condition: Expr | None
    label: str
    body: Block
    title: str = ""
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class Rolled:
    """Dice, modifiers and rows: the core of a table or of a sub-roll."""

    dice: Dice
    modifiers: tuple[Modifier, ...]
    naturals: tuple[NaturalRow, ...]
    rows: tuple[Row, ...]


@frozen(kw_only=True)
class SubRoll(BaseStmt):
    """A roll with rows of its own; ``id`` is ``subroll:OWNER/n``."""

    id: str
    rolled: Rolled


@frozen(kw_only=True)
class Choose(BaseStmt):
    """A choice of a domain's member; ``none`` is an option if ``optional``.

    An empty domain gives none (or a fault if not optional); a single option is taken without asking.

    Attributes:
        together: The title of the question that it shares with the following choices of the same title; or empty.
        grave: Whether every member is a grave answer.
        by: The name of who answers; for a computed one, the source text.
        seat: The player who answers; None if the rules name none.
        beside: Information for the decision; lines that name the variable are shown at each option, others at the
            question.
        routine: When the preferred answer is the only sensible one; None if the rules do not say.
        unit: How many numbers a member stands for, the first of them its product; the next choice is one of these.
        ends: The least and the greatest of these numbers; empty unless members stand for several.
    """

    id: str
    variable: str
    domain: Domain
    where: Expr | None
    optional: bool
    ask: Template
    by: str
    prefer: Expr | None
    together: str = ""
    grave: bool = False
    seat: Expr | None = None
    beside: tuple[Beside, ...] = ()
    routine: Expr | None = None
    unit: int = 1
    ends: tuple[Expr, ...] = ()


@frozen(kw_only=True)
class Draw(BaseStmt):
    """A uniform random draw of a domain's member; none if ``optional`` and the domain is empty.

    An empty domain is a fault if not optional; a single member is taken without a throw.
    """

    id: str
    variable: str
    domain: Domain
    where: Expr | None
    optional: bool


@frozen(kw_only=True)
class Beside:
    """A line of information beside a question, which play never evaluates.

    Attributes:
        condition: The condition for showing it; None for always.
    """

    text: Template
    condition: Expr | None = None
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class Branch:
    """A named answer of a choice.

    Attributes:
        grave: Whether it is a grave answer.
    """

    name: str
    title: Template
    condition: Expr | None
    prefer: Expr | None
    body: Block
    grave: bool = False
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class ChooseBranch(BaseStmt):
    """A choice of a named branch whose condition holds; a single one is taken without asking.

    Attributes:
        by, seat, together: As in :class:`Choose`.
        beside: Information for the decision, line by line.
        routine: When the preferred answer is the only sensible one; None if the rules do not say.
    """

    id: str
    name: str
    ask: Template
    by: str
    branches: tuple[Branch, ...]
    together: str = ""
    seat: Expr | None = None
    beside: tuple[Beside, ...] = ()
    routine: Expr | None = None


Stmt = (
    Nothing
    | Give
    | Evaluate
    | UseNote
    | Assign
    | Increase
    | AddElement
    | AppendValue
    | Let
    | Say
    | Again
    | AgainEachOnce
    | TreatAs
    | TakeEvery
    | Step
    | If
    | ForEach
    | ForRange
    | Repeat
    | While
    | Remove
    | RemoveEach
    | Move
    | ResetFields
    | ResetList
    | EndProcedure
    | StopLoop
    | SubRoll
    | Choose
    | Draw
    | ChooseBranch
)
"""Every statement."""

Loop = ForEach | ForRange | Repeat | While
"""Loop statements."""

Leaving = Give | EndProcedure | TreatAs | AgainEachOnce | StopLoop
"""Statements that end their block."""

Simple = (
    Nothing
    | Evaluate
    | UseNote
    | Assign
    | Increase
    | AddElement
    | AppendValue
    | Let
    | Say
    | Again
    | TakeEvery
    | Remove
    | RemoveEach
    | Move
    | ResetFields
    | ResetList
    | Choose
    | Draw
)
"""Statements without nested blocks that continue with the next statement."""

Block = tuple[Stmt, ...]
"""Statements in sequence."""


def is_stmt(part: object) -> TypeGuard[Stmt]:
    """Whether a part of the graph is a statement (type guard)."""
    return isinstance(part, BaseStmt)
