"""Comparison of a received turn or state, and of a save, with those of the replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from attrs import frozen

from bombsight.runtime.run.policies import Question
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.saves.records import Throw
from bombsight.service.play.play import Play
from bombsight.service.seats.protocol.host_messages import Looked, Turn
from bombsight.service.seats.visibility.seats import seat_of_question


@frozen
class TurnDifference:
    """The first difference between a received turn and the replay at one moment.

    Attributes:
        agreement: How much of the turn agrees, from 0: the moment that agrees most is taken as the turn's.
        fault: The difference, in words.
    """

    agreement: int
    fault: str


def as_in_older_files(looked: Looked) -> Looked:
    """Copy the message with a state as an older version sent and stored it."""
    return Looked(sheet=looked.sheet, boards=looked.boards)


def is_same_question(turn: Turn, current: Turn) -> bool:
    """Whether a received turn of an older version asks the replay's question, apart from advice and grouping."""
    if turn.question is None or current.question is None:
        return turn.question is None
    return key_without_advice(turn.question) == key_without_advice(current.question)


def key_without_advice(question: Question) -> tuple[object, ...]:
    """Return a key that is equal for questions that differ in their advice only."""
    return (
        question.id,
        question.prompt,
        seat_of_question(question),
        question.optional,
        [(each.name, each.title) for each in question.options],
    )


def find_differences(
    play: Play, saved: ParsedSave, replayed_lines: Sequence[str], revealed_lines: Sequence[str]
) -> Iterator[str]:
    """Yield the first difference between a save's record and its replay.

    Args:
        play: The replayed game.
        saved: The record.
        replayed_lines: The lines of the replay's save.
        revealed_lines: The revealed lines.
    """
    for replayed, recorded in zip_longest(play.session.records, saved.records):
        if replayed == recorded:
            continue
        if isinstance(replayed, Throw) and isinstance(recorded, Throw) and replayed.at == recorded.at:
            yield f"dice at {replayed.at} fell otherwise than by the seed: {'+'.join(map(str, replayed.faces))} by it"
        else:
            yield "dice and answers are others than were revealed"
        return
    if [*replayed_lines] != [*revealed_lines]:
        yield "the record holds something else than what was played"
