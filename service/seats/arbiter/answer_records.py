"""The recorded answers of a game for two, each with the seat that gave it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from bombsight.flat.sites import ChoiceSite
from bombsight.runtime.saves.records import Answer, Record, is_decision
from bombsight.runtime.session.session import Session
from bombsight.service.play.play import Play
from bombsight.service.seats.visibility.visible_events import answering_player


@frozen
class PersonAnswer:
    """An answer that a person gave himself.

    Attributes:
        record: Its index among the records of the session.
        seat: The seat that gave it.
        is_first: Whether it is the first, or only, one of those given together.
    """

    record: int
    seat: str
    is_first: bool


def find_person_answers(session: Session) -> list[PersonAnswer]:
    """List the answers in a session that persons gave themselves, in order, while its run waits or is over."""
    program = session.program
    names = program.enums[program.players].values if program.players is not None else ()
    answers = []
    for index, (record, step) in enumerate(zip(session.records, session.trail, strict=False)):
        if not isinstance(record, Answer) or record.why not in ("", "together"):
            continue
        number, *values = session.journal.events[step.events]
        site = program.sites[number]
        assert isinstance(site, ChoiceSite)
        answers.append(PersonAnswer(index, names[answering_player(site, values)], is_first=not record.why))
    return answers


def take_back_records(play: Play, kept: int) -> None:
    """Take back all but the first ``kept`` records of a game, of which the next one is an answer.

    Raises:
        InputError: The game cannot go on.
    """
    session = play.session
    play.undo(sum(is_decision(record, session.header) for record in session.records[kept:]))


def has_person_answer(records: Sequence[Record]) -> bool:
    """Whether a person gave one of some recorded answers himself."""
    return any(isinstance(record, Answer) and not record.why for record in records)
