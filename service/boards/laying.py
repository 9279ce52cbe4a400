"""A board laid out in a box of so many columns and lines of characters: frames, and words with the room they have.

One layout serves every drawing: characters put it on a screen as it is, SVG takes its units as lengths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Literal

from attrs import evolve, frozen

from bombsight.runtime.boards import BoardShown, MarkShown, PlaceShown, ThingShown, Tone

LEAST = 6
"""The least distance between the sides of a frame."""

SIDES = 3
"""What of that distance is no room for words: a side, and a space at either end."""

GAP = 2
"""Between the columns of a table."""

SIGN = 2
"""The room for the sign of what is good or bad."""

CUT = "…"

INDENT = " "
"""Before what goes on in a line of its own."""


@frozen
class Frame:
    """The sides of a place: columns and lines in which they are drawn."""

    left: int
    top: int
    right: int
    bottom: int


@frozen
class Part:
    """Words of one tone: good or bad for the player, or neither."""

    text: str
    tone: Tone = ""

    @property
    def size(self) -> int:
        """How many columns it takes, with its sign."""
        return len(self.text) + (SIGN if self.tone else 0)


Line = tuple[Part, ...]
"""The words of one line."""


@frozen
class Words:
    """A line of words.

    Attributes:
        column: Where it begins.
        line: The line of the box.
        parts: As much of it as there is room for, each part with a sign before it where it has a tone.
        kind: The name of a place; what stands there; a text of the plan; how much there is no room for.
    """

    column: int
    line: int
    parts: Line
    kind: Literal["title", "mark", "caption", "more"]


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
    notes = [line for thing in board.notes for line in lines_of(thing, columns)]
    if lines is not None:
        notes = kept(notes, max(1, lines // 3))
    room = None if lines is None else max(0, lines - len(notes))
    if board.layout == "rows":
        laid = table(board, columns, room)
    else:
        laid = plan(cells_of(board, columns), columns, room, mirrored=board.layout == "plan")
    words = [*laid.words, *(Words(0, laid.lines + at, line, "mark") for at, line in enumerate(notes))]
    wide = max([laid.columns, *map(size, notes)])
    total = laid.lines + len(notes)
    return clipped(Laid(wide, total, laid.frames, tuple(words)), columns, total if lines is None else lines)


# --- words in a room


def size(line: Iterable[Part]) -> int:
    """How many columns a line takes."""
    return sum(part.size for part in line)


def cut(text: str, room: int) -> str:
    """A text, or as much of it as there is room for, with a sign that there is more."""
    return text if len(text) <= room else text[: max(0, room - 1)].rstrip() + CUT if room > 0 else ""


def cut_line(line: Iterable[Part], room: int) -> Line:
    """As much of a line as there is room for."""
    found: list[Part] = []
    for part in line:
        left = room - size(found) - (part.size - len(part.text))
        if left > 0:
            found.append(Part(cut(part.text, left), part.tone))
        elif found and not found[-1].text.endswith(CUT):
            last = found.pop()
            found.append(Part(cut(last.text + CUT, len(last.text)), last.tone))
        if left < len(part.text):
            break
    return tuple(found)


def joined(lines: Iterable[Iterable[Part]], between: str) -> Line:
    """Words one after the other, with a sign between them."""
    found: list[Part] = []
    for line in lines:
        found += [Part(between), *line] if found else line
    return tuple(found)


def parts_of(marks: Iterable[MarkShown]) -> Line:
    """Marks in one line."""
    return joined(((Part(mark.text, mark.tone),) for mark in marks), ", ")


def lines_of(thing: ThingShown, room: int) -> list[Line]:
    """The lines of what stands at a place: one where there is room for it, else lines for each mark."""
    whole = parts_of(thing.marks)
    if size(whole) <= room:
        return [whole]
    found: list[Line] = []
    for number, mark in enumerate(thing.marks):
        indent = INDENT if number else ""
        sign = SIGN if mark.tone else 0
        texts = wrap(mark.text, max(1, room - len(indent) - sign), break_long_words=False) or [""]
        for at, text in enumerate(texts):
            part = Part(text, "" if at else mark.tone)
            found.append(cut_line((Part(indent + " " * sign * bool(at)), part), room))
    return found


def kept(lines: list[Line], most: int) -> list[Line]:
    """As many lines as there is room for, what is bad before all else, and how many more there are."""
    if len(lines) <= most:
        return lines
    if most <= 0:
        return []
    order = sorted(range(len(lines)), key=lambda at: not worst(lines[at]))
    shown, lost = sorted(order[: most - 1]), order[most - 1 :]
    return [*(lines[at] for at in shown), (more([lines[at] for at in lost]),)]


def more(lost: Sequence[Line]) -> Part:
    """How many lines there is no room for."""
    return Part(f"+{len(lost)}", worst(part for line in lost for part in line))


def worst(parts: Iterable[Part]) -> Tone:
    """Bad where anything is, else neither."""
    return "bad" if any(part.tone == "bad" for part in parts) else ""


def fitted(widths: list[int], room: int, least: int) -> list[int]:
    """Widths, the widest made narrower until there is room for all."""
    while sum(widths) > room and max(widths) > least:
        widths[widths.index(max(widths))] -= 1
    return widths


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


def running(sizes: Sequence[int]) -> list[int]:
    """Where each begins that stands behind those before it, and where the last ends."""
    ends = [0]
    for size in sizes:
        ends.append(ends[-1] + size)
    return ends
