"""Fitting of a place's words into the cells of a picture: as much as has room, and nothing cut.

Words that have no room are left to their signs; the legend below the picture then has them whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from textwrap import wrap

from attrs import evolve, frozen

from bombsight.runtime.boards import MarkShown, PlaceShown, ThingShown
from bombsight.service.boards.picture_points import Cells
from bombsight.service.boards.text_fitting import (
    Part,
    StyledLine,
    is_card,
    line_width,
    mark_part,
    marks_line,
    sign_part,
)

TITLE = -1
"""The number of a chunk that is the place's title; others have the number of their thing."""


@frozen
class Chunk:
    """Words on one line that belong to one thing of a place, or are its title."""

    parts: StyledLine
    thing: int


ChunkLine = tuple[Chunk, ...]
"""The chunks of a line, with a blank between them."""


@frozen
class Run:
    """Adjacent free cells of a line."""

    line: int
    column: int
    columns: int


@frozen
class Fitted:
    """The words of a place that have room.

    Attributes:
        lines: The lines, each with the run in which it stands.
        whole: The numbers of the things whose words all stand there.
        has_title: Whether the title stands there.
    """

    lines: tuple[tuple[Run, ChunkLine], ...]
    whole: frozenset[int]
    has_title: bool


def chunk_line_width(line: ChunkLine) -> int:
    """The width in columns of a line of chunks."""
    return sum(line_width(chunk.parts) for chunk in line) + max(0, len(line) - 1)


def free_runs(left: int, top: int, right: int, bottom: int, taken: Cells) -> list[Run]:
    """Find the longest run of free cells in each line of a rectangle, none of them beside words that stand already.

    Args:
        left: Its first column.
        top: Its first line.
        right: The column behind its last.
        bottom: The line behind its last.
        taken: The cells that hold words.
    """
    runs = []
    for line in range(top, bottom):
        best, start = Run(line, left, 0), left
        for column in range(left, right + 1):
            if column == right or any((near, line) in taken for near in (column - 1, column, column + 1)):
                if column - start > best.columns:
                    best = Run(line, start, column - start)
                start = column + 1
        if best.columns:
            runs.append(best)
    return runs


def fit_place(place: PlaceShown, title: str, runs: Sequence[Run]) -> Fitted:
    """Fit the title and the things of a place into runs of cells: all if there is room, else signs for words.

    Args:
        place: The place.
        title: Its title; empty for none.
        runs: The free cells.
    """
    width = max((run.columns for run in runs), default=0)
    for lines in arrangements(place, title, width):
        fitted = place_lines(lines, runs)
        if fitted is not None:
            return Fitted(fitted, whole_things(place, lines), any(chunk.thing == TITLE for chunk in chain(lines)))
    return Fitted((), frozenset(), has_title=False)


def chain(lines: Sequence[ChunkLine]) -> Iterator[Chunk]:
    """Yield the chunks of lines."""
    for line in lines:
        yield from line


def whole_things(place: PlaceShown, lines: Sequence[ChunkLine]) -> frozenset[int]:
    """Return the numbers of the things whose words all stand in lines."""
    wanting = {chunk.thing for chunk in chain(lines) if any(not part.text for part in chunk.parts)}
    shown = {chunk.thing for chunk in chain(lines)}
    return frozenset(number for number in range(len(place.things)) if number in shown and number not in wanting)


def arrangements(place: PlaceShown, title: str, width: int) -> Iterator[list[ChunkLine]]:
    """Yield the ways in which a place may show its title and its things, the best first.

    What a thing at a place of the same piece says is said of the place, so its words want the title.
    """
    titles = [*title_lines(title, place.short, width)]
    names = [Chunk((Part(text),), TITLE) for text in filter(None, (title, place.short))]
    words, signs = words_of_things(place.things, width), signs_of_things(place.things, width)
    briefs = [briefs_of_things(place.things, width, are_wrapped=wrapped) for wrapped in (True, False)]
    fittings = [each for each in (words, *briefs) if each is not None]
    for lines, fitting in product(titles, fittings):
        yield [*lines, *fitting]
    for name, (first, *others) in product(names, filter(None, fittings)):
        yield [(name, *first), *others]
    if not is_about_itself(place):
        yield from fittings
    if signs:
        for lines in titles:
            yield [*lines, *signs]
        for name in names:
            yield [(name, *signs[0]), *signs[1:]]
    for count in range(len(signs), 0, -1):
        yield signs[:count]


def is_about_itself(place: PlaceShown) -> bool:
    """Whether what stands at a place is said of the place, as a state is."""
    return bool(place.piece) and any(thing.piece == place.piece for thing in place.things)


