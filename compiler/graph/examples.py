"""Worked examples: a scene, a call, and what follows of it line by line."""

from __future__ import annotations

from typing import Literal

from bombsight.compiler.graph.expressions import Expr
from bombsight.compiler.graph.node import BaseNode, Param
from bombsight.compiler.graph.statements import Block
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.source import NOWHERE, Span


@frozen(kw_only=True)
class BaseExampleLine:
    """What follows of an example's call, line by line."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class ExampleRoll(BaseExampleLine):
    """The dice of the next roll.

    Attributes:
        table: The table; None for dice that no table owns.
        dice: Each of them, or their total.
        within: The procedure or table in which those are thrown; None for any.
    """

    table: str | None
    dice: tuple[int, ...]
    within: str | None = None


@frozen(kw_only=True)
class ExampleAnswer(BaseExampleLine):
    """The words that the next choice's answer must match, or with ``drawn`` what is drawn next.

    Attributes:
        words: The words.
        choice: Which choice or draw it must be; None for any.
        drawn: Whether it is a draw.
    """

    words: tuple[str, ...]
    choice: str | None = None
    drawn: bool = False


@frozen(kw_only=True)
class ExampleOffer(BaseExampleLine):
    """The words of each option that the next choice offers, and of no other."""

    options: tuple[tuple[str, ...], ...]


@frozen(kw_only=True)
class ExampleLead(BaseExampleLine):
    """What is called next, and the end of the example; with ``never``, what is not called at all.

    Attributes:
        to: ``table`` or ``procedure``.
        name: Its id or name.
    """

    to: Literal["table", "procedure"]
    name: str
    never: bool


@frozen(kw_only=True)
class ExampleExpect(BaseExampleLine):
    """What must hold when all that precedes has happened; the variable ``result`` is what the call gave.

    Attributes:
        condition: It.
        text: It as written.
        parts: Each of its terms as written, and behind it the values that decide it, as :mod:`.expectations` lists
            them.
    """

    condition: Expr
    text: str
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()


@frozen(kw_only=True)
class ExampleEnded(BaseExampleLine):
    """That ``end`` of this procedure was come to, whether it is running in the example or not."""

    procedure: str


@frozen(kw_only=True)
class ExampleUnchanged(BaseExampleLine):
    """That nothing has changed since the call but what the example's expectations name."""


ExampleLine = ExampleRoll | ExampleAnswer | ExampleOffer | ExampleLead | ExampleExpect | ExampleEnded | ExampleUnchanged
"""Every line of an example behind its call."""


@frozen(kw_only=True)
class ExampleOption:
    """An option that an example is played with, and its value as a word."""

    name: str
    value: str


@frozen(kw_only=True)
class ExampleLeftOut:
    """What an example leaves out, and the value of each part that it gives instead."""

    left: Literal["table", "procedure"]
    name: str
    values: tuple[Expr, ...]


@frozen(kw_only=True)
class ExampleGiven:
    """What is so before: a line of the scene.

    Attributes:
        body: What it does.
        names: Elements that it gives a name, for all that follows.
    """

    body: Block
    names: tuple[Param, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class Example(BaseNode):
    """A worked example.

    Attributes:
        setup: The scene, line by line.
        call: What is called: a RollOn, a DoCall or a LookUp.
        lines: What follows, in order.
        options: What it is played with, where that is not what the game is played with.
        left_out: What is not called where play comes to it.
    """

    id: str
    title: str
    setup: tuple[ExampleGiven, ...]
    call: Expr
    lines: tuple[ExampleLine, ...]
    options: tuple[ExampleOption, ...] = ()
    left_out: tuple[ExampleLeftOut, ...] = ()
