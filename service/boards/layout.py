"""The layout of boards in a box of character columns and lines: frames, and words with their room.

All drawings share one layout: characters use it as it is, SVG takes its units as lengths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from attrs import evolve, frozen

from bombsight.runtime.boards import BoardShown, PlaceShown, ThingShown
from bombsight.service.boards.map_layout import lay_out_map
from bombsight.service.boards.picture_layout import lay_out_picture
from bombsight.service.boards.targets import targets_of_place
from bombsight.service.boards.text_fitting import (
    FRAME_COLUMNS,
    MIN_FRAME_WIDTH,
    SIGN_COLUMNS,
    Frame,
    Laid,
    Part,
    StyledLine,
    Target,
    Words,
    attach_separators,
    fit_title,
    is_card,
    join_lines,
    keep_worst_lines,
    line_width,
    lines_of_things,
    mark_line,
    marks_line,
    overflow_part,
    running_offsets,
    short_thing,
    shrink_widths,
    thing_lines,
    truncate,
    truncate_line,
    wrap_parts,
)

HAND_WIDTH = 60
"""The columns in which cards of one place lie side by side, if there is room."""

COLUMN_GAP = 2
"""The gap between the columns of a table."""


LINE_HEIGHT = 210
"""The height of a line of characters in hundredths of a column's width, as in most terminals."""


