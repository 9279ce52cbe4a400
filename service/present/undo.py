"""Plans of undo: the decisions that an undo takes back, and its messages."""

from __future__ import annotations

from typing import assert_never

from attrs import frozen

from bombsight.service.play.play import Play
from bombsight.service.present import sentences
from bombsight.service.present.beats import find_beat_start
from bombsight.service.present.commands import ShowDecisions, Undo, UndoAll, UndoBeat, UndoCommand, UndoTo
from bombsight.service.present.decisions import (
    count_decisions_since,
    count_unasked_before,
    decisions_of,
    describe_last_decision,
    find_last_decision,
)
from bombsight.service.present.lines import Line, line
from bombsight.service.present.log import render_decisions


@frozen
class UndoPlan:
    """The effect of an undo command: how many decisions it takes back, and its message.

    Attributes:
        count: How many of the player's decisions to take back; 0 for none.
        lines: The message to the player.
    """

    count: int
    lines: tuple[Line, ...]


def plan_undo(play: Play, command: UndoCommand) -> UndoPlan:
    """Plan the effect of an undo command on a game, without applying it.

    Raises:
        InputError: The game cannot go on.
    """
    session = play.session
    if not play.view().can_undo:
        return UndoPlan(0, (line(sentences.NOTHING_TO_TAKE_BACK, "notice"),))
    if command == Undo(1) and (last := describe_last_decision(session)) is not None:
        return plan_taking_back(last, 1)
    decisions_made = decisions_of(session)
    if isinstance(command, UndoAll):
        return plan_taking_back(sentences.EVERYTHING_TAKEN_BACK, len(decisions_made) + 1)
    if not decisions_made or isinstance(command, ShowDecisions):
        return UndoPlan(0, tuple(render_decisions(decisions_made, count_unasked_before(session))))
    match command:
        case UndoBeat():
            beat_start = find_beat_start(session, find_last_decision(session) or 0)
            count = count_decisions_since(session, beat_start)
            first, others_text = len(decisions_made) - count + 1, sentences.and_after_it(count - 1)
        case Undo(count=count):
            first, others_text = len(decisions_made), sentences.and_before_it(count - 1)
        case UndoTo(number=first):
            count = len(decisions_made) - first + 1 if first else 0
            others_text = sentences.and_after_it(count - 1)
        case _:
            assert_never(command)
    if not 0 < count <= len(decisions_made):
        return UndoPlan(0, (line(sentences.undo_hint(len(decisions_made)), "notice"),))
    return plan_taking_back(f"{decisions_made[first - 1]}{others_text if count > 1 else ''}", count)


def plan_taking_back(description: str, count: int) -> UndoPlan:
    """Make the plan that undoes ``count`` decisions, with a confirmation that describes them."""
    return UndoPlan(count, (line(sentences.decisions_taken_back(description), "notice"),))
