"""Pace: division of a story into parts, each shown at once and held until the player goes on.

The rules mark procedures and steps with which a beat, a moment of the story, ends. A pace only divides a story that has
happened already: no save, journal or replay depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, assert_never

from attrs import frozen

from bombsight.flat.sites import EnterSite, LeaveSite
from bombsight.runtime.session.session import Session
from bombsight.service.common.preferences import read_preference, store_preference
from bombsight.service.present import sentences
from bombsight.service.present.story import StoryLine, is_newsworthy

Pace = Literal["throws", "beats", "straight"]
"""How a story is shown: throw by throw, beat by beat, or straight on to the next question."""

PACES: tuple[Pace, ...] = ("throws", "beats", "straight")

DEFAULT_PACE: Pace = "beats"

PACE_PREFERENCE = "pace"

LONG_PART = 24
"""The size of a part above which headings divide it, though no beat does: a screen holds some thirty lines."""

SHORT_PART = 8
"""The size below which no heading ends a part while another can."""


@frozen
class StoryPart:
    """Lines of a story that are shown at once.

    Attributes:
        lines: The lines.
        event_count: The number of events that divides the story behind the part: lines of later events follow. None for
            the last part of a story.
        next_throw: The index of the event of the first throw that follows, if the following part has one; else None.
        beat_end: The number of events up to the end of the beat that ends with the part; None if none does.
    """

    lines: tuple[StoryLine, ...]
    event_count: int | None = None
    next_throw: int | None = None
    beat_end: int | None = None


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
    cuts = find_stops(lines, pace)
    bounds: list[tuple[int, int | None]] = [*cuts, (len(lines), None)]
    parts = []
    start = 0
    for (end, event_count), (following, _) in zip(bounds, [*bounds[1:], bounds[-1]], strict=True):
        throws = (line.event for line in lines[end:following] if line.kind == "roll" and not line.reason)
        ends_beat = 0 < end < len(lines) and lines[end].beat > lines[end - 1].beat
        beat_end = lines[end].beat if ends_beat else None
        parts.append(StoryPart(tuple(lines[start:end]), event_count, next(throws, None), beat_end))
        start = end
    return parts


def find_left_part(lines: Sequence[StoryLine], event_count: int, pace: Pace) -> StoryPart | None:
    """Return the last part of a story that was left after some events, with what follows it; None if nothing does.

    Args:
        lines: The lines of the whole story.
        event_count: How many events had been shown.
        pace: The pace at which it goes on.
    """
    shown = [line for line in lines if line.event < event_count]
    rest = [line for line in lines if line.event >= event_count]
    if not rest:
        return None
    throws = (line.event for line in divide_story(rest, pace)[0].lines if line.kind == "roll" and not line.reason)
    ends_beat = bool(shown) and rest[0].beat > shown[-1].beat
    last_lines = divide_story(shown, "beats")[-1].lines
    return StoryPart(last_lines, event_count, next(throws, None), rest[0].beat if ends_beat else None)


def find_stops(lines: Sequence[StoryLine], pace: Pace) -> list[tuple[int, int]]:
    """Find the stops between lines, each with the index of the line that follows and the number of events there."""
    if pace == "straight":
        return []
    stops: list[tuple[int, int]] = []
    start, has_news, is_bad = 0, False, False
    for at, line in enumerate(lines):
        event_count = count_events_at_stop(lines[at - 1], line, pace, is_bad=is_bad) if has_news else None
        if event_count is not None:
            stops += divide_long_part(lines, start, at)
            stops.append((at, event_count))
            start, has_news, is_bad = at, False, False
        has_news, is_bad = has_news or is_newsworthy(line), is_bad or line.tone == "bad"
    stops += divide_long_part(lines, start, len(lines))
    if stops and not any(is_newsworthy(line) for line in lines[stops[-1][0] :]):
        stops.pop()  # the question stops there anyway
    return stops


def count_events_at_stop(last: StoryLine, following: StoryLine, pace: Pace, *, is_bad: bool) -> int | None:
    """Return the number of events at a stop between two lines; None if the telling does not stop there.

    Args:
        last: The last line before it; news has been told since the stop before.
        following: The line that follows.
        pace: The pace: throws or beats.
        is_bad: Whether bad news has been told since the stop before.
    """
    if pace == "throws" and following.kind == "roll" and not following.reason:
        return following.event
    if following.beat > last.beat:
        return following.beat
    holds = is_bad and (following.kind == "roll" or is_heading(following))
    return following.event if holds else None


def find_scope_end(session: Session, event: int, limit: int) -> int:
    """Find where the innermost scope that is open at an event ends: the number of events up to there, or ``limit``.

    Args:
        session: The game.
        event: The index of the event.
        limit: The largest number of events.
    """
    sites = session.program.sites
    inner_names: list[str] = []
    for at, (number, *_) in enumerate(session.journal.events[event + 1 : limit], event + 1):
        site = sites[number] if number >= 0 else None
        match site:
            case EnterSite(name=name):
                inner_names.append(name)
            case LeaveSite(name=name) if name in inner_names:
                while inner_names.pop() != name:  # a return from deep inside has no event for each
                    pass
            case LeaveSite():
                return at + 1
            case _:  # the rest: events in a scope
                pass
    return limit


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


def divide_long_part(lines: Sequence[StoryLine], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield stops at the headings that divide a long part, the outermost that leave pieces of a fit size.

    A part without a heading where it grows long stays whole up to the next one.

    Args:
        lines: The lines of the story.
        start: The index of the first line of the part.
        end: The index behind its last line.
    """
    last_news = max((at for at in range(start, end) if is_newsworthy(lines[at])), default=start)
    while (heading := find_dividing_heading(lines, start, end, last_news)) is not None:
        start = heading
        yield start, lines[start].event


def find_dividing_heading(lines: Sequence[StoryLine], start: int, end: int, last_news: int) -> int | None:
    """Return the index of the heading that ends the first piece of a part; None if it is not too long, or has none.

    Args:
        lines: The lines of the story.
        start: The index of the first line of the part.
        end: The index behind its last line.
        last_news: The index of its last line with news: no heading behind it divides the part.
    """
    size, has_news, fit = 0, False, None
    for at in range(start, end):
        if has_news and at < last_news and is_heading(lines[at]) and size >= SHORT_PART:
            if size > LONG_PART:
                return at if fit is None else fit
            if fit is None or lines[at].depth <= lines[fit].depth:
                fit = at
        size += line_size(lines[at])
        if size > LONG_PART and fit is not None:
            return fit
        has_news = has_news or is_newsworthy(lines[at])
    return None


def line_size(line: StoryLine) -> int:
    """Return how many lines of a screen a line takes: two for a heading that stands below a blank one."""
    return 2 if line.is_wide else 1


def is_heading(line: StoryLine) -> bool:
    """Whether a line stands above others, as their heading."""
    return line.kind in ("heading", "chapter")
