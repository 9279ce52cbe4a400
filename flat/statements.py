"""Statements of the flat form."""

from __future__ import annotations

from typing import TypeGuard

from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import field, frozen
from bombsight.flat.expressions import Expr, Slot, Source
from bombsight.flat.sites import CHANGE, CHOICE, DRAW, ELEMENT, EVENT, FAULT, MOVE, RESULT, ROLL


@frozen(kw_only=True)
class BaseStmt:
    """Base class of :data:`Stmt`. ``note`` is a remark for readers of the code."""

    note: str = field(default="", eq=False)


@frozen(kw_only=True)
class BaseSimple(BaseStmt):
    """Base class of :data:`Simple`."""


@frozen(kw_only=True)
class BaseCompound(BaseStmt):
    """Base class of :data:`Compound`."""


@frozen(kw_only=True)
class SetLocal(BaseSimple):
    """Assign a value to a variable."""

    name: str
    value: Expr


@frozen(kw_only=True)
class NewHeld(BaseSimple):
    """Make a list variable empty, with room for ``capacity`` values."""

    name: str
    capacity: int


@frozen(kw_only=True)
class Append(BaseSimple):
    """Append a value to a list variable; faults at ``site`` beyond its capacity."""

    variable: str
    value: Expr
    site: int = field(metadata=FAULT)


@frozen(kw_only=True)
class SetSlot(BaseSimple):
    """Assign a value to a field; ``site`` is that of the change."""

    slot: Slot
    value: Expr
    site: int = field(metadata=CHANGE)


@frozen(kw_only=True)
class SetCounter(BaseSimple):
    """Assign a value to a counter."""

    slot: Slot
    value: Expr


@frozen(kw_only=True)
class FallBack(BaseSimple):
    """Reset ``count`` slots from ``slot`` on to their defaults; ``site`` is that of the change.

    Slots of names take new ones: ``names`` is the slot that counts those given, None for other fields.
    """

    slot: Slot
    count: int
    names: int | None
    site: int = field(metadata=CHANGE)


@frozen(kw_only=True)
class Draw(BaseSimple):
    """Throw dice; assign the combined result to a variable."""

    name: str
    site: int = field(metadata=ROLL)
    dice: Dice


@frozen(kw_only=True)
class Bonus(BaseSimple):
    """Add a modifier to the total if it applies; assign its amount, or 0, to ``amount_name``."""

    total: str
    amount_name: str
    amount: Expr
    condition: Expr | None


@frozen(kw_only=True)
class Invoke(BaseSimple):
    """Call a function, and assign its results to variables.

    Attributes:
        names: A variable for each of the function's results, None to drop it.
        stays: Whether the procedure's region is not reset at its end, so that an example can read it.
    """

    names: tuple[str | None, ...]
    function: str
    args: tuple[Expr, ...]
    stays: bool = False


@frozen(kw_only=True)
class Ask(BaseSimple):
    """Ask for a choice of a member; ``variable`` holds each in ``where`` and ``score``, then the choice.

    Attributes:
        empty: The fault without options; None if the choice is optional, and then none.
        values: The values of the prompt.
        worked: Whether scores and values take steps or may fault, and so are evaluated before anybody is asked.
    """

    variable: str
    site: int = field(metadata=CHOICE)
    source: Source
    where: Expr | None
    score: Expr | None
    values: tuple[Expr, ...]
    worked: bool
    empty: int | None = field(metadata=FAULT)


@frozen(kw_only=True)
class DrawMember(BaseSimple):
    """Draw a member at random; ``variable`` holds each in ``where``, then the result.

    Attributes:
        empty: The fault without members; None if the result may be none.
    """

    variable: str
    site: int = field(metadata=DRAW)
    source: Source
    where: Expr | None
    empty: int | None = field(metadata=FAULT)


@frozen(kw_only=True)
class AskBranch(BaseSimple):
    """Ask for a choice of a branch whose condition holds; assign its number to ``name``.

    Attributes:
        conditions: For each branch, None for always.
        scores: For each branch; None if no branch has one.
        values: The values of the prompt and the titles.
        worked: Whether scores and values take steps or may fault, and so are evaluated before anybody is asked.
        empty: The fault if no condition holds.
    """

    name: str
    site: int = field(metadata=CHOICE)
    conditions: tuple[Expr | None, ...]
    scores: tuple[Expr, ...] | None
    values: tuple[Expr, ...]
    worked: bool
    empty: int = field(metadata=FAULT)


@frozen(kw_only=True)
class AskAgain(BaseSimple):
    """Ask whether a standing offer is taken; assign the answer to ``name``.

    Attributes:
        wanted: When the autopilot takes it; None for never. Evaluated before anybody is asked.
    """

    name: str
    site: int = field(metadata=CHOICE)
    wanted: Expr | None = None


@frozen(kw_only=True)
class Event(BaseSimple):
    """Emit a journal event; only in traced code."""

    site: int = field(metadata=EVENT)
    values: tuple[Expr, ...] = ()


@frozen(kw_only=True)
class WorkOut(BaseSimple):
    """Evaluate values only for their faults: the rest of an event in code without a journal."""

    values: tuple[Expr, ...]


