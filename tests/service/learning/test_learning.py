"""What is learned is better, is the same again, and is a file as an author would write it."""

from __future__ import annotations

import re
import shutil

import pytest

pytest.importorskip("sklearn", reason="needs scikit-learn: python -m pip install '.[test]'")

import bombsight
from bombsight.service.games.requests import Rules
from bombsight.service.learning.learning_run import CUT_SHORT, begin_learning
from tests.examples import LIGHTHOUSE
from tests.service.learning.games import TOLL, WELL

pytestmark = pytest.mark.usefixtures("few_runs")


def test_the_same_rounds_of_a_seed_make_the_same_file_and_it_plays_as_it_says(tmp_path):
    file, again = tmp_path / "learned.rules", tmp_path / "again.rules"
    learned = bombsight.learn(WELL, rounds=2, out=file)
    bombsight.learn(WELL, rounds=2, out=again)

    text = file.read_text()
    assert again.read_text() == text == learned.text
    assert text.startswith(f"# bombsight learn {WELL} --seed 0 --rounds 2\n")
    assert bombsight.fmt_text(text) == text
    assert bombsight.lint(file, rules=Rules(folders=[WELL.parent])).findings == ()
    (compared,) = learned.compared
    assert compared.better
    assert (compared.runs_of, compared.measure, compared.matters) == ("mission", "Water", "good")
    by_file = bombsight.simulate(WELL, Rules(house=[file]), missions=500, policy="learned")["drawn"]
    assert by_file != bombsight.simulate(WELL, missions=500)["drawn"]
    assert {choice.id for choice in learned.choices} >= {"choice:draw_water/act", "choice:fill/p"}


def test_what_was_learned_before_is_left_out_of_learning(tmp_path):
    game = shutil.copytree(WELL, tmp_path / "well")
    first = bombsight.learn(game, rounds=1, out=game / "learned.rules")
    second = bombsight.learn(game, rounds=1, out=game / "learned.rules")

    assert first.text is not None
    assert second.text == first.text


def test_what_is_laid_over_the_game_cannot_have_the_name_of_what_is_learned(tmp_path):
    file = tmp_path / "mine.rules"
    file.write_text('preferences learned "Mine" for well\n  1 "One"\n    add define odd: yes/no = hour is 1\n')

    with pytest.raises(bombsight.InputError, match="preferences called learned"):
        bombsight.learn(WELL, Rules(house=[file]), rounds=1)


@pytest.mark.parametrize("line", ["routine", "routine when hour > 0"])
def test_what_was_learned_is_no_routine(line, tmp_path):
    game = shutil.copytree(WELL, tmp_path / "well")
    rules = game / "well.rules"
    question = '    ask "The well is {depth} deep"\n'
    rules.write_text(rules.read_text().replace(question, f"{question}    {line}\n"))
    text = bombsight.learn(game, rounds=1).text or ""

    assert f"was {line}\n" in text
    (now,) = re.findall(r"now (routine when \([^#]*?\))\n      \w", text)
    assert " ".join(now.split()).startswith(f"routine when ({' hour > 0 and' * ('when' in line)} not (")
    (tmp_path / "learned.rules").write_text(text)
    assert bombsight.lint(tmp_path / "learned.rules", rules=Rules(folders=[tmp_path])).findings == ()


@pytest.mark.slow
def test_a_forecast_of_the_rules_stands(tmp_path):
    game = shutil.copytree(LIGHTHOUSE, tmp_path / "lighthouse")
    with (game / "10-night.rules").open("a") as rules:
        rules.write("\nforecast season_lost: 0..100 = lost\n")
    learned = bombsight.learn(game, rounds=1)

    assert learned.forecast is None
    assert learned.rounds[0].compared.runs_of == "career"


def test_nothing_is_written_where_nothing_is_better(tmp_path):
    game = shutil.copytree(WELL, tmp_path / "well")
    rules = game / "well.rules"
    rules.write_text(rules.read_text().replace("-18..18 = water", "-18..18 = hour"))
    learned = bombsight.learn(game, rounds=1, out=tmp_path / "learned.rules")

    assert (learned.best, learned.text, learned.compared, learned.choices) == (None, None, (), ())
    assert not (tmp_path / "learned.rules").exists()


def test_each_side_of_a_game_for_two_learns_by_what_it_may_know():
    learned = bombsight.learn(TOLL, rounds=2)
    rules = {choice.id: choice.rules for choice in learned.choices}

    assert {each.player for each in learned.compared if each.better} == {"guard", "carter"}
    assert [rule.condition for rule in rules["choice:turn_off/way"]] == ["is_rich"]
    assert all("is_rich" not in rule.condition for rule in rules["choice:open_cart/look"])


def test_a_round_that_time_has_cut_short_is_marked(monkeypatch):
    left = iter([True] * 20)  # for the first round, and for some trials in it
    monkeypatch.setattr("bombsight.service.learning.learning_run.time_left", lambda minutes: lambda: next(left, False))
    run = begin_learning(str(WELL), Rules(), 0)
    (told,) = run.play_rounds(None, 1)
    learned = run.to_document(run.judge_best(), None)

    assert told.tried > 0
    assert learned.cut
    assert learned.text is None or f"# {CUT_SHORT}\n" in learned.text


@pytest.mark.slow
def test_a_career_is_learned_by_a_forecast():
    learned = bombsight.learn(LIGHTHOUSE, rounds=1)

    assert learned.rounds[0].compared.runs_of == "career"
    assert learned.best is None or learned.forecast is not None
