"""The items of a rule graph.

Every node has a stable id (``table:Sky``, ``row:Sky/3``, ``procedure:watch``), a place, and an origin: its stated
source, and the overlay items that inserted or changed it.
"""

from __future__ import annotations

from typing import Literal

from bombsight.compiler.graph.aggregating import row_result_type
from bombsight.compiler.graph.boards import Layout, Marks
from bombsight.compiler.graph.chapters import Chapter
from bombsight.compiler.graph.examples import Example
from bombsight.compiler.graph.explanations import Explanation, Primer
from bombsight.compiler.graph.expressions import Expr
from bombsight.compiler.graph.node import BaseNode, Param, Tone, compared_origins
from bombsight.compiler.graph.overlays import OverlayInForce
from bombsight.compiler.graph.relations import Derived, Edge
from bombsight.compiler.graph.statements import Beside, Block, KeySpan, Modifier, Rolled, Row, Seen
from bombsight.dsl.aggregation import Aggregation
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin, stated_fields_of
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.layout import ShortPart
from bombsight.flat.release import NO_RELEASE, Release
from bombsight.flat.types import ListType, NameList, Type


@frozen(kw_only=True)
class Game(BaseNode):
    """The manifest.

    Attributes:
        id: The game's id, as on the command line.
        release: Its version, its licence and the like.
        mission: Name of the procedure that plays one mission.
        career: Name of the procedure that plays a whole career, or None.
        players: The enum of the players, or None.
        names: Lists of names for ``text`` fields, the general one first.
        about: The introduction for players, by paragraph.
        sources_optional: Whether the game needs no citations.
    """

    id: str
    title: str
    publisher: str
    release: Release = NO_RELEASE
    language: int
    mission: str
    career: str | None
    players: str | None
    names: tuple[NameList, ...]
    about: tuple[str, ...]
    sources_optional: bool


@frozen(kw_only=True)
class Option(BaseNode):
    """An option of the game.

    Attributes:
        words: Its named values; empty for yes/no and for numbers.
        type: yes/no, a range, or the enum ``option NAME``.
        default: Its default value.
        value: Its current value.
    """

    name: str
    title: str
    words: tuple[str, ...]
    type: Type
    default: int
    value: int


@frozen(kw_only=True)
class Column:
    """A column of an enum's printed data, with a value for each value of the enum."""

    name: str
    type: Type
    values: tuple[int, ...]


@frozen(kw_only=True)
class TableColumn:
    """A column of an enum's grid that names a table for each value of the enum, or nothing."""

    name: str
    tables: tuple[str, ...]


@frozen(kw_only=True)
class Enum(BaseNode):
    """An ordered enum. ``owner`` is ``table`` for result words, ``option`` for named values, else ``game``.

    Attributes:
        shorts: The short title of each value, empty for none; no titles at all if no value has one.
        origins: The origin of each value, in their order; empty unless values have declarations of their own.
        table_columns: The columns that name tables.
    """

    name: str
    values: tuple[str, ...]
    titles: tuple[str, ...]
    columns: tuple[Column, ...]
    owner: Literal["game", "table", "option"] = "game"
    shorts: tuple[str, ...] = ()
    origins: tuple[Origin, ...] = field(default=(), eq=compared_origins)
    table_columns: tuple[TableColumn, ...] = ()


@frozen(kw_only=True)
class Field(BaseNode):
    """One field of state, with records flattened: ``keeper.watches``, ``Ship.strength``.

    Attributes:
        id: Its name; for a field of a record ``field.member``; for an element's field ``Record.member``.
        owner: The procedure whose lifetime it shares, or ``career``; for an element's field the list's id.
        title: The title for players; empty for an internal field.
        type: The type of one value.
        indices: Enum names of its dimensions; a record's own dimensions follow those of its holder.
        index_names: A name for each dimension, for ``default``; unnamed ones are ``_0``, ``_1`` ...
        full: Whether it saturates.
        default: Its initial value; may read its own index names, options and enum data.
        element: Whether it is a field of a list's elements.
        matters: Whether more of it is ``good`` or ``bad`` for the player; empty for neither.
        seen: Its visibility, which may use its own index names and the element, as a variable named like the record;
            None for everybody.
        short_part: Its part in the short title of its element; None for none.
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
    short_part: ShortPart | None = None


@frozen(kw_only=True)
class StateList(BaseNode):
    """A list in state: the pool of one record's elements.

    Attributes:
        seen: The visibility of its contents; None for everybody.
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
    """A row of a table that applies before any die is thrown."""

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
    """A grid cell that overlay items inserted or changed; lines and columns count from 0."""

    line: int
    column: int
    amended_by: tuple[str, ...]


@frozen(kw_only=True)
class Grid:
    """A printed grid, cell by cell, for display."""

    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    marks: tuple[CellMark, ...] = ()


