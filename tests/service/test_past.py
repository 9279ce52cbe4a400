"""Missions that are over are not played again: neither to take back, nor to look ahead, nor to tell of one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bombsight.runtime.dice import SeededDice
from bombsight.runtime.run.checkpoints import MissionCheckpoints
from bombsight.runtime.run.policies import NO_OPTION
from bombsight.runtime.session.session import Session, pausing_policy
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.present.debriefing import find_ended_missions, states_at
from bombsight.service.present.joint_questions import look_ahead
from bombsight.service.programs.loaders import load
from tests.examples import EXAMPLES
from tests.narrowing import spy

LIGHTHOUSE = str(EXAMPLES / "lighthouse")


@pytest.fixture
def season():
    """A season of four nights, played to its end by the autopilot; and whoever counts the dice of its runs."""
    with start_game(LIGHTHOUSE, Rules(), GameSetup(campaign=True, seed=5)) as play:
        thrown: list[Any] = []

        def counting(program, roll, ask, log=None):
            return load(program, spy(roll, thrown), ask, log)

        play.session.load = counting
        while (asked := play.question) is not None:
            play.answer("none" if asked.preferred == NO_OPTION else asked.options[asked.preferred].name)
        yield play, thrown


def fresh(session):
    """The same game, of which nothing is known but its records."""
    found = Session(
        session.program, session.header, SeededDice(session.header.seed), records=session.records, load=load
    )
    found.play(pausing_policy)
    return found


def as_it_stands(session):
    return [*session.slots], session.journal.events, session.journal.digest(), session.script, session.trail


def test_what_is_taken_back_leads_to_where_a_run_from_the_beginning_does(season):
    play, _ = season
    drawn = random.Random(1)
    while play.undo(drawn.randint(1, 9)):
        assert as_it_stands(play.session) == as_it_stands(fresh(play.session))
        for _ in range(drawn.randint(0, 3)):
            asked = play.question
            play.answer(drawn.choice([option.name for option in asked.options]))
    assert play.session.checkpoints.missions == []


def test_a_run_goes_on_from_anywhere_as_one_from_the_beginning_does(season):
    """From where a night ended, too: what it told since the last thing that is known is told again."""
    play, _ = season
    play.undo()
    for over in play.session.checkpoints.missions[:3]:
        for count in (over.last + 1, over.last, over.last - 1):
            session = fresh(play.session)
            del session.records[count:]
            session.play(pausing_policy)
            assert as_it_stands(session) == as_it_stands(fresh(session))


def test_no_dice_of_a_night_that_is_over_are_thrown_again(season):
    play, thrown = season
    over = play.session.checkpoints.missions
    assert len(over) == 4
    before_the_last = over[2].last
    thrown.clear()
    play.undo()
    assert len(play.session.script) > before_the_last
    assert 0 < len(thrown) <= len(play.session.script) - before_the_last
    assert len(thrown) < len(play.session.script) / 3


def test_looking_ahead_from_a_night_sees_what_it_would_see_without_those_before(season):
    play, thrown = season
    play.undo(4)

    def answer(asked):
        return asked.preferred

    thrown.clear()
    found = look_ahead(play.session, answer)
    few = len(thrown)
    play.session.checkpoints = MissionCheckpoints([], lambda: 0)
    assert look_ahead(play.session, answer) == found != []
    assert few < (len(thrown) - few) / 2


def test_the_state_at_an_event_is_the_same_whatever_is_passed_over(season):
    play, _ = season
    wanted = [at for flown in find_ended_missions(play.session) for at in (flown.begin, flown.last, flown.end)]
    late = [states_at(play.session, wanted[number:]) for number in range(len(wanted))]
    play.session.checkpoints = MissionCheckpoints([], lambda: 0)
    assert late == [states_at(play.session, wanted[number:]) for number in range(len(wanted))]
