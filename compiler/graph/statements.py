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
from bombsight.flat.types import Type


@frozen(kw_only=True)
class BaseStmt:
    """Something that happens."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class Nothing(BaseStmt):
    """Nothing happens."""


@frozen(kw_only=True)
class Give(BaseStmt):
    """The result of a table's row, of a procedure or of a note: it ends the row, the procedure or the note.

    Attributes:
        values: One value, or one for each part; empty where nothing is given.
        returns: True for ``return`` (ends note, procedure or the table's whole call), False for a row's plain result.
    """

    values: tuple[Expr, ...]
    returns: bool = False


@frozen(kw_only=True)
class Evaluate(BaseStmt):
    """A roll, a look-up or a procedure for its effects."""

    value: Expr


@frozen(kw_only=True)
class UseNote(BaseStmt):
    """A note of the table: its block happens; a note that gives a result gives it for the row."""

    note: str


@frozen(kw_only=True)
class Assign(BaseStmt):
    """``set target to value``: a field or a variable."""

    target: Read | Var
    value: Expr


@frozen(kw_only=True)
class Increase(BaseStmt):
    """``add value to target`` for a number: it saturates where the field is ``full``, else may fault."""

    target: Read | Var
    value: Expr


@frozen(kw_only=True)
class FieldInit:
    """A field of a new element (id of the field) and its value."""

    field: str
    value: Expr


@frozen(kw_only=True)
class AddElement(BaseStmt):
    """A new element in a state list; fields not named have their defaults."""

    list: str
    record: str
    fields: tuple[FieldInit, ...]


@frozen(kw_only=True)
class AppendValue(BaseStmt):
    """``add value to variable`` for a variable that is a list."""

    variable: str
    value: Expr


@frozen(kw_only=True)
class Let(BaseStmt):
    """A name or a variable comes to be.

    Attributes:
        variable: Its name.
        type: Its type; a declared variable's range is checked when it is set.
        value: Its first value; None for an empty list.
        declared: Whether it was given a type, and so may be set again.
        natural, total: Whether the roll's natural dice or total are read from it later.
    """

    variable: str
    type: Type
    value: Expr | None
    declared: bool
    natural: bool = False
    total: bool = False


@frozen(kw_only=True)
class Say(BaseStmt):
    """A line of text for the journal.

    Attributes:
        tone: Whether it is good or bad news; empty where it is neither.
        seen: Who is told it; None for those who are told of what is around it.
    """

    text: Template
    tone: Tone = ""
    seen: Seen | None = None


@frozen(kw_only=True)
class Again(BaseStmt):
    """Roll this table once more, at most ``limit`` times in one call."""

    limit: int


@frozen(kw_only=True)
class TreatAs(BaseStmt):
    """Take another row of the same table: its number in ``rows``."""

    row: int


@frozen(kw_only=True)
class TakeEvery(BaseStmt):
    """Take each row of a table once, in order: sub-rolls rolled, or with ``subrows`` every branch of them."""

    table: str
    args: tuple[Expr, ...]
    subrows: bool


@frozen(kw_only=True)
class Seen:
    """Who may see something.

    Attributes:
        by: One of the players, or nobody; None for all of them.
        when: The condition under which that is so; None for always.
    """

    by: Expr | None
    when: Expr | None = None
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class Step(BaseStmt):
    """A named step of a procedure.

    Attributes:
        seen: Who is told what is told in it; None for those who are told of what is around it.
    """

    id: str
    name: str
    title: str
    body: Block
    seen: Seen | None = None


@frozen(kw_only=True)
class If(BaseStmt):
    """One of two blocks."""

    condition: Expr
    body: Block
    otherwise: Block


@frozen(kw_only=True)
class ForEach(BaseStmt):
    """A loop over members fixed when it begins; an element removed meanwhile is passed over.

    ``where`` is asked of each as its turn comes.
    """

    variable: str
    domain: Domain
    where: Expr | None
    body: Block


@frozen(kw_only=True)
class ForRange(BaseStmt):
    """A loop over numbers, up or down; none if the bounds are the wrong way round."""

    variable: str
    type: Type
    first: Expr
    last: Expr
    down: bool
    body: Block


@frozen(kw_only=True)
class Repeat(BaseStmt):
    """A loop of as many turns as the value says when it begins."""

    times: Expr
    body: Block


@frozen(kw_only=True)
class While(BaseStmt):
    """A loop while the condition holds, ``limit`` turns at most."""

    condition: Expr
    limit: int
    body: Block


@frozen(kw_only=True)
class Remove(BaseStmt):
    """An element leaves its list; every field and variable that held it is none."""

    variable: str
    list: str


@frozen(kw_only=True)
class RemoveEach(BaseStmt):
    """Every element for which ``where`` holds leaves the list."""

    variable: str
    list: str
    where: Expr | None


@frozen(kw_only=True)
class Move(BaseStmt):
    """An element becomes the last of its list, or with ``first`` the first; nothing else of it changes."""

    variable: str
    list: str
    first: bool


@frozen(kw_only=True)
class ResetFields(BaseStmt):
    """Fields fall back to their defaults.

    Attributes:
        fields: Ids of the fields.
        indices: Those leading indices that were written; the rest of the dimensions are reset whole.
    """

    fields: tuple[str, ...]
    indices: tuple[Expr, ...]


@frozen(kw_only=True)
class ResetList(BaseStmt):
    """A list is emptied: a state list by its id."""

    list: str


@frozen(kw_only=True)
class EndProcedure(BaseStmt):
    """Leave a running procedure from however deep, with a value where it has a type."""

    procedure: str
    value: Expr | None


@frozen(kw_only=True)
class StopLoop(BaseStmt):
    """Leave the innermost loop."""


@frozen(kw_only=True)
class Modifier:
    """An amount added to the dice.

    Attributes:
        id: ``modifier:T/label``; a shared one has the id of its item for every table.
        label: Its name in the journal, in overlays and in ``why``.
        amount: What is added.
        condition: When it applies (``when`` and not ``unless``), or None for always.
        text: The condition as written, for people.
        shared: Whether it stands outside its tables.
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
    """What totals (or, in ``naturals``, what dice) a row covers; an end that is None is open."""

    low: Expr | None
    high: Expr | None


@frozen(kw_only=True)
class Match:
    """The values of one parameter that a row or a cell of a grid is for.

    Attributes:
        param: The parameter.
        intervals: The values, as runs from the first to the last of each, in ascending order.
    """

    param: str
    intervals: tuple[Interval, ...]

    @property
    def values(self) -> IntervalSet:
        """The values."""
        return IntervalSet(self.intervals)


@frozen(kw_only=True)
class Row:
    """A row, or one cell of a grid.

    Attributes:
        id: ``row:T/n`` by its number in the table from 1 (``row:T/n/s/m`` inside a sub-roll).
        keys: Totals covered, in order; empty for ``else`` and for a table without dice.
        otherwise: Whether it is ``else``: taken where no other row covers.
        matches: For a grid or a looked-up table, which values of which parameters it is for;
            a parameter not named may be anything.
        title: What the card calls it; may be empty.
        label: The key (and the column) as written, for people.
        body: What happens; ends with :class:`Give` where the table has results.
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
    """A result by the dice as they fell, asked before any modifier."""

    id: str
    keys: tuple[KeySpan, ...]
    condition: Expr | None
    label: str
    body: Block
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class Rolled:
    """Dice, what changes them, and what they lead to: the heart of a table and of a sub-roll."""

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
    """One member of a domain is chosen; ``none`` may be, where ``optional``.

    With no member it gives none (or is a fault where it is not optional); with a single option it is not asked.

    Attributes:
        together: What it is asked as one under with those of the same title that follow it; empty where it stands
            alone.
        grave: Whether none of the members is answered by mistake.
        by: What who answers is called; of a computed one, what is written.
        seat: Which of the players answers; None where the rules name none of them.
        beside: What decides, line by line: a line that names the variable stands beside each option, another beside
            the question.
        routine: When the answer that is preferred is the one sensible one; None where the rules do not say.
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


@frozen(kw_only=True)
class Draw(BaseStmt):
    """One member of a domain at random, each as likely as the others; none, where ``optional``, if there is no member.

    With no member it is a fault where it is not optional; with a single one there is nothing to leave to chance.
    """

    id: str
    variable: str
    domain: Domain
    where: Expr | None
    optional: bool


@frozen(kw_only=True)
class Beside:
    """A line beside a question, which nothing in play asks.

    Attributes:
        condition: When it stands there; None for always.
    """

    text: Template
    condition: Expr | None = None
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class Branch:
    """A named way to go.

    Attributes:
        grave: Whether it is an answer that one does not give by mistake.
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
    """One of the named branches whose conditions hold; with a single one it is not asked.

    Attributes:
        by, seat, together: As in :class:`Choose`.
        beside: What decides, line by line.
        routine: When the answer that is preferred is the one sensible one; None where the rules do not say.
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
"""Statements that go through their block again and again."""

Leaving = Give | EndProcedure | TreatAs | StopLoop
"""Statements behind which nothing else of their block happens."""

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
"""Statements without a block in them, behind which the next one happens."""

Block = tuple[Stmt, ...]
"""Statements, one after the other."""


def is_stmt(part: object) -> TypeGuard[Stmt]:
    """Whether a part of a graph is a statement."""
    return isinstance(part, BaseStmt)
