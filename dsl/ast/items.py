"""Items: what stands in column 0."""

from __future__ import annotations

from bombsight.dsl.ast.expressions import Expr
from bombsight.dsl.ast.node import PRESENTS, Matters, Node
from bombsight.dsl.ast.statements import Aside, Block, Seen
from bombsight.dsl.ast.tables import GridRow, Modifier, Short, TableLine
from bombsight.dsl.ast.types import Param, TypeExpr
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin, stated_fields_of


@frozen
class BaseItem(Node):
    """What is :data:`bombsight.dsl.ast.Item`."""


@frozen
class GameLine(Node):
    """A line of the manifest: a key and its values, perhaps of one record only: ``names of Ship "Alma"``."""

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
    """A heading: the items below it in its file, up to the next, belong to it and stand as it does.

    What they inherit is no matter of the tree, which says what is written: see :mod:`bombsight.compiler.chapters`.
    """

    title: str = field(metadata=PRESENTS)
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Option(BaseItem):
    """A switch: yes/no, one of several words, or a number of a range."""

    name: str
    title: str = field(metadata=PRESENTS)
    words: tuple[str, ...]
    low: int | None
    high: int | None
    default: Expr
    origin: Origin = field(eq=stated_fields_of)


@frozen
class EnumValue(Node):
    """A value of an enum without a grid."""

    name: str
    title: str | None = field(metadata=PRESENTS)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen
class Enum(BaseItem):
    """Named values in order; ``rows`` holds the head and a row for every value where it is a grid.

    In the rows, the words of the legend are spelled out already; so the legend is for those who write.
    """

    name: str
    values: tuple[EnumValue, ...]
    rows: tuple[GridRow, ...]
    origin: Origin = field(eq=stated_fields_of)
    legend: tuple[Short, ...] = field(default=(), repr=False)


@frozen
class Index(Node):
    """``ship: Ship`` or ``Ship`` in the brackets of a field."""

    name: str | None
    enum: str


@frozen
class FieldDecl(Node):
    """A field of a record or of a state.

    Attributes:
        matters: Whether more of it is ``good`` or ``bad`` for the player; empty where it is neither.
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
    """A thing with fields."""

    name: str
    fields: tuple[FieldDecl, ...]


@frozen
class State(BaseItem):
    """Fields that live as long as procedure ``owner`` runs; ``career`` lasts."""

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
    """A modifier printed elsewhere than on the tables it changes."""

    modifier: Modifier
    tables: tuple[str, ...]


@frozen
class Except(Node):
    """``except name: value when e over others``, with exceptions to it; ``over all others`` says ``over_all``."""

    name: str
    value: Expr
    when: Expr | None
    over: tuple[str, ...]
    over_all: bool
    origin: Origin = field(eq=stated_fields_of)
    exceptions: tuple[Except, ...]


@frozen
class Base(Node):
    """``base: value`` where an edit quotes it."""

    values: tuple[Expr, ...]
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Define(BaseItem):
    """A derived value: a base and its exceptions."""

    name: str
    params: tuple[Param, ...]
    type: TypeExpr
    base: Expr
    base_origin: Origin = field(eq=stated_fields_of)
    exceptions: tuple[Except, ...]
    origin: Origin = field(eq=stated_fields_of)


@frozen
class Tally(Define):
    """What is counted of many runs: a derived value without parameters that rules of play don't read.

    Attributes:
        title: In a reader's words.
        matters: Whether players care for it: ``good``, ``bad``, or empty.
        required: Whether a run in which it is no does not count, and is played again.
    """

    title: str = field(metadata=PRESENTS)
    matters: Matters = field(metadata=PRESENTS)
    required: bool = field(default=False, metadata=PRESENTS)


@frozen
class Procedure(BaseItem):
    """A part of the sequence of play."""

    name: str
    params: tuple[Param, ...]
    type: TypeExpr | None
    title: str | None = field(metadata=PRESENTS)
    origin: Origin = field(eq=stated_fields_of)
    deep: int | None
    body: Block
    seen: Seen | None = None


@frozen
class Prefer(Node):
    """``prefer on Approach when natural <= 2``: when the autopilot takes a standing offer."""

    table: str
    when: Expr


@frozen
class Reroll(BaseItem):
    """An offer to throw again that stands over every roll."""

    name: str
    title: str = field(metadata=PRESENTS)
    when: Expr
    limit: int | None
    asides: tuple[Aside, ...]
    prefers: tuple[Prefer, ...]
    origin: Origin = field(eq=stated_fields_of)
    body: Block
