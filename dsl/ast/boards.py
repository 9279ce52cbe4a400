"""Boards: pictures of the state for who plays, drawn from what they declare."""

from __future__ import annotations

from typing import Literal

from bombsight.dsl.ast.expressions import Expr
from bombsight.dsl.ast.items import BaseItem
from bombsight.dsl.ast.node import Matters, Node
from bombsight.dsl.node_classes import frozen


@frozen
class BaseBoardLine(Node):
    """What is :data:`BoardLine`."""


@frozen
class Mark(BaseBoardLine):
    """``mark "lost" bad when lost[s]``: a text that stands at a place while the condition holds.

    Attributes:
        text: It may hold ``{holes}``.
        tone: Whether it is good or bad for the player; empty for neither.
        when: When it stands there; None for always.
    """

    text: str
    tone: Matters
    when: Expr | None


@frozen
class PlanPlace(Node):
    """A place of a plan: a value of one of its enums, and what it is called there, or None for its own title."""

    value: Expr
    title: str | None


@frozen
class PlanCell(Node):
    """A cell of a plan: the places in it, or a text; neither, where it is empty."""

    places: tuple[PlanPlace, ...]
    text: str | None


@frozen
class PlanRow(Node):
    """The cells of a plan that stand beside each other."""

    cells: tuple[PlanCell, ...]


@frozen
class Plan(BaseBoardLine):
    """``plan Sky, Ship``: every value of these enums has its place in a grid, as it is drawn."""

    enums: tuple[str, ...]
    drawn: tuple[PlanRow, ...]


@frozen
class Map(BaseBoardLine):
    """``map 0..90, 0..60``: places are told by two numbers, across from the left and down from the top.

    Attributes:
        across: The first and the last number across.
        down: The same down.
    """

    across: tuple[int, int]
    down: tuple[int, int]


@frozen
class Reach(Node):
    """A number; or all from one to another, which is ``last`` then."""

    first: Expr
    last: Expr | None


@frozen
class Spot(Node):
    """``b.x, b.y``: a point of a map, or ``10..20, 5..9``: an area."""

    across: Reach
    down: Reach


@frozen
class Lined(BaseBoardLine):
    """``rows s in Ship where e``: each member is a place; they stand below each other, or beside each other.

    Attributes:
        by: Whether each has a row or a column.
        marks: What stands at each of them.
    """

    by: Literal["rows", "columns"]
    variable: str
    domain: Expr
    where: Expr | None
    marks: tuple[Mark, ...]


@frozen
class Marked(BaseBoardLine):
    """``for each s in ships at s.side``: what stands at which place, once for each member.

    Attributes:
        variable: Its name; None, with the next two, where it is one thing at one place.
        at: The place, on a map by two numbers.
    """

    variable: str | None
    domain: Expr | None
    where: Expr | None
    at: Expr | Spot
    marks: tuple[Mark, ...]


BoardLine = Mark | Plan | Map | Lined | Marked
"""Every line of a board, with what stands below it."""


@frozen
class Board(BaseItem):
    """A picture of the state: its layout first, then what stands at the places, then marks that stand at none."""

    name: str
    title: str
    lines: tuple[BoardLine, ...]
