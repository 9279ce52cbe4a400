"""Statements of procedures, rows and notes."""

from __future__ import annotations

from typing import TypeGuard

from bombsight.dsl.ast.expressions import Expr, Key
from bombsight.dsl.ast.node import PRESENTS, BaseStmt, Matters, Node
from bombsight.dsl.ast.tables import Entries, SubRoll
from bombsight.dsl.ast.types import TypeExpr
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import Origin, stated_fields_of


@frozen
class Nothing(BaseStmt):
    """``nothing``: the statement without effect."""


@frozen
class Result(BaseStmt):
    """The value of a row: one expression, or several for named parts.

    A roll, a look-up or a procedure call in it also has its effects.
    """

    values: tuple[Expr, ...]


@frozen
class Evaluate(BaseStmt):
    """``roll on T``, ``look up T(...)``, ``do p``: a call for its effects."""

    value: Expr


@frozen
class UseNote(BaseStmt):
    """``note c``: a call of a note."""

    name: str


@frozen
class Set(BaseStmt):
    """``set target to value``: an assignment."""

    target: Expr
    value: Expr


@frozen
class Add(BaseStmt):
    """``add value to target``: add to a number or a list."""

    value: Expr
    target: Expr


@frozen
class Take(BaseStmt):
    """``take value from target``: subtract from a number."""

    value: Expr
    target: Expr


@frozen
class Let(BaseStmt):
    """``let name = value`` (a constant), ``let name: type = value`` (a variable)."""

    name: str
    type: TypeExpr | None
    value: Expr | None


@frozen
class Say(BaseStmt):
    """``say "..." bad chronicle``: a message to the player.

    Attributes:
        tone: ``good``, ``bad``, or empty.
        chronicle: Whether it belongs to the chronicle, too.
    """

    text: str
    tone: Matters = ""
    seen: Seen | None = None
    chronicle: bool = False


@frozen
class Chronicle(BaseStmt):
    """``chronicle "..." good when e``: a sentence of the chronicle alone, which reports have and play does not show.

    Attributes:
        tone: ``good``, ``bad``, or empty.
        is_headline: Whether it is a part of the mission's heading: ``chronicle headline "..."``.
        when: The condition under which it stands there; None for always.
    """

    text: str
    tone: Matters = ""
    is_headline: bool = False
    when: Expr | None = None


@frozen
class Again(BaseStmt):
    """``again at most n times``: roll this table again."""

    limit: int | None


@frozen
class AgainEachOnce(BaseStmt):
    """``again twice, each once``, ``again 3 times, each once``: throw so often more, and take no row a second time."""

    times: int


@frozen
class TreatAs(BaseStmt):
    """``treat as row key``: use another row's result."""

    key: Key


@frozen
class TakeEvery(BaseStmt):
    """``take every row of T``, ``take every row and subrow of T``: apply all rows of a table."""

    table: str
    args: tuple[Expr, ...]
    subrows: bool


@frozen
class Seen(Node):
    """``seen by side when e``: a visibility rule.

    Attributes:
        by: One of the players, or nobody; None for all of them.
        when: The condition under which it applies; None for always.
    """

    by: Expr | None
    when: Expr | None = None


@frozen
class Step(BaseStmt):
    """``step name "Title"``: a labelled block."""

    name: str
    title: str | None = field(metadata=PRESENTS)
    origin: Origin = field(eq=stated_fields_of)
    body: Block
    seen: Seen | None = None
    beat: bool = field(default=False, metadata=PRESENTS)


@frozen
class If(BaseStmt):
    """``if`` with its block and alternative; ``else if`` is an If in ``otherwise``."""

    condition: Expr
    body: Block
    otherwise: Block


@frozen
class ForEach(BaseStmt):
    """``for each variable in domain where condition``: a loop over members."""

    variable: str
    domain: Expr
    where: Expr | None
    body: Block


@frozen
class ForRange(BaseStmt):
    """``for z in 2..8``, ``for z in 8 down to 2``: a loop over numbers."""

    variable: str
    first: Expr
    last: Expr
    down: bool
    body: Block


