"""A board laid out in a box of so many columns and lines of characters: frames, and words with the room they have.

One layout serves every drawing: characters put it on a screen as it is, SVG takes its units as lengths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Literal

from attrs import evolve, frozen

from bombsight.runtime.boards import BoardShown, PlaceShown, ThingShown, Tone

LEAST = 6
"""The least distance between the sides of a frame."""

SIDES = 3
"""What of that distance is no room for words: a side, and a space at either end."""

GAP = 2
"""Between the columns of a table."""

SIGN = 2
"""The room for the sign of what is good or bad."""

CUT = "…"

Toned = tuple[str, Tone]
"""A text, and whether it is good or bad."""

NOTHING: Toned = ("", "")


@frozen
class Frame:
    """The sides of a place: columns and lines in which they are drawn."""

    left: int
    top: int
    right: int
    bottom: int


@frozen
class Words:
    """Words in one line.

    Attributes:
        column: Where they begin, the sign first where they have a tone.
        line: The line.
        text: As much of it as there is room for.
        kind: The name of a place; what stands there; a text of the plan; how much there is no room for.
        tone: Whether it is good or bad for the player; empty for neither.
    """

    column: int
    line: int
    text: str
    kind: Literal["title", "mark", "caption", "more"]
    tone: Tone = ""


@frozen
class Laid:
    """A board laid out: columns and lines count from 0, and none is beyond the box."""

    columns: int
    lines: int
    frames: tuple[Frame, ...]
    words: tuple[Words, ...]


def lay(board: BoardShown, columns: int, lines: int | None = None) -> Laid:
    """Lay a board out.

    Args:
        board: The board.
        columns: How wide the box is.
        lines: How high; None where there is room for all.
    """
    notes = [line for thing in board.notes for line in marked(thing, columns)]
    if lines is not None:
        notes = kept(notes, max(1, lines // 3))
    room = None if lines is None else max(0, lines - len(notes))
    if board.layout == "rows":
        laid = table(board, columns, room)
    else:
        laid = plan(cells_of(board, columns), columns, room, mirrored=board.layout == "plan")
    words = [*laid.words, *(evolve(line, line=laid.lines + at) for at, line in enumerate(notes))]
    total = laid.lines + len(notes)
    return clipped(Laid(laid.columns, total, laid.frames, tuple(words)), columns, total if lines is None else lines)


# --- words in a room


def cut(text: str, room: int) -> str:
    """A text, or as much of it as there is room for, with a sign that there is more."""
    return text if len(text) <= room else text[: max(0, room - 1)].rstrip() + CUT if room > 0 else ""


def lines_of(text: str, tone: Tone, room: int, indent: int = 0) -> list[Words]:
    """A mark in lines of its own, of which the first has the sign."""
    sign = SIGN if tone else 0
    first, *others = wrap(text, max(1, room - indent - sign), break_long_words=False) or [""]
    below = (Words(indent + sign, 0, cut(part, room - indent - sign), "mark") for part in others)
    return [Words(indent, 0, cut(first, room - indent - sign), "mark", tone), *below]


def marked(thing: ThingShown, room: int) -> list[Words]:
    """The lines of what stands at a place: one where there is room for it, else lines for each mark."""
    if len(thing.text) + (SIGN if thing.tone else 0) <= room:
        return lines_of(thing.text, thing.tone, room)
    first, *others = thing.marks
    below = [line for mark in others for line in lines_of(mark.text, mark.tone, room, 1)]
    return [*lines_of(first.text, first.tone, room), *below]


def kept(lines: list[Words], most: int) -> list[Words]:
    """As many lines as there is room for, what is bad before all else, and how many more there are."""
    if len(lines) <= most:
        return lines
    if most <= 0:
        return []
    order = sorted(range(len(lines)), key=lambda at: lines[at].tone != "bad")
    shown = sorted(order[: most - 1])
    lost = [lines[at] for at in order[most - 1 :]]
    return [*(lines[at] for at in shown), more(lost)]


def more(lost: Sequence[Words]) -> Words:
    """How many lines there is no room for."""
    return Words(0, 0, f"+{len(lost)}", "more", worst(line.tone for line in lost))


def worst(tones: Iterable[Tone]) -> Tone:
    """Bad where anything is, else neither."""
    return "bad" if "bad" in tones else ""


def fitted(widths: list[int], room: int, least: int) -> list[int]:
    """Widths, the widest made narrower until there is room for all."""
    while sum(widths) > room and max(widths) > least:
        widths[widths.index(max(widths))] -= 1
    return widths


def clipped(laid: Laid, columns: int, lines: int) -> Laid:
    """What of a layout is within the box: all, but where that is far too small."""
    if laid.columns <= columns and laid.lines <= lines:
        return laid
    words = (evolve(one, text=cut(one.text, columns - one.column - (SIGN if one.tone else 0))) for one in laid.words)
    return Laid(
        min(laid.columns, columns),
        min(laid.lines, lines),
        tuple(frame for frame in laid.frames if frame.right < columns and frame.bottom < lines),
        tuple(one for one in words if one.text and one.line < lines),
    )


# --- a table: a row for each place


def table(board: BoardShown, columns: int, lines: int | None) -> Laid:
    """Places below each other: the name of each, then what always stands there in columns, then the rest."""
    rows = [[*row_of(place)] for place in board.places]
    if not rows:
        return Laid(0, 0, (), ())
    size = max(map(len, rows))
    for row in rows:
        row += [NOTHING] * (size - len(row))
    shown = rows if lines is None or len(rows) <= lines else rows[: max(0, lines - 1)]
    widths = [max(len(row[at][0]) + (SIGN if row[at][1] else 0) for row in rows) for at in range(size)]
    used = [at for at, width in enumerate(widths) if width]
    room = fitted([widths[at] for at in used], columns - GAP * (len(used) - 1), LEAST)
    words = []
    for line, row in enumerate(shown):
        column = 0
        for at, width in zip(used, room, strict=True):
            text, tone = row[at]
            if text:
                kind: Literal["title", "mark"] = "mark" if at else "title"
                words.append(Words(column, line, cut(text, width - (SIGN if tone else 0)), kind, tone))
            column += width + GAP
    if len(shown) < len(rows) and lines:
        words.append(Words(0, len(shown), f"+{len(rows) - len(shown)}", "more", worst(tones(rows[len(shown) :]))))
    return Laid(sum(room) + GAP * (len(room) - 1), min(len(rows), lines or len(rows)), (), tuple(words))


def tones(rows: Sequence[Sequence[Toned]]) -> list[Tone]:
    """The tones in some rows."""
    return [tone for row in rows for _, tone in row]


def row_of(place: PlaceShown) -> Iterator[Toned]:
    """The name of a place, and what stands in each column of its row; things in one column stand apart."""
    yield place.title, ""
    marks = [mark for thing in place.things for mark in thing.marks]
    for column in range(1 + max((mark.column for mark in marks), default=-1)):
        parts = [[mark for mark in thing.marks if mark.column == column] for thing in place.things]
        text = "; ".join(", ".join(mark.text for mark in part) for part in parts if part)
        found = {mark.tone for part in parts for mark in part}
        yield text, "bad" if "bad" in found else "good" if "good" in found else ""


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


def lines_in(cell: Cell, room: int) -> list[Words]:
    """The lines of a cell, but for the name of its first place, which stands in its frame."""
    if cell.caption:
        return [Words(0, 0, cut(text, room), "caption") for text in wrap(cell.caption, max(1, room))]
    lines: list[Words] = []
    for number, place in enumerate(cell.places):
        if place.title not in [before.title for before in cell.places[:number]] and number:
            lines.append(Words(0, 0, cut(place.title, room), "title"))
        lines += [line for thing in place.things for line in marked(thing, room)]
    return lines


def wanted(cell: Cell) -> int:
    """How wide a cell would like to be."""
    texts = [cell.caption, *(place.title for place in cell.places)]
    sizes = [len(thing.text) + (SIGN if thing.tone else 0) for place in cell.places for thing in place.things]
    return SIDES + max([*map(len, texts), *sizes])


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
            shown = held[: max(1, high)] if high else []
            words += [centred(line, left, right, first + at) for at, line in enumerate(shown)]
            continue
        frames.append(Frame(left, top, right, bottom))
        words += [heading(cell, held if high == 0 else [], left, top, room(cell))]
        words += [
            evolve(line, column=left + 2 + line.column, line=top + 1 + at) for at, line in enumerate(kept(held, high))
        ]
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


def heading(cell: Cell, lost: Sequence[Words], left: int, top: int, room: int) -> Words:
    """The name of a cell's first place in its frame, and how much of it there is no room for below."""
    tail = f" +{len(lost)}" if lost else ""
    title = cut(cell.places[0].title, room - len(tail)) + tail
    return Words(left + 2, top, title, "title", worst(line.tone for line in lost) if room > len(title) + SIGN else "")


def centred(line: Words, left: int, right: int, at: int) -> Words:
    """A line of a text in the middle of its cell."""
    return evolve(line, column=left + 1 + max(0, right - left - 1 - len(line.text)) // 2, line=at)


def running(sizes: Sequence[int]) -> list[int]:
    """Where each begins that stands behind those before it, and where the last ends."""
    ends = [0]
    for size in sizes:
        ends.append(ends[-1] + size)
    return ends
