"""The area of a picture: things at points first, then words in areas from the smallest, then captions.

None stands over another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import evolve, field, frozen

from bombsight.runtime.boards import BoardShown, PlaceShown, ThingShown
from bombsight.service.boards.drawing_layout import Extent
from bombsight.service.boards.picture_points import (
    Cells,
    PointedThing,
    has_own_sign,
    is_free,
    place_signs,
    place_words,
    settle_words,
)
from bombsight.service.boards.place_fitting import (
    TITLE,
    Chunk,
    ChunkLine,
    chunk_line_width,
    fit_place,
    free_runs,
    signs_of_thing,
)
from bombsight.service.boards.targets import target_of_place, target_of_thing
from bombsight.service.boards.text_fitting import Part, PlacedSign, Target, Words, line_width, mark_line, marks_line

NEAR_LINES = (0, -1, 1, -2, 2)
"""The lines at which a thing at a point may stand, from its own line; a caption only at the first three."""

LegendEntry = tuple[str, tuple[ThingShown, ...]]
"""Things whose words have no room, with the title of their place, which may be empty."""


@frozen
class PlacedPicture:
    """What of a picture stands in its area.

    Attributes:
        words: The words.
        signs: The signs of things at points.
        targets: The places, then the things.
        legend: The things whose words have no room.
        untitled: The number of titles without room, of places where something is.
    """

    words: tuple[Words, ...]
    signs: tuple[PlacedSign, ...]
    targets: tuple[Target, ...]
    legend: tuple[LegendEntry, ...]
    untitled: int

    @property
    def wanting(self) -> int:
        """How much has no room: things and titles."""
        return sum(len(things) for _, things in self.legend) + self.untitled


@frozen
class Positioned:
    """A line of chunks in its place.

    Attributes:
        column: Its column.
        line: Its line.
        chunks: The chunks.
        middle: The middle of its room, in halves of a column; None if it begins at its column.
    """

    column: int
    line: int
    chunks: ChunkLine
    middle: int | None = None


@frozen
class PositionedPlace:
    """A place with its words: its cells, its lines, the things whose words all stand there, and whether its title does.

    Attributes:
        cells: Its first column and line, and those behind its last.
        lines: Its lines.
        whole: The numbers of the things whose words all stand there.
        has_title: Whether its title stands there.
    """

    cells: tuple[int, int, int, int]
    lines: Sequence[Positioned] = ()
    whole: frozenset[int] = field(default=frozenset())
    has_title: bool = True


def place_picture(board: BoardShown, extent: Extent) -> PlacedPicture:
    """Put the words of all places and captions into the area of a picture."""
    taken: Cells = set()
    pointed = place_all_signs(board, extent, taken)
    points = place_words(pointed, extent, taken)
    words: list[Words] = [*points.words]
    places: list[Target] = []
    things: list[Target] = [*points.targets]
    legend: dict[int, LegendEntry] = {}
    untitled = 0
    for number, place in sorted(enumerate(board.places), key=lambda item: placing_order(item[1])):
        if place.name and not is_area(place) and all(map(has_own_sign, place.things)):
            continue
        if not place.name:
            words += place_caption(place, extent, taken)
            continue
        found = position_place(place, extent, taken)
        title = title_of_place(place)
        for words_of_chunk, chunk in (pair for line in found.lines for pair in words_of_line(line)):
            is_changed = place.is_changed if chunk.thing == TITLE else place.things[chunk.thing].is_changed
            words.append(evolve(words_of_chunk, parts=mark_line(words_of_chunk.parts, is_changed=is_changed)))
            taken |= cells_of_words(words_of_chunk)
            if chunk.thing != TITLE:
                things.append(target_of_words(words_of_chunk, place.things[chunk.thing]))
        places.append(target_of_place(place, title, found.cells))
        positioned = {chunk.thing for line in found.lines for chunk in line.chunks}
        hidden = (thing for at, thing in enumerate(place.things) if thing.piece and at not in positioned)
        things += [target_of_thing(thing, found.cells) for thing in hidden]
        wanting = tuple(thing for at, thing in enumerate(place.things) if at not in found.whole)
        if wanting:
            legend[number] = (title, wanting)
        untitled += bool(place.things) and not found.has_title
    ordered = [legend[number] for number in sorted(legend)]
    ordered += [(key, (thing,)) for key, thing in points.legend]
    signs = tuple(each.sign for each in pointed)
    return PlacedPicture(settle_words(words), signs, (*places, *things), tuple(ordered), untitled)


def place_all_signs(board: BoardShown, extent: Extent, taken: Cells) -> list[PointedThing]:
    """Put the signs of all things at points into the area of a picture, in the order of the board's places."""
    points = (place for place in board.places if place.name and not is_area(place))
    return [pointed for place in points for pointed in place_signs(place, extent, taken)]


