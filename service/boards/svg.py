"""Boards drawn as SVG documents: light or dark as the reader's screen, black on white in print.

Words and shapes repeat what colours say; for screen readers the board is described in sentences.
"""

from __future__ import annotations

from pathlib import Path

from bombsight.runtime.boards import BoardShown, PlaceShown
from bombsight.service.boards.layout import lay_out_board
from bombsight.service.boards.text_fitting import Frame, Words, line_width
from bombsight.service.common.markup import Element, render_markup, tag
from bombsight.service.present import sentences

COLUMN_WIDTH, LINE_HEIGHT = 8.2, 20.0
"""The width of a character column and the height of a line, in units of the drawing."""

EMPTY_TEXT = sentences.NO_BOARD
"""The description of a board without places."""

MARGIN = 8.0
HEAD_HEIGHT = 30.0
"""The height of the title above the board."""

MAX_COLUMNS = 104
"""The maximum width in columns of a drawing."""

TONE_SIGNS = {"good": "\N{CHECK MARK} ", "bad": "\N{BLACK UP-POINTING TRIANGLE} "}
"""The signs before good and bad words."""

STYLE = Path(__file__).with_name("board.css").read_text(encoding="utf-8")
"""The style sheet: its colours have a contrast of 4.5 and more, and follow the reader's screen."""


def render_svg(board: BoardShown, name: str = "", columns: int = MAX_COLUMNS) -> str:
    """Render a board as an SVG document, which can also be embedded in a page.

    Args:
        board: The board.
        name: The prefix of element ids, for pages with several drawings of one board; else the board's name.
        columns: The most columns of characters.
    """
    return render_markup(draw_svg(board, name or board.name, columns))


def draw_svg(board: BoardShown, name: str, columns: int) -> Element:
    """Draw a board as an SVG element."""
    layout = lay_out_board(board, columns)
    wide = max(layout.columns * COLUMN_WIDTH, max(len(board.title) * 1.3, len(EMPTY_TEXT)) * COLUMN_WIDTH) + 2 * MARGIN
    high = max(layout.lines, 1) * LINE_HEIGHT + HEAD_HEIGHT + MARGIN
    empty = [] if layout.words else [tag("text", EMPTY_TEXT, class_="more", x=MARGIN, y=line_y(1) - 6.5)]
    return tag(
        "svg",
        tag("title", board.title, id=f"{name}-title"),
        tag("desc", describe_board(board), id=f"{name}-told"),
        tag("style", f"\n{STYLE}"),
        tag("rect", class_="paper", width=wide, height=high),
        tag("text", board.title, class_="head", x=MARGIN, y=HEAD_HEIGHT - 9),
        (draw_frame(frame) for frame in layout.frames),
        map(draw_words, layout.words),
        empty,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide:.0f} {high:.0f}",
        width=wide,
        height=high,
        class_="board",
        role="img",
        aria_labelledby=f"{name}-title {name}-told",
    )


def column_x(column: float) -> float:
    """Convert a character column to an x coordinate, in SVG units."""
    return MARGIN + column * COLUMN_WIDTH


def line_y(line: float) -> float:
    """Convert a character line to a y coordinate, in SVG units."""
    return HEAD_HEIGHT + line * LINE_HEIGHT


def draw_frame(frame: Frame) -> Element:
    """Draw the frame of a place as an SVG rectangle."""
    left, top = column_x(frame.left) + 1.5, line_y(frame.top) + 1.5
    width, height = (frame.right - frame.left) * COLUMN_WIDTH - 3, (frame.bottom - frame.top) * LINE_HEIGHT - 3
    return tag("rect", class_="place", x=left, y=top, width=width, height=height, rx=4)


def draw_words(words: Words) -> Element:
    """Draw words as an SVG text at their position, with a sign before good and bad parts."""
    x, y = column_x(words.column), line_y(words.line + 1) - 6.5
    if words.kind == "caption":
        x += line_width(words.parts) * COLUMN_WIDTH / 2
    parts = (
        tag("tspan", TONE_SIGNS[part.tone] + part.text, class_=part.tone) if part.tone else part.text
        for part in words.parts
    )
    return tag("text", parts, class_=words.kind, x=x, y=y)


# --- in sentences


def describe_board(board: BoardShown) -> str:
    """Describe a board in words for screen readers: each occupied place, then the texts beside the board."""
    places = [describe_place(place) for place in board.places if place.things]
    notes = [f"{thing.text.rstrip('.')}." for thing in board.notes]
    return " ".join([*places, *notes]) or EMPTY_TEXT


def describe_place(place: PlaceShown) -> str:
    """Describe a place and the things at it in words."""
    return f"{place.title}: {'; '.join(thing.text for thing in place.things)}."
