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
class Mark(BaseBoardLine):
    """``mark "lost" bad when lost[s]``: a text shown at a place while a condition holds.

    Attributes:
        text: The text; may hold ``{holes}``.
        tone: Whether it is good or bad for the player; empty for neither.
        when: The condition; None for always.
    """

    text: str
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
class Map(BaseBoardLine):
    """``map 0..90, 0..60``: an area whose places are pairs of numbers.

    Attributes:
        across: The first and the last number from left to right.
        down: The first and the last number from top to bottom.
    """

    across: tuple[int, int]
    down: tuple[int, int]


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
    """``for each s in ships at s.side``: marks at a place, for each member of a domain.

    Attributes:
        variable: The member's name; None, with the next two, for a single place.
        at: The place; on a map a spot.
    """

    variable: str | None
    domain: Expr | None
    where: Expr | None
    at: Expr | Spot
    marks: tuple[Mark, ...]


BoardLine = Mark | Plan | Map | Lined | Headline | Marked
"""Any line of a board, with the lines indented below it."""


@frozen
class Board(BaseItem):
    """A board: its layout first, then marks at places, then marks beside the picture."""

    name: str
    title: str
    lines: tuple[BoardLine, ...]
