"""Pace: division of a story into parts, each shown at once and held until the player goes on.

The rules mark procedures and steps with which a beat, a moment of the story, ends. A pace only divides a story that has
happened already: no save, journal or replay depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, assert_never

from attrs import frozen

from bombsight.flat.sites import EnterSite, LeaveSite
from bombsight.runtime.session.session import Session
from bombsight.service.common.preferences import read_preference, store_preference
from bombsight.service.present import sentences
from bombsight.service.present.story import StoryLine

Pace = Literal["throws", "beats", "straight"]
"""How a story is shown: throw by throw, beat by beat, or straight on to the next question."""

PACES: tuple[Pace, ...] = ("throws", "beats", "straight")

DEFAULT_PACE: Pace = "beats"

PACE_PREFERENCE = "pace"

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


def preferred_pace() -> Pace:
    """Return the pace that the user set last; the default if he has set none."""
    stored = read_preference(PACE_PREFERENCE)
    return next((pace for pace in PACES if pace == stored), DEFAULT_PACE)


def remember_pace(pace: Pace) -> None:
    """Remember a pace for later games."""
    store_preference(PACE_PREFERENCE, pace)


def divide_story(lines: Sequence[StoryLine], pace: Pace) -> list[StoryPart]:
    """Divide the lines of a story at a pace; the last part is followed by a question, or by the end of the game.

    Each part has news, dice or a change, but for the only part of a story without any.
    """
    cuts: list[tuple[int, int]] = []
    start = 0
    for at in range(1, len(lines)):
        event_count = find_stop(lines[start:at], lines[at], pace)
        if event_count is not None:
            cuts.append((at, event_count))
            start = at
    if cuts and not any(is_newsworthy(line) for line in lines[start:]):
        cuts.pop()  # the question stops there anyway
    bounds: list[tuple[int, int | None]] = [*cuts, (len(lines), None)]
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


def find_beat_start(session: Session, event: int) -> int:
    """Find where the beat of an event begins: the number of events before it, 0 for the first beat.

    Args:
        session: The game.
        event: The index of an event, or the number of all events.
    """
    sites = session.program.sites
    open_scopes: list[EnterSite] = []
    start = 0
    for at, (number, *_) in enumerate(session.journal.events[:event]):
        site = sites[number] if number >= 0 else None
        match site:
            case EnterSite():
                open_scopes.append(site)
            case LeaveSite(name=name) if any(scope.name == name for scope in open_scopes):
                ends_beat = False
                while True:
                    scope = open_scopes.pop()
                    ends_beat = ends_beat or scope.beat
                    if scope.name == name:
                        break
                start = at + 1 if ends_beat else start
            case _:  # the rest: events in a scope
                pass
    return start


def is_newsworthy(line: StoryLine) -> bool:
    """Whether a line is worth a stop below it: no heading, legend, or answer of the player."""
    match line.kind:
        case "news" | "roll" | "result" | "change" | "joins" | "leaves" | "limit" | "end":
            return True
        case "chapter" | "heading" | "answer" | "legend":
            return False
        case _:
            assert_never(line.kind)
