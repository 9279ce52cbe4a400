"""Missions as parts of a career: both backends count the same after each, forecasts before the tallies."""

from __future__ import annotations

from itertools import chain

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.runs import Runner
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.source import Source
from bombsight.flat.program import Program
from bombsight.runtime.batch.batch import play_slices
from tests.examples import EXAMPLES

FORECASTS = """
forecast nights_kept in tenths: 0..120
  base: min(120, 10 * nights + 5)
  except dark: 10 * nights when oil is 0 or not kept

forecast season_lost in hundredths: 0..10000 = min(10000, 100 * season_lost + 10 * ships_lost)
"""


@pytest.fixture(name="lighthouse", scope="module")
def fixture_lighthouse() -> Program:
    paths = sorted((EXAMPLES / "lighthouse").glob("*.rules"))
    files = [Source(path.name, path.read_text(encoding="utf-8")) for path in paths]
    compiled = compile_rules(Request(base=(*files, Source("99-forecasts.rules", FORECASTS))))
    assert not compiled.errors
    assert compiled.graph is not None
    return lower(compiled.graph)


@pytest.mark.parametrize("policy", ["auto", "random"])
def test_both_backends_count_the_same_of_many_missions(lighthouse, policy):
    stage = lighthouse.stage
    titles = [tally.name for tally in lighthouse.tallies_of(stage)]
    native = [*Runner(lighthouse, stage).play((1,), 400, 7, policy)]
    python = [*play_slices(lighthouse, stage, (1,), 400, 7, policy, load=instantiate)]

    assert titles == ["season_lost", "nights_kept", "kept", "ships_lost", "dimmest"]
    columns = [
        [
            list(chain(*column))
            for column in zip(*((part.faults, part.values, *part.tallies) for part in parts), strict=True)
        ]
        for parts in (native, python)
    ]
    assert columns[0] == columns[1]
    assert all(len({*column}) > 1 for column in columns[0][2:5])


def test_a_stage_is_played_as_the_mission_by_itself(lighthouse):
    stage, mission = (
        [*play_slices(lighthouse, entry, (1,), 100, 3, load=instantiate)]
        for entry in (lighthouse.stage, lighthouse.mission)
    )

    assert [(part.faults, part.values, part.tallies[2:]) for part in stage] == [
        (part.faults, part.values, part.tallies) for part in mission
    ]
