"""What is counted of many runs: when, by whom, and what becomes of a fault in it."""

from __future__ import annotations

from itertools import chain

import pytest
from attrs import evolve

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.runs import Runner
from bombsight.compiler.lower.assemble import lower
from bombsight.flat.budgets import STEP_BUDGET
from bombsight.flat.check import check_program
from bombsight.flat.encoding import code_digest, dump_program, load_program
from bombsight.flat.layout import STEPS_SLOT
from bombsight.flat.passes.prepare import prepare_program
from bombsight.flat.passes.reachable import restrict_to_missions
from bombsight.flat.program import Program
from bombsight.flat.slices import NO_FAULT
from bombsight.flat.types import NONE
from bombsight.runtime.batch.batch import play_runs, play_slices
from tests.narrowing import unwrap
from tests.reference.comparing import graph_of

TEXT = """\
game watch "Watch"
  sources optional

state career
  years: 0..99 full = 0

state mission
  oil: 0..30 = 20
  throws: 0..9 = 0

procedure mission: 0..30
  repeat 3 times
    let n = 1d6
    take n from oil
    add 1 to throws
  add 1 to years
  return oil

procedure career
  repeat 4 times
    do mission

tally years_kept "Years" good: 0..99 = years
tally left "Oil left" good: 0..20 = oil
tally thirsty "Thirsty" bad: yes/no = left < 12
"""


@pytest.fixture(name="program", scope="module")
def fixture_program() -> Program:
    return lower(graph_of(TEXT))


def test_they_are_counted_while_what_they_read_still_stands(program):
    assert program.career is not None
    assert [tally.name for tally in program.tallies_of(program.mission)] == ["left", "thirsty"]
    assert [tally.name for tally in program.tallies_of(program.career)] == ["years_kept"]
    assert [tally.matters for tally in program.tallies] == ["good", "good", "bad"]

    (found,) = play_slices(program, program.mission, (), 60, 1, load=instantiate)
    left, thirsty = found.tallies
    assert list(left) == list(found.values)
    assert list(thirsty) == [int(value < 12) for value in left]
    assert len({*left}) > 3
    assert {*thirsty} == {0, 1}
    (careers,) = play_slices(program, program.career, (), 3, 1, load=instantiate)
    assert [list(column) for column in careers.tallies] == [[4, 4, 4]]


def test_without_a_career_all_are_counted_of_missions():
    program = lower(graph_of(TEXT.replace("procedure career", "procedure others")))

    assert [tally.name for tally in program.tallies_of(program.mission)] == ["years_kept", "left", "thirsty"]


def test_a_tally_that_is_a_fault_makes_the_run_one():
    text = TEXT.replace("0..20 = oil", "0..10 = oil")
    program = lower(graph_of(text))
    (found,) = play_slices(program, program.mission, (), 60, 1, load=instantiate)
    sites = {fault for fault in found.faults if fault != NO_FAULT}

    assert len(sites) == 1
    line = text[: text.index("0..10 = oil")].count("\n") + 1
    assert program.sites[sites.pop()].origin.place.line == line
    assert {value <= 10 or value == NONE for value in found.values} == {True}
    for fault, *values in zip(found.faults, found.values, *found.tallies, strict=True):
        assert (fault == NO_FAULT) == (NONE not in values)
        assert len({value == NONE for value in values}) == 1


def test_a_tally_has_steps_of_its_own(program):
    """A mission that has used up all but a few of its steps is counted all the same; and they stay as they were."""
    text = TEXT.replace(
        "repeat 3 times\n", "let many = 400000\n  repeat many times\n    reset throws\n  repeat 3 times\n"
    )
    long = lower(graph_of(text.replace("left < 12", "count(n in 1..90000 where n > left) > 12")))
    spent, fresh = (next(play_runs(each, each.mission, (), 1, 1, load=instantiate)) for each in (long, program))

    assert spent.fault is None
    assert spent.tallies[0] == fresh.tallies[0]
    assert spent.slots[STEPS_SLOT] < fresh.slots[STEPS_SLOT] < STEP_BUDGET


@pytest.mark.parametrize("traced", [True, False])
def test_their_functions_stay(program, traced):
    ready = prepare_program(program, traced=traced)

    assert {tally.entry.function for tally in program.tallies} <= {function.name for function in ready.functions}


