"""The layout of tables: a row for each place, its name and then its marks (state texts) in aligned columns.

No word is cut for which there is room: columns take short texts, then wrap; a box too narrow for columns has a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.runtime.boards import BoardShown, PlaceShown, ThingShown
from bombsight.service.boards.targets import targets_of_place
from bombsight.service.boards.text_fitting import (
    SIGN_COLUMNS,
    Laid,
    Part,
    StyledLine,
    Target,
    Words,
    attach_separators,
    join_lines,
    line_width,
    mark_line,
    marks_line,
    overflow_part,
    running_offsets,
    short_thing,
    shrink_columns,
    truncate_line,
    worst_tone,
    wrap_parts,
    wrap_title,
)

COLUMN_GAP = 2
"""The gap between the columns of a table."""

INDENT_COLUMNS = 2
"""The columns by which marks stand in below their name in a list."""

Row = list[StyledLine]
"""The cells of a row."""

WrappedRow = list[list[StyledLine]]
"""The lines of each cell of a row."""


@frozen
class Columns:
    """The columns of a table that hold anything.

    Attributes:
        used: Their numbers.
        widths: Their widths.
        are_whole: Whether none is narrower than one of its words.
    """

    used: list[int]
    widths: list[int]
    are_whole: bool


def lay_out_table(board: BoardShown, columns: int, lines: int | None) -> Laid:
    """Lay a board out as a table; where columns would cut words, as a list of names with their marks below.

    Args:
        board: The board.
        columns: The width of the box.
        lines: Its height; None for as many lines as needed.
    """
    rows, shorts = table_rows(board, is_short=False), table_rows(board, is_short=True)
    if not rows:
        return Laid(0, 0, (), ())
    fitted = fit_columns(rows, shorts, columns)
    if not fitted.are_whole:
        stacked = lay_out_list(board, rows, columns)
        if lines is None or stacked.lines <= lines:
            return stacked
    shown = choose_cells(rows, shorts, fitted, are_cards_whole=True)
    wrapped = wrap_rows(shown, fitted)
    if lines is not None and sum(map(row_height, wrapped)) > lines:
        shown = choose_cells(rows, shorts, fitted, are_cards_whole=False)
        wrapped = wrap_rows(shown, fitted)
    if lines is not None:
        cut = [[cut_cell(cell, width) for cell, width in zip(row, fitted.widths, strict=True)] for row in shown]
        wrapped = choose_heights(rows, wrapped, cut, lines)
    return place_rows(board, rows, wrapped, fitted, lines)


def table_rows(board: BoardShown, *, is_short: bool) -> list[Row]:
    """Make the rows of a table, all with as many cells."""
    rows = [[*table_row(place, is_short=is_short)] for place in board.places]
    wide = max(map(len, rows), default=0)
    return [[*row, *[()] * (wide - len(row))] for row in rows]


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


def fit_columns(rows: Sequence[Row], shorts: Sequence[Row], columns: int) -> Columns:
    """Fit the columns of a table into a width: by the words of its texts, or else by those of the short ones.

    Where not all has room on a line each, names are short, so that less is wrapped.

    Args:
        rows: The rows.
        shorts: The rows with short texts.
        columns: The width of the table.
    """
    widths = [max(map(line_width, column)) for column in zip(*rows, strict=True)]
    used = [at for at, width in enumerate(widths) if width]
    room = columns - COLUMN_GAP * (len(used) - 1)
    if sum(widths[at] for at in used) > room:
        widths[0] = min(widths[0], max(line_width(row[0]) for row in shorts))
    longest = [max(longest_word(row[at]) for row in rows) for at in used]
    if sum(longest) > room:
        short = [max(longest_word(row[at]) for row in shorts) for at in used]
        longest = list(map(min, longest, short))
    return Columns(used, shrink_columns([widths[at] for at in used], longest, room), sum(longest) <= room)


def choose_cells(rows: Sequence[Row], shorts: Sequence[Row], fitted: Columns, *, are_cards_whole: bool) -> list[Row]:
    """Choose the cells of each row: short ones in columns that are too narrow for one of their texts.

    Args:
        rows: The rows.
        shorts: The rows with short texts.
        fitted: The columns.
        are_cards_whole: Whether cards rather take more lines than have short texts.
    """
    is_short = {
        at
        for at, width in zip(fitted.used, fitted.widths, strict=True)
        if any(needed_width(row[at], are_cards_whole=are_cards_whole) > width for row in rows)
    }
    return [
        [short[at] if at in is_short else row[at] for at in fitted.used]
        for row, short in zip(rows, shorts, strict=True)
    ]


def needed_width(cell: StyledLine, *, are_cards_whole: bool) -> int:
    """Return the width in columns above which a cell has its long texts: that of its line, or of its widest card."""
    if are_cards_whole and any(part.sign == "card" for part in cell):
        return max(part.width for part in cell)
    return line_width(cell)


def wrap_rows(rows: Sequence[Row], fitted: Columns) -> list[WrappedRow]:
    """Lay out the cells of rows in the widths of their columns."""
    return [[wrap_cell(cell, width) for cell, width in zip(row, fitted.widths, strict=True)] for row in rows]


def longest_word(cell: StyledLine) -> int:
    """Return the width in columns that a cell needs for its longest word, with sign or indentation; a card is one."""
    longest = 0
    for number, part in enumerate(attach_separators(cell)):
        words = [part.text] if part.sign == "card" else part.text.split()
        for at, word in enumerate(words):
            indent = SIGN_COLUMNS * bool(number or at)
            longest = max(longest, indent + part.sign_columns * (at == 0) + len(word))
    return longest


def choose_heights(
    rows: Sequence[Row], wrapped: Sequence[WrappedRow], cut: Sequence[WrappedRow], lines: int
) -> list[WrappedRow]:
    """Choose for each row whether it is wrapped or cut: as many are wrapped as there are lines for, bad ones first.

    Args:
        rows: The rows.
        wrapped: Their cells, wrapped.
        cut: Their cells, cut to a line.
        lines: The lines of all.
    """
    chosen = [*cut]
    spare = lines - sum(map(row_height, cut))
    for at in sorted(range(len(rows)), key=lambda at: not worst_tone(part for cell in rows[at] for part in cell)):
        more = row_height(wrapped[at]) - row_height(cut[at])
        if more <= spare:
            chosen[at] = wrapped[at]
            spare -= more
    return chosen


def row_height(row: WrappedRow) -> int:
    """The lines that a row takes."""
    return max(map(len, row))


def place_rows(
    board: BoardShown, rows: Sequence[Row], wrapped: Sequence[WrappedRow], fitted: Columns, lines: int | None
) -> Laid:
    """Place the rows of a table below each other; those without room are counted.

    Args:
        board: The board.
        rows: The rows.
        wrapped: The lines of their cells.
        fitted: The columns.
        lines: The lines of all; None for as many as needed.
    """
    offsets = running_offsets([each + COLUMN_GAP for each in fitted.widths])[:-1]
    table_width = sum(fitted.widths) + COLUMN_GAP * (len(fitted.widths) - 1)
    words: list[Words] = []
    hidden: list[StyledLine] = []
    targets: list[Target] = []
    line = 0
    for number, (place, row, cells) in enumerate(zip(board.places, rows, wrapped, strict=True)):
        height = row_height(cells)
        has_room = lines is None or line + height <= lines - (number < len(rows) - 1)
        if hidden or not has_room:
            hidden.append(join_lines(row, ""))
            continue
        first_word = len(words)
        for at, column, cell in zip(fitted.used, offsets, cells, strict=True):
            words += [Words(column, line + down, parts, "mark" if at else "title") for down, parts in enumerate(cell)]
        targets += targets_of_place(place, place.title, (0, line, table_width, line + height), words[first_word:])
        line += height
    more = (overflow_part(hidden),) if hidden and lines else ()
    if more:
        words.append(Words(0, line, more, "more"))
    width = max(table_width, line_width(more))
    return Laid(width, line + bool(more), (), tuple(words), targets=tuple(targets))


def lay_out_list(board: BoardShown, rows: Sequence[Row], columns: int) -> Laid:
    """Lay a board out as a list: each name on lines of its own, and its marks below it.

    Args:
        board: The board.
        rows: The rows of its table.
        columns: The width of the box.
    """
    words: list[Words] = []
    targets: list[Target] = []
    line = 0
    for place, (_, *cells) in zip(board.places, rows, strict=True):
        top, first_word = line, len(words)
        for text in wrap_title(place, columns):
            words.append(Words(0, line, (Part(text, is_changed=place.is_changed),), "title"))
            line += 1
        separator = " " if any(part.sign == "card" for cell in cells for part in cell) else ", "
        for parts in wrap_cell(join_lines(filter(None, cells), separator), columns - INDENT_COLUMNS):
            words.append(Words(INDENT_COLUMNS, line, parts, "mark"))
            line += 1
        targets += targets_of_place(place, place.title, (0, top, columns, line), words[first_word:])
    width = max(each.column + line_width(each.parts) for each in words)
    return Laid(width, line, (), tuple(words), targets=tuple(targets))


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
