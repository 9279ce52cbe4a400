"""The state that a player saw before what he was shown last, found again where a game is resumed."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.runtime.session.session import Session
from bombsight.service.play.past_state import Moment, moment_at
from bombsight.service.present.beats import Pace, count_events_of_state, divide_story
from bombsight.service.present.decisions import find_last_decision
from bombsight.service.present.story import StoryLine


def find_last_seen(
    session: Session, lines: Sequence[StoryLine], pace: Pace, shown_count: int | None = None
) -> Moment | None:
    """Find the state at the stop before the last one that was shown, or at the last answer if there was none.

    Args:
        session: The game.
        lines: The lines of its story.
        pace: The pace at which it was shown.
        shown_count: After how many events it was left at a stop; None if it was shown to its end.

    Returns:
        The state; None if nothing had happened before.
    """
    end = session.event_count if shown_count is None else shown_count
    answered = find_last_decision(session) or 0
    start = answered if answered < end else 0
    parts = divide_story([line for line in lines if start <= line.event < end], pace)
    seen_count = count_events_of_state(session, parts[-2]) if len(parts) > 1 else start
    return moment_at(session, seen_count - 1) if seen_count else None
