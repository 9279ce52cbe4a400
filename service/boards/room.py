"""Words with the room they have: what a board is laid out of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Literal

from attrs import frozen

from bombsight.runtime.boards import MarkShown, ThingShown, Tone

LEAST = 6
"""The least distance between the sides of a frame."""

SIDES = 3
"""What of that distance is no room for words: a side, and a space at either end."""

SIGN = 2
"""The room for the sign of what is good or bad."""

CUT = "…"

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
    def size(self) -> int:
        """How many columns it takes, with its sign."""
        return len(self.text) + (SIGN if self.tone else 0)


Line = tuple[Part, ...]
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
    parts: Line
    kind: Literal["title", "key", "mark", "caption", "more"]


@frozen
class Laid:
    """A board laid out: columns and lines count from 0, and none is beyond the box."""

    columns: int
    lines: int
    frames: tuple[Frame, ...]
    words: tuple[Words, ...]


def size(line: Iterable[Part]) -> int:
    """How many columns a line takes."""
    return sum(part.size for part in line)


def cut(text: str, room: int) -> str:
    """A text, or as much of it as there is room for, with a sign that there is more."""
    return text if len(text) <= room else text[: max(0, room - 1)].rstrip() + CUT if room > 0 else ""


def cut_line(line: Iterable[Part], room: int) -> Line:
    """As much of a line as there is room for."""
    found: list[Part] = []
    for part in line:
        left = room - size(found) - (part.size - len(part.text))
        if left > 0:
            found.append(Part(cut(part.text, left), part.tone))
        elif found and not found[-1].text.endswith(CUT):
            last = found.pop()
            found.append(Part(cut(last.text + CUT, len(last.text)), last.tone))
        if left < len(part.text):
            break
    return tuple(found)


def joined(lines: Iterable[Iterable[Part]], between: str) -> Line:
    """Words one after the other, with a sign between them."""
    found: list[Part] = []
    for line in lines:
        found += [Part(between), *line] if found else line
    return tuple(found)


def parts_of(marks: Iterable[MarkShown]) -> Line:
    """Marks in one line."""
    return joined(((Part(mark.text, mark.tone),) for mark in marks), ", ")


def lines_of(thing: ThingShown, room: int) -> list[Line]:
    """The lines of what stands at a place: one where there is room for it, else lines for each mark."""
    whole = parts_of(thing.marks)
    if size(whole) <= room:
        return [whole]
    found: list[Line] = []
    for number, mark in enumerate(thing.marks):
        indent = INDENT if number else ""
        sign = SIGN if mark.tone else 0
        texts = wrap(mark.text, max(1, room - len(indent) - sign), break_long_words=False) or [""]
        for at, text in enumerate(texts):
            part = Part(text, "" if at else mark.tone)
            found.append(cut_line((Part(indent + " " * sign * bool(at)), part), room))
    return found


def kept(lines: list[Line], most: int) -> list[Line]:
    """As many lines as there is room for, what is bad before all else, and how many more there are."""
    if len(lines) <= most:
        return lines
    if most <= 0:
        return []
    order = sorted(range(len(lines)), key=lambda at: not worst(lines[at]))
    shown, lost = sorted(order[: most - 1]), order[most - 1 :]
    return [*(lines[at] for at in shown), (more([lines[at] for at in lost]),)]


def more(lost: Sequence[Line]) -> Part:
    """How many lines there is no room for."""
    return Part(f"+{len(lost)}", worst(part for line in lost for part in line))


def worst(parts: Iterable[Part]) -> Tone:
    """Bad where anything is, else neither."""
    return "bad" if any(part.tone == "bad" for part in parts) else ""


def fitted(widths: list[int], room: int, least: int) -> list[int]:
    """Widths, the widest made narrower until there is room for all."""
    while sum(widths) > room and max(widths) > least:
        widths[widths.index(max(widths))] -= 1
    return widths


def running(sizes: Sequence[int]) -> list[int]:
    """Where each begins that stands behind those before it, and where the last ends."""
    ends = [0]
    for size in sizes:
        ends.append(ends[-1] + size)
    return ends