@frozen(kw_only=True)
class Table(BaseNode):
    """A table.

    Attributes:
        params: Its parameters.
        result: The type of its result, or None if it has none.
        words: Name of the enum of its own result words, or None.
        rolled: Dice, modifiers, natural rows and rows; None for a looked-up table.
        entry: The names that its ``each`` line gives the words of an entry, in their order; empty without one.
        aggregation: What becomes of its rows if every one applies whose key or condition holds; None if one row counts.
        rows: The rows of a looked-up table; empty for a rolled one.
        beforehand: Rows tested before any die is thrown.
        notes: Its notes.
        deep: The limit of open calls, or None if it is not recursive.
        relation: Whether it is a grid of keys only, a yes/no relation.
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
    aggregation: Aggregation | None = None

    @property
    def row_result(self) -> Type | None:
        """The type of what one row gives; that of the whole table unless its rows are aggregated."""
        natural_rows = self.rolled.naturals if self.rolled else ()
        row_count = len(self.beforehand) + len(natural_rows) + len(self.all_rows)
        return row_result_type(self.result, self.aggregation, row_count)

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """All rows of the table, whether dice or arguments select them."""
        return self.rolled.rows if self.rolled else self.rows

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers of the table's roll; empty for a table that is looked up without dice."""
        return self.rolled.modifiers if self.rolled else ()


@frozen(kw_only=True)
class DefineException:
    """An exception of a define: its value applies if its condition holds, unless a nested exception applies."""

    label: str
    value: Expr
    condition: Expr
    over: tuple[str, ...]
    exceptions: tuple[DefineException, ...]
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class Tally:
    """The part of a define that makes it a tally: a statistic over many runs.

    Attributes:
        title: The title for readers.
        matters: Whether more of it is ``good`` or ``bad`` for players; empty for neither.
        required: Whether a run in which it is no does not count, and is played again.
    """

    title: str
    matters: Tone
    required: bool = False


@frozen(kw_only=True)
class Forecast:
    """The part of a define that makes it a forecast of a tally of the career, counted as a mission ends.

    Attributes:
        tally: The name of the tally.
        unit: How many of its value make one of the tally.
    """

    tally: str
    unit: int


@frozen(kw_only=True)
class Define(BaseNode):
    """A define: a pure function.

    Attributes:
        tally: Its statistic over many runs; None for a value of play.
        forecast: What of the career it forecasts; None for any other value.
    """

    name: str
    params: tuple[Param, ...]
    type: Type
    base: Expr
    exceptions: tuple[DefineException, ...]
    tally: Tally | None = None
    forecast: Forecast | None = None


@frozen(kw_only=True)
class Procedure(BaseNode):
    """A procedure of play.

    Attributes:
        result: The type of its result, or None.
        seen: The visibility of its messages; None for that of the caller.
        beat: Whether a beat, a moment of the story, ends with it.
    """

    name: str
    title: str
    params: tuple[Param, ...]
    result: Type | None
    deep: int | None
    body: Block
    seen: Seen | None = None
    beat: bool = False


@frozen(kw_only=True)
class RerollPrefer:
    """The autopilot's condition for taking a standing offer on rolls of one table, given the dice."""

    table: str
    condition: Expr


@frozen(kw_only=True)
class Reroll(BaseNode):
    """A standing offer: an offer to throw the dice of any roll again.

    Attributes:
        limit: How often it can be taken in a mission.
        prefers: The conditions for the autopilot to take it, by table; elsewhere it keeps the dice.
        beside: Information for the decision, line by line.
        routine: When keeping the dice is the only sensible answer, if preferred; None if the rules do not say.
        body: The effect of taking it.
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
    """A board: a declarative view of the state for players.

    Attributes:
        layout: Its places, and their layout.
        marks: The marks at its places, and beside the whole.
    """

    name: str
    title: str
    layout: Layout
    marks: tuple[Marks, ...]


@frozen(kw_only=True)
class LuckLine:
    """What the throws of one table count towards a measure of luck.

    Attributes:
        table: The id of the table.
        where: The condition, on the table's parameters and the state, for a throw to count; None for always.
        keys: The totals whose rows count; empty with ``otherwise`` false for all rows.
        otherwise: Whether the ``else`` row counts.
        condition: The condition on the result, the variable ``result``; None for always.
        count: The number that a result counts; None for 1.
    """

    table: str
    where: Expr | None
    keys: tuple[KeySpan, ...]
    otherwise: bool
    condition: Expr | None
    count: Expr | None
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class Luck(BaseNode):
    """A measure of luck: what the results of some throws count.

    Attributes:
        title: The title for readers.
        matters: Whether more of it is ``good`` or ``bad`` for the player.
    """

    name: str
    title: str
    matters: Tone
    lines: tuple[LuckLine, ...]


@frozen(kw_only=True)
class RuleGraph:
    """A whole game, resolved and typed, with errata and house rules applied.

    Attributes:
        rules_hash: Hash of all that affects play (:mod:`bombsight.compiler.identity`).
        wording_hash: Hash of that and of all sentences.
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
    lucks: tuple[Luck, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    primers: tuple[Primer, ...] = ()
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
    | Luck
    | Chapter
    | Example
    | OverlayInForce
    | Explanation
    | Primer
)
"""Every top-level node of a graph."""

Item = Option | Enum | Field | StateList | Table | Define | Procedure | Reroll | Board | Luck | Example
"""Every item of a graph, as :func:`bombsight.compiler.edges.items_of` yields them."""
