"""Boards in the flat form: the places of a picture, and what is asked of the state to fill them.

Nothing of it is code of a run. What depends on the state is worked out beside one, by asides
(:class:`bombsight.flat.sites.Aside`), for each member that a variable goes through: where the index is ``OPTION``, that
member is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from bombsight.dsl.node_classes import frozen
from bombsight.flat.sites import Aside, AsideParts, Hole, Tone
from bombsight.flat.types import Type

BoardLayout = Literal["plan", "map", "rows", "columns"]
"""How the places of a board lie."""


@frozen(kw_only=True)
class BoardMark:
    """A text at a place.

    Attributes:
        text: What it says.
        tone: Whether that is good or bad for the player; empty for neither.
        condition: When it stands there; None for always.
    """

    text: AsideParts
    tone: Tone = ""
    condition: Aside | Hole | None = None


@frozen(kw_only=True)
class BoardMembers:
    """What a variable goes through.

    Attributes:
        type: Of each.
        values: The members where they are written out, or are those of an enum.
        low: With ``high``, the ends where they are numbers from one to another.
        list: The list in state whose elements they are; empty where they are none.
        where: What must hold of one; None for all of them.
    """

    type: Type
    values: tuple[int | Aside, ...] = ()
    low: Aside | None = None
    high: Aside | None = None
    list: str = ""
    where: Aside | Hole | None = None


@frozen(kw_only=True)
class BoardSpot:
    """A point of a map, or an area of it.

    Attributes:
        left: The number across; where it is none, and so with the others, nothing stands anywhere.
        top: The number down.
        right: The last across of an area; None where it has but one.
        bottom: The last down.
    """

    left: Aside | Hole
    top: Aside | Hole
    right: Aside | Hole | None = None
    bottom: Aside | Hole | None = None


@frozen(kw_only=True)
class BoardMap:
    """The numbers of a map: all from the first to the last, across from the left, and down from the top."""

    left: int
    right: int
    top: int
    bottom: int


@frozen(kw_only=True)
class BoardMarks:
    """Marks that stand together at a place, once for each member.

    Attributes:
        of: The members; None for one thing.
        at: The place; None for what stands on a map, or beside the whole picture.
        type: Of the place.
        spot: Where it stands on a map.
    """

    of: BoardMembers | None = None
    at: Aside | Hole | None = None
    type: Type | None = None
    spot: BoardSpot | None = None
    marks: tuple[BoardMark, ...]


@frozen(kw_only=True)
class BoardPlace:
    """A value of an enum at its place, and what it is called there."""

    enum: str
    value: int
    title: str


@frozen(kw_only=True)
class BoardCell:
    """A cell of a plan: its places, or a text; neither, where it is empty."""

    places: tuple[BoardPlace, ...] = ()
    text: AsideParts | None = None
    columns: int = 1


@frozen(kw_only=True)
class Board:
    """A picture of the state.

    Attributes:
        by: How its places lie: as the cells of a plan, by two numbers of a map, or one for each member, below or
            beside each other.
        plan: The cells, row by row.
        map: The numbers.
        lined: The members.
        marks: What stands at the places, and beside the whole.
    """

    name: str
    title: str
    by: BoardLayout
    plan: tuple[tuple[BoardCell, ...], ...] = ()
    map: BoardMap | None = None
    lined: BoardMembers | None = None
    marks: tuple[BoardMarks, ...] = ()


def board_asides(board: Board) -> Iterator[Aside]:
    """All that is worked out for a board."""
    asked: list[object] = [part for row in board.plan for cell in row for part in cell.text or ()]
    for members in (board.lined, *(marks.of for marks in board.marks)):
        if members is not None:
            asked += [*members.values, members.low, members.high, members.where]
    for marks in board.marks:
        asked.append(marks.at)
        if marks.spot is not None:
            asked += [marks.spot.left, marks.spot.top, marks.spot.right, marks.spot.bottom]
        for mark in marks.marks:
            asked += [*mark.text, mark.condition]
    yield from (part for part in asked if isinstance(part, Aside))
