"""Detours: learning goes on without what is worth most, and comes back to it if nothing better is found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="needs scikit-learn: python -m pip install '.[test]'")

from bombsight.service.games.requests import Rules
from bombsight.service.learning.detours import BANNED_ROUNDS, Detours
from bombsight.service.learning.learning import Learner
from bombsight.service.learning.rule_lists import LearnedRule
from tests.service.learning.games import WELL

HOME = LearnedRule("choice:go/out", 0, (), 0.5, worth=3.0)
FULL = LearnedRule("choice:go/load", 1, (), 0.5, worth=1.0)


def test_a_detour_does_without_what_is_worth_most_and_then_allows_all():
    detours = Detours()

    assert detours.begin([FULL, HOME])
    for _ in range(BANNED_ROUNDS):
        assert not detours.allows(HOME)
        assert detours.allows(FULL)
        assert not detours.end_round()
    assert detours.allows(HOME)
    assert detours.end_round()
    assert detours.rounds_left == 0


def test_no_detour_is_made_twice():
    detours = Detours()
    begun = []
    while detours.begin([FULL, HOME]):
        begun.append(detours.banned)

    assert begun == [("choice:go/out", 0), ("choice:go/load", 1)]


def test_who_stays_at_home_learns_to_fetch_water_all_the_same(tmp_path: Path, few_runs: None):
    """The autopilot takes the great pail, with which nobody should go out; with another one should."""
    game = shutil.copytree(WELL, tmp_path / "well")
    rules = game / "well.rules"
    text = rules.read_text().replace("    prefer 4 - size(p)\n", "    prefer size(p)\n")
    text = text.replace("take size(p) from water", "take 6 * size(p) from water").replace("-18..18", "-108..18")
    rules.write_text(text.replace("add size(p) to water", "add 4 - size(p) to water"))
    learner = Learner(str(game), Rules(), 0, lambda sentence: None)
    rounds = [*learner.learn(3 + BANNED_ROUNDS, lambda: True)]

    assert any(found.detour for found in rounds)
    assert learner.best is not None
    assert learner.best.compared.difference == max(found.compared.difference for found in rounds)
