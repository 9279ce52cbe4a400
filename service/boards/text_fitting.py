"""Fitting of words into the room of a board's layout: truncation, wrapping, widths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Literal

from attrs import evolve, frozen

from bombsight.flat.boards import BoardSign, Polyline
from bombsight.runtime.boards import MarkShown, PlaceShown, ThingShown, Tone

MIN_FRAME_WIDTH = 6
"""The least distance between the sides of a frame."""

FRAME_COLUMNS = 3
"""The columns of that distance that hold no words: a side, and a space at either end."""

SIGN_COLUMNS = 2
"""The columns of the sign before words, with a space."""

ELLIPSIS = "…"

SEPARATORS = (",", ";")
"""The signs that separate marks and things."""

INDENT = " "
"""The indentation of continuation lines."""


@frozen
class Frame:
    """The rectangle of a place's frame: the columns and lines of its sides."""

    left: int
    top: int
    right: int
    bottom: int


@frozen
class Part:
    """Words of one tone with their sign.

    Attributes:
        text: The words; may be empty where a sign has no room for them.
        tone: Good or bad for the player, or neither. A tone without a sign has one of its own.
        sign: The sign before them; of a card, the frame around them.
        turned: By how many degrees the sign is turned.
        is_continued: Whether they go on from the line above, where the sign stands.
        is_changed: Whether they are the title of a changed place, or the words or sign of a changed thing.
    """

    text: str
    tone: Tone = ""
    sign: BoardSign = ""
    turned: int | None = None
    is_continued: bool = False
    is_changed: bool = False

    @property
    def width(self) -> int:
        """The width in columns, with the sign."""
        return len(self.text) + self.sign_columns

    @property
    def sign_columns(self) -> int:
        """The columns that the sign takes: with a space before words, one alone; the frame of a card at both ends."""
        if self.is_continued or not (self.tone or self.sign):
            return 0
        return SIGN_COLUMNS if self.text else 1


StyledLine = tuple[Part, ...]
"""The parts of one line."""


@frozen
class Words:
    """A line of words with its position.

    Attributes:
        column: The column of its start.
        line: The line of the box.
        parts: The parts that fit, each behind a sign if it has a tone.
        kind: The name of a place; the key of one on a map; the things there; a text of the plan; the count of lines
            without room.
        middle: The middle of the room in which they are centred, in halves of a column; None if they begin at their
            column.
        ends_there: Whether they end at their last column, wherever they begin.
        right: By how much a drawing moves them to the right, in hundredths of a column, to stand at their sign.
        down: By how much it moves them down, in hundredths of a line.
    """

    column: int
    line: int
    parts: StyledLine
    kind: Literal["title", "key", "mark", "caption", "more"]
    middle: int | None = None
    ends_there: bool = False
    right: int = 0
    down: int = 0


@frozen
class PlacedSign:
    """The sign of a thing at a point of a picture.

    Attributes:
        x: Where its middle is, across, in hundredths of a column.
        y: Where its middle is, down, in hundredths of a line.
        column: The column of its character: the nearest that is free.
        line: The line of its character.
        part: The sign.
    """

    x: int
    y: int
    column: int
    line: int
    part: Part


@frozen
class LaidShape:
    """A shape in its place.

    Attributes:
        kind: What it is; `bar` for that of a scale.
        lines: Its lines: x in hundredths of a column, y in hundredths of a line.
        text: What it means; may be empty.
        tone: Good or bad for the player, or neither.
    """

    kind: Literal["outline", "arc", "circle", "ring", "bar"]
    lines: tuple[Polyline, ...]
    text: str
    tone: Tone


@frozen
class Target:
    """Where a place or a thing stands, for front ends that let people point at it.

    Attributes:
        piece: What it stands for, as in :class:`PlaceShown`; may be empty.
        text: All its words.
        tone: The tone of the thing, or of all things at the place.
        left: Its first column.
        top: Its first line.
        right: The column behind its last.
        bottom: The line behind its last.
        is_changed: Whether the place or thing has changed.
        shift_right: By how much a drawing moves it to the right, in hundredths of a column, to lie about its sign.
        shift_down: By how much it moves it down, in hundredths of a line.
    """

    piece: str
    text: str
    tone: Tone
    left: int
    top: int
    right: int
    bottom: int
    is_changed: bool = False
    shift_right: int = 0
    shift_down: int = 0