def lay_out_board(board: BoardShown, columns: int, lines: int | None = None, line_height: int = LINE_HEIGHT) -> Laid:
    """Lay a board out as frames and words in a box of characters.

    Args:
        board: The board.
        columns: The width of the box.
        lines: Its height; None for as many lines as needed.
        line_height: The height of a line in hundredths of a column's width, for pictures.
    """
    notes = [line for thing in board.notes for line in thing_lines(thing, columns)]
    if lines is not None:
        notes = keep_worst_lines(notes, max(1, lines // 3))
    room = None if lines is None else max(0, lines - len(notes))
    if board.layout == "rows":
        layout = lay_out_table(board, columns, room)
    elif board.layout == "picture":
        layout = lay_out_picture(board, columns, room, line_height)
    elif board.layout == "map":
        layout = lay_out_map(board, columns, room)
    else:
        layout = lay_out_plan(grid_cells(board, columns), columns, room, mirrored=board.layout == "plan")
    words = [*layout.words, *(Words(0, layout.lines + at, line, "mark") for at, line in enumerate(notes))]
    wide = max([layout.columns, *map(line_width, notes)])
    total = layout.lines + len(notes)
    whole = evolve(layout, columns=wide, lines=total, words=tuple(words))
    return clip_layout(whole, columns, total if lines is None else lines)


def clip_layout(layout: Laid, columns: int, lines: int) -> Laid:
    """Clip a layout to a box: drop frames and truncate words that exceed it."""
    if layout.columns <= columns and layout.lines <= lines:
        return layout
    words = (
        evolve(line_words, parts=truncate_line(line_words.parts, columns - line_words.column))
        for line_words in layout.words
    )
    return evolve(
        layout,
        columns=min(layout.columns, columns),
        lines=min(layout.lines, lines),
        frames=tuple(frame for frame in layout.frames if frame.right < columns and frame.bottom < lines),
        words=tuple(line_words for line_words in words if line_words.parts and line_words.line < lines),
        signs=tuple(sign for sign in layout.signs if sign.column < columns and sign.line < lines),
    )


# --- a table: a row for each place


def lay_out_table(board: BoardShown, columns: int, lines: int | None) -> Laid:
    """Lay a board out as a table, a row for each place: its name, then its marks (state texts) in aligned columns.

    A column that is too narrow for one of its texts has the short ones. What is still too wide is wrapped, if there are
    lines for it; cards lie side by side, on several lines if need be.
    """
    rows = [[*table_row(place)] for place in board.places]
    if not rows:
        return Laid(0, 0, (), ())
    wide = max(map(len, rows))
    for row in rows:
        row += [()] * (wide - len(row))
    widths = [max(line_width(row[at]) for row in rows) for at in range(wide)]
    used = [at for at, width in enumerate(widths) if width]
    longest = [max(longest_word(row[at]) for row in rows) for at in used]
    room = shrink_columns([widths[at] for at in used], longest, columns - COLUMN_GAP * (len(used) - 1))
    offsets = running_offsets([each + COLUMN_GAP for each in room])[:-1]
    shorts = [[*table_row(place, is_short=True)] for place in board.places]
    is_short = {at for at, width in zip(used, room, strict=True) if any(line_width(row[at]) > width for row in rows)}
    shown = [
        [short[at] if at in is_short and at < len(short) else row[at] for at in used]
        for row, short in zip(rows, shorts, strict=True)
    ]
    wrapped = [[wrap_cell(cell, width) for cell, width in zip(row, room, strict=True)] for row in shown]
    if lines is not None and sum(max(map(len, row)) for row in wrapped) > lines:
        wrapped = [[cut_cell(cell, width) for cell, width in zip(row, room, strict=True)] for row in shown]
    words: list[Words] = []
    hidden: list[StyledLine] = []
    targets: list[Target] = []
    table_width = sum(room) + COLUMN_GAP * (len(room) - 1)
    line = 0
    for number, (place, row, cells) in enumerate(zip(board.places, rows, wrapped, strict=True)):
        height = max(map(len, cells))
        has_room = lines is None or line + height <= lines - (number < len(rows) - 1)
        if hidden or not has_room:
            hidden.append(join_lines(row, ""))
            continue
        for at, column, cell in zip(used, offsets, cells, strict=True):
            words += [Words(column, line + down, parts, "mark" if at else "title") for down, parts in enumerate(cell)]
        targets += targets_of_place(place, place.title, (0, line, table_width, line + height))
        line += height
    more = (overflow_part(hidden),) if hidden and lines else ()
    if more:
        words.append(Words(0, line, more, "more"))
    width = max(table_width, line_width(more))
    return Laid(width, line + bool(more), (), tuple(words), targets=tuple(targets))


def longest_word(cell: StyledLine) -> int:
    """Return the width in columns that a cell needs for its longest word, with sign or indentation; a card is one."""
    longest = 0
    for number, part in enumerate(attach_separators(cell)):
        words = [part.text] if part.sign == "card" else part.text.split()
        for at, word in enumerate(words):
            indent = SIGN_COLUMNS * bool(number or at)
            longest = max(longest, indent + part.sign_columns * (at == 0) + len(word))
    return longest


def shrink_columns(widths: list[int], longest: list[int], room: int) -> list[int]:
    """Shrink the columns of a table until they fit into a room: at first those in which no word would be cut.

    Args:
        widths: The width that each asks for.
        longest: The longest word of each.
        room: The width of all.
    """
    while sum(widths) > room:
        spare = [at for at, width in enumerate(widths) if width > max(MIN_FRAME_WIDTH, longest[at])]
        if not spare:
            return shrink_widths(widths, room, MIN_FRAME_WIDTH)
        widths[max(spare, key=lambda at: widths[at])] -= 1
    return widths


def table_row(place: PlaceShown, *, is_short: bool = False) -> Iterator[StyledLine]:
    """Yield the cells of a place's table row: its name, then a cell for each column of marks, bad ones first.

    Args:
        place: The place.
        is_short: Whether its name and its marks have their short texts, if there are any.
    """
    yield (Part(place.short if is_short and place.short else place.title, is_changed=place.is_changed),)
    things = [short_thing(thing) if is_short else thing for thing in place.things]
    marks = [mark for thing in things for mark in thing.marks]
    for column in range(1 + max((mark.column for mark in marks), default=-1)):
        separator = " " if any(mark.sign == "card" for mark in marks) else "; "
        yield join_lines(filter(None, (marks_in_column(thing, column) for thing in things)), separator)


def marks_in_column(thing: ThingShown, column: int) -> StyledLine:
    """Join the marks of a thing in a column of a table into one line, bad ones first; empty if it has none there."""
    marks = sorted((mark for mark in thing.marks if mark.column == column), key=lambda mark: mark.tone != "bad")
    return mark_line(marks_line(marks), is_changed=thing.is_changed)


def wrap_cell(cell: StyledLine, width: int) -> list[StyledLine]:
    """Lay out a cell of a table in a width: on one line, or on several; cards lie side by side."""
    if not cell:
        return []
    if line_width(cell) <= width:
        return [cell]
    return wrap_cards(cell, width) if any(part.sign == "card" for part in cell) else wrap_parts(cell, width)


def cut_cell(cell: StyledLine, width: int) -> list[StyledLine]:
    """Lay out a cell of a table on one line, cut at a width; but cards on several."""
    is_hand = any(part.sign == "card" for part in cell)
    return wrap_cell(cell, width) if is_hand else [truncate_line(cell, width)]


def wrap_cards(cards: StyledLine, width: int) -> list[StyledLine]:
    """Lay out cards side by side in a width, on as many lines as they need."""
    lines: list[StyledLine] = []
    for card in cards:
        if card.text == " ":
            continue
        longer = (*lines[-1], Part(" "), card) if lines else (card,)
        if lines and line_width(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(truncate_line((card,), width))
    return lines


# --- a plan: frames in a grid


@frozen
class Cell:
    """A cell of the grid: its places, or a text; whether any of them has changed."""

    row: int
    column: int
    columns: int
    places: tuple[PlaceShown, ...]
    caption: str
    is_changed: bool = False


def grid_cells(board: BoardShown, columns: int) -> list[Cell]:
    """Compute a board's grid cells, each with all places of one position; a narrow box wraps the grid to more rows."""
    wide = max(1, (columns - 1) // (MIN_FRAME_WIDTH + FRAME_COLUMNS))
    rows = -(-board.columns // wide)
    columns_per_row = -(-board.columns // max(1, rows))
    cells_by_position: dict[tuple[int, int], Cell] = {}
    for place in board.places:
        at = (place.row, place.column) if board.layout == "plan" else divmod(place.column, columns_per_row)
        if not place.name:
            cells_by_position[at] = Cell(*at, place.columns, (), place.title, place.is_changed)
        else:
            places = (*(cells_by_position[at].places if at in cells_by_position else ()), place)
            is_changed = any(place.is_changed for place in places)
            cells_by_position[at] = Cell(*at, place.columns, places, "", is_changed)
    return [*cells_by_position.values()]


def cell_lines(cell: Cell, room: int) -> list[StyledLine]:
    """Lay out the texts in a cell, line by line, without the name of its first place, which is the frame's heading."""
    if cell.caption:
        lines = wrap(cell.caption, max(1, room))
        return [(Part(truncate(text, room), is_changed=cell.is_changed),) for text in lines]
    held: list[StyledLine] = []
    for number, place in enumerate(cell.places):
        if number and place.title not in [before.title for before in cell.places[:number]]:
            held.append((Part(fit_title(place, room), is_changed=place.is_changed),))
        held += lines_of_things(place.things, room)
    return held


def preferred_width(cell: Cell) -> int:
    """The width in columns at which a cell with its frame needs no truncation or wrapping."""
    texts = [cell.caption, *(place.title for place in cell.places)]
    all_things = [thing for place in cell.places for thing in place.things]
    things = [line_width(marks_line(thing.marks)) for thing in all_things if not is_card(thing)]
    hands = ([thing for thing in place.things if is_card(thing)] for place in cell.places)
    things += [line_width(line) for hand in hands for line in lines_of_things(hand, HAND_WIDTH)]
    return FRAME_COLUMNS + max([*map(len, texts), *things])


def lay_out_plan(cells: Sequence[Cell], columns: int, lines: int | None, *, mirrored: bool) -> Laid:
    """Lay grid cells out in framed rectangles, each with its place's name as heading.

    Args:
        cells: The cells of the grid.
        columns: The width of the box.
        lines: The height of the box; None for as many as needed.
        mirrored: Whether columns at equal distances from the left and the right get equal widths.
    """
    if not cells:
        return Laid(0, 0, (), ())
    size = max(cell.column + cell.columns for cell in cells)
    rows = 1 + max(cell.row for cell in cells)
    widths = column_widths(cells, size)
    if mirrored:
        widths = list(map(max, widths, reversed(widths)))
    sides = running_offsets(shrink_widths(widths, columns - 1, MIN_FRAME_WIDTH))

    def cell_room(cell: Cell) -> int:
        """The columns for text inside a cell's frame."""
        return sides[cell.column + cell.columns] - sides[cell.column] - FRAME_COLUMNS

    lines_by_cell = [(cell, cell_lines(cell, cell_room(cell))) for cell in cells]
    heights = [max((len(held) for cell, held in lines_by_cell if cell.row == row), default=0) for row in range(rows)]
    levels = running_offsets([height + 1 for height in shrink_rows(heights, lines, rows + 1)])
    frames, words = [], []
    targets: list[Target] = []
    for cell, held in lines_by_cell:
        left, right = sides[cell.column], sides[cell.column + cell.columns]
        top, bottom = levels[cell.row], levels[cell.row + 1]
        high = bottom - top - 1
        if cell.caption:
            first = top + 1 + max(0, high - len(held)) // 2
            words += [center_line(line, left, right, first + at) for at, line in enumerate(held[:high])]
            continue
        frames.append(Frame(left, top, right, bottom))
        for place in cell.places:
            targets += targets_of_place(place, place.title, (left, top, right, bottom))
        words.append(Words(left + 2, top, cell_heading(cell, held if high == 0 else [], cell_room(cell)), "title"))
        words += [Words(left + 2, top + 1 + at, line, "mark") for at, line in enumerate(keep_worst_lines(held, high))]
    return Laid(sides[-1] + 1, levels[-1] + 1, tuple(frames), tuple(words), targets=tuple(targets))


def column_widths(cells: Sequence[Cell], size: int) -> list[int]:
    """Compute the preferred width of each grid column, sharing out the width of cells that span several."""
    widths = [MIN_FRAME_WIDTH] * size
    for cell in sorted(cells, key=lambda cell: cell.columns):
        part = range(cell.column, cell.column + cell.columns)
        lacking = preferred_width(cell) - sum(widths[at] for at in part)
        for number, at in enumerate(part):
            widths[at] += max(0, lacking + number) // cell.columns
    return widths


def shrink_rows(needed_heights: list[int], max_lines: int | None, sides: int) -> list[int]:
    """Compute the heights of grid rows: as needed, at least one line, and less if the box is too low.

    Args:
        needed_heights: The lines that each row needs.
        max_lines: The lines in all, with the sides of frames; None for no limit.
        sides: The lines that the sides of frames take.
    """
    heights = [max(1, height) for height in needed_heights]
    while max_lines is not None and sum(heights) + sides > max_lines and max(heights):
        spare = [at for at, height in enumerate(needed_heights) if heights[at] > height]
        heights[spare[0] if spare else len(heights) - 1 - heights[::-1].index(max(heights))] -= 1
    return heights


def cell_heading(cell: Cell, hidden: Sequence[StyledLine], room: int) -> StyledLine:
    """Make the heading of a cell: its first place's name, and a count of hidden lines, such as ``+3``."""
    if not hidden:
        return (Part(fit_title(cell.places[0], room), is_changed=cell.is_changed),)
    tail = overflow_part(hidden)
    title = f"{fit_title(cell.places[0], max(1, room - tail.width - 1))} "
    return truncate_line((Part(title, is_changed=cell.is_changed), tail), room)


def center_line(line: StyledLine, left: int, right: int, box_line: int) -> Words:
    """Position a styled line of text in the middle between a cell's sides.

    Args:
        line: The line.
        left: The column of the cell's left side.
        right: The column of its right side.
        box_line: The line in the box.
    """
    return Words(left + 1 + max(0, right - left - 1 - line_width(line)) // 2, box_line, line, "caption")