def test_a_digest_tells_what_is_counted_and_not_how_it_is_called(program):
    first, *others = program.tallies

    assert (
        code_digest(evolve(program, tallies=(evolve(first, title="Years gone", matters=""), *others))) == program.digest
    )
    assert code_digest(evolve(program, tallies=(*others, first))) != program.digest
    assert code_digest(evolve(program, tallies=(evolve(first, of=("do:mission",)), *others))) != program.digest


CHANGES = {
    "counted twice": lambda tally, others: (tally, tally, *others),
    "counted at no time": lambda tally, others: (evolve(tally, of=()), *others),
    "counted at another's end": lambda tally, others: (evolve(tally, of=("do:watch",)), *others),
    "of another type": lambda tally, others: (evolve(tally, type=others[1].type), *others),
    "no entry": lambda tally, others: (evolve(tally, entry=evolve(tally.entry, name="nothing")), *others),
    "one that takes something": lambda tally, others: (
        evolve(tally, entry=evolve(tally.entry, params=(("n", tally.type),))),
        *others,
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_tally_is_found(program, change):
    first, *others = program.tallies
    changed = evolve(program, tallies=change(first, others))

    assert check_program(program) == ()
    assert check_program(evolve(changed, digest=code_digest(changed)))


# --- forecasts

FORECAST = """
forecast years_kept in tenths: -50..990
  base: 10 * years + 5
  except dry: 10 * years when thirsty
"""


@pytest.fixture(name="forecasting", scope="module")
def fixture_forecasting() -> Program:
    return lower(graph_of(TEXT + FORECAST))


def test_a_forecast_is_counted_as_a_mission_of_the_career_ends_before_its_tallies(program, forecasting):
    stage = unwrap(forecasting.stage)
    (forecast, *tallies) = forecasting.tallies_of(stage)

    assert (stage.key, stage.function) == ("stage:mission", forecasting.mission.function)
    assert (forecast.name, forecast.title, forecast.matters, forecast.unit) == ("years_kept", "Years", "good", 10)
    assert [tally.name for tally in tallies] == ["left", "thirsty"]
    for entry in ("mission", "career"):  # what these count stays as it was
        own, other = (getattr(each, entry) for each in (program, forecasting))
        assert [each.name for each in program.tallies_of(own)] == [each.name for each in forecasting.tallies_of(other)]
    assert program.stage is None
    assert program.forecasts == ()


def test_both_backends_count_forecasts_alike(forecasting):
    (python,) = play_slices(forecasting, unwrap(forecasting.stage), (), 60, 1, load=instantiate)
    native = [*Runner(forecasting, unwrap(forecasting.stage)).play((), 60, 1)]
    columns = [list(chain(*column)) for column in zip(*(part.tallies for part in native), strict=True)]
    balance, _, thirsty = columns

    assert columns == [list(column) for column in python.tallies]
    assert balance == [10 if dry else 15 for dry in thirsty]
    assert len({*balance}) == 2


def test_a_forecast_that_is_a_fault_makes_the_run_one():
    program = lower(graph_of(TEXT + FORECAST.replace("990", "12")))
    (python,) = play_slices(program, unwrap(program.stage), (), 60, 1, load=instantiate)
    native = [*Runner(program, unwrap(program.stage)).play((), 60, 1)]

    assert len({*python.faults}) == 2
    assert list(python.faults) == list(chain(*(part.faults for part in native)))


@pytest.mark.parametrize("traced", [True, False])
def test_the_functions_of_forecasts_stay(forecasting, traced):
    names = {function.name for function in prepare_program(forecasting, traced=traced).functions}

    assert {forecast.entry.function for forecast in forecasting.forecasts} <= names
    assert restrict_to_missions(forecasting).stage in restrict_to_missions(forecasting).entries


def test_a_digest_tells_what_is_forecast(program, forecasting):
    (forecast,) = forecasting.forecasts

    assert check_program(forecasting) == ()
    assert code_digest(forecasting) == forecasting.digest != program.digest
    assert code_digest(evolve(forecasting, forecasts=(evolve(forecast, unit=1),))) != forecasting.digest
    assert code_digest(evolve(forecasting, forecasts=(evolve(forecast, title="Years gone"),))) == forecasting.digest
    assert load_program(dump_program(forecasting)) == forecasting


STAGES = {
    "no stage": {"stage": None},
    "no forecasts": {"forecasts": ()},
    "no career": {"career": None},
}


@pytest.mark.parametrize("change", STAGES.values(), ids=STAGES)
def test_a_stage_without_what_belongs_to_it_is_found(forecasting, change):
    assert check_program(evolve(forecasting, **change))
