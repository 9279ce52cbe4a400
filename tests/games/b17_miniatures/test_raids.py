"""Whole raids: they end, without a fault, and everything adds up.

``BOMBSIGHT_MISSIONS=1000`` plays more of them; ``BOMBSIGHT_UPDATE=1`` writes the golden raids anew.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import pytest

from bombsight.flat.layout import RESERVE, STEPS_SLOT
from tests.games.b17_miniatures.bench import GAME, HERE
from tests.games.golden import hold_to
from tests.games.watching import Watched, seeds

RAIDS = int(os.environ.get("BOMBSIGHT_MISSIONS") or 6)
POLICIES = ("auto", "random", "erring")
SETTINGS: dict[str, dict[str, str]] = {
    "introductory": {},
    "second, with FW 190s": {"scenario": "second", "luftwaffe": "fw190"},
    "third, for two, with turrets": {"scenario": "third", "two_players": "yes", "top_turret": "yes"},
    "second, for two, by the other readings": {
        "scenario": "second",
        "two_players": "yes",
        "bombs_by": "each_engine",
        "flak_fires": "bomb_run",
        "formation": "asked",
        "germans_attack": "anybody",
    },
}


class Raid(Watched):
    """A raid, watched."""

    def may_change(self, slot: int, old: int, new: int) -> bool:
        """What was hit and lost stays so."""
        rising = ("bomb_hits", "bombers_lost", "germans_down", "escorts_lost", "own_fire")
        return not (new < old and slot in [self.names[field] for field in rising])

    def fly(self, seed: int) -> dict[str, Any]:
        """One raid; a rules fault is an exception."""
        self.start(seed)
        before = self.slots[STEPS_SLOT] + self.slots[RESERVE]
        outcome = self.call("do:mission")
        told = {"seed": seed, "outcome": outcome}
        for field in ("number", "bomb_hits", "bombers_lost", "germans_down", "escorts_lost", "own_fire"):
            told[field] = self[field]
        assert before - self.slots[STEPS_SLOT] - self.slots[RESERVE] < self.program.budgets.mission // 10
        return told


@cache
def raid(policy: str, setting: str) -> Raid:
    """Raids of a setting, played by a policy."""
    return Raid(GAME, GAME.program(tuple(SETTINGS[setting].items())), policy)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("setting", SETTINGS)
def test_every_raid_ends_and_adds_up(setting: str, policy: str):
    found = raid(policy, setting)
    for seed in seeds(RAIDS):
        told = found.fly(seed)
        assert not found.wrong, f"{setting}, {policy}: seed {seed}"
        enough = told["bomb_hits"] >= int(found.define("hits_needed"))
        assert told["outcome"] == ("target_destroyed" if enough else "target_stands")
        waves = int(str(told["number"]).removeprefix("wave_"))
        third = setting.startswith("third")
        assert waves <= (3 if third else 1)
        assert waves == 3 or enough or not third
        assert told["bombers_lost"] <= 4 * waves
        assert told["germans_down"] <= (10 if third else 4)
        assert bool(told["own_fire"]) <= (setting != "introductory")


def test_golden_raids_end_as_they_did():
    found = [
        {"policy": policy, "setting": setting, **raid(policy, setting).fly(seed)}
        for policy in ("auto", "erring")
        for setting in SETTINGS
        for seed in seeds(3, 1943)
    ]
    hold_to(HERE / "golden-raids.json", found)
