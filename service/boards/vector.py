"""Boards drawn as SVG: whole by themselves, light or dark as the reader's screen is, black on white where printed.

Words and shapes say what colours say, and whoever hears a page is told the board in sentences.
"""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.runtime.boards import BoardShown, PlaceShown
from bombsight.service.boards.laying import SIGN, Frame, Words, lay
from bombsight.service.simulating.markup import Element, rendered, tag

COLUMN, LINE = 7.6, 19.0
"""The width of a column of characters and the height of a line, in units of the drawing."""

MARGIN = 8.0
HEAD = 30.0
"""The height of the title above the picture."""

WIDEST = 104
"""Columns that a picture takes at most."""

STYLE = """
.board{--paper:#fff;--ink:#1a1a1a;--dim:#595959;--line:#9a9a9a;--place:#f5f5f2;--good:#0b6b2e;--bad:#a3160f}
@media (prefers-color-scheme:dark){
.board{--paper:#16181b;--ink:#ececec;--dim:#a8a8a8;--line:#5d6269;--place:#1f2327;--good:#7fd49a;--bad:#ff9d94}}
@media print{
.board{--paper:#fff;--ink:#000;--dim:#444;--line:#777;--place:#fff;--good:#000;--bad:#000}}
.board{font:14px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.board text{fill:var(--ink)}
.board .paper{fill:var(--paper)}
.board .place{fill:var(--place);stroke:var(--line)}
.board .head{font-weight:600;font-size:17px}
.board .title,.board .more{fill:var(--dim);font-size:12.5px}
.board .caption{font-style:italic;text-anchor:middle}
.board .good{fill:var(--good)}
.board .bad{fill:var(--bad);font-weight:600}
.board .sign{stroke-width:2;fill:none;stroke:var(--good)}
.board .sign.bad{stroke:none;fill:var(--bad)}
"""
"""Its colours have a contrast of 4.5 and more, and go by the reader's screen."""


def picture(board: BoardShown, name: str = "", columns: int = WIDEST) -> str:
    """A board as an SVG document, which may also stand within a page.

    Args:
        board: The board.
        name: What its elements' ids begin with, where a page has several pictures of one board; else the board's name.
        columns: How wide it may be, in characters.
    """
    return rendered(drawing(board, name or board.name, columns))


def drawing(board: BoardShown, name: str, columns: int) -> Element:
    """The same as an element."""
    laid = lay(board, columns)
    wide = max(laid.columns * COLUMN, len(board.title) * 1.3 * COLUMN) + 2 * MARGIN
    high = laid.lines * LINE + HEAD + MARGIN
    return tag(
        "svg",
        tag("title", board.title, id=f"{name}-title"),
        tag("desc", told(board), id=f"{name}-told"),
        tag("style", STYLE),
        tag("rect", class_="paper", width=wide, height=high),
        tag("text", board.title, class_="head", x=MARGIN, y=HEAD - 9),
        (framed(frame) for frame in laid.frames),
        (part for words in laid.words for part in written(words)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide:.0f} {high:.0f}",
        width=wide,
        height=high,
        class_="board",
        role="img",
        aria_labelledby=f"{name}-title {name}-told",
    )


def across(column: float) -> float:
    """Where a column begins."""
    return MARGIN + column * COLUMN


def down(line: float) -> float:
    """Where a line begins."""
    return HEAD + line * LINE


def framed(frame: Frame) -> Element:
    """The frame of a place: the name stands in its first line."""
    left, top = across(frame.left) + 1.5, down(frame.top) + 1.5
    width, height = (frame.right - frame.left) * COLUMN - 3, (frame.bottom - frame.top) * LINE - 3
    return tag("rect", class_="place", x=left, y=top, width=width, height=height, rx=4)


def written(words: Words) -> Iterator[Element]:
    """Words in their place, a sign of its own before those that are good or bad."""
    x, y = across(words.column), down(words.line + 1) - 5.5
    if words.tone:
        yield tag("path", class_=f"sign {words.tone}", d=sign(words.tone, x, y))
        x += SIGN * COLUMN
    if words.kind == "caption":
        x += len(words.text) * COLUMN / 2
    class_ = f"{words.kind} {words.tone}".strip()
    yield tag("text", words.text, class_=class_, x=x, y=y)


def sign(tone: str, x: float, y: float) -> str:
    """The outline of a sign: a triangle for what is bad, a tick for what is good."""
    if tone == "bad":
        return f"M{x:.1f} {y:.1f}l5.5 -10.5l5.5 10.5z"
    return f"M{x:.1f} {y - 4:.1f}l3.5 4l7 -9"


# --- in sentences


def told(board: BoardShown) -> str:
    """A board for who hears it: every place at which something stands, then what stands beside the whole."""
    places = [sentence(place) for place in board.places if place.things]
    notes = [f"{thing.text.rstrip('.')}." for thing in board.notes]
    return " ".join([*places, *notes]) or "Nothing stands there."


def sentence(place: PlaceShown) -> str:
    """A place and what stands at it."""
    return f"{place.title}: {'; '.join(thing.text for thing in place.things)}."
