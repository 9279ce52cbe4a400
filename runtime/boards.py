"""Boards as they stand in a state: the texts at each place, for any front end to draw."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from bombsight.flat.boards import BoardCompass, BoardLayout, BoardScale, BoardSign, Polyline, ShapeKind

Tone = Literal["good", "bad", ""]


@frozen(kw_only=True)
class MarkShown:
    """A short text that a board shows at a place, with its tone.

    Attributes:
        text: The text.
        tone: `good` or `bad` for the player; empty for neither.
        column: Its column where places have rows: unconditional marks have one each, the others share the last.
        sign: The sign that is drawn for it; empty for its text alone.
        turned: By how many degrees the sign is turned, clockwise from up, from 0 to 359; None if it is not.
        short: The text with the short titles of its values, for where it has no room; empty if it has none.
    """

    text: str
    tone: Tone
    column: int
    sign: BoardSign = ""
    turned: int | None = None
    short: str = ""


@frozen(kw_only=True)
class ThingShown:
    """One thing at a place of a board: the marks (short texts) that stand for it.

    Attributes:
        marks: Its marks.
        piece: What it stands for: a value as `Sky.fog`, an element as `ships#3`; empty for no single one.
        is_changed: Whether it differs from an earlier state with which the board was compared.
    """

    marks: tuple[MarkShown, ...]
    piece: str = ""
    is_changed: bool = False

    @property
    def text(self) -> str:
        """The marks (short texts) of the thing, joined by commas."""
        return ", ".join(mark.text for mark in self.marks)

    @property
    def tone(self) -> Tone:
        """The tone of the thing: bad if any of its marks is, else good if any is."""
        tones = {mark.tone for mark in self.marks}
        return "bad" if "bad" in tones else "good" if "good" in tones else ""


@frozen(kw_only=True)
class PlaceShown:
    """A cell of a board with the things at it; or a caption, which has a title but no name.

    Attributes:
        name: Its stable name; empty for a text.
        title: Its title.
        row: Its row in the grid, from 0. Several places may share a cell.
        column: Its column, from 0.
        columns: The number of columns it spans; in a picture its length across in units, 0 for a point.
        rows: The number of rows it spans: more than one in an area of a map; in a picture its length down.
        things: The things at it, in order.
        piece: What it stands for: a value as `Sky.fog`, an element as `ships#3`; empty for neither.
        short: A shorter title, for where the title has no room; empty for none.
        is_changed: Whether it, or what stands at it, differs from an earlier state with which the board was compared.
    """

    name: str
    title: str
    row: int
    column: int
    columns: int
    rows: int = 1
    things: tuple[ThingShown, ...]
    piece: str = ""
    short: str = ""
    is_changed: bool = False


@frozen(kw_only=True)
class ShapeShown:
    """A shape on a map or picture.

    Attributes:
        kind: What it is.
        lines: Its lines, in tenths of a unit from the upper left corner of the board; they may leave the board.
        text: What it means; empty if it has no words.
        tone: `good` or `bad` for the player; empty for neither.
    """

    kind: ShapeKind
    lines: tuple[Polyline, ...]
    text: str
    tone: Tone


@frozen(kw_only=True)
class BoardShown:
    """A board rendered in one state: a grid of places with texts.

    Attributes:
        name: Its stable name.
        title: Its title.
        layout: The arrangement of its places: by a `plan`, by the two numbers of a `map`, by areas of a `picture`, one
            below another (`rows`), or side by side (`columns`).
        rows: The number of rows of its grid; on a map, of numbers down; of a picture, its length down in units.
        columns: The number of columns, or of numbers across; of a picture, its length across.
        places: Its places, row by row.
        notes: Things beside the whole board.
        shapes: The shapes of a map or picture, in the order in which they are drawn.
        scale: The scale of a map or picture; None if none is stated.
        compass: A direction on a map or picture with its name; None if none is stated.
    """

    name: str
    title: str
    layout: BoardLayout
    rows: int
    columns: int
    places: tuple[PlaceShown, ...]
    notes: tuple[ThingShown, ...]
    shapes: tuple[ShapeShown, ...] = ()
    scale: BoardScale | None = None
    compass: BoardCompass | None = None