def placing_order(place: PlaceShown) -> tuple[int, int]:
    """Sort key of places: those at points, then areas from the smallest, then captions."""
    if not place.name:
        return 2, 0
    return (1, place.columns * place.rows) if is_area(place) else (0, 0)


def is_area(place: PlaceShown) -> bool:
    """Whether a place of a picture is larger than a point."""
    return place.columns > 0 or place.rows > 0


def title_of_place(place: PlaceShown) -> str:
    """Return the title of a place that people read; empty for two numbers."""
    return place.title if place.piece else ""


def position_place(place: PlaceShown, extent: Extent, taken: Cells) -> PositionedPlace:
    """Put the words of a place into its cells, or at its point."""
    cells = cells_of_place(place, extent)
    if not is_area(place):
        lines, whole = position_at_point(place, extent, cells[:2], taken)
        return PositionedPlace(cells, lines, whole)
    title = title_of_place(place)
    fitted = fit_place(place, title, free_runs(*cells, taken))
    positioned = []
    for run, chunks in fitted.lines:
        column = run.column + (run.columns - chunk_line_width(chunks)) // 2
        positioned.append(Positioned(column, run.line, chunks, 2 * run.column + run.columns))
    return PositionedPlace(cells, positioned, fitted.whole, fitted.has_title or not title)


def cells_of_place(place: PlaceShown, extent: Extent) -> tuple[int, int, int, int]:
    """Return the cells of a place, one at least: first column and line, and those behind the last."""
    left = min(extent.column(place.column), extent.columns - 1)
    top = min(extent.line(place.row), extent.lines - 1)
    right = max(left + 1, extent.column(place.column + place.columns))
    bottom = max(top + 1, extent.line(place.row + place.rows))
    return left, top, right, bottom


def position_at_point(
    place: PlaceShown, extent: Extent, point: tuple[int, int], taken: Cells
) -> tuple[list[Positioned], frozenset[int]]:
    """Put the things at a point there, or as near as there is room: each with its words, or else its signs.

    Args:
        place: The place.
        extent: The size of the picture.
        point: The cell of the point.
        taken: The cells that hold words.

    Returns:
        The lines, and the numbers of the things whose words all stand there.
    """
    column, line = point
    lines: list[Positioned] = []
    whole: set[int] = set()
    own: Cells = set(taken)
    for number, thing in enumerate(place.things):
        if has_own_sign(thing):
            whole |= {number}
            continue
        for parts in (marks_line(thing.marks), signs_of_thing(thing)):
            width = line_width(parts)
            starts = (column, column - width // 2, column - width + 1)
            spots = ((start, line + near) for near in NEAR_LINES for start in starts)
            spot = next((spot for spot in spots if is_free(*spot, width, extent, own)), None)
            if spot is not None:
                lines.append(Positioned(*spot, (Chunk(parts, number),)))
                own |= {(spot[0] + at, spot[1]) for at in range(width)}
                whole |= {number} if all(part.text for part in parts) else set()
                break
    return lines, frozenset(whole)


def place_caption(place: PlaceShown, extent: Extent, taken: Cells) -> Iterator[Words]:
    """Yield the words of a caption, their middle at its point or near it; nothing if they have no room."""
    width = len(place.title)
    column = max(0, min(extent.column(place.column) - width // 2, extent.columns - width))
    line = min(extent.line(place.row), extent.lines - 1)
    for near in NEAR_LINES[:3]:
        if is_free(column, line + near, width, extent, taken):
            part = Part(place.title, is_changed=place.is_changed)
            words = Words(column, line + near, (part,), "title", 2 * column + width)
            taken |= cells_of_words(words)
            yield words
            return


def words_of_line(positioned: Positioned) -> Iterator[tuple[Words, Chunk]]:
    """Yield the words of each chunk of a line."""
    column = positioned.column
    middle = positioned.middle if len(positioned.chunks) == 1 else None
    for chunk in positioned.chunks:
        kind: Literal["title", "mark"] = "title" if chunk.thing == TITLE else "mark"
        yield Words(column, positioned.line, chunk.parts, kind, middle), chunk
        column += line_width(chunk.parts) + 1


def cells_of_words(words: Words) -> Cells:
    """Return the cells that words take."""
    return {(words.column + at, words.line) for at in range(line_width(words.parts))}


def target_of_words(words: Words, thing: ThingShown) -> Target:
    """Make the target of a thing, where its words stand."""
    return target_of_thing(thing, (words.column, words.line, words.column + line_width(words.parts), words.line + 1))
