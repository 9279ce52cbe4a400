"""Statements of the flat form."""

from __future__ import annotations

from typing import TypeGuard

from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import field, frozen
from bombsight.flat.expressions import Expr, Slot, Source
from bombsight.flat.sites import CHANGE, CHOICE, DRAW, ELEMENT, EVENT, FAULT, MOVE, RESULT, ROLL


@frozen(kw_only=True)
class BaseStmt:
    """What every :data:`Stmt` derives from. ``note`` is a word for the reader of the code."""

    note: str = field(default="", eq=False)


@frozen(kw_only=True)
class BaseSimple(BaseStmt):
    """What every :data:`Simple` derives from."""


@frozen(kw_only=True)
class BaseCompound(BaseStmt):
    """What every :data:`Compound` derives from."""


@frozen(kw_only=True)
class SetLocal(BaseSimple):
    """A variable gets a value."""

    name: str
    value: Expr


@frozen(kw_only=True)
class NewHeld(BaseSimple):
    """A variable becomes an empty list with room for ``capacity`` values."""

    name: str
    capacity: int


@frozen(kw_only=True)
class Append(BaseSimple):
    """A list that is a variable gets one more value; a fault at ``site`` beyond its capacity."""

    variable: str
    value: Expr
    site: int = field(metadata=FAULT)


@frozen(kw_only=True)
class SetSlot(BaseSimple):
    """A field gets a value; ``site`` is that of the change."""

    slot: Slot
    value: Expr
    site: int = field(metadata=CHANGE)


@frozen(kw_only=True)
class SetCounter(BaseSimple):
    """A slot that no rule sees gets a value."""

    slot: Slot
    value: Expr


@frozen(kw_only=True)
class FallBack(BaseSimple):
    """``count`` slots from ``slot`` on fall back to their defaults; ``site`` is that of the change.

    Slots of names take new ones: ``names`` is the slot that counts those given, None for other fields.
    """

    slot: Slot
    count: int
    names: int | None
    site: int = field(metadata=CHANGE)


@frozen(kw_only=True)
class Draw(BaseSimple):
    """Dice are thrown; what they show together comes into a variable."""

    name: str
    site: int = field(metadata=ROLL)
    dice: Dice


@frozen(kw_only=True)
class Bonus(BaseSimple):
    """A modifier adds to the total where it applies; its amount, or 0, comes into ``amount_name``."""

    total: str
    amount_name: str
    amount: Expr
    condition: Expr | None


@frozen(kw_only=True)
class Invoke(BaseSimple):
    """A function is called; its results come into variables.

    Attributes:
        names: A variable for each of the function's results, None for one that is not wanted.
        stays: Whether a procedure leaves its state as it is when it ends, for an example to look at.
    """

    names: tuple[str | None, ...]
    function: str
    args: tuple[Expr, ...]
    stays: bool = False


@frozen(kw_only=True)
class Ask(BaseSimple):
    """One of a source's members is chosen; ``variable`` holds each in ``where`` and ``score``, then the choice.

    Attributes:
        empty: Fault where there is none to choose; None where none may be chosen, as then none is the choice.
        values: What the prompt holds.
        worked: Whether scores and values take steps of their own or may be a fault, and so are worked out before
            anyone is asked.
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
    """One of a source's members at random; ``variable`` holds each in ``where``, then the one that is drawn.

    Attributes:
        empty: Fault where there is none; None where none may be drawn then.
    """

    variable: str
    site: int = field(metadata=DRAW)
    source: Source
    where: Expr | None
    empty: int | None = field(metadata=FAULT)


@frozen(kw_only=True)
class AskBranch(BaseSimple):
    """One of the numbered branches whose conditions hold is chosen; its number comes into ``name``.

    Attributes:
        conditions: For each branch, None for always.
        scores: For each branch; None where no branch has one.
        values: What the prompt and the titles hold.
        worked: Whether scores and values take steps of their own or may be a fault, and so are worked out before
            anyone is asked.
        empty: Fault where no condition holds.
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
    """The question of a standing offer: whether it is taken comes into ``name``.

    Attributes:
        wanted: When the autopilot takes it; None for never. Worked out before anyone is asked.
    """

    name: str
    site: int = field(metadata=CHOICE)
    wanted: Expr | None = None


@frozen(kw_only=True)
class Event(BaseSimple):
    """An event for the journal; only the traced code has it."""

    site: int = field(metadata=EVENT)
    values: tuple[Expr, ...] = ()


@frozen(kw_only=True)
class WorkOut(BaseSimple):
    """Values are worked out only because that may be a fault: what is left of an event without a journal."""

    values: tuple[Expr, ...]


