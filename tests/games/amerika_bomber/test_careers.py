"""Whole careers: they end, without a fault, and everything adds up.

``BOMBSIGHT_CAREERS=500`` flies more of them; ``BOMBSIGHT_UPDATE=1`` writes the golden careers anew.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import pytest
from attrs import asdict

from tests.games.amerika_bomber.bench import HERE, OPTIONAL, OTHER_READINGS, program
from tests.games.amerika_bomber.careers import Pilot, broken_laws
from tests.games.golden import hold_to
from tests.games.watching import seeds
from tests.marking import slow_but

CAREERS = int(os.environ.get("BOMBSIGHT_CAREERS") or 15)
GOLDEN = HERE / "golden-careers.json"
POLICIES = ("auto", "random", "erring")

SETTINGS: dict[str, dict[str, str]] = {
    "as it comes": {},
    "every optional rule": dict.fromkeys(OPTIONAL, "yes"),
    "every other reading": OTHER_READINGS,
    "everything otherwise": {**OTHER_READINGS, **dict.fromkeys(OPTIONAL, "yes")},
}


@cache
def pilot(setting: str, policy: str) -> Pilot:
    """The game with a setting, flown by a policy."""
    return Pilot(program(tuple(SETTINGS[setting].items())), policy)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("setting", slow_but(SETTINGS, "everything otherwise"))
def test_every_career_ends_and_adds_up(setting: str, policy: str):
    found = pilot(setting, policy)
    verdicts, endings = set(), set()
    for seed in seeds(CAREERS):
        career = found.career(seed)
        verdicts.add(career.victory)
        endings.add(career.ending)
        assert not broken_laws(found, career), f"{setting}, {policy}: seed {seed}"
        assert career.steps < found.program.budgets.reserve // 10
    assert "none" in endings
    assert endings - {"none"}
    assert "defeat" in verdicts
    assert len(verdicts) > {"auto": 3, "erring": 2, "random": 0}[policy]


@pytest.mark.parametrize("policy", POLICIES)
def test_every_slot_can_be_flown_alone(policy: str):
    found = pilot("as it comes", policy)
    results = set()
    for number in range(1, 49):
        for seed in seeds(3, number):
            result, _ = found.mission(seed, number)
            assert not found.wrong, f"{policy}: slot {number}, seed {seed}"
            results.add(result)
    assert results == {"success", "failure"}


# --- golden careers


def golden() -> list[dict[str, Any]]:
    """A few careers and how they end."""
    return [
        {"policy": policy, **asdict(pilot("as it comes", policy).career(seed))}
        for policy in ("auto", "erring")
        for seed in seeds(8, 1947)
    ]


def test_golden_careers_end_as_they_did():
    hold_to(GOLDEN, golden())
