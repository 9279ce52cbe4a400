"""The workers of the workshop play and count the same runs as ``simulate``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bombsight.service.games.requests import Rules
from bombsight.service.simulating.counts import RunCounts
from bombsight.service.simulating.pools import play_in_process
from bombsight.service.simulating.requests import SimulationRequest, build_order
from bombsight.service.simulating.simulation import run_simulation, start_simulation
from tests.examples import FAULTY
from tests.service.test_preferences_overlays import SLEEPY
from tests.service.workshop.page_of_desk import DeskPage
from tests.service.workshop.test_desk import FOG
from tests.web.beside_node import needs_node, told_by
from tests.web.changed_rules import copied

pytestmark = needs_node

PARTS = ((0, 3), (3, 1), (4, 64), (68, 62))
"""The first run and the number of runs of each part."""


def normal(pairs: Any) -> list[list[int]]:
    """Counts in an order of their own."""
    return sorted([*each] for each in pairs)


@pytest.mark.parametrize("house", [FOG, FAULTY, SLEEPY])
def test_the_same_runs_are_counted(house: str, tmp_path: Path) -> None:
    games = copied(tmp_path / "games").parent
    file = tmp_path / "mine" / "house.rules"
    page = DeskPage(games)
    page.write(file, house)
    runs = sum(count for _, count in PARTS)
    page.call("begin_simulation", str(file), True, runs, "3")
    given = {
        "sides": [page.call("compile_side", side) for side in range(2)],
        "plan": page.call("plan_simulation"),
        "parts": [{"first": first, "count": count} for first, count in PARTS],
    }
    (tmp_path / "given.json").write_text(json.dumps(given), encoding="utf-8")
    told = told_by("simulating", tmp_path / "given.json")
    order = build_order(
        "lighthouse", Rules(folders=(games,)), SimulationRequest(missions=runs, seed=3, against=(file,))
    )
    *_, played = run_simulation(start_simulation(order), play_in_process)
    counted: RunCounts = played.counted
    assert told["runs"] == counted.runs == runs
    for mine, side in zip(told["sides"], counted.sides, strict=True):
        assert [normal(each) for each in mine["columns"]] == [normal(each.items()) for each in side.columns]
        assert normal(mine["faults"]) == normal((site, each.count, each.first) for site, each in side.faults.items())
    for mine_pairs, pairs in zip(told["pairs"], counted.pairs, strict=True):
        assert [normal(each) for each in mine_pairs] == [
            normal((*pair, count) for pair, count in each.items()) for each in pairs
        ]
    assert any(side.faults for side in counted.sides) == (house == FAULTY)
