"""The thoughtful policy: it finds what is better than the autopilot's taste, and is the same however it is played."""

from __future__ import annotations

import pytest

from bombsight.boundary.errors import InputError
from bombsight.cli.games.preferences import draw_preferences
from bombsight.runtime.batch.rollout_policy import RUNS_PER_ANSWER
from bombsight.runtime.dice import mission_seed
from bombsight.runtime.run.play import Finished
from bombsight.runtime.saves.records import Answer
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import GameSetup, start_game
from bombsight.service.programs import players
from bombsight.service.programs.players import has_wasmtime, make_player
from bombsight.service.testing.preferences import PreferenceObserver, observe_game

CLIFF = """
game cliff "The Cliff"
  author "Bombsight"
  language 1
  sources optional

enum End: home, gone
enum Way: left, right

state mission
  fallen "Fallen": yes/no = no
  shells "Shells": 0..30 full = 0
  tired "Tired": 0..9 full = 0

tally whole "Whole" good: yes/no = not fallen
tally shells_found "Shells" good: 0..30 = shells
tally weary "Weary" bad: 0..9 = tired

procedure mission: End
  repeat 3 times
    choose order
      ask "By the cliff"
      answer jump "Jump" prefer 3
        if 1d6 <= 3
          set fallen to yes
      answer dig "Dig" prefer 1
        let found = 1d6
        add found to shells
      answer rest "Rest" prefer 2
        nothing
    choose way from Way
      ask "Home by"
      prefer 1
    choose tide from Way
      ask "The tide comes from"
      by sea
      prefer 1
    if tide is left
      add 1 to shells
  if fallen
    return gone
  return home
"""


@pytest.fixture
def cliff(tmp_path):
    folder = tmp_path / "cliff"
    folder.mkdir()
    (folder / "cliff.rules").write_text(CLIFF)
    return str(folder)


def program_of(folder):
    return start_game(folder, Rules(), GameSetup(seed=1), "auto").session.program


def answered(folder, seed, answers):
    """The answers of a session, and what it came to."""
    with start_game(folder, Rules(), GameSetup(seed=seed), answers) as play:
        assert play.view().outcome is not None
        outcome = play.session.outcome
        assert isinstance(outcome, Finished)
        return [record.name for record in play.session.records if isinstance(record, Answer)], outcome.value


def test_it_takes_what_serves_best_and_else_what_the_autopilot_takes(cliff):
    auto, _ = answered(cliff, 1, "auto")
    assert auto == ["jump", "left", "left"] * 3
    for seed in range(3):
        # What comes next is left to the autopilot, who jumps: no more can be done than not to jump now, and to dig.
        thoughtful, value = answered(cliff, seed, "thoughtful")
        assert thoughtful == ["dig", "left", "left"] * 3
        assert value == 0


def test_a_batch_is_the_sessions_of_its_seeds(cliff):
    program = program_of(cliff)
    (batch,) = make_player(program, program.mission)((), 4, 7, "thoughtful")
    assert list(batch.values) == [answered(cliff, mission_seed(7, number), "thoughtful")[1] for number in range(4)]
    assert len(batch.tallies) == 3
    (rest,) = make_player(program, program.mission)((), 2, 7, "thoughtful", 2)
    assert [list(column) for column in rest.tallies] == [list(column[2:]) for column in batch.tallies]


@pytest.mark.skipif(not has_wasmtime(), reason="needs wasmtime: python -m pip install '.[test]'")
def test_it_is_the_same_on_both_backends(cliff, monkeypatch):
    program = program_of(cliff)
    (native,) = make_player(program, program.mission)((), 3, 5, "thoughtful")
    monkeypatch.setattr(players, "has_wasmtime", lambda: False)
    (python,) = make_player(program, program.mission)((), 3, 5, "thoughtful")
    assert [*map(list, (native.values, *native.tallies))] == [*map(list, (python.values, *python.tallies))]


def test_where_nothing_is_good_or_bad_nobody_can_be_thoughtful(tmp_path):
    folder = tmp_path / "cliff"
    folder.mkdir()
    (folder / "cliff.rules").write_text("\n".join(line for line in CLIFF.splitlines() if not line.startswith("tally")))
    with pytest.raises(InputError, match="good or bad"):
        start_game(str(folder), Rules(), GameSetup(seed=1, save=tmp_path / "a.save"), "thoughtful")
    assert not (tmp_path / "a.save").exists()


def gain_of(doubt, measure):
    """The mean gain of better answers in a measure, by its place."""
    gain = doubt.gains[measure]
    assert gain is not None
    return gain.value


def test_second_thoughts_find_the_preference_that_costs_most(cliff):
    program = program_of(cliff)
    watch = PreferenceObserver(program, program.mission, seed=3)
    for _ in range(10):
        watch.play_next()
    found = watch.to_document()
    assert (found.missions, found.runs) == (10, RUNS_PER_ANSWER)
    assert [measure.name for measure in found.measures] == ["whole", "shells_found", "weary"]
    first = found.doubts[0]
    assert first.id == "choice:mission/order"
    assert (first.asked, first.differs) == (30, 30)
    assert [(swap.own, swap.better, swap.times) for swap in first.swaps] == [("jump", "dig", 30)]
    # Not to jump once, while the autopilot does before and behind it, makes 1/4 of 1/8, where it has not fallen yet.
    assert gain_of(first, 0) == pytest.approx(1 / 8, abs=0.06)
    assert gain_of(first, 1) == pytest.approx(3.5, abs=0.2)
    # Ways are all one, and what the sea does is not the player's.
    assert [doubt.differs for doubt in found.doubts[1:]] == [0]


WALK = """
game walk "The Walk"
  sources optional

state mission
  done "Done": yes/no = no
  wet "Wet": yes/no = no

tally dry "Dry" good: yes/no = not wet
tally whole "Walked to the end" good required: yes/no = done

procedure mission
  let clouds = 1d6
  choose order
    ask "Clouds: {clouds}"
    answer on "Go on" prefer 1
      set wet to clouds <= 3
      set done to yes
    answer home "Turn back"
      nothing
"""
"""Who turns back walks another day, in the clouds of that day."""


def test_preferences_say_that_a_better_answer_gives_missions_up_that_do_not_count(tmp_path):
    (tmp_path / "walk.rules").write_text(WALK)
    watching = observe_game(str(tmp_path), Rules(), seed=1)
    for _ in range(40):
        watching.play_next()
    found = watching.to_document()
    shown = " ".join(" ".join(map(str, draw_preferences(found, 80))).split())

    # In half of the missions it is worth while, and makes half of them dry: as many as another mission makes.
    assert found.doubts[0].differs == pytest.approx(20, abs=8)
    assert gain_of(found.doubts[0], 0) == pytest.approx(0.5, abs=0.03)
    assert "gives up missions that do not count then: a mission's figures are those of the next that counts." in shown
