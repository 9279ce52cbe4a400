"""The layout of boards in a box of character columns and lines: frames, and words with their room.

All drawings share one layout: characters use it as it is, SVG takes its units as lengths.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap

from attrs import evolve, frozen

from bombsight.runtime.boards import BoardShown, PlaceShown, ThingShown
from bombsight.service.boards.map_layout import lay_out_map
from bombsight.service.boards.picture_layout import lay_out_picture
from bombsight.service.boards.table_layout import lay_out_table
from bombsight.service.boards.targets import targets_of_place
from bombsight.service.boards.text_fitting import (
    ELLIPSIS,
    FRAME_COLUMNS,
    MIN_FRAME_WIDTH,
    Frame,
    Laid,
    Part,
    StyledLine,
    Target,
    Words,
    fit_title,
    is_card,
    keep_worst_lines,
    line_width,
    lines_of_things,
    mark_part,
    marks_line,
    overflow_part,
    running_offsets,
    shrink_columns,
    thing_lines,
    truncate,
    truncate_line,
    wrap_title,
)

HAND_WIDTH = 60
"""The columns in which cards of one place lie side by side, if there is room."""

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
        layout = lay_out_grid(board, columns, room)
    words = [*layout.words, *(Words(0, layout.lines + at, line, "mark") for at, line in enumerate(notes))]
    wide = max([layout.columns, *map(line_width, notes)])
    total = layout.lines + len(notes)
    whole = evolve(layout, columns=wide, lines=total, words=tuple(words))
    return clip_layout(whole, columns, total if lines is None else lines)


def is_cut(board: BoardShown, columns: int) -> bool:
    """Whether words of a board are cut in a box of so many columns and any number of lines."""
    laid = lay_out_board(board, columns)
    return any(part.text.endswith(ELLIPSIS) for words in laid.words for part in words.parts)


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


def lay_out_grid(board: BoardShown, columns: int, lines: int | None) -> Laid:
    """Lay a board out as framed rectangles in a grid; a strip goes on in further rows where words would be cut.

    Args:
        board: A plan, or a strip of columns.
        columns: The width of the box.
        lines: Its height; None for as many lines as needed.
    """
    if board.layout == "plan":
        return lay_out_plan(grid_cells(board, 1), columns, lines, mirrored=True)
    widest = max(1, (columns - 1) // (MIN_FRAME_WIDTH + FRAME_COLUMNS))
    fewest = -(-board.columns // widest)
    for rows in range(fewest, board.columns + 1):
        cells = grid_cells(board, rows)
        if sum(column_widths(cells, least_width)) < columns:
            whole = lay_out_plan(cells, columns, None, mirrored=False)
            if lines is None or whole.lines <= lines:
                return whole
            break
    return lay_out_plan(grid_cells(board, fewest), columns, lines, mirrored=False)


def grid_cells(board: BoardShown, rows: int) -> list[Cell]:
    """Compute a board's grid cells, each with all places of one position; a strip is cut into so many rows."""
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
            title = [(Part(text, is_changed=place.is_changed),) for text in wrap_title(place, room)]
            held += title
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


def least_width(cell: Cell) -> int:
    """The width in columns at which a cell with its frame needs no truncation: that of its longest word."""
    words = cell.caption.split() + [word for place in cell.places for word in (place.short or place.title).split()]
    things = [thing for place in cell.places for thing in place.things]
    return FRAME_COLUMNS + max([*map(len, words), *map(longest_in_thing, things)], default=0)


def longest_in_thing(thing: ThingShown) -> int:
    """The width in columns that the longest word of a thing needs, with its sign and indentation; a card is one."""
    if is_card(thing):
        return max(mark_part(mark).width for mark in thing.marks)
    longest = ((mark_part(mark).sign_columns, max(map(len, mark.text.split()), default=0)) for mark in thing.marks)
    return max((bool(number) + sign + word for number, (sign, word) in enumerate(longest)), default=0)


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
    rows = 1 + max(cell.row for cell in cells)
    widths, least = column_widths(cells, preferred_width), column_widths(cells, least_width)
    if mirrored:
        widths, least = (list(map(max, each, reversed(each))) for each in (widths, least))
    sides = running_offsets(shrink_columns(widths, least, columns - 1))

    def cell_room(cell: Cell) -> int:
        """The columns for text inside a cell's frame."""
        return sides[cell.column + cell.columns] - sides[cell.column] - FRAME_COLUMNS

    lines_by_cell = [(cell, cell_lines(cell, cell_room(cell))) for cell in cells]
    titles_by_cell = [wrap_title(cell.places[0], cell_room(cell)) if cell.places else [] for cell in cells]
    heights = [0] * rows
    for (cell, held), title in zip(lines_by_cell, titles_by_cell, strict=True):
        heights[cell.row] = max(heights[cell.row], len(held) + len(title[1:]))
    levels = running_offsets([height + 1 for height in shrink_rows(heights, lines, rows + 1)])
    frames, words = [], []
    targets: list[Target] = []
    for (cell, held), title in zip(lines_by_cell, titles_by_cell, strict=True):
        left, right = sides[cell.column], sides[cell.column + cell.columns]
        top, bottom = levels[cell.row], levels[cell.row + 1]
        high = bottom - top - 1
        if cell.caption:
            first = top + 1 + max(0, high - len(held)) // 2
            words += [center_line(line, left, right, first + at) for at, line in enumerate(held[:high])]
            continue
        frames.append(Frame(left, top, right, bottom))
        head, *others = title if len(held) + len(title) - 1 <= high else [fit_title(cell.places[0], cell_room(cell))]
        heading = (
            (Part(head, is_changed=cell.is_changed),) if high or not held else full_heading(cell, held, cell_room(cell))
        )
        words.append(Words(left + 2, top, heading, "title"))
        words += [
            Words(left + 2, top + 1 + at, (Part(text, is_changed=cell.is_changed),), "title")
            for at, text in enumerate(others)
        ]
        below = top + 1 + len(others)
        shown = keep_worst_lines(held, high - len(others))
        marks = [Words(left + 2, below + at, line, "mark") for at, line in enumerate(shown)]
        words += marks
        for place in cell.places:
            targets += targets_of_place(place, place.title, (left, top, right, bottom), marks)
    return Laid(sides[-1] + 1, levels[-1] + 1, tuple(frames), tuple(words), targets=tuple(targets))


def column_widths(cells: Sequence[Cell], width_of: Callable[[Cell], int]) -> list[int]:
    """Compute the width of each grid column by that of cells, sharing out the width of those that span several."""
    widths = [MIN_FRAME_WIDTH] * max((cell.column + cell.columns for cell in cells), default=0)
    for cell in sorted(cells, key=lambda cell: cell.columns):
        part = range(cell.column, cell.column + cell.columns)
        lacking = width_of(cell) - sum(widths[at] for at in part)
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


def full_heading(cell: Cell, hidden: Sequence[StyledLine], room: int) -> StyledLine:
    """Make the heading of a cell without lines: its first place's name, and a count of hidden lines, such as ``+3``."""
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
