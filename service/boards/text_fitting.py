"""Words with the room they have: what a board is laid out of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Literal

from attrs import frozen

from bombsight.runtime.boards import MarkShown, ThingShown, Tone

MIN_FRAME_WIDTH = 6
"""The least distance between the sides of a frame."""

FRAME_COLUMNS = 3
"""What of that distance is no room for words: a side, and a space at either end."""

SIGN_COLUMNS = 2
"""The room for the sign of what is good or bad."""

ELLIPSIS = "…"

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
    def width(self) -> int:
        """How many columns it takes, with its sign."""
        return len(self.text) + (SIGN_COLUMNS if self.tone else 0)


StyledLine = tuple[Part, ...]
"""The words of one line."""


@frozen
class Words:
    """A line of words.

    Attributes:
        column: Where it begins.
        line: The line of the box.
        parts: As much of it as there is room for, each part with a sign before it where it has a tone.
        kind: The name of a place; the key of one on a map; what stands there; a text of the plan; how much there is no
            room for.
    """

    column: int
    line: int
    parts: StyledLine
    kind: Literal["title", "key", "mark", "caption", "more"]


@frozen
class Laid:
    """A board laid out: columns and lines count from 0, and none is beyond the box."""

    columns: int
    lines: int
    frames: tuple[Frame, ...]
    words: tuple[Words, ...]


def line_width(line: Iterable[Part]) -> int:
    """How many columns a line takes."""
    return sum(part.width for part in line)


def truncate(text: str, room: int) -> str:
    """A text, or as much of it as there is room for, with a sign that there is more."""
    return text if len(text) <= room else text[: max(0, room - 1)].rstrip() + ELLIPSIS if room > 0 else ""


def truncate_line(line: Iterable[Part], room: int) -> StyledLine:
    """As much of a line as there is room for."""
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
    """Words one after the other, with a sign between them."""
    parts: list[Part] = []
    for line in lines:
        parts += [Part(separator), *line] if parts else line
    return tuple(parts)


def marks_line(marks: Iterable[MarkShown]) -> StyledLine:
    """Marks in one line."""
    return join_lines(((Part(mark.text, mark.tone),) for mark in marks), ", ")


def thing_lines(thing: ThingShown, room: int) -> list[StyledLine]:
    """The lines of what stands at a place: one where there is room for it, else lines for each mark."""
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
    """As many lines as there is room for, what is bad before all else, and how many more there are."""
    if len(lines) <= max_lines:
        return lines
    if max_lines <= 0:
        return []
    order = sorted(range(len(lines)), key=lambda at: not worst_tone(lines[at]))
    shown_indices, hidden = sorted(order[: max_lines - 1]), order[max_lines - 1 :]
    return [*(lines[at] for at in shown_indices), (overflow_part([lines[at] for at in hidden]),)]


def overflow_part(hidden: Sequence[StyledLine]) -> Part:
    """How many lines there is no room for."""
    return Part(f"+{len(hidden)}", worst_tone(part for line in hidden for part in line))


def worst_tone(parts: Iterable[Part]) -> Tone:
    """Bad where anything is, else neither."""
    return "bad" if any(part.tone == "bad" for part in parts) else ""


def shrink_widths(widths: list[int], room: int, min_width: int) -> list[int]:
    """Widths, the widest made narrower until there is room for all."""
    while sum(widths) > room and max(widths) > min_width:
        widths[widths.index(max(widths))] -= 1
    return widths


def running_offsets(sizes: Sequence[int]) -> list[int]:
    """Where each begins that stands behind those before it, and where the last ends."""
    ends = [0]
    for size in sizes:
        ends.append(ends[-1] + size)
    return ends
