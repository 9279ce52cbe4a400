"""The layout of pictures: shapes to scale, words in their places, and below a legend of the words without room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bombsight.runtime.boards import BoardShown, ThingShown
from bombsight.service.boards.drawing_layout import (
    Extent,
    columns_for_height,
    has_footer,
    lay_out_footer,
    lay_out_shapes,
    lines_for_width,
)
from bombsight.service.boards.picture_places import PlacedPicture, place_picture
from bombsight.service.boards.text_fitting import (
    Laid,
    Part,
    StyledLine,
    Words,
    join_lines,
    line_width,
    thing_line,
    wrap_parts,
)

MIN_COLUMNS = 56
"""The least width of a picture, if the box has it: smaller ones are hard to read."""

WIDTH_STEP = 8
"""By how many columns the widths that are tried differ."""

MAX_HEIGHTS = 4
"""How many heights are tried in a box of limited lines; the last one leaves a third of them for the legend."""


def lay_out_picture(board: BoardShown, columns: int, lines: int | None, line_height: int) -> Laid:
    """Lay a picture out in a box: as small as its words allow, or as large as the box allows, if lines are limited.

    Args:
        board: The picture.
        columns: The width of the box.
        lines: Its height; None for as many lines as needed.
        line_height: The height of a line in hundredths of a column's width.
    """
    footer = int(has_footer(board))
    if lines is None:
        placed, extent = place_where_words_fit(board, columns, line_height)
        legend = legend_lines(board, placed, columns)
    else:
        placed, extent, legend = place_in_box(board, columns, lines - footer, line_height)
    words, bars = lay_out_footer(board, extent, extent.lines)
    first = extent.lines + footer
    room = len(legend) if lines is None else max(0, lines - first)
    shown = legend if len(legend) <= room else legend[: max(0, room - 1)]
    words += [Words(0, first + at, line, "mark") for at, line in enumerate(shown)]
    if len(shown) < len(legend) and room:
        count = Part(f"{len(legend) - len(shown)} more")
        words.append(Words(0, first + len(shown), (count,), "more"))
    wide = max([extent.columns, *(each.column + line_width(each.parts) for each in words)])
    return Laid(
        wide,
        first + min(len(legend), room),
        (),
        (*placed.words, *words),
        signs=placed.signs,
        shapes=(*lay_out_shapes(board, extent, 0, 0), *bars),
        shape_columns=extent.columns,
        shape_lines=extent.lines,
        targets=placed.targets,
    )


def place_where_words_fit(board: BoardShown, columns: int, line_height: int) -> tuple[PlacedPicture, Extent]:
    """Place a picture at the least width at which all of its words have room, or at the largest at which most have."""
    best: tuple[PlacedPicture, Extent] | None = None
    for width in widths_to_try(columns):
        extent = extent_at(board, width, line_height)
        placed = place_picture(board, extent)
        if best is None or placed.wanting <= best[0].wanting:
            best = placed, extent
        if not placed.wanting:
            break
    assert best is not None  # there is always a width
    return best


def widths_to_try(columns: int) -> list[int]:
    """Return the widths from the least to that of the box."""
    return [*range(min(MIN_COLUMNS, columns), columns, WIDTH_STEP), columns]


def extent_at(board: BoardShown, columns: int, line_height: int) -> Extent:
    """Return the size of a picture at a width."""
    return Extent(board.columns, board.rows, columns, lines_for_width(board, columns, line_height))


def place_in_box(
    board: BoardShown, columns: int, lines: int, line_height: int
) -> tuple[PlacedPicture, Extent, list[StyledLine]]:
    """Place a picture as large as a box allows with its legend, which is left one line in three at most.

    Args:
        board: The picture.
        columns: The width of the box.
        lines: Its height.
        line_height: The height of a line in hundredths of a column's width.

    Returns:
        The picture, its size, and the legend, for which there may be too few lines.
    """
    occupied = sum(bool(place.things) for place in board.places)
    least = max(1, lines - min(occupied, lines // 3))
    room = max(1, lines)
    tries = 1
    while tries < MAX_HEIGHTS and room > least:
        extent = extent_of_height(board, columns, room, line_height)
        placed = place_picture(board, extent)
        legend = legend_lines(board, placed, columns)
        if extent.lines + len(legend) <= lines:
            return placed, extent, legend
        room = min(extent.lines - 1, lines - len(legend))
        tries += 1
    extent = extent_of_height(board, columns, least, line_height)
    placed = place_picture(board, extent)
    return placed, extent, legend_lines(board, placed, columns)


def extent_of_height(board: BoardShown, columns: int, lines: int, line_height: int) -> Extent:
    """Return the size of a picture that fits into a box."""
    extent = extent_at(board, columns, line_height)
    if extent.lines <= lines:
        return extent
    return Extent(board.columns, board.rows, min(columns, columns_for_height(board, lines, line_height)), lines)


# --- the legend


def legend_lines(board: BoardShown, placed: PlacedPicture, columns: int) -> list[StyledLine]:
    """Lay out the words without room, and what good and bad shapes mean: bad ones first."""
    entries = [
        (legend_tone(things), [*title_part(title), *join_lines(map(thing_line, things), "; ")])
        for title, things in placed.legend
    ]
    for tone in ("bad", "good"):
        meanings = dict.fromkeys(shape.text for shape in board.shapes if shape.text and shape.tone == tone)
        if meanings:
            entries.append((tone, [*join_lines(((Part(text, tone),) for text in meanings), "; ")]))
    entries.sort(key=lambda entry: entry[0] != "bad")
    return [line for _, parts in entries for line in wrap_parts(parts, columns)]


def title_part(title: str) -> Iterable[Part]:
    """Make the beginning of an entry of the legend: the title of its place; nothing for one without."""
    return (Part(f"{title}: "),) if title else ()


def legend_tone(things: Sequence[ThingShown]) -> str:
    """Return the tone of an entry of the legend: bad if any thing is."""
    return "bad" if any(thing.tone == "bad" for thing in things) else ""
