"""The odds of a game in play: told on any backend alike, and nothing of the game is changed or betrayed."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import parse_dice
from bombsight.runtime.batch.batch import play_slices
from bombsight.runtime.batch.rollouts import MAX_RUNS
from bombsight.service.games.requests import Rules
from bombsight.service.play import play as playing
from bombsight.service.play.answer_odds import describe_uncounted_runs, odds_refusal
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.programs.loaders import load
from bombsight.service.programs.pins import parse_pin
from bombsight.service.programs.players import has_wasmtime, lookahead_program, make_player
from tests.examples import EXAMPLES

LIGHTHOUSE = str(EXAMPLES / "lighthouse")

needs_wasmtime = pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime: python -m pip install '.[test]'")


def begun(**more):
    return start_game(LIGHTHOUSE, Rules(), GameSetup(seed=3, **more))


def answered(play, count):
    """So many questions answered by the first option."""
    for _ in range(count):
        play.answer(play.view().question.options[0].name)


def python_player(program, entry):
    return partial(play_slices, program, entry, load=load)


@needs_wasmtime
@pytest.mark.parametrize("campaign", [False, True])
def test_both_backends_tell_the_same(campaign, monkeypatch):
    told = []
    for make in (make_player, python_player):
        monkeypatch.setattr(playing, "make_player", make)
        with begun(campaign=campaign) as play:
            answered(play, 12 if campaign else 3)
            told.append(play.odds(60))
    assert told[0] == told[1]
    assert told[0].runs == 60
    assert told[0].until == ("career" if campaign else "mission")


PINNED = (parse_pin("Reef=1"), parse_pin("Traffic=24"))
"""Every ship that runs onto the reef is wrecked, and the ship that comes up is always the same."""


def laid_player(session):
    """The measure: runs of the program as it is, on dice that show what is pinned."""
    dice = {1: parse_dice("1d6"), 2: parse_dice("d66")}
    shown = {site: dice[len(faces)].total(faces) for site, faces in session.pinned_faces.items()}

    def laid_load(program, roll, ask, log=None):
        def throw(site, dice):
            fell = roll(site, dice)
            return shown.get(site, fell)

        return load(program, throw, ask, log)

    return partial(play_slices, session.program, session.entry, load=laid_load)


@pytest.mark.parametrize("make", [python_player, pytest.param(make_player, marks=needs_wasmtime)])
def test_the_odds_of_a_pinned_game_are_those_under_its_pins(make, monkeypatch):
    monkeypatch.setattr(playing, "make_player", make)
    with begun(pins=PINNED) as play:
        answered(play, 2)
        told = play.odds(60)
        play._lookahead = evolve(play._lookahead, make_player=lambda *_: laid_player(play.session))
        assert told == play.odds(60)
        play._lookahead = evolve(play._lookahead, program=play.session.program, make_player=make)
        assert told != play.odds(60)


def test_whoever_thinks_ahead_does_so_under_the_pins():
    with begun(pins=PINNED) as play:
        play.view()
        ahead = lookahead_program(play.session)
    assert ahead.digest != play.session.program.digest
    with begun() as play:
        assert lookahead_program(play.session) is play.session.program


def test_the_odds_change_nothing_of_a_game(tmp_path):
    saves = []
    for asks in (False, True):
        save = tmp_path / f"{asks}.save"
        with begun(save=save) as play:
            while play.view().question is not None:
                view = play.view()
                if asks:
                    play.odds(2)
                    assert play.view() is view
                answered(play, 1)
        saves.append(save.read_text())
    assert saves[0] == saves[1]


def test_the_answers_are_those_offered_none_included():
    with begun() as play:
        seen = 0
        while (question := play.view().question) is not None and seen < 2:
            odds = play.odds(1)
            names = [option.name for option in question.options] + ["none"] * question.optional
            assert [answer.name for answer in odds.answers] == names
            assert all(len(answer.measured) == len(odds.measures) for answer in odds.answers)
            assert odds.id == question.id
            seen += question.optional
            answered(play, 1)


def test_a_taken_back_answer_is_no_part_of_it():
    with begun() as play:
        answered(play, 2)
        before = play.odds(30)
        answered(play, 1)
        play.undo()
        assert play.odds(30) == before


def test_dice_from_a_table_and_those_of_a_file_are_odds_all_the_same(tmp_path):
    dice = tmp_path / "dice"
    dice.write_text("3 " * 60)
    with begun(dice=str(dice)) as play:
        assert play.odds(5).runs == 5
    with begun(dice="manual") as play:
        with pytest.raises(InputError, match="no question is open"):
            play.odds()
        while play.view().question is None:
            play.throw([7] if play.view().throw.dice.notation == "2d6" else [1] * play.view().throw.dice.count)
        assert play.odds(5).runs == 5


def test_what_another_decides_is_refused():
    with begun() as play:
        question = play.view().question
        assert odds_refusal(question) is None
        refused = odds_refusal(evolve(question, by="harbour_master"))
        assert refused is not None
        assert "harbour master" in refused.message


@pytest.mark.parametrize("runs", [0, -1, MAX_RUNS + 1])
def test_a_number_that_cannot_be_played_is_refused(runs):
    with begun() as play, pytest.raises(InputError, match="runs of each answer"):
        play.odds(runs)


@needs_wasmtime
def test_a_game_too_long_to_begin_with_is_refused(monkeypatch):
    monkeypatch.setattr("bombsight.backends.wasm.runs.MAX_PRESETS", 1)
    with begun() as play, pytest.raises(InputError, match="too much has happened"):
        play.odds(5)


def test_no_question_no_odds():
    with start_game(LIGHTHOUSE, Rules(), GameSetup(seed=3), "auto") as play:
        assert play.view().outcome is not None
        with pytest.raises(InputError, match="no question is open"):
            play.odds()


# --- what does not count

WALK = """
game walk "The Walk"
  sources optional

state mission
  done "Done": yes/no = no
  wet "Wet": yes/no = no

tally dry "Dry" good: yes/no = not wet
tally whole "Walked to the end" good required: yes/no = done

procedure mission
  choose order
    ask "On?"
    answer on "Go on"
      set wet to 1d6 <= 3
      set done to yes
    answer home "Turn back"
      nothing
"""


def test_an_answer_that_gives_the_mission_up_says_that_it_does_not_count(tmp_path):
    (tmp_path / "walk.rules").write_text(WALK)
    with start_game(str(tmp_path), Rules(), GameSetup(seed=1)) as play:
        odds = play.odds(600)

    assert [measure.required for measure in odds.measures] == [False, True]
    on, home = odds.answers
    # Another day is as dry as this one; so nobody is better off who turns back.
    assert [figure.value for figure in home.measured] == [pytest.approx(0.5, abs=0.08), 0]
    assert on.measured[1].value == 1
    assert odds.best is None
    assert [*describe_uncounted_runs(odds)] == [
        "Turn back: 100 % of these missions do not count, and are played again."
    ]
