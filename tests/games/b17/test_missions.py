"""Whole missions and campaigns: they end, without a fault, and everything adds up.

``BOMBSIGHT_MISSIONS=1000`` flies more of them; ``BOMBSIGHT_UPDATE=1`` writes the golden missions anew.
"""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any

import pytest
from attrs import asdict

from bombsight.backends.python.load import instantiate
from bombsight.runtime.batch.batch import play_runs
from tests.games.b17.bench import HERE, OPTIONAL, OTHER_READINGS, PRINTED, program
from tests.games.b17.flights import Bomber, broken_laws, broken_sums, campaign
from tests.games.b17.transcribed import MEN
from tests.games.golden import hold_to
from tests.games.watching import seeds
from tests.marking import slow_but

MISSIONS = int(os.environ.get("BOMBSIGHT_MISSIONS") or 50)
GOLDEN = HERE / "golden-missions.json"
POLICIES = ("auto", "random")

EVERY_RULE = dict.fromkeys(OPTIONAL, "yes")
SETTINGS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "as it comes": ({}, ()),
    "every optional rule": (EVERY_RULE, ()),
    "every other reading": (OTHER_READINGS, ()),
    "all options on": ({**EVERY_RULE, **OTHER_READINGS}, ()),
    "as printed": (EVERY_RULE, PRINTED),
}


@cache
def watched(setting: str, policy: str) -> Bomber:
    """The game with a setting, flown by a policy."""
    options, without = SETTINGS[setting]
    return Bomber(program(tuple(options.items()), without), policy)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("setting", slow_but(SETTINGS, "as it comes"))
def test_every_mission_ends_and_adds_up(setting: str, policy: str):
    found = watched(setting, policy)
    ended = set()
    for at, seed in enumerate(seeds(MISSIONS)):
        number = at % 25 + 1
        flight = found.fly(seed, number)
        ended.add(flight.result)
        assert not broken_laws(found, flight), f"{setting}, {policy}: mission {number}, seed {seed}"
        assert flight.steps < found.program.budgets.mission // 10
    assert {"lost", "drawn"} <= ended <= {"won", "lost", "drawn"}
    assert policy == "random" or "won" in ended  # chance answers win one mission in thirty


@pytest.mark.parametrize("policy", POLICIES)
def test_a_batch_plays_the_same_missions(policy: Any):
    """Watched or not, with the journal or without, a seed is a mission."""
    found = watched("as it comes", policy)
    game = found.program
    assert game.mission.result is not None
    for run, seed in zip(
        play_runs(game, game.mission, (11,), 25, 7, policy, load=instantiate), seeds(25, 7), strict=True
    ):
        assert run.fault is None
        assert found.describer.value_name(game.mission.result, run.value or 0) == found.fly(seed, 11).result


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("setting", ["as it comes", "all options on"])
@pytest.mark.parametrize("seed", range(3))
def test_a_campaign_ends_and_its_record_adds_up(setting: str, policy: str, seed: int):
    found = watched(setting, policy)
    assert not broken_sums(found, campaign(found, seed))


# --- golden missions


def golden() -> list[dict[str, Any]]:
    """A few missions and how they end."""
    lines = []
    for setting in ("as it comes", "every optional rule"):
        for policy in POLICIES:
            for number, seed in zip((1, 7, 11, 16, 21, 25), seeds(6, 1943), strict=True):
                flight = watched(setting, policy).fly(seed, number)
                lines.append({"setting": setting, "policy": policy, "mission": number, **asdict(flight)})
    return lines


def test_golden_missions_end_as_they_did():
    hold_to(GOLDEN, golden())


def test_the_golden_missions_are_not_all_alike():
    lines = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert {line["result"] for line in lines} == {"won", "lost", "drawn"}
    assert any(line["lost"] for line in lines)
    assert {man for line in lines for man in line["lost"]} <= set(MEN)
