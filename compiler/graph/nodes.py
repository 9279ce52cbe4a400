"""What a rule graph is made of.

Every node has a stable id (``table:Sky``, ``row:Sky/3``, ``procedure:watch``), a place, and an origin: what it says
itself of where it comes from, and the overlay items that put it there or changed it.
"""

from __future__ import annotations

from typing import Literal

from bombsight.compiler.graph.boards import Layout, Marks
from bombsight.compiler.graph.chapters import Chapter
from bombsight.compiler.graph.examples import Example
from bombsight.compiler.graph.expressions import Expr
from bombsight.compiler.graph.node import BaseNode, Param, Tone, compared_origins
from bombsight.compiler.graph.overlays import OverlayInForce
from bombsight.compiler.graph.relations import Derived, Edge
from bombsight.compiler.graph.statements import Beside, Block, Modifier, Rolled, Row, Seen
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin, stated_fields_of
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.types import ListType, NameList, Type


@frozen(kw_only=True)
class Game(BaseNode):
    """The manifest.

    Attributes:
        id: The game's id, as on the command line.
        mission: Name of the procedure that plays one mission.
        career: Name of the procedure that plays them all, or None.
        players: The enum of those who sit at the table, or None.
        names: Lists of names for ``text`` fields, the general one first.
        about: What a player should know before he plays, paragraph by paragraph.
        sources_optional: Whether the game asks no citations.
    """

    id: str
    title: str
    publisher: str
    language: int
    mission: str
    career: str | None
    players: str | None
    names: tuple[NameList, ...]
    about: tuple[str, ...]
    sources_optional: bool


@frozen(kw_only=True)
class Option(BaseNode):
    """A switch.

    Attributes:
        words: The readings to choose from; empty for yes/no and for numbers.
        type: yes/no, a range, or the enum ``option NAME``.
        default: Its value unless told otherwise.
        value: Its value now.
    """

    name: str
    title: str
    words: tuple[str, ...]
    type: Type
    default: int
    value: int


@frozen(kw_only=True)
class Column:
    """A column of printed data: its values in the order of the enum."""

    name: str
    type: Type
    values: tuple[int, ...]


@frozen(kw_only=True)
class Enum(BaseNode):
    """Named values, ordered. ``owner`` is ``table`` for result words, ``option`` for readings, else ``game``.

    Attributes:
        origins: Those of its values, in their order; none for one that is not declared by itself.
    """

    name: str
    values: tuple[str, ...]
    titles: tuple[str, ...]
    columns: tuple[Column, ...]
    owner: Literal["game", "table", "option"] = "game"
    origins: tuple[Origin, ...] = field(default=(), eq=compared_origins)


@frozen(kw_only=True)
class Field(BaseNode):
    """One field of state, records resolved to their leaves: ``keeper.watches``, ``Ship.strength``.

    Attributes:
        id: Its name; for a field of a record ``field.member``; for an element's field ``Record.member``.
        owner: The procedure as long as which it lives, or ``career``; for an element's field the list's id.
        title: What the player sees it called; empty for an internal field.
        type: The type of one value.
        indices: Enum names of its dimensions, a record's own dimensions behind those of what holds it.
        index_names: A name for each dimension, for ``default``; unnamed ones are ``_0``, ``_1`` ...
        full: Whether it saturates.
        default: Its value at the start of its life; may read its own index names, options and enum data.
        element: Whether it is a field of a list's elements.
        matters: Whether more of it is ``good`` or ``bad`` for the player; empty where it is neither.
        seen: Who may see it, worked out of its own index names and, as the variable called like the record, the
            element that it belongs to; None for everybody.
    """

    id: str
    owner: str
    title: str
    type: Type
    indices: tuple[str, ...]
    index_names: tuple[str, ...]
    full: bool
    default: Expr
    element: bool = False
    matters: Tone = ""
    seen: Seen | None = None


@frozen(kw_only=True)
class StateList(BaseNode):
    """A list in state: the pool of one record's elements.

    Attributes:
        seen: Who may see what it holds; None for everybody.
    """

    id: str
    owner: str
    title: str
    record: str
    type: ListType
    fields: tuple[str, ...]
    seen: Seen | None = None


@frozen(kw_only=True)
class Beforehand(BaseNode):
    """A result that needs no dice."""

    id: str
    condition: Expr
    label: str
    body: Block


@frozen(kw_only=True)
class Note(BaseNode):
    """A note of a table, called by name."""

    id: str
    name: str
    title: str
    body: Block


@frozen(kw_only=True)
class CellMark:
    """A cell of a grid that overlay items put there or changed; lines and columns are counted from 0."""

    line: int
    column: int
    amended_by: tuple[str, ...]


@frozen(kw_only=True)
class Grid:
    """A grid as printed, cell by cell, for people."""

    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    marks: tuple[CellMark, ...] = ()


