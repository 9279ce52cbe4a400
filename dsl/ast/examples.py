"""Examples (unit tests in the rules): their lines, and grids of cases."""

from __future__ import annotations

from typing import Literal, TypeGuard

from bombsight.dsl.ast.expressions import Expr
from bombsight.dsl.ast.items import BaseItem
from bombsight.dsl.ast.node import Node
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import Origin, stated_fields_of


@frozen
class BaseExampleLine(Node):
    """Base class of :data:`ExampleLine`."""


# --- the scene


@frozen
class Given(BaseExampleLine):
    """``given x = e``: set a field for the scene."""

    target: Expr
    value: Expr


@frozen
class GivenDo(BaseExampleLine):
    """``given do p``: run a procedure for the scene."""

    call: Expr


@frozen
class GivenAdd(BaseExampleLine):
    """``given add Ship(...) to ships as s``: add an element to the scene; its name may be None."""

    value: Expr
    target: Expr
    name: str | None


@frozen
class GivenOption(BaseExampleLine):
    """``given option moon = yes``: the value of an option in the example, as a word."""

    name: str
    value: str


@frozen
class GivenOverlay(BaseExampleLine):
    """``given without sheet``, ``given variant fog``: an overlay to leave out or to apply in the example.

    Attributes:
        kind: Whether it is left out or applied.
        name: The overlay; of errata to leave out perhaps one item, ``sheet/10``.
    """

    kind: Literal["without", "variant"]
    name: str


@frozen
class LeaveOut(BaseExampleLine):
    """``leave out do p = 3``: a call to skip wherever play reaches it, and the value to use instead."""

    kind: Literal["procedure", "table"]
    name: str
    values: tuple[Expr, ...]


# --- the call, and the expected events in the order of play


@frozen
class ExampleCall(BaseExampleLine):
    """``roll on T(args)`` or ``do p(args)``: the example's one call."""

    call: Expr


@frozen
class ExpectedRoll(BaseExampleLine):
    """``roll G-9 3 4``: the dice of the next roll.

    Attributes:
        table: The table; None for dice outside a table.
        dice: Each die, or their total.
        within: The procedure or table that throws dice outside a table, ``roll in leak 4``; None where ``-`` leaves it
            open.
    """

    table: str | None
    dice: tuple[int, ...]
    within: str | None = None


@frozen
class ExpectedAnswer(BaseExampleLine):
    """``answer give_orders/order: brig late``: the next answer; with ``drawn``, the next result of a draw.

    Attributes:
        words: Words that identify the option or member.
        choice: The choice or draw; None if the line does not name it.
        drawn: Whether it is a draw.
    """

    words: tuple[str, ...]
    choice: str | None = field(default=None, repr=False)
    drawn: bool = field(default=False, repr=False)


@frozen
class ExpectedOffer(BaseExampleLine):
    """``offered hold, drop``: the exact options of the next question."""

    options: tuple[tuple[str, ...], ...]


@frozen
class LeadsTo(BaseExampleLine):
    """``leads to T``: the next call, which ends the example; with ``never``, a call that must not occur."""

    name: str
    never: bool


@frozen
class Expect(BaseExampleLine):
    """``expect e``: an assertion; one from a grid brings its own text, for its parts stand in two places.

    Attributes:
        condition: The asserted condition.
        text: The assertion as shown to readers; empty if that is its source text.
        filled: The names in the text that stand for values of a case, each with the value as written.
    """

    condition: Expr
    text: str = field(default="", repr=False)
    filled: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@frozen
class ExpectNothingElse(BaseExampleLine):
    """``expect nothing else changed``: an assertion that no other state changed."""


@frozen
class ExpectEnded(BaseExampleLine):
    """``expect mission ended``: an assertion that a procedure was ended."""

    procedure: str


# --- cases


@frozen
class CaseHead(Node):
    """The head of a column of cases: the beginning of a line that each cell completes.

    Attributes:
        kind: The kind of line.
        subject: The part of the line before the cell: the place, the option, the table (None for dice outside a table),
            the procedure that throws such dice, the choice or draw or None, the condition; None for other kinds.
    """

    kind: Literal["given", "option", "roll", "roll in", "answer", "drawn", "offered", "expect", "leads"]
    subject: Expr | str | None


@frozen
class CaseWords(Node):
    """Words of a cell: ``brig late``, ``3 4``, a table's id."""

    words: tuple[str, ...]


@frozen
class CaseSpan(Node):
    """``2..5``: a cell that stands for each of these numbers."""

    low: int
    high: int


@frozen
class CaseCell(Node):
    """A cell of a case: its items between commas; none for ``-``."""

    items: tuple[Expr | CaseWords | CaseSpan, ...]


@frozen
class CaseRow(BaseExampleLine):
    """A row of a grid of cases; the first is the head, in which a cell with only a name is a parameter of the case."""

    cells: tuple[CaseHead | CaseCell, ...]


ExampleLine = (
    Given
    | GivenDo
    | GivenAdd
    | GivenOption
    | GivenOverlay
    | LeaveOut
    | ExampleCall
    | ExpectedRoll
    | ExpectedAnswer
    | ExpectedOffer
    | LeadsTo
    | Expect
    | ExpectNothingElse
    | ExpectEnded
    | CaseRow
)
"""Any line of an example."""

CheckedLine = ExpectedRoll | ExpectedAnswer | ExpectedOffer | LeadsTo | Expect | ExpectNothingElse | ExpectEnded
"""The lines that an example checks after its call: events and assertions."""


def is_example_line(node: object) -> TypeGuard[ExampleLine]:
    """Whether a syntax node is a line of an example."""
    return isinstance(node, BaseExampleLine)


@frozen
class Example(BaseItem):
    """A worked example, run as a test."""

    title: str
    origin: Origin = field(eq=stated_fields_of)
    lines: tuple[ExampleLine, ...]
