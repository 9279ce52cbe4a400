"""A table of two, with a game for two."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import count
from pathlib import Path

from bombsight.runtime.choices import Question
from bombsight.service.answering import name_of
from bombsight.service.opening import Opening, begin
from bombsight.service.requests import Rules
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.commitments import Secret
from bombsight.service.seats.messages import Answered, Turn

COVE = Path(__file__).parent / "cove"


@contextmanager
def arbiter(
    save: Path | None = None, *, seed: int = 3, secret: str = "ab" * 32, daylight: bool = False, **more: object
):
    """An arbiter at a new game of the cove."""
    options = {"daylight": "yes"} if daylight else {}
    with begin(str(COVE), Rules(options=options), Opening(seed=seed, save=save)) as play:
        yield Arbiter(play, Secret(secret), **more)


def played(at: Arbiter, seat: str, **given: str) -> list[Turn]:
    """All that a seat is told of a game, answered as the autopilot does but for the ``given`` questions, by number.

    Args:
        at: The arbiter.
        seat: Who is told.
        given: Answers, by ``q`` and how many were answered before, by any seat.
    """
    told = [at.told(seat)]
    for number in count():
        turn = at.turn
        if not turn:
            break
        asked = at.told(turn)
        name = given.get(f"q{number}") or preferred(asked.question)
        at.answer(turn, Answered(number=asked.number, names=(name,)))
        last = told[-1]
        told.append(at.told(seat, last.start + len(last.events)))
    return told


def preferred(asked: Question) -> str:
    """What the autopilot would answer."""
    return name_of(asked, asked.preferred)


def answer(turn: Turn) -> Answered:
    """What the autopilot would answer to the open question, alone."""
    return Answered(number=turn.number, names=(preferred(turn.question),))
