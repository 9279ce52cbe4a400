"""Things at points of a picture: each sign exactly at its point, its words beside it, or else a key to the legend.

A thing without a sign of its own has no point to mark; :mod:`bombsight.service.boards.picture_places` puts its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_letters

from attrs import evolve, frozen

from bombsight.runtime.boards import PlaceShown, ThingShown
from bombsight.service.boards.drawing_layout import FINE, Extent, scale_length
from bombsight.service.boards.targets import target_of_thing
from bombsight.service.boards.text_fitting import (
    Part,
    PlacedSign,
    StyledLine,
    Target,
    Words,
    join_lines,
    line_width,
    mark_line,
    mark_part,
    short_thing,
    sign_part,
)

Cells = set[tuple[int, int]]
"""Cells that hold words or signs already: columns and lines."""

TEXT_HEIGHT = 85
"""The height of words, in hundredths of a line: so close may two lines stand in a drawing."""

NEIGHBOURS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
"""Where the sign of a thing may stand among characters, from its own cell: the nearest that is free."""


@frozen
class PointedThing:
    """A thing with its sign in its place.

    Attributes:
        thing: The thing.
        sign: Its sign.
    """

    thing: ThingShown
    sign: PlacedSign

    @property
    def right(self) -> int:
        """How far the sign is to the right of its character, in hundredths of a column."""
        return self.sign.x - self.sign.column * FINE - FINE // 2

    @property
    def down(self) -> int:
        """How far the sign is below its character, in hundredths of a line."""
        return self.sign.y - self.sign.line * FINE - FINE // 2


@frozen
class PlacedPoints:
    """What things at points take.

    Attributes:
        words: Their words, and the keys of those whose words have no room.
        targets: Their signs with the words beside them.
        legend: The things whose words do not all stand there, each with its key, which may be empty.
    """

    words: tuple[Words, ...]
    targets: tuple[Target, ...]
    legend: tuple[tuple[str, ThingShown], ...]


def has_own_sign(thing: ThingShown) -> bool:
    """Whether a thing is drawn as a sign at its point, with its words beside it."""
    return bool(thing.marks) and thing.marks[0].sign not in ("", "card")


def place_signs(place: PlaceShown, extent: Extent, taken: Cells) -> Iterator[PointedThing]:
    """Yield the things at a point that have a sign, each with it; those that find no cell stand on another.

    Args:
        place: The point.
        extent: The size of the picture.
        taken: The cells that are taken; those of the signs are added.
    """
    x = scale_length(place.column, extent.columns * FINE, extent.units_across)
    y = scale_length(place.row, extent.lines * FINE, extent.units_down)
    column, line = min(x // FINE, extent.columns - 1), min(y // FINE, extent.lines - 1)
    for thing in place.things:
        if has_own_sign(thing):
            cells = ((column + right, line + down) for right, down in NEIGHBOURS)
            free = (cell for cell in cells if is_inside(*cell, 1, extent) and cell not in taken)
            cell = next(free, (column, line))
            taken.add(cell)
            part = evolve(sign_part(thing.marks[0]), is_changed=thing.is_changed)
            yield PointedThing(thing, PlacedSign(x, y, *cell, part))


def place_words(things: list[PointedThing], extent: Extent, taken: Cells) -> PlacedPoints:
    """Put the words of things beside their signs, and keys where they have no room; those of dots last.

    Args:
        things: The things.
        extent: The size of the picture.
        taken: The cells that are taken; those of the words are added.
    """
    words: list[Words] = []
    targets: list[Target] = []
    legend: list[tuple[str, ThingShown]] = []
    keys = iter(ascii_letters)
    for pointed in sorted(things, key=lambda each: each.sign.part.sign == "dot"):
        whole = words_of_thing(pointed.thing), words_of_thing(short_thing(pointed.thing))
        found = find_room(pointed, things, extent, taken)
        key = ""
        if found is None:
            found = find_room_for_key(pointed.sign, extent, taken)
            if found is not None:
                key = next(keys, "")
                found = evolve(found, parts=(Part(key),)) if key else None
        if found is None or found.parts not in whole:
            legend.append((key, pointed.thing))
        if found is not None:
            on_line = found.line == pointed.sign.line
            found = evolve(found, parts=mark_line(found.parts, is_changed=pointed.thing.is_changed))
            words.append(evolve(found, right=pointed.right, down=pointed.down) if on_line else found)
            taken |= {(found.column + at, found.line) for at in range(line_width(found.parts))}
        targets.append(target_of_pointed(pointed, found))
    return PlacedPoints(tuple(words), tuple(targets), tuple(legend))


def words_of_thing(thing: ThingShown) -> StyledLine:
    """Make the words of a thing without the sign of its first mark, which stands at the point."""
    first, *others = thing.marks
    head = Part(first.text, first.tone, is_continued=True)
    return join_lines(((head,), *((mark_part(mark),) for mark in others)), ", ")


def brief_words(thing: ThingShown) -> StyledLine:
    """Make the words of the first mark of a thing, and the signs of its others."""
    first, *others = thing.marks
    signs = [sign_part(mark) for mark in others if mark.sign or mark.tone]
    return (Part(first.text, first.tone, is_continued=True), *([Part(" "), *signs] if signs else ()))


def find_room(pointed: PointedThing, things: list[PointedThing], extent: Extent, taken: Cells) -> Words | None:
    """Find room for the words of a thing: away from the middle, towards it, above, below; whole, short or brief.

    Args:
        pointed: The thing with its sign.
        things: All things of the picture.
        extent: The size of the picture.
        taken: The cells that are taken.
    """
    sign, thing = pointed.sign, pointed.thing
    short = short_thing(thing)
    ways = (words_of_thing(thing), words_of_thing(short), brief_words(thing), brief_words(short))
    forms = tuple(dict.fromkeys(ways))
    for parts in forms:
        width = line_width(parts)
        sides = ((sign.column + 2, False), (sign.column - 1 - width, True))
        for column, ends in sides if 2 * sign.column >= extent.columns - 1 else sides[::-1]:
            if is_free(column, sign.line, width, extent, taken - {(sign.column, sign.line)}):
                return Words(column, sign.line, parts, "mark", ends_there=ends)
    for parts in forms:
        width = line_width(parts)
        column = max(0, min(sign.column - width // 2, extent.columns - width))
        for line in (sign.line - 1, sign.line + 1):
            words = Words(column, line, parts, "mark", middle=2 * column + width)
            others = (other.sign for other in things if other is not pointed)
            if is_free(column, line, width, extent, taken) and not any(
                is_nearer(other, sign, words) for other in others
            ):
                return words
    return None


def is_nearer(other: PlacedSign, sign: PlacedSign, words: Words) -> bool:
    """Whether words above or below a sign are as near to another one, whose name they would seem to be."""
    middle = words.line * FINE + FINE // 2
    left, right = words.column * FINE, (words.column + line_width(words.parts)) * FINE
    return left <= other.x < right and abs(other.y - middle) <= abs(sign.y - middle)


def find_room_for_key(sign: PlacedSign, extent: Extent, taken: Cells) -> Words | None:
    """Find room for a key close to a sign."""
    for column in (sign.column + 1, sign.column - 1):
        if is_inside(column, sign.line, 1, extent) and (column, sign.line) not in taken:
            return Words(column, sign.line, (Part("?"),), "key")
    return None


def settle_words(words: Sequence[Words]) -> tuple[Words, ...]:
    """Let words stand exactly at their signs in a drawing, where no others are in the way; elsewhere in their cells."""
    settled = [*words]
    while True:
        moved = (at for at, each in enumerate(settled) if each.right or each.down)
        blocked = next((at for at in moved if overlaps_any(settled, at)), None)
        if blocked is None:
            return tuple(settled)
        settled[blocked] = evolve(settled[blocked], right=0, down=0)


def overlaps_any(words: Sequence[Words], at: int) -> bool:
    """Whether words overlap others in a drawing."""
    return any(overlaps(words[at], other) for number, other in enumerate(words) if number != at)


def overlaps(one: Words, other: Words) -> bool:
    """Whether words overlap in a drawing."""
    if abs((one.line - other.line) * FINE + one.down - other.down) >= TEXT_HEIGHT:
        return False
    first, second = (each.column * FINE + each.right for each in (one, other))
    return first < second + line_width(other.parts) * FINE and second < first + line_width(one.parts) * FINE


def target_of_pointed(pointed: PointedThing, words: Words | None) -> Target:
    """Make the target of a thing: its sign, with the words on its line."""
    sign, thing = pointed.sign, pointed.thing
    left, right = max(0, sign.column - 1), sign.column + 2
    if words is not None and words.line == sign.line:
        left, right = min(left, words.column), max(right, words.column + line_width(words.parts))
    target = target_of_thing(thing, (left, sign.line, right, sign.line + 1))
    return evolve(target, shift_right=pointed.right, shift_down=pointed.down)


def is_inside(column: int, line: int, width: int, extent: Extent) -> bool:
    """Whether cells of a line lie in a picture."""
    return column >= 0 and column + width <= extent.columns and 0 <= line < extent.lines


def is_free(column: int, line: int, width: int, extent: Extent, taken: Cells) -> bool:
    """Whether cells of a line lie in a picture and are not taken, with a blank at either end.

    Args:
        column: The first of them.
        line: Their line.
        width: Their number.
        extent: The size of the picture.
        taken: The cells that are taken.
    """
    if not is_inside(column, line, width, extent):
        return False
    return all((at, line) not in taken for at in range(column - 1, column + width + 1))
