"""Boards of the rule graph: places, and the marks at them. Play never evaluates them."""

from __future__ import annotations

from typing import Literal

from bombsight.compiler.graph.expressions import Domain, Expr, Template
from bombsight.compiler.graph.node import Tone
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin, stated_fields_of
from bombsight.dsl.source import NOWHERE, Span
from bombsight.flat.boards import BoardCompass, BoardScale, BoardSign, Polyline, ShapeKind


@frozen(kw_only=True)
class Mark:
    """A text at a place of a board.

    Attributes:
        text: The text.
        tone: Whether it is good or bad for the player; empty for neither.
        condition: The condition for showing it; None for always.
        sign: The sign that is drawn for it.
        turned: By how many degrees the sign is turned, clockwise from up; None if it is not.
    """

    text: Template
    tone: Tone
    condition: Expr | None
    sign: BoardSign = ""
    turned: Expr | None = None
    span: Span = field(default=NOWHERE, eq=False, repr=False)
    origin: Origin = field(default=NO_ORIGIN, eq=stated_fields_of)


@frozen(kw_only=True)
class Ring:
    """A circle about a thing on a map or picture, drawn under a condition; None for always."""

    radius: Expr
    tone: Tone
    condition: Expr | None
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class Members:
    """The loop of a board: a variable over a filtered domain."""

    variable: str
    domain: Domain
    where: Expr | None


@frozen(kw_only=True)
class Reach:
    """A number; or a range of numbers, if ``last`` is given."""

    first: Expr
    last: Expr | None


@frozen(kw_only=True)
class Spot:
    """A point of a map; an area, if either coordinate is a range."""

    across: Reach
    down: Reach


@frozen(kw_only=True)
class Marks:
    """Marks at one place, repeated for each member of a loop.

    Attributes:
        of: The loop over members; None for a single set of marks.
        at: The place; a value of none hides the marks. None for marks beside the whole picture, or on a map.
        spot: The point on a map; a coordinate of none hides the marks.
        rings: The circles about it, on a map or picture.
    """

    of: Members | None
    at: Expr | None
    spot: Spot | None = None
    marks: tuple[Mark, ...]
    rings: tuple[Ring, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class PlanPlace:
    """An enum value at its place in a plan; ``title`` replaces the value's own title there."""

    enum: str
    value: int
    title: str


@frozen(kw_only=True)
class PlanCell:
    """A cell of a plan: the places in it, or a text; an empty cell has neither.

    Attributes:
        columns: The number of columns that it spans.
    """

    places: tuple[PlanPlace, ...]
    text: Template | None
    columns: int


@frozen(kw_only=True)
class PlanRow:
    """A row of cells in a plan."""

    cells: tuple[PlanCell, ...]


@frozen(kw_only=True)
class Shape:
    """A shape on a map or picture.

    Attributes:
        kind: What it is.
        lines: Its lines.
        text: What it means; None if it has no words.
        tone: Whether it is good or bad for the player; empty for neither.
        condition: The condition for drawing it; None for always.
    """

    kind: ShapeKind
    lines: tuple[Polyline, ...]
    text: Template | None
    tone: Tone
    condition: Expr | None
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(kw_only=True)
class Caption:
    """A text at a point of a map or picture."""

    text: Template
    at: tuple[int, int]


@frozen(kw_only=True)
class Area:
    """The area of an enum value in a picture; ``title`` replaces the value's own title there."""

    enum: str
    value: int
    title: str
    across: tuple[int, int]
    down: tuple[int, int]


@frozen(kw_only=True)
class Drawing:
    """What is drawn on a map or picture beside its places: shapes, texts, a scale and a compass."""

    shapes: tuple[Shape, ...] = ()
    captions: tuple[Caption, ...] = ()
    scale: BoardScale | None = None
    compass: BoardCompass | None = None


@frozen(kw_only=True)
class BaseLayout:
    """The layout of a board's places."""


@frozen(kw_only=True)
class Plan(BaseLayout):
    """A grid with a place for every value of some enums."""

    enums: tuple[str, ...]
    rows: tuple[PlanRow, ...]


@frozen(kw_only=True)
class CrossPlan(BaseLayout):
    """A grid with a place for every pair of values of two enums; spots have these in place of numbers.

    Attributes:
        columns: The enum whose values are columns.
        rows: The enum whose values are rows.
    """

    columns: str
    rows: str


@frozen(kw_only=True)
class Map(BaseLayout):
    """A map drawn to scale: x coordinates count from the left, y coordinates from the top."""

    across: tuple[int, int]
    down: tuple[int, int]
    drawing: Drawing = Drawing()


@frozen(kw_only=True)
class Picture(BaseLayout):
    """A drawing with an area for every value of some enums, to scale as a map."""

    enums: tuple[str, ...]
    across: tuple[int, int]
    down: tuple[int, int]
    areas: tuple[Area, ...]
    drawing: Drawing = Drawing()


@frozen(kw_only=True)
class Lined(BaseLayout):
    """A list of places, one for each member: below each other (``rows``) or side by side (``columns``)."""

    by: Literal["rows", "columns"]
    of: Members


@frozen(kw_only=True)
class Headline(BaseLayout):
    """No places: the marks form one line, which stays in sight all through play."""


Layout = Plan | CrossPlan | Map | Picture | Lined | Headline
"""Every layout of a board."""
