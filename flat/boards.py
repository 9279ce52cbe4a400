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

BoardLayout = Literal["plan", "map", "picture", "rows", "columns"]
"""The layout of a board's places."""

BoardSign = Literal["", "dot", "ring", "cross", "bar", "flame", "burst", "star", "arrow", "square", "figure", "card"]
"""What is drawn for a mark; empty for its text alone. A figure is a person; a card is the text itself in a frame."""

ShapeKind = Literal["outline", "arc", "circle", "ring"]
"""What a shape is: an outline, a sector of a circle, a circle, or a circle about a thing."""

PAIR_SIGN = " by "
"""Stands in the name of an enum of pairs, between the names of its enums, which have no blank."""

TURNABLE_SIGNS: tuple[BoardSign, ...] = ("arrow", "bar")
"""The signs that have a direction."""


@frozen(kw_only=True)
class BoardMark:
    """A text at a place of a board.

    Attributes:
        text: The text.
        tone: Whether it is good or bad for the player; empty for neither.
        condition: The condition under which it is shown; None for always.
        sign: The sign that is drawn for it.
        turned: By how many degrees the sign is turned, clockwise from up; None if it is not.
    """

    text: AsideParts
    tone: Tone = ""
    condition: Aside | Hole | None = None
    sign: BoardSign = ""
    turned: Aside | Hole | None = None


@frozen(kw_only=True)
class BoardRing:
    """A circle about a thing on a map or picture, in the units of its numbers, shown under a condition."""

    radius: Aside | Hole
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
class Polyline:
    """Straight lines through points, in tenths of a unit: ``points`` holds x and y of each in turn."""

    points: tuple[int, ...]
    closed: bool


@frozen(kw_only=True)
class BoardShape:
    """A shape on a map or picture.

    Attributes:
        kind: What it is.
        lines: Its lines, flattened from curves.
        text: What it means; empty if it has no words.
        tone: Whether it is good or bad for the player; empty for neither.
        condition: The condition under which it is drawn; None for always.
    """

    kind: ShapeKind
    lines: tuple[Polyline, ...]
    text: AsideParts = ()
    tone: Tone = ""
    condition: Aside | Hole | None = None


@frozen(kw_only=True)
class BoardCaption:
    """A text at a point of a map or picture."""

    text: AsideParts
    x: int
    y: int


@frozen(kw_only=True)
class BoardScale:
    """The scale of a map or picture: how many of its numbers are one unit, and the unit's name."""

    numbers: int
    unit: str


@frozen(kw_only=True)
class BoardCompass:
    """A direction on a map or picture, in degrees clockwise from up, and its name."""

    degrees: int
    text: str


@frozen(kw_only=True)
class BoardArea:
    """The area of an enum value in a picture, with its label there."""

    enum: str
    value: int
    title: str
    left: int
    right: int
    top: int
    bottom: int


@frozen(kw_only=True)
class BoardMap:
    """The extent of a map or picture: the first and last numbers across and down; and what is drawn on it.

    Attributes:
        shapes: Its shapes, in the order in which they are drawn.
        captions: Its texts.
        scale: Its scale; None if it states none.
        compass: Its compass; None if it has none.
        areas: The places of a picture.
    """

    left: int
    right: int
    top: int
    bottom: int
    shapes: tuple[BoardShape, ...] = ()
    captions: tuple[BoardCaption, ...] = ()
    scale: BoardScale | None = None
    compass: BoardCompass | None = None
    areas: tuple[BoardArea, ...] = ()


@frozen(kw_only=True)
class BoardMarks:
    """Marks that share a place, for each member of a domain.

    Attributes:
        of: The domain; None for a single thing.
        at: The place; None for marks on a map, or beside the board.
        type: The type of the place.
        spot: The place on a map.
        rings: The circles about it, on a map or picture.
    """

    of: BoardMembers | None = None
    at: Aside | Hole | None = None
    type: Type | None = None
    spot: BoardSpot | None = None
    marks: tuple[BoardMark, ...]
    rings: tuple[BoardRing, ...] = ()


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
        by: The layout of its places: cells of a plan, numbers of a map, areas of a picture, or one for each member,
            below or beside each other.
        plan: The cells of a plan, by row.
        map: The extent of a map or picture, and what is drawn on it.
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


def is_pair_enum(name: str) -> bool:
    """Whether an enum of a program names the places of a plan of two enums, each value a pair; play knows none."""
    return PAIR_SIGN in name


def board_asides(board: Board) -> Iterator[Aside]:
    """Yield the asides (values computed for display) in the texts, marks and conditions of a board."""
    asked: list[object] = [part for row in board.plan for cell in row for part in cell.text or ()]
    if board.map is not None:
        asked += [part for caption in board.map.captions for part in caption.text]
        asked += [part for shape in board.map.shapes for part in (*shape.text, shape.condition)]
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
        asked += [*mark.text, mark.condition, mark.turned]
    for ring in marks.rings:
        asked += [ring.radius, ring.condition]
    yield from (part for part in asked if isinstance(part, Aside))
