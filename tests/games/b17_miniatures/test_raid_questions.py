"""What a raid asks: headings are decisions where Germans are about, and the formation turns by one question."""

from __future__ import annotations

import re

from bombsight.runtime.events.views import SayView
from bombsight.runtime.run.policies import Question
from bombsight.runtime.session.session import Session, dice_source_of
from bombsight.service.api import playing
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, make_header
from bombsight.service.programs.loaders import load
from tests.games.b17_miniatures.bench import GAME
from tests.narrowing import unwrap

PLACE, HEADING, COURSE = "choice:place_bombers/n", "choice:give_order/h", "choice:course/h"
RAIDS = 10


def asked(seed: int, scenario: str = "introductory") -> list[Question]:
    """All that a raid asks, with the autopilot's answers."""
    program = GAME.program((("scenario", scenario),))
    header = make_header(program, GameSetup(seed=seed), Rules(), None)
    session = Session(program, header, dice_source_of(header), load=load)
    found: list[Question] = []

    def answer(question: Question) -> int:
        found.append(question)
        return question.preferred

    session.play(session.person_policy(answer))
    return found


def test_a_raid_asks_for_decisions_and_not_for_too_many():
    raids = [asked(seed) for seed in range(RAIDS)]
    for raid in raids:
        assert next(question.id for question in raid if not question.routine) == PLACE
    decided = [sum(question.id == HEADING and not question.routine for question in raid) for raid in raids]
    assert sum(count > 0 for count in decided) >= RAIDS * 3 // 4, decided
    assert sum(decided) <= 15 * RAIDS, decided


def test_the_escort_is_not_asked_where_it_flies_without_an_enemy():
    raids = [[question for question in asked(seed, "second") if question.id == COURSE] for seed in range(RAIDS)]
    without = [question for raid in raids for question in raid if question.routine]
    assert without
    assert not any("a shot at" in option.beside for question in without for option in question.options)
    assert any(not question.routine for raid in raids for question in raid)


def test_a_fighter_flies_to_the_place_that_its_answer_names():
    rules = Rules(options={"scenario": "second"})
    flights = []
    for seed in range(RAIDS):
        place, seen = "", 0
        with playing.open("b17_miniatures", rules, seed=seed) as play:
            while (question := play.question) is not None:
                option = question.options[question.preferred]
                place = unwrap(re.search(r"to (\d+, \d+)", option.beside))[1] if question.id == COURSE else ""
                play.answer(option.name)
                told = [event.text for event in play.events(seen) if isinstance(event, SayView)]
                seen = len(play.story)
                if place and told and (found := re.search(r"Red \d flies to (\d+, \d+)", told[0])):
                    flights.append((place, found[1]))
    assert flights
    assert all(promised == reached for promised, reached in flights)