@frozen
class Laid:
    """The layout of a board: columns and lines count from 0, and none is beyond the box.

    Attributes:
        columns: Its width.
        lines: Its height.
        frames: The frames of places.
        words: The words.
        signs: The signs of things at points of a picture.
        shapes: The shapes of a map or picture, which lie behind the words; what leaves their area is not drawn.
        shape_left: The first column of that area.
        shape_top: Its first line.
        shape_columns: Its width.
        shape_lines: Its height.
        targets: Where places and things stand.
    """

    columns: int
    lines: int
    frames: tuple[Frame, ...]
    words: tuple[Words, ...]
    signs: tuple[PlacedSign, ...] = ()
    shapes: tuple[LaidShape, ...] = ()
    shape_left: int = 0
    shape_top: int = 0
    shape_columns: int = 0
    shape_lines: int = 0
    targets: tuple[Target, ...] = ()


def line_width(line: Iterable[Part]) -> int:
    """The width in columns of a line of parts, with their signs."""
    return sum(part.width for part in line)


def truncate(text: str, room: int) -> str:
    """Truncate a text to a width in columns, with an ellipsis if it is cut."""
    return text if len(text) <= room else text[: max(0, room - 1)].rstrip() + ELLIPSIS if room > 0 else ""


def fit_title(place: PlaceShown, room: int) -> str:
    """Return the title of a place that fits a width in columns: the long one, else the short one, cut if need be."""
    is_long = len(place.title) > room and place.short
    return truncate(place.short if is_long else place.title, room)


def wrap_title(place: PlaceShown, room: int) -> list[str]:
    """Wrap the title of a place in a width in columns: the long or the short one on a line, else the long on several.

    A title with a word that is longer than the width is one line, cut.
    """
    if len(place.title) <= room or (place.short and len(place.short) <= room):
        return [fit_title(place, room)]
    lines = wrap(place.title, max(1, room), break_long_words=False, break_on_hyphens=False)
    return lines if lines and max(map(len, lines)) <= room else [fit_title(place, room)]


def truncate_line(line: Iterable[Part], room: int) -> StyledLine:
    """Truncate a line of parts to a width in columns, with an ellipsis if it is cut."""
    parts: list[Part] = []
    for part in line:
        room_left = room - line_width(parts) - part.sign_columns
        if room_left > 0 or (room_left == 0 and not part.text):
            parts.append(evolve(part, text=truncate(part.text, room_left)))
        elif parts and not parts[-1].text.endswith(ELLIPSIS):
            last = parts.pop()
            parts.append(evolve(last, text=truncate(last.text + ELLIPSIS, len(last.text))))
        if room_left < len(part.text):
            break
    return tuple(parts)


def join_lines(lines: Iterable[Iterable[Part]], separator: str) -> StyledLine:
    """Join lines of parts into one line, with a separator between them."""
    parts: list[Part] = []
    for line in lines:
        parts += [Part(separator), *line] if parts else line
    return tuple(parts)


def marks_line(marks: Iterable[MarkShown]) -> StyledLine:
    """Join the marks (state texts) of a thing on a board into one line, separated by commas."""
    return join_lines(((mark_part(mark),) for mark in marks), ", ")


def mark_line(line: StyledLine, *, is_changed: bool) -> StyledLine:
    """Mark the parts of a line as those of a place or thing that has changed, if it has."""
    return tuple(evolve(part, is_changed=True) for part in line) if is_changed else line


def mark_part(mark: MarkShown) -> Part:
    """Make the words and the sign of a mark."""
    return Part(mark.text, mark.tone, mark.sign, mark.turned)


def short_thing(thing: ThingShown) -> ThingShown:
    """Return a thing with the short texts of its marks, where they have any."""
    return evolve(thing, marks=tuple(evolve(mark, text=mark.short or mark.text) for mark in thing.marks))


def sign_part(mark: MarkShown) -> Part:
    """Make the sign of a mark without its words: a dot, if it has neither sign nor tone."""
    return Part("", mark.tone, mark.sign if mark.sign or mark.tone else "dot", mark.turned)


def thing_line(thing: ThingShown) -> StyledLine:
    """Join the marks of a thing on a board into one line."""
    return mark_line(marks_line(thing.marks), is_changed=thing.is_changed)


def thing_lines(thing: ThingShown, room: int) -> list[StyledLine]:
    """Lay out the marks of a thing on a board: on one line if they fit, else a wrapped line for each mark."""
    single_line = thing_line(thing)
    if line_width(single_line) <= room:
        return [single_line]
    lines: list[StyledLine] = []
    for number, mark in enumerate(thing.marks):
        indent = INDENT if number else ""
        sign = mark_part(mark).sign_columns
        texts = wrap(mark.text, max(1, room - len(indent) - sign), break_long_words=False) or [""]
        for at, text in enumerate(texts):
            part = evolve(Part(text) if at else evolve(mark_part(mark), text=text), is_changed=thing.is_changed)
            lines.append(truncate_line((Part(indent + " " * sign * bool(at)), part), room))
    return lines


