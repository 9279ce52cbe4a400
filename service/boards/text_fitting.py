"""Fitting of words into the room of a board's layout: truncation, wrapping, widths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Literal

from attrs import frozen

from bombsight.runtime.boards import MarkShown, ThingShown, Tone

MIN_FRAME_WIDTH = 6
"""The least distance between the sides of a frame."""

FRAME_COLUMNS = 3
"""The columns of that distance that hold no words: a side, and a space at either end."""

SIGN_COLUMNS = 2
"""The columns of the sign before good or bad words."""

ELLIPSIS = "…"

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
    """Words of one tone: good or bad for the player, or neither."""

    text: str
    tone: Tone = ""

    @property
    def width(self) -> int:
        """The width in columns, with the sign that a good or bad part has before it."""
        return len(self.text) + (SIGN_COLUMNS if self.tone else 0)


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
    """

    column: int
    line: int
    parts: StyledLine
    kind: Literal["title", "key", "mark", "caption", "more"]


@frozen
class Laid:
    """The layout of a board: columns and lines count from 0, and none is beyond the box."""

    columns: int
    lines: int
    frames: tuple[Frame, ...]
    words: tuple[Words, ...]


def line_width(line: Iterable[Part]) -> int:
    """The width in columns of a line of parts, with their signs."""
    return sum(part.width for part in line)


def truncate(text: str, room: int) -> str:
    """Truncate a text to a width in columns, with an ellipsis if it is cut."""
    return text if len(text) <= room else text[: max(0, room - 1)].rstrip() + ELLIPSIS if room > 0 else ""


def truncate_line(line: Iterable[Part], room: int) -> StyledLine:
    """Truncate a line of parts to a width in columns, with an ellipsis if it is cut."""
    parts: list[Part] = []
    for part in line:
        room_left = room - line_width(parts) - (part.width - len(part.text))
        if room_left > 0:
            parts.append(Part(truncate(part.text, room_left), part.tone))
        elif parts and not parts[-1].text.endswith(ELLIPSIS):
            last = parts.pop()
            parts.append(Part(truncate(last.text + ELLIPSIS, len(last.text)), last.tone))
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
    return join_lines(((Part(mark.text, mark.tone),) for mark in marks), ", ")


def thing_lines(thing: ThingShown, room: int) -> list[StyledLine]:
    """Lay out the marks of a thing on a board: on one line if they fit, else a wrapped line for each mark."""
    single_line = marks_line(thing.marks)
    if line_width(single_line) <= room:
        return [single_line]
    lines: list[StyledLine] = []
    for number, mark in enumerate(thing.marks):
        indent = INDENT if number else ""
        sign = SIGN_COLUMNS if mark.tone else 0
        texts = wrap(mark.text, max(1, room - len(indent) - sign), break_long_words=False) or [""]
        for at, text in enumerate(texts):
            part = Part(text, "" if at else mark.tone)
            lines.append(truncate_line((Part(indent + " " * sign * bool(at)), part), room))
    return lines


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
    """Make the counter of hidden lines, ``+3``, bad in tone if a hidden line is."""
    return Part(f"+{len(hidden_lines)}", worst_tone(part for line in hidden_lines for part in line))


def worst_tone(parts: Iterable[Part]) -> Tone:
    """The tone of several parts together: bad if any part is bad, else neutral."""
    return "bad" if any(part.tone == "bad" for part in parts) else ""


def shrink_widths(widths: list[int], room: int, min_width: int) -> list[int]:
    """Shrink the widest of some widths, column by column, until their sum fits or each is at the minimum."""
    while sum(widths) > room and max(widths) > min_width:
        widths[widths.index(max(widths))] -= 1
    return widths


def running_offsets(sizes: Sequence[int]) -> list[int]:
    """Compute the start offset of each of some consecutive sizes, and the end of the last."""
    ends = [0]
    for size in sizes:
        ends.append(ends[-1] + size)
    return ends
