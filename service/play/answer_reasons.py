"""Why answers of a session were automatic, in words: by itself, as ordered, autopilot."""

from __future__ import annotations

from bisect import bisect_left

from bombsight.runtime.saves.records import Answer, Why
from bombsight.runtime.session.session import Session
from bombsight.service.common import sentences

ROUTINE_REASON, ORDER_REASON, AUTOPILOT_REASON = sentences.ROUTINE_REASON, sentences.ORDER_REASON, "autopilot"

REASON_TEXTS: dict[Why, str] = {
    "": "",
    "routine": ROUTINE_REASON,
    "order": ORDER_REASON,
    "auto": AUTOPILOT_REASON,
    "together": "",
}
"""The reasons of automatic answers, for display."""


def reason_of(session: Session, event: int) -> str:
    """Describe why the answer at an event was automatic; empty if a person gave it.

    Args:
        session: The game.
        event: The index of the event.
    """
    first = bisect_left(session.trail, event, key=lambda told: told.events)
    records, trail = session.records, session.trail  # no slice: the list is long, and this runs for every line
    for at in range(first, min(len(records), len(trail))):
        if trail[at].events != event:
            break
        record = records[at]
        if isinstance(record, Answer):
            return REASON_TEXTS[record.why]
    return ""
