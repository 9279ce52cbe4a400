"""Whole games: they end, without a fault, and everything adds up.

``BOMBSIGHT_CAREERS=1000`` plays more of them; ``BOMBSIGHT_UPDATE=1`` writes the golden games anew.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from attrs import asdict

from tests.games.b17_leader.bench import HERE, OTHER_READINGS
from tests.games.b17_leader.campaigns import Campaign, bomber, broken_laws, options
from tests.games.golden import hold_to
from tests.games.watching import seeds

CAMPAIGNS = int(os.environ.get("BOMBSIGHT_CAREERS") or 30)
GOLDEN = HERE / "golden-campaigns.json"
POLICIES = ("auto", "random", "erring")

SETTINGS: dict[str, tuple[dict[str, str], bool]] = {
    "as it comes": ({}, False),
    "everything otherwise": ({**OTHER_READINGS, "year": "1944", "replacement_cost": "2"}, False),
    "the single bomber": ({}, True),
}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("setting", SETTINGS)
def test_every_game_ends_and_adds_up(setting: str, policy: str):
    given, variant = SETTINGS[setting]
    found = bomber(policy, options(given), variant)
    verdicts, airframes = set(), set()
    for seed in seeds(CAMPAIGNS):
        played = found.campaign(seed)
        verdicts.add(played.verdict)
        airframes.add(played.airframe)
        assert not broken_laws(found, played), f"{setting}, {policy}: seed {seed}"
        assert played.steps < found.program.budgets.reserve // 10
    if not (variant and policy == "random"):  # chance soon says that the group's campaign is over
        assert len(verdicts) > 1
        assert "destroyed" in airframes


def test_golden_games_end_as_they_did():
    found: list[dict[str, Any]] = [
        {"policy": policy, "variant": variant, **told(bomber(policy, (), variant).campaign(seed))}
        for policy in ("auto", "erring")
        for variant in (False, True)
        for seed in seeds(6, 1943)
    ]
    hold_to(GOLDEN, found)


def told(played: Campaign) -> dict[str, Any]:
    """What came of a game; not how many steps it took, which are others as soon as a line is."""
    return asdict(played, filter=lambda field, _: field.name != "steps")