@frozen(kw_only=True)
class Table(BaseNode):
    """A table.

    Attributes:
        params: What it is rolled or looked up with.
        result: The type of its result, or None where it only acts.
        words: Name of the enum of its own result words, or None.
        rolled: Dice, modifiers, natural rows and rows; None for a looked-up table.
        entry: What its ``each`` line calls the words of an entry, in their order; empty where it has none.
        rows: The rows of a looked-up table; empty for a rolled one.
        beforehand: Rows asked before any die is thrown.
        notes: Its notes.
        deep: How many calls may be open at once, or None where it cannot reach itself.
        relation: Whether it is a grid of keys only, answering yes or no.
        grid: The grid as printed, or None.
    """

    id: str
    title: str
    params: tuple[Param, ...]
    result: Type | None
    words: str | None
    rolled: Rolled | None
    rows: tuple[Row, ...]
    beforehand: tuple[Beforehand, ...]
    notes: tuple[Note, ...]
    deep: int | None
    relation: bool
    grid: Grid | None
    entry: tuple[str, ...] = ()

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """Its rows, rolled or looked up."""
        return self.rolled.rows if self.rolled else self.rows

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """Its modifiers; none for a looked-up table."""
        return self.rolled.modifiers if self.rolled else ()


@frozen(kw_only=True)
class DefineException:
    """An exception: its value where it holds, unless an exception to it does."""

    label: str
    value: Expr
    condition: Expr
    over: tuple[str, ...]
    exceptions: tuple[DefineException, ...]
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class Tally:
    """What makes a derived value one that is counted of many runs.

    Attributes:
        title: In a reader's words.
        matters: Whether players care for it: ``good``, ``bad``, or empty.
        required: Whether a run in which it is no does not count, and is played again.
    """

    title: str
    matters: Tone
    required: bool = False


@frozen(kw_only=True)
class Define(BaseNode):
    """A derived value.

    Attributes:
        tally: What it is counted as, of many runs; None for a value of play.
    """

    name: str
    params: tuple[Param, ...]
    type: Type
    base: Expr
    exceptions: tuple[DefineException, ...]
    tally: Tally | None = None


@frozen(kw_only=True)
class Procedure(BaseNode):
    """A part of the sequence of play.

    Attributes:
        result: The type of what it gives, or None for one that gives nothing.
        seen: Who is told what is told in it; None for those who are told of what is around its call.
    """

    name: str
    title: str
    params: tuple[Param, ...]
    result: Type | None
    deep: int | None
    body: Block
    seen: Seen | None = None


@frozen(kw_only=True)
class RerollPrefer:
    """When the autopilot takes the offer: on this table, where the condition holds of the dice as they lie."""

    table: str
    condition: Expr


@frozen(kw_only=True)
class Reroll(BaseNode):
    """An offer to throw the dice again that stands over every roll.

    Attributes:
        limit: How often it is made in a mission at most.
        prefers: When the autopilot takes it, table by table; elsewhere it keeps the dice.
        beside: What decides, line by line.
        routine: When to keep the dice is the one sensible answer, where that is preferred; None where the rules do not
            say.
        body: What taking it does.
    """

    name: str
    title: str
    condition: Expr
    limit: int
    prefers: tuple[RerollPrefer, ...]
    body: Block
    beside: tuple[Beside, ...] = ()
    routine: Expr | None = None


@frozen(kw_only=True)
class Board(BaseNode):
    """A picture of the state, for who plays.

    Attributes:
        layout: Its places, and how they lie.
        marks: What stands at them, and beside the whole.
    """

    name: str
    title: str
    layout: Layout
    marks: tuple[Marks, ...]


@frozen(kw_only=True)
class RuleGraph:
    """A whole game, resolved and typed, errata and house rules applied.

    Attributes:
        rules_hash: Identifies what can happen in play (:mod:`bombsight.compiler.identity`).
        wording_hash: Identifies that and the sentences by which it is told.
    """

    game: Game
    options: tuple[Option, ...]
    enums: tuple[Enum, ...]
    fields: tuple[Field, ...]
    lists: tuple[StateList, ...]
    tables: tuple[Table, ...]
    defines: tuple[Define, ...]
    procedures: tuple[Procedure, ...]
    rerolls: tuple[Reroll, ...]
    examples: tuple[Example, ...]
    overlays: tuple[OverlayInForce, ...]
    edges: tuple[Edge, ...]
    rules_hash: str
    derived: tuple[Derived, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    boards: tuple[Board, ...] = ()
    wording_hash: str = ""


Node = (
    Game
    | Option
    | Enum
    | Field
    | StateList
    | Beforehand
    | Note
    | Table
    | Define
    | Procedure
    | Reroll
    | Board
    | Chapter
    | Example
    | OverlayInForce
)
"""Every top-level part of a graph."""

Item = Option | Enum | Field | StateList | Table | Define | Procedure | Reroll | Board | Example
"""Every part that stands by itself in the rules: those that :func:`bombsight.compiler.edges.items_of` names."""
