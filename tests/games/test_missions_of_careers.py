"""A mission of a career, played alone from the state at which it began, gives what the career gave."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from attrs import frozen

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.runs import Runner
from bombsight.flat.program import Program
from bombsight.flat.slices import Slice
from bombsight.runtime.batch.batch import play_runs, play_slices
from bombsight.runtime.callbacks import Ask
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.machine import CallResult, Mission
from bombsight.runtime.run.play import start_machine
from bombsight.runtime.run.policies import autopilot_policy, random_policy
from bombsight.runtime.run.recording import record_answers, record_rolls
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.programs.prepare import program_for
from tests.examples import EXAMPLES
from tests.marking import slow_but

GAMES = ("b17", "b29_korea", "amerika_bomber", "b17_leader", str(EXAMPLES / "lighthouse"))


@frozen
class PlayedMission:
    """A mission of a career: its arguments, the state before and behind it, its throws and answers, and its result."""

    args: tuple[int, ...]
    before: tuple[int, ...]
    script: tuple[int, ...]
    given: CallResult
    after: tuple[int, ...]


def missions_of_career(program: Program, seed: int, policy: str) -> list[PlayedMission]:
    """The missions of a career, played in one piece."""
    script: list[int] = []
    found: list[PlayedMission] = []
    dice = SeededDice(seed)
    ask: Ask = autopilot_policy(program) if policy == "auto" else random_policy(program, seed)[0]
    machine = instantiate(program, record_rolls(script, dice.roll), record_answers(script, ask))

    def play_mission(mission: Mission, *args: int) -> CallResult:
        first, before = len(script), tuple(machine.slots)
        given = mission(*args)
        found.append(PlayedMission(args, before, tuple(script[first:]), given, tuple(machine.slots)))
        return given

    machine.hook_missions(play_mission)
    start_machine(machine)
    assert program.career is not None
    machine.call(program.career)
    machine.close()
    return found


def rows(found: Iterable[Slice]) -> list[tuple[int, ...]]:
    """The fault, the value and the tallies of each run."""
    return [row for part in found for row in zip(part.faults, part.values, *part.tallies, strict=True)]


@pytest.mark.parametrize("policy", ["auto", "random"])
@pytest.mark.parametrize("game", slow_but(GAMES, "b17_leader", GAMES[-1]))
def test_a_mission_from_its_state_gives_what_the_career_gave(game: str, policy: str) -> None:
    program = program_for(request_for_game(game, Rules()))
    reset_at_its_end = {
        slot
        for region in program.regions
        if region.owner != "career"
        for slot in (*region.run.slots, *(slot for run in region.cleared for slot in run.slots), *region.zeroed)
    }
    rest = [slot for slot in range(program.slots) if slot not in reset_at_its_end]
    runner = Runner(program, program.mission)
    for seed in range(3):
        missions = missions_of_career(program, seed, policy)
        assert len(missions) > 1
        for mission in missions:
            (run,) = play_runs(
                program,
                program.mission,
                mission.args,
                1,
                0,
                script=mission.script,
                state=mission.before,
                load=instantiate,
            )
            assert run.value == mission.given
            assert [run.slots[slot] for slot in rest] == [mission.after[slot] for slot in rest]
            (found,) = runner.play(mission.args, 1, 0, script=mission.script, state=mission.before)
            assert (list(found.values), [column[0] for column in found.tallies]) == ([run.value], list(run.tallies))


@pytest.mark.parametrize("game", slow_but(GAMES, "b17_leader", GAMES[-1]))
def test_batches_from_the_middle_of_a_mission_are_the_same(game: str) -> None:
    program = program_for(request_for_game(game, Rules()))
    runner = Runner(program, program.mission)
    for mission in missions_of_career(program, 5, "auto")[:4]:
        script = mission.script[: len(mission.script) // 2]
        ours = play_slices(
            program, program.mission, mission.args, 20, 3, script=script, state=mission.before, load=instantiate
        )
        theirs = runner.play(mission.args, 20, 3, script=script, state=mission.before)
        assert rows(ours) == rows(theirs)
