"""A game told again as a film: the parts of the story of one mission, each shown for as long as it takes to read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.flat.sites import EnterSite
from bombsight.runtime.session.session import Session
from bombsight.service.lookup.phrases import collect_phrases
from bombsight.service.play.answer_reasons import reason_of
from bombsight.service.present.debriefing import find_bound_sites, find_ended_missions
from bombsight.service.present.headings import Headings
from bombsight.service.present.story import Detail, Story, StoryLine

SECONDS_A_PART, SECONDS_A_LINE = 1.5, 0.6
"""How long a part of the story is shown at speed 1: for itself, and for each of its lines."""

MIN_SPEED, MAX_SPEED = 0.25, 16.0
"""The slowest and the fastest speed."""


@frozen
class Film:
    """The story of a stretch of a game, for a person who watches.

    Attributes:
        lines: The lines of the story.
        headings: The headings that were open before the first line.
        stop: The number of events up to its end.
    """

    lines: Sequence[StoryLine]
    headings: Headings
    stop: int


def make_film(session: Session, mission: int | None = None, detail: Detail = "rolls", stop: int | None = None) -> Film:
    """Make the film of a mission of a finished or unfinished game.

    Args:
        session: The game, replayed to its end.
        mission: The number of the mission in its order, from 1; None for the last that ended, or the only one.
        detail: The level of detail of the story.
        stop: The number of events at which the film ends at the latest; None for all.

    Raises:
        InputError: There is no such mission.
    """
    begin, end = find_mission(session, mission, stop)
    story = Story(
        collect_phrases(session.program),
        detail=detail,
        outer=2 if session.header.entry == "career" else 1,
        behind=partial(reason_of, session),
    )
    views = [*session.journal.views()]
    headings = Headings()
    headings.follow_journal(session.journal, begin)
    story.tell_all(views[:begin])
    return Film(story.tell_all(views[begin:end]), headings, end)


def find_mission(session: Session, number: int | None, stop: int | None = None) -> tuple[int, int]:
    """Find a mission of a game: the number of events before it, and up to its end.

    Args:
        session: The game.
        number: The mission's number in their order, from 1; None for the last that ended, or the only one.
        stop: The number of events that are looked at, whose last mission is that of None; None for all.

    Raises:
        InputError: There is no such mission.
    """
    program, events = session.program, session.journal.events[:stop]
    sites = find_bound_sites(program, EnterSite, program.mission.name, {event[0] for event in events})
    begins = [at for at, event in enumerate(events) if event[0] in sites]
    ends = {mission.begin: mission.end + 1 for mission in find_ended_missions(session) if mission.end < len(events)}
    if number is None and stop is not None:
        begin = begins[-1] if begins else 0
    elif number is None:
        begin = max(ends, default=begins[-1] if begins else 0)
    elif 1 <= number <= len(begins):
        begin = begins[number - 1]
    else:
        raise InputError(f"there is no mission {number} in this save", "", f"It has {len(begins)}, counted from 1.")
    is_last = begin == (begins[-1] if begins else 0)
    return (0 if begin == (begins[0] if begins else 0) else begin), (
        len(events) if is_last else ends.get(begin, len(events))
    )


def seconds_for(line_count: int, speed: float) -> float:
    """Return for how many seconds a part of so many lines is shown at a speed."""
    return (SECONDS_A_PART + SECONDS_A_LINE * line_count) / speed
