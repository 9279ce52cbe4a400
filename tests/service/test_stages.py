"""Questions within a career: judged at the end of their mission, by what the rules forecast of the career."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from bombsight.cli.games.preferences import draw_preferences
from bombsight.runtime.batch.batch import play_slices
from bombsight.runtime.batch.lookahead import Lookahead
from bombsight.runtime.dice import mission_seed
from bombsight.runtime.saves.records import Answer
from bombsight.service.games.requests import Rules
from bombsight.service.play import play as playing
from bombsight.service.play.answer_odds import Odds, describe_uncounted_runs
from bombsight.service.play.play import Play
from bombsight.service.play.start import GameSetup, resume_game, start_game
from bombsight.service.present.odds_lines import render_odds
from bombsight.service.programs import players
from bombsight.service.programs.loaders import load
from bombsight.service.programs.players import has_wasmtime, make_player, moment_of
from bombsight.service.testing.preferences import observe_game

COAST = Path(__file__).parent / "coast"


@pytest.fixture
def coast(tmp_path: Path) -> str:
    return shutil.copytree(COAST, str(tmp_path / "coast"))


def career(folder: str, **more) -> Play:
    return start_game(folder, Rules(), GameSetup(seed=3, campaign=True, **more))


def answer_until(play: Play, prompt: str, words: str = "") -> None:
    """Answer as the autopilot does up to the question that begins like this."""
    while (question := play.view().question) is not None and not question.prompt.startswith(prompt):
        play.answer(words or question.options[question.preferred].name)


def test_within_a_mission_they_end_with_it_and_begin_with_its_state(coast):
    with career(coast) as play:
        answer_until(play, "Day 6")
        odds = play.odds(50)
        start = play.session.checkpoints.current
        coins = play.session.slots[next(f.base for f in play.session.program.fields if f.id == "coins")]
    assert start is not None
    assert (start.first, start.args) == (len(play.session.script), (6,))
    assert odds.until == "stage"
    assert [(m.name, m.forecast, m.required) for m in odds.measures] == [
        ("hoard", True, False),
        ("plenty", True, False),
        ("verdict", True, False),
        ("dry", False, False),
        ("walked", False, True),
    ]
    beach, cliff, home = odds.answers
    # One day more of one to three coins, or of one to six; and two further days of two.
    assert beach.measured[0].value == pytest.approx(coins + 2 + 4, abs=0.5)
    assert cliff.measured[0].value == pytest.approx(coins + 3.5 + 4, abs=1)
    # What does not count is forecast as it is; of the mission, the next that counts is shown.
    assert home.measured[0].value == coins + 6
    assert home.measured[3].value == pytest.approx(0.5, abs=0.2)
    assert home.measured[4].value == 0
    assert [*describe_uncounted_runs(odds)] == [
        "Back home: 100 % of these missions do not count, and are played again."
    ]


def test_figures_of_forecasts_look_like_those_of_their_tallies(coast):
    with career(coast) as play:
        answer_until(play, "Day 6")
        question, odds = play.view().question, play.odds(50)
    assert question is not None
    hoard, plenty, verdict, *_ = odds.measures
    assert (hoard.kind, plenty.kind, verdict.words) == ("mean", "chance", ("Poor", "Fair", "Rich"))
    text = "\n".join("".join(span.text for span in each.spans) for each in render_odds(question, odds))
    assert "to the end of this mission" in text
    assert "Expected at the campaign's end: Coins at last, Plenty and Verdict." in text


@pytest.mark.parametrize("prompt", ["A day of rest", "Day 6"])
def test_elsewhere_they_end_with_the_career(coast, prompt):
    rules = Path(coast) / "coast.rules"
    if prompt.startswith("Day"):
        rules.write_text(rules.read_text().partition("\nforecast ")[0] + "\n")  # they stand at its end
    with career(coast) as play:
        answer_until(play, "Day 5")
        answer_until(play, prompt)
        odds = play.odds(20)
    assert odds.until == "career"
    assert [measure.name for measure in odds.measures] == ["hoard", "plenty", "verdict", "idle"]
    assert not any(measure.forecast for measure in odds.measures)


def test_they_are_the_same_on_both_backends_after_an_undo_and_from_a_save(coast, tmp_path, monkeypatch):
    found: list[Odds] = []
    with career(coast, save=tmp_path / "a.save") as play:
        answer_until(play, "Day 5")
        answer_until(play, "Supper")
        found.append(play.odds(40))
        play.answer("fed")
        answer_until(play, "Day 7")
        assert play.odds(40) != found[0]
        while (question := play.view().question) is not None and not question.prompt.startswith("Day 6"):
            play.undo()
        play.undo(2)
        found.append(play.odds(40))
    with resume_game(tmp_path / "a.save") as play:
        found.append(play.odds(40))
        monkeypatch.setattr(
            playing, "make_player", lambda program, entry: partial(play_slices, program, entry, load=load)
        )
        play._lookahead = None
        found.append(play.odds(40))
    assert found == found[:1] * 4
    assert found[0].until == "stage"


def test_a_thoughtful_career_in_a_batch_is_that_of_a_session(coast, monkeypatch):
    with career(coast) as play:
        program = play.session.program
    assert program.career is not None
    (batch,) = make_player(program, program.career)((), 2, 7, "thoughtful")
    for number in range(2):
        with start_game(coast, Rules(), GameSetup(seed=mission_seed(7, number), campaign=True), "thoughtful") as play:
            assert play.view().outcome is not None
            answers = [record.name for record in play.session.records if isinstance(record, Answer)]
            coins = next(field.base for field in program.fields if field.id == "coins")
            assert play.session.slots[coins] == batch.tallies[0][number]
    # The forecast sees what the cliff brings in the end, and what supper costs.
    assert {*answers[::3]} == {"cliff"}
    assert {*answers[1::3]} == {"hungry"}
    if has_wasmtime():
        monkeypatch.setattr(players, "has_wasmtime", lambda: False)
        (python,) = make_player(program, program.career)((), 2, 7, "thoughtful")
        assert [list(column) for column in python.tallies] == [list(column) for column in batch.tallies]


def test_preferences_judge_campaigns(coast):
    watching = observe_game(coast, Rules(), seed=1, campaigns=True)
    watching.play_next()
    found = watching.to_document()
    assert (found.missions, found.runs_of) == (1, "career")
    assert [measure.name for measure in found.measures] == ["hoard", "plenty", "verdict", "dry", "walked", "idle"]
    way = next(doubt for doubt in found.doubts if doubt.id == "choice:mission/way")
    assert way.differs == 8
    hoard, *_, idle = way.gains
    assert hoard is not None
    assert hoard.value == pytest.approx(1.5, abs=0.2)
    assert idle is None
    shown = " ".join(" ".join(map(str, draw_preferences(found, 80))).split())
    assert "1 campaign with seed 1" in shown
    assert "Expected at the campaign's end: Coins at last, Plenty and Verdict." in shown


def test_the_moment_of_a_session_says_how_its_mission_began(coast):
    with career(coast) as play:
        answer_until(play, "Day 4")
        answer_until(play, "Supper")
        session = play.session
        moment = moment_of(session)
        assert moment.mission is not None
        lookahead = Lookahead(session.program, session.entry, make_player)
        assert lookahead.horizon(moment) == session.program.stage
        script = session.script[moment.mission.first :]
        assert len(script) == 3  # the way, and its two dice
        answer_until(play, "A day")
        assert moment_of(session).mission is None
