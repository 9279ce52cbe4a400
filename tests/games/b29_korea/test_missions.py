"""Whole missions and tours: they end, without a fault, and everything adds up.

``BOMBSIGHT_MISSIONS=1000`` flies more of them; ``BOMBSIGHT_UPDATE=1`` writes the golden missions anew.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import pytest
from attrs import asdict

from tests.games.b29_korea.bench import GAME, HERE, MEN, MONTHS, OPTIONAL, OTHER_FIGURES, OTHER_READINGS, program
from tests.games.b29_korea.flights import Bomber, broken_laws
from tests.games.golden import hold_to
from tests.games.watching import Watched, seeds
from tests.marking import slow_but

MISSIONS = int(os.environ.get("BOMBSIGHT_MISSIONS") or 36)
GOLDEN = HERE / "golden-missions.json"
POLICIES = ("auto", "random", "erring")

SETTINGS: dict[str, dict[str, str]] = {
    "as it comes": {},
    "no optional rule": dict.fromkeys(OPTIONAL, "no"),
    "every other reading": OTHER_READINGS,
    "every other figure": OTHER_FIGURES,
    "everything otherwise": {**OTHER_READINGS, **OTHER_FIGURES, **dict.fromkeys(OPTIONAL, "no")},
}

FEW = ("as it comes", "no optional rule", "everything otherwise")
"""Those that few missions are flown with: the last is all the others together."""


@cache
def bomber(setting: str, policy: str) -> Bomber:
    """The game with a setting, flown by a policy."""
    return Bomber(program(tuple(SETTINGS[setting].items())), policy)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("setting", slow_but(FEW if MISSIONS < 1000 else SETTINGS, "as it comes"))
def test_every_mission_ends_and_adds_up(setting: str, policy: str):
    found = bomber(setting, policy)
    ended, months, lights = set(), set(), set()
    for at, seed in enumerate(seeds(MISSIONS)):
        number = at % 35 + 1
        flight = found.fly(seed, number, experience(at))
        ended.add(flight.result)
        months.add(found["month"])
        lights.add(found["night_mission"])
        assert not broken_laws(found, flight), f"{setting}, {policy}: mission {number}, seed {seed}"
        assert flight.steps < found.program.budgets.mission // 10
    assert ended >= ({"lost", "drawn"} if policy == "random" else {"won", "lost", "drawn"})
    assert months == set(MONTHS)
    assert lights == {"yes", "no"}


def experience(at: int) -> dict[str, Any]:
    """Every other crew has flown some missions."""
    return {f"crew[{man}].missions": at % 35 for man in MEN} if at % 2 else {}


# --- golden missions


def golden() -> list[dict[str, Any]]:
    """A few missions and how they end."""
    lines = []
    for policy in ("auto", "erring"):
        for number, seed in zip((1, 7, 13, 16, 21, 25, 31, 35), seeds(8, 1950), strict=True):
            flight = bomber("as it comes", policy).fly(seed, number)
            lines.append({"policy": policy, "mission": number, **asdict(flight)})
    return lines


def test_golden_missions_end_as_they_did():
    hold_to(GOLDEN, golden())


# --- a tour


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4])
def test_a_tour_is_so_many_missions_and_more_victories_win_it(seed: int):
    found = Watched(GAME, program(tuple({**OTHER_READINGS, **OTHER_FIGURES, "tour_length": "2"}.items())), "auto")
    found.start(seed)
    result = found.call("do:career")
    assert found["flown"] == 2
    assert int(found["victories"]) + int(found["defeats"]) + int(found["draws"]) >= 2
    more = int(found["victories"]) - int(found["defeats"])
    assert result == ("won" if more > 0 else "lost" if more < 0 else "drawn")
