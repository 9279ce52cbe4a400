"""What a raid asks: headings are decisions where Germans are about, and the formation turns by one question."""

from __future__ import annotations

from b17_miniatures.bench import GAME
from bombsight.runtime.choices import Question
from bombsight.runtime.session import Session, source_of
from bombsight.service.machines import load
from bombsight.service.opening import Opening, header_for
from bombsight.service.requests import Rules

PLACE, HEADING = "choice:place_bombers/n", "choice:give_order/h"
RAIDS = 10


def asked(seed: int) -> list[Question]:
    """All that an introductory raid asks, with the autopilot's answers."""
    program = GAME.program()
    header = header_for(program, Opening(seed=seed), Rules(), None)
    session = Session(program, header, source_of(header), load=load)
    found: list[Question] = []

    def answer(question: Question) -> int:
        found.append(question)
        return question.preferred

    session.play(session.person(answer))
    return found


def test_a_raid_asks_for_decisions_and_not_for_too_many():
    raids = [asked(seed) for seed in range(RAIDS)]
    for raid in raids:
        assert next(question.id for question in raid if not question.routine) == PLACE
    decided = [sum(question.id == HEADING and not question.routine for question in raid) for raid in raids]
    assert sum(count > 0 for count in decided) >= RAIDS * 3 // 4, decided
    assert sum(decided) <= 15 * RAIDS, decided