def is_card(thing: ThingShown) -> bool:
    """Whether a thing is a card, which lies beside other cards."""
    return bool(thing.marks) and thing.marks[0].sign == "card"


def lines_of_things(things: Sequence[ThingShown], room: int) -> list[StyledLine]:
    """Lay out the marks of things, each on lines of its own; but cards lie side by side."""
    lines: list[StyledLine] = []
    for at, thing in enumerate(things):
        own = thing_lines(thing, room)
        is_beside = at > 0 and is_card(thing) and is_card(things[at - 1]) and len(own) == 1
        joined = join_lines((lines[-1], own[0]), " ") if is_beside else ()
        if is_beside and line_width(joined) <= room:
            lines[-1] = joined
        else:
            lines += own
    return lines


def wrap_parts(parts: Iterable[Part], room: int) -> list[StyledLine]:
    """Wrap parts into lines at their blanks, indented from the second on; only a word longer than a line is cut."""
    lines: list[list[Part]] = [[]]
    for part in attach_separators(parts):
        first, *others = part.text.split(" ")
        piece = evolve(part, text=first)
        if lines[-1] and line_width(lines[-1]) + piece.width > room:
            lines.append([Part(INDENT * 2)])
        lines[-1].append(piece)
        for word in others:
            longer = evolve(lines[-1][-1], text=f"{lines[-1][-1].text} {word}")
            if line_width(lines[-1][:-1]) + longer.width <= room:
                lines[-1][-1] = longer
            elif word:
                lines.append([Part(INDENT * 2), Part(word, part.tone, is_continued=True, is_changed=part.is_changed)])
    return [truncate_line(line, room) for line in lines]


def attach_separators(parts: Iterable[Part]) -> list[Part]:
    """Attach commas and semicolons between parts to the words before them, so that no line begins with one."""
    found: list[Part] = []
    for part in parts:
        mark = part.text.rstrip()
        if found and found[-1].text and mark in SEPARATORS:
            found[-1:] = [evolve(found[-1], text=found[-1].text + mark), Part(" ")]
        else:
            found.append(part)
    return found


def keep_worst_lines(lines: list[StyledLine], max_lines: int) -> list[StyledLine]:
    """Select the lines that fit, preferring those with bad parts, and append a count of the hidden rest."""
    if len(lines) <= max_lines:
        return lines
    if max_lines <= 0:
        return []
    order = sorted(range(len(lines)), key=lambda at: not worst_tone(lines[at]))
    shown_indices, hidden = sorted(order[: max_lines - 1]), order[max_lines - 1 :]
    return [*(lines[at] for at in shown_indices), (overflow_part([lines[at] for at in hidden]),)]


def overflow_part(hidden_lines: Sequence[StyledLine]) -> Part:
    """Make the counter of hidden lines, ``+3``, bad in tone if a hidden line is, changed if one is."""
    hidden = [part for line in hidden_lines for part in line]
    return Part(f"+{len(hidden_lines)}", worst_tone(hidden), is_changed=any(part.is_changed for part in hidden))


def worst_tone(parts: Iterable[Part]) -> Tone:
    """The tone of several parts together: bad if any part is bad, else neutral."""
    return "bad" if any(part.tone == "bad" for part in parts) else ""


def shrink_widths(widths: list[int], room: int, min_width: int) -> list[int]:
    """Shrink the widest of some widths, column by column, until their sum fits or each is at the minimum."""
    while sum(widths) > room and max(widths) > min_width:
        widths[widths.index(max(widths))] -= 1
    return widths


def shrink_columns(widths: list[int], least: list[int], room: int) -> list[int]:
    """Shrink columns until they fit into a room: at first those that are wider than they need to be.

    Args:
        widths: The width that each asks for.
        least: The width at which no word of each is cut.
        room: The width of all.
    """
    while sum(widths) > room:
        spare = [at for at, width in enumerate(widths) if width > least[at]]
        if not spare:
            return shrink_widths(widths, room, MIN_FRAME_WIDTH)
        widths[max(spare, key=lambda at: widths[at])] -= 1
    return widths


def running_offsets(sizes: Sequence[int]) -> list[int]:
    """Compute the start offset of each of some consecutive sizes, and the end of the last."""
    ends = [0]
    for size in sizes:
        ends.append(ends[-1] + size)
    return ends
