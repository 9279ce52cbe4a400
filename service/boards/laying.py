"""A board laid out in a box of so many columns and lines of characters: frames, and words with the room they have.

One layout serves every drawing: characters put it on a screen as it is, SVG takes its units as lengths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from attrs import evolve, frozen

from bombsight.runtime.boards import BoardShown, PlaceShown
from bombsight.service.boards.chart import chart
from bombsight.service.boards.room import (
    LEAST,
    SIDES,
    Frame,
    Laid,
    Line,
    Part,
    Words,
    cut,
    cut_line,
    fitted,
    joined,
    kept,
    lines_of,
    more,
    parts_of,
    running,
    size,
)

GAP = 2
"""Between the columns of a table."""


def lay(board: BoardShown, columns: int, lines: int | None = None) -> Laid:
    """Lay a board out.

    Args:
        board: The board.
        columns: How wide the box is.
        lines: How high; None where there is room for all.
    """
    notes = [line for thing in board.notes for line in lines_of(thing, columns)]
    if lines is not None:
        notes = kept(notes, max(1, lines // 3))
    room = None if lines is None else max(0, lines - len(notes))
    if board.layout == "rows":
        laid = table(board, columns, room)
    elif board.layout == "map":
        laid = chart(board, columns, room)
    else:
        laid = plan(cells_of(board, columns), columns, room, mirrored=board.layout == "plan")
    words = [*laid.words, *(Words(0, laid.lines + at, line, "mark") for at, line in enumerate(notes))]
    wide = max([laid.columns, *map(size, notes)])
    total = laid.lines + len(notes)
    return clipped(Laid(wide, total, laid.frames, tuple(words)), columns, total if lines is None else lines)


def clipped(laid: Laid, columns: int, lines: int) -> Laid:
    """What of a layout is within the box: all, but where that is far too small."""
    if laid.columns <= columns and laid.lines <= lines:
        return laid
    words = (evolve(one, parts=cut_line(one.parts, columns - one.column)) for one in laid.words)
    return Laid(
        min(laid.columns, columns),
        min(laid.lines, lines),
        tuple(frame for frame in laid.frames if frame.right < columns and frame.bottom < lines),
        tuple(one for one in words if one.parts and one.line < lines),
    )


# --- a table: a row for each place


def table(board: BoardShown, columns: int, lines: int | None) -> Laid:
    """Places below each other: the name of each, then what always stands there in columns, then the rest."""
    rows = [[*row_of(place)] for place in board.places]
    if not rows:
        return Laid(0, 0, (), ())
    wide = max(map(len, rows))
    for row in rows:
        row += [()] * (wide - len(row))
    shown = rows if lines is None or len(rows) <= lines else rows[: max(0, lines - 1)]
    widths = [max(size(row[at]) for row in rows) for at in range(wide)]
    used = [at for at, width in enumerate(widths) if width]
    room = fitted([widths[at] for at in used], columns - GAP * (len(used) - 1), LEAST)
    words = []
    for line, row in enumerate(shown):
        for at, width, column in zip(used, room, running([each + GAP for each in room]), strict=False):
            if row[at]:
                words.append(Words(column, line, cut_line(row[at], width), "mark" if at else "title"))
    lost = [joined(row, "") for row in rows[len(shown) :]]
    if lost and lines:
        words.append(Words(0, len(shown), (more(lost),), "more"))
    return Laid(sum(room) + GAP * (len(room) - 1), min(len(rows), lines or len(rows)), (), tuple(words))


def row_of(place: PlaceShown) -> Iterator[Line]:
    """The name of a place, and what stands in each column of its row, what is bad first; things stand apart."""
    yield (Part(place.title),)
    marks = [mark for thing in place.things for mark in thing.marks]
    for column in range(1 + max((mark.column for mark in marks), default=-1)):
        held = ([mark for mark in thing.marks if mark.column == column] for thing in place.things)
        parts = [sorted(each, key=lambda mark: mark.tone != "bad") for each in held]
        yield joined((parts_of(part) for part in parts if part), "; ")


# --- a plan: frames in a grid


@frozen
class Cell:
    """A cell of the grid: its places, or a text."""

    row: int
    column: int
    columns: int
    places: tuple[PlaceShown, ...]
    caption: str


def cells_of(board: BoardShown, columns: int) -> list[Cell]:
    """The cells of a grid; places beside each other that are too many for the box go on below."""
    wide = max(1, (columns - 1) // (LEAST + SIDES))
    rows = -(-board.columns // wide)
    each = -(-board.columns // max(1, rows))
    found: dict[tuple[int, int], Cell] = {}
    for place in board.places:
        at = (place.row, place.column) if board.layout == "plan" else divmod(place.column, each)
        if not place.name:
            found[at] = Cell(*at, place.columns, (), place.title)
        else:
            before = found[at].places if at in found else ()
            found[at] = Cell(*at, place.columns, (*before, place), "")
    return [*found.values()]


def lines_in(cell: Cell, room: int) -> list[Line]:
    """The lines of a cell, but for the name of its first place, which stands in its frame."""
    if cell.caption:
        return [(Part(cut(text, room)),) for text in wrap(cell.caption, max(1, room))]
    lines: list[Line] = []
    for number, place in enumerate(cell.places):
        if number and place.title not in [before.title for before in cell.places[:number]]:
            lines.append((Part(cut(place.title, room)),))
        lines += [line for thing in place.things for line in lines_of(thing, room)]
    return lines


def wanted(cell: Cell) -> int:
    """How wide a cell would like to be."""
    texts = [cell.caption, *(place.title for place in cell.places)]
    things = [size(parts_of(thing.marks)) for place in cell.places for thing in place.things]
    return SIDES + max([*map(len, texts), *things])


def plan(cells: Sequence[Cell], columns: int, lines: int | None, *, mirrored: bool) -> Laid:
    """Places in a grid, each in a frame with its name in it.

    Args:
        cells: The cells of the grid.
        columns: How wide the box is.
        lines: How high; None where there is room for all.
        mirrored: Whether what lies as far from the left as from the right is as wide.
    """
    if not cells:
        return Laid(0, 0, (), ())
    size = max(cell.column + cell.columns for cell in cells)
    rows = 1 + max(cell.row for cell in cells)
    widths = widths_of(cells, size)
    if mirrored:
        widths = list(map(max, widths, reversed(widths)))
    sides = running(fitted(widths, columns - 1, LEAST))

    def room(cell: Cell) -> int:
        return sides[cell.column + cell.columns] - sides[cell.column] - SIDES

    inside = [(cell, lines_in(cell, room(cell))) for cell in cells]
    heights = [max((len(held) for cell, held in inside if cell.row == row), default=0) for row in range(rows)]
    levels = running([height + 1 for height in lower(heights, lines, rows + 1)])
    frames, words = [], []
    for cell, held in inside:
        left, right = sides[cell.column], sides[cell.column + cell.columns]
        top, bottom = levels[cell.row], levels[cell.row + 1]
        high = bottom - top - 1
        if cell.caption:
            first = top + 1 + max(0, high - len(held)) // 2
            words += [centred(line, left, right, first + at) for at, line in enumerate(held[:high])]
            continue
        frames.append(Frame(left, top, right, bottom))
        words.append(Words(left + 2, top, heading(cell, held if high == 0 else [], room(cell)), "title"))
        words += [Words(left + 2, top + 1 + at, line, "mark") for at, line in enumerate(kept(held, high))]
    return Laid(sides[-1] + 1, levels[-1] + 1, tuple(frames), tuple(words))


def widths_of(cells: Sequence[Cell], size: int) -> list[int]:
    """How wide each column would like to be, the widest of its cells counting."""
    widths = [LEAST] * size
    for cell in sorted(cells, key=lambda cell: cell.columns):
        part = range(cell.column, cell.column + cell.columns)
        lacking = wanted(cell) - sum(widths[at] for at in part)
        for number, at in enumerate(part):
            widths[at] += max(0, lacking + number) // cell.columns
    return widths


def lower(needed: list[int], lines: int | None, sides: int) -> list[int]:
    """The heights of rows: what they need, a line where they need none, and less of both where there is no room.

    Args:
        needed: How many lines each of them needs.
        lines: How many there are with the sides of their frames; None where there is room for all.
        sides: How many lines those take.
    """
    heights = [max(1, height) for height in needed]
    while lines is not None and sum(heights) + sides > lines and max(heights):
        spare = [at for at, height in enumerate(needed) if heights[at] > height]
        heights[spare[0] if spare else len(heights) - 1 - heights[::-1].index(max(heights))] -= 1
    return heights


def heading(cell: Cell, lost: Sequence[Line], room: int) -> Line:
    """The name of a cell's first place, and how much of it there is no room for below."""
    if not lost:
        return (Part(cut(cell.places[0].title, room)),)
    tail = more(lost)
    return cut_line((Part(f"{cut(cell.places[0].title, max(1, room - tail.size - 1))} "), tail), room)


def centred(line: Line, left: int, right: int, at: int) -> Words:
    """A line of a text in the middle of its cell."""
    return Words(left + 1 + max(0, right - left - 1 - size(line)) // 2, at, line, "caption")
