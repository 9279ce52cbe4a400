"""Profiles: calls and looks are exact, times hang together, and a metered program does what the program does."""

from __future__ import annotations

import pytest
from attrs import evolve

from bombsight.backends.python.hot_swap import SwappableProgram
from bombsight.backends.python.load import instantiate
from bombsight.boundary.errors import InputError
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.flat.instrument import instrument_program
from bombsight.flat.layout import STEPS_SLOT
from bombsight.flat.program import Program
from bombsight.flat.strip_events import strip_events
from bombsight.runtime.batch import profile as profile_module
from bombsight.runtime.batch.batch import play_runs
from bombsight.runtime.batch.profile import DICE, profile
from bombsight.runtime.dice import SeededDice, mission_seed
from bombsight.runtime.run.play import start_machine
from bombsight.runtime.run.policies import autopilot_policy, random_policy
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.programs.prepare import program_for
from bombsight.service.testing.profiling import profile_game
from tests.examples import EXAMPLES
from tests.narrowing import unwrap

LIGHTHOUSE = str(EXAMPLES / "lighthouse")
GAMES = [LIGHTHOUSE, "amerika_bomber"]

NIGHT = """\
game night "Night"

enum Lamp: red, green, blue, white

state mission
  lit[Lamp]: yes/no = no
  oil: 0..9 = 0

define dark: 0..4 = count(l in Lamp where not lit[l])

define first_dark: Lamp or none = first(l in Lamp where not lit[l])

procedure mission(number: 1..2): 0..4 "Night"
  for each l in Lamp where l is not white
    set lit[l] to yes
  repeat 3 times
    do pour
  let last = first_dark
  if last is white
    return dark
  return 0

procedure pour "Pouring"
  let more = 1d6
  if more > 7
    set oil to 0
  choose order
    ask "And now"
    answer keep "Keep it"
      nothing
    answer spill "Spill it"
      nothing
"""


def night() -> Program:
    compiled = compile_rules(Request(base=(Source("night.rules", NIGHT),)), proofs=False)
    assert not compiled.errors
    return lower(unwrap(compiled.graph))


def direct(made: Program):
    return SwappableProgram(made).load


def test_calls_and_looks_are_counted():
    found = {each.name: each for each in profile(night(), night().mission, 4, 1, load=direct).figures}

    def counted(name: str) -> tuple[float, float]:
        return found[name].calls / 4, found[name].looks / 4

    assert counted("define:dark") == (1, 4)
    assert counted("define:first_dark") == (1, 4)  # white is the last
    assert counted("do:mission") == (1, 4 + 3 + 1)  # lamps, turns, the condition
    assert counted("do:pour") == (3, 3)
    assert counted(DICE) == (3, 0)
    [choice] = [each for each in found.values() if each.name.startswith("choice:")]
    assert (choice.owner, choice.calls, choice.looks) == ("procedure:pour", 4 * 3, 4 * 3 * 2)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", ["auto", "random"])
def test_calls_are_those_that_are_made(game, policy):
    """Counted another way: by the backend, of the program as it is, but for what it tells."""
    told = program_for(request_for_game(game, Rules()))
    program = evolve(told, functions=strip_events(told.functions))
    called: dict[str, int] = {}

    def watch(name: str) -> None:
        called[name] = called.get(name, 0) + 1

    exchange = SwappableProgram(program)
    exchange.watch_calls(watch)
    for run in range(5):
        seed = mission_seed(9, run)
        ask = autopilot_policy(program) if policy == "auto" else random_policy(program, seed)[0]
        machine = exchange.load(program, SeededDice(seed).roll, ask, lambda event: None)
        start_machine(machine)
        machine.call(program.mission, *[run + 1] * len(program.mission.params))
    found = profile(told, told.mission, 5, 9, policy, load=direct).figures
    assert {each.name: each.calls for each in found if each.name in called} == called
    assert {each.name for each in found} - {*called} <= {DICE} | {
        each.name for each in found if each.name.startswith("choice:")
    }


@pytest.mark.parametrize("looks", [False, True])
def test_a_metered_program_does_the_same(looks):
    program = program_for(request_for_game(LIGHTHOUSE, Rules()))
    made = instrument_program(program, with_conditions=looks).program

    def load(_, roll, ask, log=None):
        return direct(made)(made, roll, ask, lambda event: None)

    args = [1] * len(program.mission.params)
    one = play_runs(program, program.mission, args, 40, 3, "random", load=instantiate)
    other = play_runs(program, program.mission, args, 40, 3, "random", load=load)
    for plain, counted in zip(one, other, strict=True):
        assert (plain.value, plain.fault) == (counted.value, counted.fault)
        assert [*plain.slots[STEPS_SLOT + 1 :]] == [*counted.slots[STEPS_SLOT + 1 :]]


def test_times_hang_together():
    told = profile_game(request_for_game(LIGHTHOUSE, Rules()), missions=20)
    assert told.spent > 0
    assert all(0 <= node.own <= told.spent for node in told.nodes)
    assert sum(node.own for node in told.nodes) == pytest.approx(told.spent, rel=0.5)
    assert all(node.own <= node.total <= 1.5 * told.spent for node in told.nodes)
    [mission] = [node for node in told.nodes if node.name == "do night"]
    assert mission.calls == 20
    assert mission.total > 0.5 * told.spent
    assert [node.own for node in told.nodes] == sorted((node.own for node in told.nodes), reverse=True)


def test_every_node_says_where_it_stands():
    told = profile_game(request_for_game(LIGHTHOUSE, Rules()), missions=5, policy="random")
    names = {node.name: node for node in told.nodes}
    assert names["roll Weather"].title == "The sky turns"
    assert names["roll Weather"].place.startswith("lighthouse/20-tables.rules:")
    assert all(node.place and node.node for node in told.nodes if node.name != "dice")
    assert all("{" not in node.name for node in told.nodes)


# --- missions that call and look very often


def test_a_mission_is_counted_up_to_a_bound_and_the_profile_says_so():
    program = night()
    whole = profile(program, program.mission, 2, 1, load=direct)
    cut = profile(program, program.mission, 2, 1, load=direct, max_events=15)

    assert (whole.left, cut.left) == (0, 2)
    calls, fewer = ({each.name: each.calls for each in found.figures} for found in (whole, cut))
    assert 0 < fewer["do:pour"] < calls["do:pour"]
    assert sum(each.calls + each.looks for each in cut.figures) <= 2 * 15


def test_nobody_waits_where_the_first_missions_all_go_beyond_it():
    program = night()
    with pytest.raises(InputError, match=r"each of the first 3 missions calls and looks more than 15 times") as caught:
        profile(program, program.mission, 100_000_000, 1, load=direct, max_events=15)
    assert "limit=N" in caught.value.hint


def test_the_clock_is_read_now_and_then_in_a_mission_that_calls_very_often(monkeypatch):
    program = night()
    whole = profile(program, program.mission, 50, 1, load=direct)
    read: list[None] = []

    def count_up() -> int:
        read.append(None)
        return len(read)

    monkeypatch.setattr(profile_module, "thread_time_ns", count_up)
    profile(program, program.mission, 50, 1, load=direct)
    always = len(read)
    read.clear()
    monkeypatch.setattr(profile_module, "EXACTLY_TIMED", 0)
    coarse = profile(program, program.mission, 50, 1, load=direct)

    assert [(each.name, each.calls, each.looks) for each in sorted(coarse.figures, key=lambda each: each.name)] == [
        (each.name, each.calls, each.looks) for each in sorted(whole.figures, key=lambda each: each.name)
    ]
    assert len(read) < always / 2
