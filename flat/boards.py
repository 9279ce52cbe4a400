"""Boards in the flat form: layouts, marks, and the asides that fill them.

No run executes any of it. Everything that depends on the state is an aside (:class:`bombsight.flat.sites.Aside`),
computed beside the run for each member; an index of ``OPTION`` stands for the member.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from bombsight.dsl.node_classes import frozen
from bombsight.flat.sites import Aside, AsideParts, Hole, Tone
from bombsight.flat.types import Type

BoardLayout = Literal["plan", "map", "rows", "columns"]
"""The layout of a board's places."""


@frozen(kw_only=True)
class BoardMark:
    """A text at a place of a board.

    Attributes:
        text: The text.
        tone: Whether it is good or bad for the player; empty for neither.
        condition: The condition under which it is shown; None for always.
    """

    text: AsideParts
    tone: Tone = ""
    condition: Aside | Hole | None = None


@frozen(kw_only=True)
class BoardMembers:
    """The domain of a board's loop.

    Attributes:
        type: The type of the members.
        values: The members of a literal set or an enum.
        low: The lowest of a range of numbers; its end is ``high``.
        list: The list whose elements are the members; empty if they are no elements.
        where: The condition on members; None for all.
    """

    type: Type
    values: tuple[int | Aside, ...] = ()
    low: Aside | None = None
    high: Aside | None = None
    list: str = ""
    where: Aside | Hole | None = None


@frozen(kw_only=True)
class BoardSpot:
    """A point or rectangle of a map.

    Attributes:
        left: The number across; if any of the four is none, the mark is not shown.
        top: The number down.
        right: The last number across of a rectangle; None for a single one.
        bottom: The last number down.
    """

    left: Aside | Hole
    top: Aside | Hole
    right: Aside | Hole | None = None
    bottom: Aside | Hole | None = None


@frozen(kw_only=True)
class BoardMap:
    """The extent of a map: the first and last numbers from left to right, and from top to bottom."""

    left: int
    right: int
    top: int
    bottom: int


@frozen(kw_only=True)
class BoardMarks:
    """Marks that share a place, for each member of a domain.

    Attributes:
        of: The domain; None for a single thing.
        at: The place; None for marks on a map, or beside the board.
        type: The type of the place.
        spot: The place on a map.
    """

    of: BoardMembers | None = None
    at: Aside | Hole | None = None
    type: Type | None = None
    spot: BoardSpot | None = None
    marks: tuple[BoardMark, ...]


@frozen(kw_only=True)
class BoardPlace:
    """An enum value at its place, with its label there."""

    enum: str
    value: int
    title: str


@frozen(kw_only=True)
class BoardCell:
    """A cell of a plan: places, or a text; neither for an empty cell."""

    places: tuple[BoardPlace, ...] = ()
    text: AsideParts | None = None
    columns: int = 1


@frozen(kw_only=True)
class Board:
    """A declarative picture of the state.

    Attributes:
        by: The layout of its places: cells of a plan, numbers of a map, or one for each member, below or beside each
            other.
        plan: The cells of a plan, by row.
        map: The extent of a map.
        lined: The members that are places.
        marks: The marks at places, and beside the board.
    """

    name: str
    title: str
    by: BoardLayout
    plan: tuple[tuple[BoardCell, ...], ...] = ()
    map: BoardMap | None = None
    lined: BoardMembers | None = None
    marks: tuple[BoardMarks, ...] = ()


def board_asides(board: Board) -> Iterator[Aside]:
    """Yield the asides (values computed for display) in the texts, marks and conditions of a board."""
    asked: list[object] = [part for row in board.plan for cell in row for part in cell.text or ()]
    if board.lined is not None:
        asked += [*board.lined.values, board.lined.low, board.lined.high, board.lined.where]
    yield from (part for part in asked if isinstance(part, Aside))
    for marks in board.marks:
        yield from mark_asides(marks)


def mark_asides(marks: BoardMarks) -> Iterator[Aside]:
    """Yield the asides (values computed for display) in the texts, conditions and places of marks."""
    asked: list[object] = [marks.at]
    if marks.of is not None:
        asked += [*marks.of.values, marks.of.low, marks.of.high, marks.of.where]
    if marks.spot is not None:
        asked += [marks.spot.left, marks.spot.top, marks.spot.right, marks.spot.bottom]
    for mark in marks.marks:
        asked += [*mark.text, mark.condition]
    yield from (part for part in asked if isinstance(part, Aside))
