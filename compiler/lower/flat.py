"""The flat form: what every backend prints.

State is integer slots, every value one 32-bit integer, every text elsewhere. Expressions change nothing. Dice,
choices and calls that act are statements; loop bounds are constants or were fixed when the loop began; faults are
numbered sites. Two blocks are equal when they do the same, so equal rows of a table can share their code.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

# --- expressions


@frozen
class Expr:
    """Something with a value: an integer; a condition is 1 or 0."""


@frozen
class Num(Expr):
    """A constant."""

    value: int


@frozen
class Local(Expr):
    """A parameter or a variable of the function."""

    name: str


@frozen
class Slot(Expr):
    """The slot at ``base + offset``; ``base`` is the first of a field."""

    base: int
    offset: Expr = Num(0)


@frozen
class Datum(Expr):
    """An integer of a constant tuple; the index is always within it."""

    data: str
    index: Expr


@frozen
class Arithmetic(Expr):
    """``left op right``."""

    op: Literal["+", "-", "*"]
    left: Expr
    right: Expr


@frozen
class Quotient(Expr):
    """``left / divisor``, rounded; the divisor is above 0."""

    left: Expr
    divisor: Expr
    up: bool


@frozen
class Negative(Expr):
    """``-value``."""

    value: Expr


@frozen
class Compare(Expr):
    """A condition: ``left op right``."""

    op: Literal["<", "<=", ">", ">=", "==", "!="]
    left: Expr
    right: Expr


@frozen
class Between(Expr):
    """A condition: ``low <= value <= high``."""

    value: Expr
    low: Expr
    high: Expr


@frozen
class Among(Expr):
    """A condition: the value is one of the members."""

    value: Expr
    members: tuple[Expr, ...]


@frozen
class Contains(Expr):
    """A condition: a list that is a variable holds the value."""

    variable: str
    value: Expr


@frozen
class Not(Expr):
    """A condition: the other does not hold."""

    value: Expr


@frozen
class All(Expr):
    """A condition: every term holds; later ones are asked only where the earlier hold."""

    terms: tuple[Expr, ...]


@frozen
class Either(Expr):
    """A condition: some term holds; later ones are asked only where the earlier do not."""

    terms: tuple[Expr, ...]


@frozen
class Extreme(Expr):
    """The least or the greatest of the values."""

    which: Literal["min", "max"]
    values: tuple[Expr, ...]


@frozen
class Clamp(Expr):
    """The value, brought into ``low..high``."""

    value: Expr
    low: int
    high: int


@frozen
class Neighbour(Expr):
    """The enum value ``step`` places on; none past the ends of the ``size`` values."""

    value: Expr
    step: Literal[1, -1]
    size: int


@frozen
class Pick(Expr):
    """One of two values; only the one picked is worked out."""

    condition: Expr
    value: Expr
    otherwise: Expr


@frozen
class Some(Expr):
    """The value; a fault where it is none."""

    value: Expr
    site: int


@frozen
class Fit(Expr):
    """The value; a fault where it lies outside ``low..high``. ``optional`` lets none pass."""

    value: Expr
    low: int
    high: int
    optional: bool
    site: int


@frozen
class Failure(Expr):
    """A fault, wherever a value is asked for."""

    site: int


@frozen
class Live(Expr):
    """The element reference, or none where it has left its list."""

    list: str
    value: Expr


@frozen
class Place(Expr):
    """Where the fields of an element are: ``reference % capacity``.

    A fault at ``site`` where the reference is none or has left its list; None where it is known to be alive.
    """

    list: str
    value: Expr
    site: int | None


@frozen
class Call(Expr):
    """A function that changes nothing; ``part`` is the place of the value meant where it gives several."""

    function: str
    args: tuple[Expr, ...]
    part: int | None = None


# --- what a loop, a choice or a quantifier goes through


@frozen
class Source:
    """Integers in order."""


@frozen
class Numbers(Source):
    """``first`` to ``last``; nothing where ``last`` is lower."""

    first: Expr
    last: Expr


@frozen
class Values(Source):
    """These values."""

    values: tuple[Expr, ...]


@frozen
class Elements(Source):
    """The elements of a state list in the order of their slots."""

    list: str


@frozen
class Held(Source):
    """The values of a variable that is a list; elements that have left their list are passed over."""

    variable: str
    list: str | None = None


@frozen
class Quantifier(Expr):
    """How many members, whether any (a condition), or the first or none for which ``where`` holds."""

    kind: Literal["count", "any", "first"]
    variable: str
    source: Source
    where: Expr | None


# --- statements


@frozen(kw_only=True)
class Stmt:
    """Something that happens. ``note`` is a word for the reader of the code."""

    note: str = field(default="", eq=False)


Block = tuple[Stmt, ...]


@frozen(kw_only=True)
class SetLocal(Stmt):
    """A variable gets a value."""

    name: str
    value: Expr


@frozen(kw_only=True)
class NewHeld(Stmt):
    """A variable becomes an empty list."""

    name: str


@frozen(kw_only=True)
class Append(Stmt):
    """A list that is a variable gets one more value; a fault at ``site`` beyond its capacity."""

    variable: str
    value: Expr
    capacity: int
    site: int


@frozen(kw_only=True)
class SetSlot(Stmt):
    """A field gets a value; ``site`` is that of the change."""

    slot: Slot
    value: Expr
    site: int


@frozen(kw_only=True)
class FallBack(Stmt):
    """``count`` slots of a field from ``slot`` on fall back to their defaults; ``site`` is that of the change."""

    slot: Slot
    count: int
    field: str
    site: int


@frozen(kw_only=True)
class Draw(Stmt):
    """Dice are thrown; their sum comes into a variable."""

    name: str
    site: int
    count: int
    sides: int


@frozen(kw_only=True)
class Bonus(Stmt):
    """A modifier adds to the total where it applies; its amount, or 0, comes into ``amount_name``."""

    total: str
    amount_name: str
    amount: Expr
    condition: Expr | None


@frozen(kw_only=True)
class Invoke(Stmt):
    """A function is called; its results come into variables. None for a result not wanted.

    Attributes:
        results: How many integers it gives.
    """

    names: tuple[str | None, ...]
    function: str
    args: tuple[Expr, ...]
    results: int


@frozen(kw_only=True)
class Ask(Stmt):
    """One of a source's members is chosen; ``variable`` holds each in ``where`` and ``score``, then the choice.

    Attributes:
        empty: Fault where there is none to choose; None where none may be chosen, as then none is the choice.
        values: What the prompt holds.
    """

    variable: str
    site: int
    source: Source
    where: Expr | None
    score: Expr | None
    values: tuple[Expr, ...]
    empty: int | None


@frozen(kw_only=True)
class AskBranch(Stmt):
    """One of the numbered branches whose conditions hold is chosen; its number comes into ``name``.

    Attributes:
        conditions: For each branch, None for always.
        scores: For each branch; None where no branch has one.
        values: What the prompt and the titles hold.
        empty: Fault where no condition holds.
    """

    name: str
    site: int
    conditions: tuple[Expr | None, ...]
    scores: tuple[Expr, ...] | None
    values: tuple[Expr, ...]
    empty: int


@frozen(kw_only=True)
class Offer(Stmt):
    """A standing offer to throw again; whether it was taken comes into ``name``.

    Attributes:
        wanted: When the autopilot takes it, asked only if it is made; None for never.
    """

    name: str
    function: str
    wanted: Expr | None


@frozen(kw_only=True)
class AskAgain(Stmt):
    """The question of a standing offer, in its own function; its ``wanted`` is that of the caller."""

    name: str
    site: int


@frozen(kw_only=True)
class Event(Stmt):
    """An event for the journal; only the traced code has it."""

    site: int
    values: tuple[Expr, ...] = ()


@frozen(kw_only=True)
class Count(Stmt):
    """One step; a fault at ``site`` when the budget is spent."""

    site: int


@frozen(kw_only=True)
class Check(Stmt):
    """A fault where the condition holds."""

    condition: Expr
    site: int


@frozen(kw_only=True)
class Fail(Stmt):
    """A fault."""

    site: int


@frozen(kw_only=True)
class If(Stmt):
    """One of two blocks."""

    condition: Expr
    body: Block
    otherwise: Block = ()


@frozen(kw_only=True)
class Rows(Stmt):
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
class Each(Stmt):
    """A loop over members fixed when it begins.

    Attributes:
        watched: The list whose elements the body may remove: one removed meanwhile is passed over. Else None.
        where: Asked of each as its turn comes.
    """

    label: str
    variable: str
    source: Source
    watched: str | None
    where: Expr | None
    body: Block


@frozen(kw_only=True)
class Numbered(Stmt):
    """A loop over numbers, up or down."""

    label: str
    variable: str
    first: Expr
    last: Expr
    down: bool
    body: Block


@frozen(kw_only=True)
class Turns(Stmt):
    """A loop of so many turns."""

    label: str
    times: Expr
    body: Block


@frozen(kw_only=True)
class While(Stmt):
    """A loop while the condition holds, ``limit`` turns at most; ``site`` tells that it held even then."""

    label: str
    condition: Expr
    limit: int
    body: Block
    site: int


@frozen(kw_only=True)
class Labelled(Stmt):
    """A block that can be left and begun again from within."""

    label: str
    body: Block


@frozen(kw_only=True)
class Leave(Stmt):
    """Go on behind the loop or the block with this label."""

    label: str


@frozen(kw_only=True)
class Restart(Stmt):
    """Go back to the start of the block with this label."""

    label: str


@frozen(kw_only=True)
class Return(Stmt):
    """The function gives its results.

    Attributes:
        facts: Given behind the results: natural dice and total of a kept roll.
        site: Where the results are told; None where they are not.
    """

    values: tuple[Expr, ...] = ()
    facts: tuple[Expr, ...] = ()
    site: int | None = None


@frozen(kw_only=True)
class EndOuter(Stmt):
    """Leave the innermost running call of the procedure with this number."""

    procedure: int
    value: Expr


@frozen(kw_only=True)
class NewElement(Stmt):
    """A new element in a state list.

    Attributes:
        slots: Fields that do not have their defaults: the field's id and its value.
        full: Fault where the list is full.
    """

    list: str
    slots: tuple[tuple[str, Expr], ...]
    site: int
    full: int


@frozen(kw_only=True)
class RemoveElement(Stmt):
    """An element leaves its list, and every field that held it holds none; nothing where it has left already."""

    list: str
    value: Expr
    site: int


@frozen(kw_only=True)
class RemoveWhere(Stmt):
    """Every element leaves the list for which the condition holds as its turn comes."""

    list: str
    variable: str
    where: Expr | None
    site: int


TERMINAL = (Return, EndOuter, Leave, Restart, Fail)


def ends(block: Block) -> bool:
    """Whether nothing behind the block can be reached from its end."""
    if not block:
        return False
    match block[-1]:
        case If(body=body, otherwise=otherwise):
            return ends(body) and ends(otherwise)
        case Rows(arms=arms):
            return all(ends(arm.body) for arm in arms)
        case Labelled(label=label, body=body):
            return ends(body) and not leaves(body, label)
        case last:
            return isinstance(last, TERMINAL)


def leaves(block: Block, label: str) -> bool:
    """Whether a block leaves the labelled block around it."""
    return any(stmt == Leave(label=label) for stmt in statements(block))


def restarts(block: Block, label: str) -> bool:
    """Whether a block begins the labelled block around it again."""
    return any(stmt == Restart(label=label) for stmt in statements(block))


def statements(block: Block) -> list[Stmt]:
    """Every statement of a block, inner ones too."""
    found: list[Stmt] = []
    for stmt in block:
        found.append(stmt)
        match stmt:
            case If(body=body, otherwise=otherwise):
                found += statements(body) + statements(otherwise)
            case Rows(arms=arms):
                for arm in arms:
                    found += statements(arm.body)
            case Each(body=body) | Numbered(body=body) | Turns(body=body) | While(body=body) | Labelled(body=body):
                found += statements(body)
            case _:
                pass
    return found


# --- functions


@frozen(kw_only=True)
class Guard:
    """What stands around a function's body.

    Attributes:
        number: Its number, where ``end`` can leave it; else None.
        escapes: Whether an ``end``, its own or an outer procedure's, can come out of the body.
        resets: The owner of state that falls back at its end, or None.
        depth: The slot that counts open calls, or None.
        deepest: How many may be open at once.
        too_deep: What happens instead beyond them.
        enter, leave: Sites of the journal, or None.
    """

    number: int | None = None
    escapes: bool = False
    resets: str | None = None
    depth: int | None = None
    deepest: int = 0
    too_deep: Block = ()
    enter: int | None = None
    leave: int | None = None


@frozen(kw_only=True)
class Function:
    """A function.

    Attributes:
        about: The node it stands for and its place, for the reader.
        results: How many integers it gives.
        asks: Whether a choice can come up in it, callees included.
        ends: Whether it can end a procedure that runs around it.
    """

    name: str
    about: str
    params: tuple[str, ...]
    results: int
    body: Block
    guard: Guard | None = None
    asks: bool = False
    ends: bool = False
