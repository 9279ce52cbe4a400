"""Worked examples: a scene, a call, and its dice, answers and expectations line by line."""

from __future__ import annotations

from typing import Literal

from bombsight.compiler.graph.expressions import Expr
from bombsight.compiler.graph.node import BaseNode, Param
from bombsight.compiler.graph.statements import Block
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.source import NOWHERE, Span


@frozen(kw_only=True)
class BaseExampleLine:
    """A line of an example below its call."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class ExampleRoll(BaseExampleLine):
    """The dice of the next roll.

    Attributes:
        table: The table; None for dice without a table.
        dice: The value of each die, or their total.
        within: The procedure or table that throws dice without a table; None for any.
    """

    table: str | None
    dice: tuple[int, ...]
    within: str | None = None


@frozen(kw_only=True)
class ExampleAnswer(BaseExampleLine):
    """The words that match the answer to the next choice, or with ``drawn`` the result of the next draw.

    Attributes:
        words: The words.
        choice: The name of the choice or draw; None for any.
        drawn: Whether it is a draw.
    """

    words: tuple[str, ...]
    choice: str | None = None
    drawn: bool = False


@frozen(kw_only=True)
class ExampleOffer(BaseExampleLine):
    """The words that match each option of the next choice; it must offer no others."""

    options: tuple[tuple[str, ...], ...]


@frozen(kw_only=True)
class ExampleLead(BaseExampleLine):
    """The next call, at which the example ends; with ``never``, a call that must not occur.

    Attributes:
        to: ``table`` or ``procedure``.
        name: Its id or name.
    """

    to: Literal["table", "procedure"]
    name: str
    never: bool


@frozen(kw_only=True)
class ExampleExpect(BaseExampleLine):
    """A condition that must hold after the lines above; the variable ``result`` is the result of the call.

    Attributes:
        condition: The condition.
        text: Its source text.
        parts: The source text of each of its terms, with the values that decide it, see :mod:`.expectations`.
    """

    condition: Expr
    text: str
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()


@frozen(kw_only=True)
class ExampleEnded(BaseExampleLine):
    """The expectation that ``end`` of a procedure was reached, whether it runs in the example or not."""

    procedure: str


@frozen(kw_only=True)
class ExampleUnchanged(BaseExampleLine):
    """The expectation that no state has changed since the call, except state in other expectations."""


ExampleLine = ExampleRoll | ExampleAnswer | ExampleOffer | ExampleLead | ExampleExpect | ExampleEnded | ExampleUnchanged
"""Every line of an example below its call."""


@frozen(kw_only=True)
class ExampleOption:
    """An option of an example, with its value as a word."""

    name: str
    value: str


@frozen(kw_only=True)
class ExampleLeftOut:
    """A left-out table or procedure of an example, with the values that replace its result."""

    left: Literal["table", "procedure"]
    name: str
    values: tuple[Expr, ...]


@frozen(kw_only=True)
class ExampleGiven:
    """A line of the scene, which sets up state before the call.

    Attributes:
        body: Its statements.
        names: Elements that it names for the lines below.
    """

    body: Block
    names: tuple[Param, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class Example(BaseNode):
    """A worked example.

    Attributes:
        setup: The scene, line by line.
        call: The call: a RollOn, a DoCall or a LookUp.
        lines: The lines below the call, in order.
        options: Options that differ from those of the game.
        left_out: Tables and procedures that are not called.
    """

    id: str
    title: str
    setup: tuple[ExampleGiven, ...]
    call: Expr
    lines: tuple[ExampleLine, ...]
    options: tuple[ExampleOption, ...] = ()
    left_out: tuple[ExampleLeftOut, ...] = ()