@frozen
class Repeat(BaseStmt):
    """``repeat n times``: a loop with a count."""

    times: Expr
    body: Block


@frozen
class While(BaseStmt):
    """``while condition at most n times``: a conditional loop; ``limit`` is None if the file gives no bound."""

    condition: Expr
    limit: int | None
    body: Block


@frozen
class Remove(BaseStmt):
    """``remove x from list``: remove an element."""

    element: str
    list: Expr


@frozen
class RemoveEach(BaseStmt):
    """``remove each x from list where condition``: remove all elements that satisfy a condition."""

    variable: str
    list: Expr
    where: Expr | None


@frozen
class Move(BaseStmt):
    """``move x to end of list``: reorder an element; ``first`` for ``to start of``."""

    element: str
    list: Expr
    first: bool


@frozen
class Reset(BaseStmt):
    """``reset x``: set a field to its default."""

    target: Expr


@frozen
class End(BaseStmt):
    """``end P``, ``end P with value``: end a running procedure."""

    procedure: str
    value: Expr | None


@frozen
class Return(BaseStmt):
    """``return``, ``return value``, ``return a, b``: return from a procedure."""

    values: tuple[Expr, ...]


@frozen
class Stop(BaseStmt):
    """``stop``: leave the loop."""


@frozen
class Beside(Node):
    """``beside "text" when condition``: information shown with a choice; always if ``when`` is None."""

    text: str
    when: Expr | None = None


@frozen
class Routine(Node):
    """``routine when condition``: only the preferred answer is sensible; always if ``when`` is None."""

    when: Expr | None


Aside = Beside | Routine


@frozen
class By(Node):
    """``by fog``, ``by holder[card]`` or ``by "the harbour master"``: the player who answers.

    Attributes:
        who: An expression for an enum value, or a text with the player's name.
    """

    who: Expr


@frozen
class Choose(BaseStmt):
    """``choose x from domain where condition or none``: a choice of a member.

    Attributes:
        together: The title under which such choices are asked as one; None for one that stands alone.
        grave: Whether every answer is irreversible, so that front ends ask for confirmation.
    """

    variable: str
    domain: Expr
    where: Expr | None
    optional: bool
    ask: str = field(metadata=PRESENTS)
    by: By | None
    asides: tuple[Aside, ...]
    prefer: Expr | None
    together: str | None = field(default=None, metadata=PRESENTS)
    grave: bool = field(default=False, metadata=PRESENTS)


@frozen
class Draw(BaseStmt):
    """``draw x from domain where condition or none``: a random choice of a member."""

    variable: str
    domain: Expr
    where: Expr | None
    optional: bool


@frozen
class Branch(Node):
    """``answer name "Title" grave when e prefer e``: a named answer and its block."""

    name: str
    title: str = field(metadata=PRESENTS)
    when: Expr | None
    prefer: Expr | None
    body: Block
    grave: bool = field(default=False, metadata=PRESENTS)


@frozen
class ChooseBranch(BaseStmt):
    """``choose name``: a choice between named branches."""

    name: str
    ask: str = field(metadata=PRESENTS)
    by: By | None
    asides: tuple[Aside, ...]
    branches: tuple[Branch, ...]
    together: str | None = field(default=None, metadata=PRESENTS)


Loop = ForEach | ForRange | Repeat | While
"""Any loop."""

Stmt = (
    Nothing
    | Result
    | Evaluate
    | UseNote
    | Set
    | Add
    | Take
    | Let
    | Say
    | Chronicle
    | Again
    | AgainEachOnce
    | TreatAs
    | TakeEvery
    | Step
    | If
    | Loop
    | Remove
    | RemoveEach
    | Move
    | Reset
    | End
    | Return
    | Stop
    | Choose
    | Draw
    | ChooseBranch
    | SubRoll
    | Entries
)
"""Any statement."""

Block = tuple[Stmt, ...]
"""A sequence of statements."""


def is_stmt(node: object) -> TypeGuard[Stmt]:
    """Whether a syntax node is a statement."""
    return isinstance(node, BaseStmt)
