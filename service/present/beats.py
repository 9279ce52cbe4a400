"""Pace: division of a story into parts, each shown at once and held until the player goes on.

The rules mark procedures and steps with which a beat, a moment of the story, ends. A pace only divides a story that has
happened already: no save, journal or replay depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, assert_never

from attrs import frozen

from bombsight.service.present import sentences
from bombsight.service.present.story import StoryLine

Pace = Literal["throws", "beats", "straight"]
"""How a story is shown: throw by throw, beat by beat, or straight on to the next question."""

PACES: tuple[Pace, ...] = ("throws", "beats", "straight")

DEFAULT_PACE: Pace = "beats"

LONG_PART = 18
"""The lines of a part from which on the next heading ends it, though no beat does: a screen holds some thirty."""


@frozen
class StoryPart:
    """Lines of a story that are shown at once.

    Attributes:
        lines: The lines.
        event_count: How many events have happened when the player has read them: the state of the game to be shown
            beside them. None for the last part of a story, beside which the present state stands.
        next_throw: The index of the event of the first throw that follows, if the following part has one; else None.
    """

    lines: tuple[StoryLine, ...]
    event_count: int | None = None
    next_throw: int | None = None


def describe_pace(pace: Pace) -> str:
    """Describe a pace in a sentence: ``The pace is beats: ...``."""
    match pace:
        case "throws":
            return sentences.THROWS_PACE
        case "beats":
            return sentences.BEATS_PACE
        case "straight":
            return sentences.STRAIGHT_PACE
        case _:
            assert_never(pace)


def divide_story(lines: Sequence[StoryLine], pace: Pace) -> list[StoryPart]:
    """Divide the lines of a story at a pace; the last part is followed by a question, or by the end of the game.

    No part is empty but the only one of an empty story, and each but the last has news, dice or a change.
    """
    cuts: list[tuple[int, int]] = []
    start = 0
    for at in range(1, len(lines)):
        event_count = find_stop(lines[start:at], lines[at], pace)
        if event_count is not None:
            cuts.append((at, event_count))
            start = at
    bounds = [*cuts, (len(lines), None)]
    parts = []
    start = 0
    for end, count in bounds:
        following = next((after for after, _ in bounds if after > end), end)
        throws = (line.event for line in lines[end:following] if line.kind == "roll" and not line.reason)
        parts.append(StoryPart(tuple(lines[start:end]), count, next(throws, None)))
        start = end
    return parts


def find_stop(shown: Sequence[StoryLine], following: StoryLine, pace: Pace) -> int | None:
    """Return the number of events at a stop between the shown lines of a part and the following line.

    Returns:
        The number of events that have happened there; None if the telling does not stop there.
    """
    if pace == "straight" or not any(is_newsworthy(line) for line in shown):
        return None
    match pace:
        case "throws":
            return following.event if following.kind == "roll" and not following.reason else None
        case "beats":
            if following.beat > shown[-1].beat:
                return following.beat
            if following.kind == "heading" and len(shown) >= LONG_PART:
                return following.event
            holds = following.kind in ("roll", "heading") and any(line.tone == "bad" for line in shown)
            return following.event if holds else None
        case _:
            assert_never(pace)


def is_newsworthy(line: StoryLine) -> bool:
    """Whether a line is worth a stop below it: no heading, legend, or answer of the player."""
    match line.kind:
        case "news" | "roll" | "result" | "change" | "joins" | "leaves" | "limit" | "end":
            return True
        case "chapter" | "heading" | "answer" | "legend":
            return False
        case _:
            assert_never(line.kind)
