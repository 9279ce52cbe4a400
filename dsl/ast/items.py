"""Items: the top-level declarations."""

from __future__ import annotations

from bombsight.dsl.ast.expressions import Expr, Key
from bombsight.dsl.ast.node import PRESENTS, Matters, Node
from bombsight.dsl.ast.statements import Aside, Block, Seen
from bombsight.dsl.ast.tables import GridRow, Modifier, Short, TableLine
from bombsight.dsl.ast.types import Param, TypeExpr
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin, stated_fields_of


@frozen
class BaseItem(Node):
    """Base class of :data:`bombsight.dsl.ast.Item`."""


@frozen
class GameLine(Node):
    """A line of the manifest: a key and its values, perhaps for one record only: ``names of Ship "Alma"``."""

    key: str
    values: tuple[str | int, ...]
    of: str | None = None


@frozen
class Game(BaseItem):
    """The manifest."""

    name: str
    title: str = field(metadata=PRESENTS)
    lines: tuple[GameLine, ...]


@frozen
class Chapter(BaseItem):
    """A heading: the items below it, up to the next one in the file, inherit its citation and standing.

    The tree does not apply the inheritance: see :mod:`bombsight.compiler.chapters`.
    """

    title: str = field(metadata=PRESENTS)
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Option(BaseItem):
    """An option of the game: yes/no, one of several words, or a number in a range."""

    name: str
    title: str = field(metadata=PRESENTS)
    words: tuple[str, ...]
    low: int | None
    high: int | None
    default: Expr
    origin: Origin = field(eq=stated_fields_of)


@frozen
class EnumValue(Node):
    """A value of an enum without a grid: its name, its title, and a short title for narrow places."""

    name: str
    title: str | None = field(metadata=PRESENTS)
    short: str | None = field(default=None, metadata=PRESENTS)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen
class Enum(BaseItem):
    """An enum: named values in order; ``rows`` holds the head and a row per value if it is a grid.

    The rows have the legend's words expanded already; the legend is kept for authors.
    """

    name: str
    values: tuple[EnumValue, ...]
    rows: tuple[GridRow, ...]
    origin: Origin = field(eq=stated_fields_of)
    legend: tuple[Short, ...] = field(default=(), repr=False)


@frozen
class Index(Node):
    """``ship: Ship`` or ``Ship``: an index in the brackets of a field."""

    name: str | None
    enum: str


@frozen
class FieldDecl(Node):
    """The declaration of a field of a record or a state.

    Attributes:
        matters: Whether more of it is ``good`` or ``bad`` for the player; empty for neither.
        seen: Who may see it; None for everybody.
    """

    name: str
    indices: tuple[Index, ...]
    title: str | None = field(metadata=PRESENTS)
    type: TypeExpr
    full: bool
    default: Expr | None
    matters: Matters = field(default="", metadata=PRESENTS)
    seen: Seen | None = None


@frozen
class Record(BaseItem):
    """A record type; ``short`` is the template of its elements' short titles, with fields in holes."""

    name: str
    fields: tuple[FieldDecl, ...]
    short: str | None = field(default=None, metadata=PRESENTS)


@frozen
class State(BaseItem):
    """Fields that live as long as procedure ``owner`` runs; those of ``career`` outlive missions."""

    owner: str
    fields: tuple[FieldDecl, ...]


@frozen
class Table(BaseItem):
    """A table, rolled or looked up."""

    id: str
    title: str = field(metadata=PRESENTS)
    origin: Origin = field(eq=stated_fields_of)
    deep: int | None
    lines: tuple[TableLine, ...]


@frozen
class ModifierOn(BaseItem):
    """A modifier declared outside the tables that it applies to."""

    modifier: Modifier
    tables: tuple[str, ...]


@frozen
class Except(Node):
    """``except name: value when e over others``: an exception, with nested ones; ``over_all``: ``over all others``."""

    name: str
    value: Expr
    when: Expr | None
    over: tuple[str, ...]
    over_all: bool
    origin: Origin = field(eq=stated_fields_of)
    exceptions: tuple[Except, ...]


@frozen
class Base(Node):
    """``base: value``: a define's base as a line that an edit can quote."""

    values: tuple[Expr, ...]
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Define(BaseItem):
    """A define (pure function): a base and its exceptions."""

    name: str
    params: tuple[Param, ...]
    type: TypeExpr
    base: Expr
    base_origin: Origin = field(eq=stated_fields_of)
    exceptions: tuple[Except, ...]
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Tally(Define):
    """A tally: a statistic of many runs, as a define without parameters that rules of play never read.

    Attributes:
        title: The title for readers.
        matters: Whether more of it is ``good`` or ``bad`` for players; empty for neither.
        required: Whether a run in which its value is no is discarded and played again.
    """

    title: str = field(metadata=PRESENTS)
    matters: Matters = field(metadata=PRESENTS)
    required: bool = field(default=False, metadata=PRESENTS)


@frozen
class Forecast(Define):
    """A forecast: what a tally of the career is expected to come to, as a mission of it ends.

    It is a define without parameters that nothing reads; its name is one that no rule can write: ``forecast-balance``.

    Attributes:
        tally: The name of the tally that it forecasts.
        unit: How many of its value make one of the tally: 100 for a forecast in hundredths.
    """

    tally: str
    unit: int


@frozen
class LuckLine(Node):
    """``on A-1, A-2 row 5.. count result when e where e``: what throws on tables count towards luck.

    Attributes:
        tables: The ids of the tables.
        keys: The keys of the rows that count; empty for all rows.
        count: The number that a result counts; None for 1.
        when: The condition on the result; None for always.
        where: The condition, on the parameters of the table, for a throw to count; None for always.
    """

    tables: tuple[str, ...]
    keys: tuple[Key, ...]
    count: Expr | None
    when: Expr | None
    where: Expr | None


@frozen
class Luck(BaseItem):
    """A measure of luck: what the results of some throws count, and whether more of it is good or bad."""

    name: str
    title: str = field(metadata=PRESENTS)
    matters: Matters = field(metadata=PRESENTS)
    lines: tuple[LuckLine, ...]


@frozen
class Procedure(BaseItem):
    """A procedure of the sequence of play."""

    name: str
    params: tuple[Param, ...]
    type: TypeExpr | None
    title: str | None = field(metadata=PRESENTS)
    origin: Origin = field(eq=stated_fields_of)
    deep: int | None
    body: Block
    seen: Seen | None = None
    beat: bool = field(default=False, metadata=PRESENTS)


@frozen
class Prefer(Node):
    """``prefer on Approach when natural <= 2``: when the autopilot takes a standing offer."""

    table: str
    when: Expr


@frozen
class Reroll(BaseItem):
    """A standing offer: the player's right to throw any dice again."""

    name: str
    title: str = field(metadata=PRESENTS)
    when: Expr
    limit: int | None
    asides: tuple[Aside, ...]
    prefers: tuple[Prefer, ...]
    origin: Origin = field(eq=stated_fields_of)
    body: Block