def title_lines(title: str, short: str, width: int) -> Iterator[list[ChunkLine]]:
    """Yield the ways to show a title in a width: whole, short, in several lines; nothing at all if it is empty."""
    if not title:
        yield []
        return
    for text in filter(None, (title, short)):
        if len(text) <= width:
            yield [(Chunk((Part(text),), TITLE),)]
    lines = wrap(title, max(1, width), break_long_words=False, break_on_hyphens=False)
    if len(lines) > 1 and max(map(len, lines)) <= width:
        yield [(Chunk((Part(line),), TITLE),) for line in lines]


def words_of_things(things: Sequence[ThingShown], width: int) -> list[ChunkLine] | None:
    """Lay out the words of things in a width, line by line; None if a word has no room."""
    lines: list[ChunkLine] = []
    for number, thing in enumerate(things):
        single = Chunk(marks_line(thing.marks), number)
        if is_card(thing) and lines and is_card(things[number - 1]):
            joined = (*lines[-1], single)
            if chunk_line_width(joined) <= width:
                lines[-1] = joined
                continue
        if line_width(single.parts) <= width:
            lines.append((single,))
            continue
        for mark in thing.marks:
            parts = wrap_mark(mark, width)
            if parts is None:
                return None
            lines += [(Chunk((part,), number),) for part in parts]
    return lines


def wrap_mark(mark: MarkShown, width: int) -> list[Part] | None:
    """Wrap the words of a mark in a width, a part for each line; None if a word has no room."""
    part = mark_part(mark)
    room = width - part.sign_columns
    texts = wrap(mark.text, max(1, room), break_long_words=False, break_on_hyphens=False) or [""]
    if max(map(len, texts)) > room or (len(texts) > 1 and mark.sign == "card"):
        return None
    first, *rest = texts
    return [evolve(part, text=first), *(Part(text, mark.tone, is_continued=True) for text in rest)]


def briefs_of_things(things: Sequence[ThingShown], width: int, *, are_wrapped: bool) -> list[ChunkLine]:
    """Lay out things with the words of their first mark and the signs of the others, or signs where these are wider.

    Args:
        things: The things.
        width: The columns.
        are_wrapped: Whether the words may take several lines.
    """
    lines: list[ChunkLine] = []
    crowded: list[Chunk] = []
    for number, thing in enumerate(things):
        brief = brief_of_thing(thing, width)
        if brief is None or (len(brief) > 1 and not are_wrapped):
            crowded.append(Chunk(signs_of_thing(thing), number))
        else:
            lines += [(Chunk(line, number),) for line in brief]
    return [*lines, *join_chunks(crowded, width)]


def brief_of_thing(thing: ThingShown, width: int) -> list[StyledLine] | None:
    """Lay out the words of a thing's first mark, and behind them the signs of its others; None if it has no room."""
    first, *others = thing.marks
    parts, signs = wrap_mark(first, width), tuple(map(sign_part, others))
    if parts is None:
        return None
    *lines, last = [(part,) for part in parts]
    if not signs:
        return [*lines, last]
    longer = (*last, Part(" "), *signs)
    return [*lines, longer] if line_width(longer) <= width else None


def signs_of_things(things: Sequence[ThingShown], width: int) -> list[ChunkLine]:
    """Lay out the signs of things in a width, as many lines as they need: bad things first."""
    order = sorted(range(len(things)), key=lambda number: things[number].tone != "bad")
    return join_chunks([Chunk(signs_of_thing(things[number]), number) for number in order], width)


def join_chunks(chunks: Sequence[Chunk], width: int) -> list[ChunkLine]:
    """Put chunks beside each other, on as many lines as they need in a width."""
    lines: list[ChunkLine] = []
    for chunk in chunks:
        joined = (*lines[-1], chunk) if lines else (chunk,)
        if lines and chunk_line_width(joined) <= width:
            lines[-1] = joined
        else:
            lines.append((chunk,))
    return lines


def signs_of_thing(thing: ThingShown) -> StyledLine:
    """Make the signs of a thing: those of its marks with a sign or tone, or else one dot."""
    marks = [mark for mark in thing.marks if mark.sign or mark.tone] or thing.marks[:1]
    return tuple(map(sign_part, marks))


def place_lines(lines: Sequence[ChunkLine], runs: Sequence[Run]) -> tuple[tuple[Run, ChunkLine], ...] | None:
    """Put lines into adjacent runs, as near to the middle as they fit; None if they fit nowhere."""
    spare = len(runs) - len(lines)
    for start in sorted(range(spare + 1), key=lambda start: (abs(2 * start - spare), start)):
        chosen = runs[start : start + len(lines)]
        if all(chunk_line_width(line) <= run.columns for run, line in zip(chosen, lines, strict=True)):
            return tuple(zip(chosen, lines, strict=True))
    return None
