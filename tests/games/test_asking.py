"""What a player meets in a mission: few questions, put as one where they belong together, and news of a page or two."""

from functools import cache

import pytest

from bench.questions import mission_numbers, play_mission
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.programs.prepare import program_for
from tests.marking import slow_but

SEEDS = (1, 2)


@cache
def missions_of(game):
    """What is met in a few missions."""
    numbers = mission_numbers(program_for(request_for_game(game, Rules())))
    return {seed: play_mission(game, numbers[seed % len(numbers)], seed, detail="news") for seed in SEEDS}


@pytest.mark.parametrize(
    ("game", "most"), slow_but([("b17", 25), ("b29_korea", 20), ("amerika_bomber", 8)], "b17", "amerika_bomber")
)
def test_a_mission_asks_little_and_is_soon_read(game, most):
    runs = missions_of(game)

    assert max(run.questions for run in runs.values()) <= most
    assert max(run.lines for run in runs.values()) <= 150
    assert min(run.lines for run in runs.values()) > 10


def test_who_bails_out_before_a_landing_is_asked_once():
    assert missions_of("b17")[2].asked["Bailing out"] == 1


@pytest.mark.parametrize(
    ("game", "never"),
    slow_but([("b29_korea", ("Soviet", "Chinese", "North Korean")), ("amerika_bomber", ())], "amerika_bomber"),
)
def test_a_fighter_is_told_of_once_and_by_what_sets_it_apart(game, never):
    told = [line for run in missions_of(game).values() for line in run.text]

    assert any(line.startswith("Fighters: ") for line in told)
    assert not any("intact" in line or line.startswith(never) for line in told)
