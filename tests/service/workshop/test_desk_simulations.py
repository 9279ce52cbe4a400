"""Simulations of the workshop beside those of the command: the same report of the same counts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from bombsight.boundary.codec.encoding import encode
from bombsight.dsl.listing import capitalize_first
from bombsight.flat.budgets import TOO_LONG_TEXT
from bombsight.service.common.markup import render_markup
from bombsight.service.games.requests import Rules
from bombsight.service.simulating.counts import RunCounts
from bombsight.service.simulating.page import (
    render_comparison,
    render_facts,
    render_footer,
    render_heading,
    render_side,
)
from bombsight.service.simulating.pools import play_in_process
from bombsight.service.simulating.requests import SimulationRequest, build_order
from bombsight.service.simulating.result import simulate_order
from bombsight.service.simulating.simulation import run_simulation, start_simulation
from bombsight.service.workshop.calls import FORM
from bombsight.service.workshop.simulation_documents import RunTally, SideTally
from tests.examples import LIGHTHOUSE
from tests.service.workshop.page_of_desk import DeskPage
from tests.service.workshop.test_desk import FOG

RUNS = 130
SEED = 7
LATE_CHOICE = """\
house late "Song" for lighthouse by "Ada"
  1 "He may sing"
    in procedure give_orders
      add to order answer sing "Sing"
        nothing
"""

SLEEPY = """\
preferences sleepy "A sleepy keeper" for lighthouse by "Ada"
  1 "He sleeps first"
    in procedure give_orders
      was answer rest prefer tired - 2
      now answer rest prefer 5 * tired
"""

ENDLESS = """\
game round "Round"
  sources optional

state mission
  turns "Turns": 0..1000000 full = 0

procedure mission
  repeat 100000 times
    repeat 100000 times
      add 1 to turns
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with a game."""
    shutil.copytree(LIGHTHOUSE, tmp_path / "games" / "lighthouse")
    return tmp_path / "games"


@pytest.fixture
def page(games: Path) -> DeskPage:
    """A page with its desk."""
    return DeskPage(games)


def tally_of(counted: RunCounts) -> Any:
    """Counts as the page's workers tell them."""
    tally = RunTally(
        runs=counted.runs,
        sides=tuple(
            SideTally(
                faults=tuple((site, found.count, found.first) for site, found in side.faults.items()),
                columns=tuple(tuple(column.items()) for column in side.columns),
            )
            for side in counted.sides
        ),
        pairs=tuple(
            tuple(tuple((*pair, count) for pair, count in column.items()) for column in side) for side in counted.pairs
        ),
    )
    return json.loads(json.dumps(encode(tally, FORM)))


@pytest.mark.parametrize("text", [FOG, SLEEPY], ids=["house rule", "preferences"])
def test_a_house_rule_is_reported_as_the_command_reports_it(page, games, tmp_path, text):
    house = tmp_path / "mine" / "fog.rules"
    page.write(house, text)
    assert page.call("begin_simulation", str(house), True, RUNS, str(SEED)) == ["", "fog.rules"]
    for side in range(2):
        assert page.call("compile_side", side)["has_result"]
    plan = page.call("plan_simulation")
    request = SimulationRequest(missions=RUNS, seed=SEED, against=(house,))
    order = build_order("lighthouse", Rules(folders=(games,)), request)
    *_, played = run_simulation(start_simulation(order), play_in_process)
    assert plan["missions"] == [*order.missions]
    assert plan["shared"] == json.loads(json.dumps(played.shared))
    assert page.call("watch_answers", RUNS, 10_000)
    result, _ = simulate_order(order, play_in_process)
    reported = page.call("report_simulation", tally_of(played.counted), 2.5, False)
    parts = (
        *render_heading(result),
        *render_comparison(result, result.against[0], ""),
        *render_side(result.counted, heading_tag="h3"),
        render_facts(result),
        render_footer(result, 2.5),
    )
    for part in parts:
        assert render_markup(part) in reported
    assert "before" in reported


def test_choices_that_are_new_and_never_made_are_reported_as_by_the_command(page, games, tmp_path):
    house = tmp_path / "mine" / "late.rules"
    page.write(house, LATE_CHOICE)
    assert page.call("begin_simulation", str(house), True, RUNS, str(SEED)) == ["", "late.rules"]
    for side in range(2):
        page.call("compile_side", side)
    page.call("plan_simulation")
    order = build_order(
        "lighthouse", Rules(folders=(games,)), SimulationRequest(missions=RUNS, seed=SEED, against=(house,))
    )
    *_, played = run_simulation(start_simulation(order), play_in_process)
    calls = 1
    while not page.call("watch_answers", RUNS, 1):
        calls += 1
    (unchosen,) = simulate_order(order, play_in_process)[0].against[0].unchosen
    reported = page.call("report_simulation", tally_of(played.counted), 2.5, False)
    assert capitalize_first(unchosen.sentence).split('"')[-1] in reported
    assert calls > 1


def test_rules_by_themselves_are_one_side(page, games, tmp_path):
    house = tmp_path / "mine" / "fog.rules"
    page.write(house, FOG)
    assert page.call("begin_simulation", str(house), False, RUNS, "0") == [""]
    tables = next(file for file in page.call("open_game", "lighthouse")["files"] if "tables" in file["file"])
    page.write(Path(tables["file"]), tables["text"])
    assert page.call("begin_simulation", tables["file"], True, RUNS, "0") == [""]
    page.write(Path(tables["file"]), tables["text"].replace("9..10: fog", "9: fog").replace("11..: gale", "10..: gale"))
    assert page.call("begin_simulation", tables["file"], True, RUNS, "0") == ["", "your changes"]


@pytest.mark.parametrize(("runs", "seed"), [(0, "1"), (10**9, "1"), (10, "x"), (10, ""), (10, "9" * 5000), (10, "-1")])
def test_numbers_out_of_range_are_refused(page, tmp_path, runs, seed):
    house = tmp_path / "mine" / "fog.rules"
    page.write(house, FOG)
    assert page.ask("begin_simulation", str(house), True, runs, seed)["refusal"]["message"]


def test_without_a_simulation_calls_are_refused(page):
    assert "over" in page.ask("compile_side", 0)["refusal"]["message"]


def test_runs_that_never_end_are_refused(page, tmp_path):
    file = tmp_path / "round" / "round.rules"
    page.write(file, ENDLESS)
    page.call("begin_simulation", str(file), True, 3, "0")
    page.call("compile_side", 0)
    page.call("plan_simulation")
    program = page.desk.simulation.programs[0]
    site = next(number for number, each in enumerate(program.sites) if getattr(each, "text", "") == TOO_LONG_TEXT)
    tally = {"runs": 3, "sides": [{"faults": [[site, 3, 0]], "columns": []}], "pairs": []}
    refusal = page.ask("report_simulation", tally, 1.0, False)["refusal"]
    assert "rules fault" in refusal["message"]
    assert "Mend the rules at round/round.rules:" in refusal["hint"]