@frozen(kw_only=True)
class Count(BaseSimple):
    """So many steps; a fault at ``site`` when the budget is spent.

    Without a site nothing is asked: what is next to be counted will find it spent.
    """

    site: int | None = field(metadata=FAULT)
    steps: Expr


@frozen(kw_only=True)
class Refill(BaseSimple):
    """The steps left are filled up to the budget from the reserve, as far as that goes."""


@frozen(kw_only=True)
class Check(BaseSimple):
    """A fault where the condition holds."""

    condition: Expr
    site: int = field(metadata=FAULT)


@frozen(kw_only=True)
class Fail(BaseSimple):
    """A fault."""

    site: int = field(metadata=FAULT)


@frozen(kw_only=True)
class If(BaseCompound):
    """One of two blocks."""

    condition: Expr
    body: Block
    otherwise: Block = ()


@frozen(kw_only=True)
class Rows(BaseCompound):
    """The block for the row whose number a variable holds."""

    row: str
    arms: tuple[Arm, ...]


@frozen(kw_only=True)
class Arm:
    """A block and the rows it is for."""

    numbers: tuple[int, ...]
    body: Block
    note: str = field(default="", eq=False)


@frozen(kw_only=True)
class Each(BaseCompound):
    """A loop over members fixed when it begins.

    Attributes:
        watched: The list whose elements the body may remove: one removed meanwhile is passed over. Else None.
        where: Asked of each as its turn comes.
        steady: Whether what can be asked of all at once (``passes/vectorize.py``) may as well be asked when the loop
            begins: no turn changes it for those behind, nor whether they are there.
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
    """A loop over numbers, up or down; ``most`` is how many turns there can be."""

    label: str
    variable: str
    first: Expr
    last: Expr
    most: int
    down: bool
    body: Block


@frozen(kw_only=True)
class Turns(BaseCompound):
    """A loop of so many turns, ``most`` of them at most."""

    label: str
    times: Expr
    most: int
    body: Block


@frozen(kw_only=True)
class While(BaseCompound):
    """A loop while the condition holds, ``limit`` turns at most; ``after`` is for when they are used up."""

    label: str
    condition: Expr
    limit: int
    body: Block
    after: Block


@frozen(kw_only=True)
class Labelled(BaseCompound):
    """A block that can be left and begun again from within."""

    label: str
    body: Block


@frozen(kw_only=True)
class Leave(BaseSimple):
    """Go on behind the loop or the block with this label."""

    label: str


@frozen(kw_only=True)
class Restart(BaseSimple):
    """Go back to the start of the block with this label."""

    label: str


@frozen(kw_only=True)
class Return(BaseSimple):
    """The function gives its results.

    Attributes:
        facts: Given behind the results: natural dice and total of a kept roll.
        site: Where the results are told; None where they are not.
    """

    values: tuple[Expr, ...] = ()
    facts: tuple[Expr, ...] = ()
    site: int | None = field(default=None, metadata=RESULT)


@frozen(kw_only=True)
class EndOuter(BaseSimple):
    """Leave the innermost running call of the procedure with this number."""

    procedure: int
    value: Expr


@frozen(kw_only=True)
class NewElement(BaseSimple):
    """A new element in a state list. A name that is given is taken as it is; else it is the next one of its list.

    Attributes:
        slots: Fields that do not have their defaults: the field's id and its value.
        full: Fault where the list is full.
    """

    list: str
    slots: tuple[tuple[str, Expr], ...]
    site: int = field(metadata=ELEMENT)
    full: int = field(metadata=FAULT)


@frozen(kw_only=True)
class RemoveElement(BaseSimple):
    """An element leaves its list, and every field that held it holds none; nothing where it has left already."""

    list: str
    value: Expr
    site: int = field(metadata=ELEMENT)


@frozen(kw_only=True)
class RemoveWhere(BaseSimple):
    """Every element leaves the list for which the condition holds as its turn comes; ``steady`` as of :class:`Each`."""

    list: str
    variable: str
    where: Expr | None
    site: int = field(metadata=ELEMENT)
    steady: bool = False


@frozen(kw_only=True)
class MoveElement(BaseSimple):
    """An element becomes the last of its list, which has an order, or the first; nothing where it has left already."""

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
"""A statement that holds no others."""

Compound = If | Rows | Each | Numbered | Turns | While | Labelled
"""A statement that holds others."""

Stmt = Simple | Compound
"""Something that happens."""

Block = tuple[Stmt, ...]


def is_stmt(node: object) -> TypeGuard[Stmt]:
    """Whether something is a statement."""
    return isinstance(node, BaseStmt)
