"""Examples: their lines, and the grids of cases under one head."""

from __future__ import annotations

from typing import Literal, TypeGuard

from bombsight.dsl.ast.expressions import Expr
from bombsight.dsl.ast.items import BaseItem
from bombsight.dsl.ast.node import Node
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import Origin, stated_fields_of


@frozen
class BaseExampleLine(Node):
    """What is :data:`ExampleLine`."""


# --- what is so before


@frozen
class Given(BaseExampleLine):
    """``given x = e``."""

    target: Expr
    value: Expr


@frozen
class GivenDo(BaseExampleLine):
    """``given do p``."""

    call: Expr


@frozen
class GivenAdd(BaseExampleLine):
    """``given add Ship(...) to ships as s``; the name may be None."""

    value: Expr
    target: Expr
    name: str | None


@frozen
class GivenOption(BaseExampleLine):
    """``given option moon = yes``: what it is played with, as a word."""

    name: str
    value: str


@frozen
class GivenOverlay(BaseExampleLine):
    """``given without sheet``, ``given variant fog``: the rules that it is played with."""

    kind: Literal["without", "variant"]
    name: str


@frozen
class LeaveOut(BaseExampleLine):
    """``leave out do p = 3``: what is not done where play comes to it, and what it gives instead."""

    kind: Literal["procedure", "table"]
    name: str
    values: tuple[Expr, ...]


# --- the call, and what follows in the order of play


@frozen
class ExampleCall(BaseExampleLine):
    """``roll on T(args)`` or ``do p(args)``: the one call."""

    call: Expr


@frozen
class ExpectedRoll(BaseExampleLine):
    """``roll G-9 3 4``: the dice of the next roll.

    Attributes:
        table: The table; None for dice that no table owns.
        dice: Each of them, or their total.
        within: The procedure or table in which those are thrown, ``roll in leak 4``; None where ``-`` leaves it open.
    """

    table: str | None
    dice: tuple[int, ...]
    within: str | None = None


@frozen
class ExpectedAnswer(BaseExampleLine):
    """``answer give_orders/order: brig late``; with ``drawn`` instead of ``answer`` what chance takes.

    Attributes:
        words: What points at the option or the member.
        choice: Which choice or draw it is; None where the line does not name it.
        drawn: Whether it is a draw.
    """

    words: tuple[str, ...]
    choice: str | None = field(default=None, repr=False)
    drawn: bool = field(default=False, repr=False)


@frozen
class ExpectedOffer(BaseExampleLine):
    """``offered hold, drop``: just what the next question offers."""

    options: tuple[tuple[str, ...], ...]


@frozen
class LeadsTo(BaseExampleLine):
    """``leads to T``: what comes next, and the end of the example; with ``never``, what does not come at all."""

    name: str
    never: bool


@frozen
class Expect(BaseExampleLine):
    """``expect e``; a case of a grid says itself how it reads, for it stands in two places.

    Attributes:
        condition: What is so.
        text: How it reads; empty where that is as it is written.
        filled: The names in it that stand for values of a case, with those as written.
    """

    condition: Expr
    text: str = field(default="", repr=False)
    filled: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@frozen
class ExpectNothingElse(BaseExampleLine):
    """``expect nothing else changed``."""


@frozen
class ExpectEnded(BaseExampleLine):
    """``expect mission ended``."""

    procedure: str


# --- cases


@frozen
class CaseHead(Node):
    """The head of a column of cases: the beginning of a line that each cell ends.

    Attributes:
        kind: Which line.
        subject: What stands in it before the cell: the place, the option, the table (None for dice that no table
            owns), where such dice are thrown, the choice or the draw or None, the condition; None for the others.
    """

    kind: Literal["given", "option", "roll", "roll in", "answer", "drawn", "offered", "expect", "leads"]
    subject: Expr | str | None


@frozen
class CaseWords(Node):
    """Words side by side: ``brig late``, ``3 4``, the id of a table."""

    words: tuple[str, ...]


@frozen
class CaseSpan(Node):
    """``2..5``: each of these numbers."""

    low: int
    high: int


@frozen
class CaseCell(Node):
    """A cell of a case: what stands between its commas; nothing for ``-``."""

    items: tuple[Expr | CaseWords | CaseSpan, ...]


@frozen
class CaseRow(BaseExampleLine):
    """A row of a grid of cases; the first is its head, in which a cell with a name alone is a value of the case."""

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
"""Every line of an example."""

CheckedLine = ExpectedRoll | ExpectedAnswer | ExpectedOffer | LeadsTo | Expect | ExpectNothingElse | ExpectEnded
"""What follows, and what is so then: the run is held to it."""


def is_example_line(node: object) -> TypeGuard[ExampleLine]:
    """Whether something is a line of an example."""
    return isinstance(node, BaseExampleLine)


@frozen
class Example(BaseItem):
    """A worked example, run as a test."""

    title: str
    origin: Origin = field(eq=stated_fields_of)
    lines: tuple[ExampleLine, ...]
