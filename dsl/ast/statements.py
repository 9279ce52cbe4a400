"""Statements."""

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
    """``nothing``."""


@frozen
class Result(BaseStmt):
    """The value of a row: one expression, or several for named parts.

    A roll, a look-up or a procedure here is also an effect.
    """

    values: tuple[Expr, ...]


@frozen
class Evaluate(BaseStmt):
    """``roll on T``, ``look up T(...)``, ``do p`` for their effects."""

    value: Expr


@frozen
class UseNote(BaseStmt):
    """``note c``."""

    name: str


@frozen
class Set(BaseStmt):
    """``set target to value``."""

    target: Expr
    value: Expr


@frozen
class Add(BaseStmt):
    """``add value to target``: to a number or to a list."""

    value: Expr
    target: Expr


@frozen
class Take(BaseStmt):
    """``take value from target``: from a number."""

    value: Expr
    target: Expr


@frozen
class Let(BaseStmt):
    """``let name = value`` (a name), ``let name: type = value`` (a variable)."""

    name: str
    type: TypeExpr | None
    value: Expr | None


@frozen
class Say(BaseStmt):
    """``say "..." bad``; ``tone`` is ``good``, ``bad``, or empty."""

    text: str
    tone: Matters = ""
    seen: Seen | None = None


@frozen
class Again(BaseStmt):
    """``again at most n times``: roll this table once more."""

    limit: int | None


@frozen
class TreatAs(BaseStmt):
    """``treat as row key``."""

    key: Key


@frozen
class TakeEvery(BaseStmt):
    """``take every row of T``, ``take every row and subrow of T``."""

    table: str
    args: tuple[Expr, ...]
    subrows: bool


@frozen
class Seen(Node):
    """``seen by side when e``: who may see something.

    Attributes:
        by: One of the players, or nobody; None for all of them.
        when: The condition under which that is so; None for always.
    """

    by: Expr | None
    when: Expr | None = None


@frozen
class Step(BaseStmt):
    """``step name "Title"`` and its block."""

    name: str
    title: str | None = field(metadata=PRESENTS)
    origin: Origin = field(eq=stated_fields_of)
    body: Block
    seen: Seen | None = None


@frozen
class If(BaseStmt):
    """``if``, with what else there is (``else if`` is an If in ``otherwise``)."""

    condition: Expr
    body: Block
    otherwise: Block


@frozen
class ForEach(BaseStmt):
    """``for each variable in domain where condition``."""

    variable: str
    domain: Expr
    where: Expr | None
    body: Block


@frozen
class ForRange(BaseStmt):
    """``for z in 2..8``, ``for z in 8 down to 2``."""

    variable: str
    first: Expr
    last: Expr
    down: bool
    body: Block


@frozen
class Repeat(BaseStmt):
    """``repeat n times``."""

    times: Expr
    body: Block


@frozen
class While(BaseStmt):
    """``while condition at most n times``; ``limit`` is None where the file gives no bound."""

    condition: Expr
    limit: int | None
    body: Block


@frozen
class Remove(BaseStmt):
    """``remove x from list``."""

    element: str
    list: Expr


@frozen
class RemoveEach(BaseStmt):
    """``remove each x from list where condition``."""

    variable: str
    list: Expr
    where: Expr | None


@frozen
class Move(BaseStmt):
    """``move x to end of list``; ``first`` for ``to start of``."""

    element: str
    list: Expr
    first: bool


@frozen
class Reset(BaseStmt):
    """``reset x``: back to its default."""

    target: Expr


@frozen
class End(BaseStmt):
    """``end P``, ``end P with value``."""

    procedure: str
    value: Expr | None


@frozen
class Return(BaseStmt):
    """``return``, ``return value``, ``return a, b``."""

    values: tuple[Expr, ...]


@frozen
class Stop(BaseStmt):
    """``stop``: leave the loop."""


@frozen
class Beside(Node):
    """``beside "text" when condition``: what decides, told with a choice; always, where ``when`` is None."""

    text: str
    when: Expr | None = None


@frozen
class Routine(Node):
    """``routine when condition``: the preferred answer is the one sensible one; always, where ``when`` is None."""

    when: Expr | None


Aside = Beside | Routine


@frozen
class By(Node):
    """``by fog``, ``by holder[card]`` or ``by "the harbour master"``: who answers.

    Attributes:
        who: A value of an enum; or a text, what he is called.
    """

    who: Expr


@frozen
class Choose(BaseStmt):
    """``choose x from domain where condition or none``.

    Attributes:
        together: What such choices are asked as one under; None for one that stands alone.
        grave: Whether none of its members is answered by mistake.
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
    """``draw x from domain where condition or none``."""

    variable: str
    domain: Expr
    where: Expr | None
    optional: bool


@frozen
class Branch(Node):
    """``answer name "Title" grave when e prefer e`` and its block."""

    name: str
    title: str = field(metadata=PRESENTS)
    when: Expr | None
    prefer: Expr | None
    body: Block
    grave: bool = field(default=False, metadata=PRESENTS)


@frozen
class ChooseBranch(BaseStmt):
    """``choose name`` with named branches."""

    name: str
    ask: str = field(metadata=PRESENTS)
    by: By | None
    asides: tuple[Aside, ...]
    branches: tuple[Branch, ...]
    together: str | None = field(default=None, metadata=PRESENTS)


Loop = ForEach | ForRange | Repeat | While
"""What is done several times."""

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
    | Again
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
"""Every statement."""

Block = tuple[Stmt, ...]
"""Statements in their order."""


def is_stmt(node: object) -> TypeGuard[Stmt]:
    """Whether something is a statement."""
    return isinstance(node, BaseStmt)
