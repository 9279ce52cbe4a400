"""Pace: division of a story into parts, each shown at once and held until the player goes on.

The rules mark procedures and steps with which a beat, a moment of the story, ends. A pace only divides a story that has
happened already: no save, journal or replay depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, assert_never

from attrs import frozen

from bombsight.service.present import sentences
from bombsight.service.present.story import StoryLine, is_newsworthy

Pace = Literal["throws", "beats", "straight"]
"""How a story is shown: throw by throw, beat by beat, or straight on to the next question."""

PACES: tuple[Pace, ...] = ("throws", "beats", "straight")

DEFAULT_PACE: Pace = "beats"

LONG_PART = 24
"""The size of a part above which headings divide it, though no beat does: a screen holds some thirty lines."""

SHORT_PART = 8
"""The size below which no heading ends a part while another can."""


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
    for at in range(1, len(lines) + 1):
        event_count = find_stop(lines[start:at], lines[at], pace) if at < len(lines) else None
        if event_count is None and at < len(lines):
            continue
        if pace != "straight":
            cuts += [(start + cut, lines[start + cut].event) for cut in divide_long_part(lines[start:at])]
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
    if pace == "throws" and following.kind == "roll" and not following.reason:
        return following.event
    if following.beat > shown[-1].beat:
        return following.beat
    holds = (following.kind == "roll" or is_heading(following)) and any(line.tone == "bad" for line in shown)
    return following.event if holds else None


def divide_long_part(lines: Sequence[StoryLine]) -> list[int]:
    """Find the headings that divide a long part, the outermost that leave pieces of a fit size; return their indices.

    A part without a heading where it grows long stays whole up to the next one.
    """
    cuts = []
    start = 0
    while (heading := find_dividing_heading(lines[start:])) is not None:
        start += heading
        cuts.append(start)
    return cuts


def find_dividing_heading(lines: Sequence[StoryLine]) -> int | None:
    """Return the index of the heading that ends the first piece of a part; None if it is not too long, or has none."""
    *sizes, size = accumulate((line_size(line) for line in lines), initial=0)
    if size <= LONG_PART:
        return None
    news = [at for at, line in enumerate(lines) if is_newsworthy(line)]
    headings = [at for at, line in enumerate(lines) if is_heading(line) and news and news[0] < at < news[-1]]
    fit = [at for at in headings if SHORT_PART <= sizes[at] <= LONG_PART]
    if fit:
        return min(fit, key=lambda at: (lines[at].depth, -at))
    return next((at for at in headings if sizes[at] > LONG_PART), None)


def line_size(line: StoryLine) -> int:
    """Return how many lines of a screen a line takes: two for a heading that stands below a blank one."""
    return 2 if line.is_wide else 1


def is_heading(line: StoryLine) -> bool:
    """Whether a line stands above others, as their heading."""
    return line.kind in ("heading", "chapter")
