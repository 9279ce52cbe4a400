"""Runs that a module makes by itself are those that the reference backend makes."""

from __future__ import annotations

import pytest

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm import compiled, runs
from bombsight.backends.wasm.runs import Outcome, Runner
from bombsight.compiler.lower.assemble import lower
from bombsight.flat.program import Program
from bombsight.runtime import batch
from comparing import graph_of

TEXT = """\
game watch "Watch"
  sources optional

state mission
  oil: 0..30 = 20

procedure mission(nights: 1..9): 0..30
  repeat nights times
    let n = 2d6
    choose way
      ask "What is done"
      answer burn "Burn more" prefer n
        take n from oil
      answer save "Save" prefer 7
        take 1 from oil
  return oil
"""
"""Whoever burns too much comes to a fault."""


@pytest.fixture(name="program", scope="module")
def fixture_program() -> Program:
    return lower(graph_of(TEXT))


def by_reference(program: Program, args: tuple[int, ...], count: int, policy: batch.PolicyName) -> list[Outcome]:
    found = batch.runs(program, program.mission, args, count, 5, policy, load=instantiate)
    return [Outcome(run.value or 0, run.fault) for run in found]


@pytest.mark.parametrize("policy", runs.POLICIES)
def test_they_are_the_same(program, policy):
    found = list(Runner(program, program.mission).play((5,), 300, 5, policy))

    assert found == by_reference(program, (5,), 300, policy)
    assert {outcome.fault is None for outcome in found} == {True, False}


def test_slices_make_no_difference(program, monkeypatch):
    whole = list(Runner(program, program.mission).play((4,), 100, 5))
    monkeypatch.setattr(runs, "SLICE", 7)
    runner = Runner(program, program.mission)

    assert list(runner.play((4,), 100, 5)) == whole
    assert [*runner.play((4,), 30, 5), *runner.play((4,), 70, 5, first=30)] == whole


def test_what_was_compiled_is_kept_and_made_again_where_it_is_damaged(program, tmp_path):
    def fresh() -> list[Outcome]:
        compiled.modules.clear()
        return list(Runner(program, program.mission, tmp_path).play((3,), 20, 5))

    first = fresh()
    (kept,) = tmp_path.iterdir()
    before = kept.read_bytes()
    assert fresh() == first
    assert kept.read_bytes() == before
    kept.write_bytes(before[:-100])
    assert fresh() == first
    assert kept.read_bytes() != before[:-100]