@frozen(kw_only=True)
class Count(BaseSimple):
    """Consume steps; faults at ``site`` when the budget is spent.

    Without a site the budget is not checked: the next check will find it spent.
    """

    site: int | None = field(metadata=FAULT)
    steps: Expr


@frozen(kw_only=True)
class Refill(BaseSimple):
    """Refill the steps up to the budget from the reserve, as far as that goes."""


@frozen(kw_only=True)
class Check(BaseSimple):
    """Fault if a condition holds."""

    condition: Expr
    site: int = field(metadata=FAULT)


@frozen(kw_only=True)
class Fail(BaseSimple):
    """Fault."""

    site: int = field(metadata=FAULT)


@frozen(kw_only=True)
class If(BaseCompound):
    """Execute one of two blocks."""

    condition: Expr
    body: Block
    otherwise: Block = ()


@frozen(kw_only=True)
class Rows(BaseCompound):
    """Execute the block for the row whose number a variable holds."""

    row: str
    arms: tuple[Arm, ...]


@frozen(kw_only=True)
class Arm:
    """A block and its rows."""

    numbers: tuple[int, ...]
    body: Block
    note: str = field(default="", eq=False)


@frozen(kw_only=True)
class Each(BaseCompound):
    """A loop over members, which are fixed when it begins.

    Attributes:
        watched: The list whose elements the body may remove; removed ones are skipped. Else None.
        where: The condition, tested at each iteration.
        steady: Whether the vectorizable part of the condition (``passes/vectorize.py``) may be tested before the
            loop: no
            iteration changes it, or the presence, of later members.
    """

    label: str
    variable: str
    source: Source
    watched: str | None
    where: Expr | None
    body: Block
    steady: bool = False


@frozen(kw_only=True)
class Numbered(BaseCompound):
    """A loop over numbers, up or down; ``most`` is the largest number of iterations."""

    label: str
    variable: str
    first: Expr
    last: Expr
    most: int
    down: bool
    body: Block


@frozen(kw_only=True)
class Turns(BaseCompound):
    """A loop with a count of iterations, at most ``most``."""

    label: str
    times: Expr
    most: int
    body: Block


@frozen(kw_only=True)
class While(BaseCompound):
    """A loop while a condition holds, at most ``limit`` iterations; ``after`` runs when they are used up."""

    label: str
    condition: Expr
    limit: int
    body: Block
    after: Block


@frozen(kw_only=True)
class Labelled(BaseCompound):
    """A block that ``Leave`` and ``Restart`` can leave and restart from inside."""

    label: str
    body: Block


@frozen(kw_only=True)
class Leave(BaseSimple):
    """Jump behind the loop or block with this label."""

    label: str


@frozen(kw_only=True)
class Restart(BaseSimple):
    """Jump to the start of the block with this label."""

    label: str


@frozen(kw_only=True)
class Return(BaseSimple):
    """Return the function's results.

    Attributes:
        facts: Further results: natural dice and total of a kept roll.
        site: The site of the results' event; None without one.
    """

    values: tuple[Expr, ...] = ()
    facts: tuple[Expr, ...] = ()
    site: int | None = field(default=None, metadata=RESULT)


@frozen(kw_only=True)
class EndOuter(BaseSimple):
    """End the innermost running call of the procedure with this number."""

    procedure: int
    value: Expr


@frozen(kw_only=True)
class NewElement(BaseSimple):
    """Add a new element to a state list. A name that is given is used as it is; else it is the next one of its list.

    Attributes:
        slots: Fields with other values than their defaults: the field's id and its value.
        full: The fault if the list is full.
    """

    list: str
    slots: tuple[tuple[str, Expr], ...]
    site: int = field(metadata=ELEMENT)
    full: int = field(metadata=FAULT)


@frozen(kw_only=True)
class RemoveElement(BaseSimple):
    """Remove an element from its list, and set references to it to none; no effect if it has left already."""

    list: str
    value: Expr
    site: int = field(metadata=ELEMENT)


@frozen(kw_only=True)
class RemoveWhere(BaseSimple):
    """Remove each element that satisfies the condition at its turn; ``steady`` as of :class:`Each`."""

    list: str
    variable: str
    where: Expr | None
    site: int = field(metadata=ELEMENT)
    steady: bool = False


@frozen(kw_only=True)
class MoveElement(BaseSimple):
    """Move an element to the end or the start of its ordered list; no effect if it has left already."""

    list: str
    value: Expr
    first: bool
    site: int = field(metadata=MOVE)


Simple = (
    SetLocal
    | NewHeld
    | Append
    | SetSlot
    | SetCounter
    | FallBack
    | Draw
    | Bonus
    | Invoke
    | Ask
    | DrawMember
    | AskBranch
    | AskAgain
    | Event
    | WorkOut
    | Count
    | Refill
    | Check
    | Fail
    | Leave
    | Restart
    | Return
    | EndOuter
    | NewElement
    | RemoveElement
    | RemoveWhere
    | MoveElement
)
"""Any statement without nested statements."""

Compound = If | Rows | Each | Numbered | Turns | While | Labelled
"""Any statement with nested statements."""

Stmt = Simple | Compound
"""Any statement."""

Block = tuple[Stmt, ...]


def is_stmt(node: object) -> TypeGuard[Stmt]:
    """Whether a node of the flat form is a statement."""
    return isinstance(node, BaseStmt)
