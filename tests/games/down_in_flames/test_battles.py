"""Whole battles: they end, without a fault, and no card is lost.

``BOMBSIGHT_CAREERS=1000`` fights more of them; ``BOMBSIGHT_UPDATE=1`` writes the golden battles anew.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import pytest
from attrs import asdict, fields

from tests.games.down_in_flames.battles import Battle, Sky, broken_laws
from tests.games.down_in_flames.bench import GAME, HERE
from tests.games.golden import hold_to
from tests.games.watching import seeds

BATTLES = int(os.environ.get("BOMBSIGHT_CAREERS") or 8)
GOLDEN = HERE / "golden-battles.json"
POLICIES = ("auto", "random", "erring")

SETTINGS: dict[str, dict[str, str]] = {
    "the escort": {},
    "bombers": {"battle": "bombers"},
    "both, and as many as may be": {"battle": "both", "pairs": "3", "bandits": "rolled"},
    "two players": {"battle": "both", "two_players": "yes"},
    "two players, by the other readings": {
        "battle": "both",
        "two_players": "yes",
        "profile_words": "a_player_too",
        "climb_costs": "no",
        "bomber_skill": "nothing_at_all",
        "skill": "ace",
    },
}


@cache
def sky(setting: str, policy: str) -> Sky:
    """The game with a setting, played by a policy."""
    return Sky(GAME.program(tuple(SETTINGS[setting].items())), policy)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("setting", SETTINGS)
def test_every_battle_ends_and_adds_up(setting: str, policy: str):
    found = sky(setting, policy)
    lost = 0
    for seed in seeds(BATTLES):
        battle = found.battle(seed)
        lost += battle.bandits + battle.escorts + battle.bombers
        assert not broken_laws(found, battle), f"{setting}, {policy}: seed {seed}"
        assert battle.steps < found.program.budgets.mission // 10
    assert lost


def counts(field: Any, value: object) -> bool:
    """Whether it belongs to how a battle went, and not to what it took."""
    return bool(field != fields(Battle).steps)


def test_golden_battles_end_as_they_did():
    found: list[dict[str, Any]] = [
        {"setting": setting, "policy": policy, **asdict(sky(setting, policy).battle(seed), filter=counts)}
        for setting in SETTINGS
        for policy in ("auto", "erring")
        for seed in seeds(3, 1943)
    ]
    hold_to(GOLDEN, found)
