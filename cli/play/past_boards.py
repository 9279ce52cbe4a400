"""Boards in lines with what has changed on them: since the last decision, or at the beat of a throw."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from bombsight.cli.play.boards import draw_boards, draw_changes
from bombsight.cli.terminal.screen import styled_text
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.views import View
from bombsight.runtime.session.session import Session
from bombsight.service.boards.changes import mark_changes
from bombsight.service.play.history import History
from bombsight.service.play.past_state import moment_at
from bombsight.service.play.session_story import SessionStory
from bombsight.service.present.decisions import find_last_decision
from bombsight.service.present.story import StoryLine
from bombsight.service.present.why import find_throw

NOTHING_CHANGED = "Nothing had changed on the boards."
"""What is said of a beat at which the boards stood as at the one before."""


def mark_since_decision(session: Session, boards: Sequence[BoardShown], event_count: int) -> Sequence[BoardShown]:
    """Mark what has changed on boards since the player's last decision.

    Args:
        session: The game.
        boards: The boards.
        event_count: After how many events they stand so.
    """
    decision = find_last_decision(session)
    if not decision or decision >= event_count:
        return boards
    return mark_changes(moment_at(session, decision - 1).boards, boards)


def draw_boards_at_throw(
    session: Session,
    views: Sequence[View],
    lines: Sequence[StoryLine],
    number: int,
    boards: Sequence[BoardShown],
    width: int,
) -> list[Text]:
    """Render the boards as they stood at a throw, below its beat and what had changed there.

    Args:
        session: The game.
        views: The events that the reader has been shown.
        lines: The story of these events, at his level of detail.
        number: The throw's number, as `why` takes it.
        boards: The boards behind the last of the events.
        width: The columns.

    Raises:
        InputError: There is no such throw, or there are no boards.
    """
    event = find_throw(views, str(number))
    history = History.divide(SessionStory(session), lines)
    beat, until = history.find_beat_of_event(event), history.end_of_throw(event)
    changes = draw_changes(history.changes(beat, boards, until), width)
    return [
        styled_text(history.describe_beat(beat), "bold"),
        *(changes or [styled_text(NOTHING_CHANGED, "dim")] * (beat > 0)),
        Text(),
        *draw_boards(history.boards(beat, boards, until), "", width),
    ]
