"""Boards: declarative pictures of the state for the player."""

from __future__ import annotations

from typing import Literal

from bombsight.dsl.ast.expressions import Expr
from bombsight.dsl.ast.items import BaseItem
from bombsight.dsl.ast.node import Matters, Node
from bombsight.dsl.node_classes import frozen


@frozen
class BaseBoardLine(Node):
    """Base class of :data:`BoardLine`."""


@frozen
class Sign(Node):
    """``as arrow turned 30 * b.course``: the sign that is drawn for a mark, and by how many degrees it is turned."""

    name: str
    turned: Expr | None


@frozen
class Mark(BaseBoardLine):
    """``mark "lost" bad as cross when lost[s]``: a text shown at a place while a condition holds.

    Attributes:
        text: The text; may hold ``{holes}``.
        tone: Whether it is good or bad for the player; empty for neither.
        when: The condition; None for always.
        sign: The sign that is drawn for it; None for none.
    """

    text: str
    tone: Matters
    when: Expr | None
    sign: Sign | None = None


@frozen
class Ring(BaseBoardLine):
    """``ring radius 40 bad when lit``: a circle around a thing on a map or a picture, while a condition holds."""

    radius: Expr
    tone: Matters
    when: Expr | None


@frozen
class PlanPlace(Node):
    """A place of a plan: an enum value, with its label there, or None for the value's own title."""

    value: Expr
    title: str | None


@frozen
class PlanCell(Node):
    """A cell of a plan: places, or a text; neither for an empty cell."""

    places: tuple[PlanPlace, ...]
    text: str | None


@frozen
class PlanRow(Node):
    """A row of a plan's cells."""

    cells: tuple[PlanCell, ...]


@frozen
class Plan(BaseBoardLine):
    """``plan Sky, Ship``: a grid in which every value of these enums has its place."""

    enums: tuple[str, ...]
    drawn: tuple[PlanRow, ...]


@frozen
class CrossPlan(BaseBoardLine):
    """``plan Column by Row``: a grid with a place for every pair of values of two enums."""

    columns: str
    rows: str


@frozen
class BaseDrawingLine(Node):
    """Base class of :data:`DrawingLine`."""


@frozen
class Outline(BaseDrawingLine):
    """``outline "M 0 0 L 9 0 L 9 9 Z" mirrored "The hull" good when e``: a shape given by an SVG path.

    Attributes:
        path: The path, in the numbers of the map or picture.
        mirrored: Whether its mirror image about the vertical middle is drawn, too.
        text: What it means, in words; may hold ``{holes}``. None if it has none.
        tone: Whether it is good or bad for the player; empty for neither.
        when: The condition under which it is drawn; None for always.
    """

    path: str
    mirrored: bool
    text: str | None
    tone: Matters
    when: Expr | None


@frozen
class Circle(BaseDrawingLine):
    """``circle 100, 70 radius 60 "In range" bad when e``: a circle about a point; further attributes as an outline."""

    at: tuple[int, int]
    radius: int
    text: str | None
    tone: Matters
    when: Expr | None


@frozen
class Arc(BaseDrawingLine):
    """``arc 100, 4 radius 30 from 300 to 60``: a sector of a circle, between two directions clockwise from up."""

    at: tuple[int, int]
    radius: int
    first: int
    last: int
    text: str | None
    tone: Matters
    when: Expr | None


@frozen
class Caption(BaseDrawingLine):
    """``text "Port" at 20, 60``: a text on a map or picture."""

    text: str
    at: tuple[int, int]


@frozen
class Scale(BaseDrawingLine):
    """``scale 10 "inches"``: how many of a map's numbers are one of a unit that readers know."""

    numbers: int
    unit: str


@frozen
class Compass(BaseDrawingLine):
    """``north 0 "12 o'clock"``: a direction, in degrees clockwise from up, with its name."""

    degrees: int
    text: str


@frozen
class PicturePlace(BaseDrawingLine):
    """``bell at 92..108, 4..16 "Bell"``: the area of an enum value, with its label there, or None for its title."""

    value: Expr
    across: tuple[int, int]
    down: tuple[int, int]
    title: str | None


DrawingLine = Outline | Circle | Arc | Caption | Scale | Compass | PicturePlace
"""What is drawn on a map or a picture, line by line."""


@frozen
class Map(BaseBoardLine):
    """``map 0..90, 0..60``: an area whose places are pairs of numbers.

    Attributes:
        across: The first and the last number from left to right.
        down: The first and the last number from top to bottom.
        drawn: What is drawn on it.
    """

    across: tuple[int, int]
    down: tuple[int, int]
    drawn: tuple[DrawingLine, ...] = ()


@frozen
class Picture(BaseBoardLine):
    """``picture Sky, Signal 0..200, 0..140``: a drawing in which every value of these enums has its place.

    Attributes:
        enums: The enums; may be empty.
        across: The first and the last number from left to right.
        down: The first and the last number from top to bottom.
        drawn: What is drawn on it, and its places.
    """

    enums: tuple[str, ...]
    across: tuple[int, int]
    down: tuple[int, int]
    drawn: tuple[DrawingLine, ...]


@frozen
class Reach(Node):
    """A number, or a range of numbers if ``last`` is given."""

    first: Expr
    last: Expr | None


@frozen
class Spot(Node):
    """``b.x, b.y``: a point of a map, or ``10..20, 5..9``: a rectangle."""

    across: Reach
    down: Reach


@frozen
class Lined(BaseBoardLine):
    """``rows s in Ship where e``: a list of members as places, one below or beside the other.

    Attributes:
        by: Whether each member has a row or a column.
        marks: The marks at each of them.
    """

    by: Literal["rows", "columns"]
    variable: str
    domain: Expr
    where: Expr | None
    marks: tuple[Mark, ...]


@frozen
class Headline(BaseBoardLine):
    """``headline``: no places, only marks in one line, which stays in sight all through play."""


@frozen
class Marked(BaseBoardLine):
    """``for each s in ships at s.side``: marks at a place, and rings about it, for each member of a domain.

    Attributes:
        variable: The member's name; None, with the next two, for a single place.
        at: The place; on a map a spot.
    """

    variable: str | None
    domain: Expr | None
    where: Expr | None
    at: Expr | Spot
    marks: tuple[Mark | Ring, ...]


@frozen
class MarkedEach(BaseBoardLine):
    """``for each c in Column`` with ``for each r in Row at c, r`` below it: marks for each member, and loops in it."""

    variable: str
    domain: Expr
    where: Expr | None
    lines: tuple[Marked | MarkedEach, ...]


BoardLine = Mark | Ring | Plan | CrossPlan | Map | Picture | Lined | Headline | Marked | MarkedEach
"""Any line of a board, with the lines indented below it."""


@frozen
class Board(BaseItem):
    """A board: its layout first, then marks at places, then marks beside the picture."""

    name: str
    title: str
    lines: tuple[BoardLine, ...]
