"""Some missions and careers played to see whether the rules come to a fault that no example shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from attrs import frozen

from bombsight.compiler.request import Request
from bombsight.flat.budgets import TOO_LONG_TEXT
from bombsight.flat.program import Entry, Fault, Program
from bombsight.flat.slices import NO_FAULT, PolicyName, SimplePolicy
from bombsight.runtime.batch.batch import play_slices
from bombsight.runtime.dice import mission_seed
from bombsight.runtime.events.reader import TOO_MUCH_TEXT
from bombsight.runtime.run.play import Faulted, fault_outcome
from bombsight.service.programs.cache import load_cached_program
from bombsight.service.programs.loaders import load_for_few_runs
from bombsight.service.programs.prepare import program_for
from bombsight.service.simulating.requests import all_mission_numbers

POLICIES: tuple[PolicyName, ...] = get_args(SimplePolicy)
"""Who answers: missions are played by each, for what the autopilot never does may be wrong, too."""

DEFAULT_RUNS = 10
"""So many missions are played by each where a call names no number."""

MAX_ENDLESS_RUNS = 2
"""So many from the first on that cost all that a mission may: nobody waits for the others."""

MAX_SMALL_LENGTH = 150_000
"""Rules of no more characters are made ready for it; larger ones only where they are ready, for that takes a while."""


@frozen(kw_only=True)
class SmokeRun:
    """A mission or a career that was played.

    Attributes:
        kind: ``mission`` or ``campaign``.
        mission: The mission's number; None where it has none.
        policy: Who answered.
        seed: The seed with which it is played again.
        fault: The fault that it came to, or None.
        is_left_out: Whether it was not played, nor what would come behind it: those before it cost all that they may.
    """

    kind: Literal["mission", "campaign"]
    mission: int | None
    policy: PolicyName
    seed: int
    fault: Faulted | None
    is_left_out: bool = False

    @property
    def play_arguments(self) -> str:
        """What stands behind ``bombsight play GAME`` to see it."""
        entry_options = (
            "--campaign " if self.kind == "campaign" else "" if self.mission is None else f"--mission {self.mission} "
        )
        policy_option = "--auto" if self.policy == "auto" else f"--policy {self.policy}"
        return f"{entry_options}{policy_option} --seed {self.seed}"


def run_smoke_tests(request: Request, count: int | None) -> Iterator[SmokeRun]:
    """Play missions, and a career where there is one, the same each time.

    Args:
        request: The rules.
        count: How many missions by each policy; None for the usual number, if the rules are small or ready.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules have errors.
    """
    texts = sum(len(source.text) for source in (*request.base, *request.house))
    if count == 0:
        return
    program = load_cached_program(request) if count is None and texts > MAX_SMALL_LENGTH else program_for(request)
    if program is None:
        return
    run_count = DEFAULT_RUNS if count is None else count
    endless = 0
    for number, (entry, policy, turn, mission) in enumerate(plan_runs(program, run_count)):
        if endless == number == MAX_ENDLESS_RUNS:
            kind = run_kind(entry, program)
            seed = mission_seed(turn, 0)
            yield SmokeRun(kind=kind, mission=mission, policy=policy, seed=seed, fault=None, is_left_out=True)
            return
        smoke_run = play_once(program, entry, policy, turn, mission)
        endless += smoke_run.fault is not None and smoke_run.fault.message in (TOO_LONG_TEXT, TOO_MUCH_TEXT)
        yield smoke_run


def plan_runs(program: Program, run_count: int) -> Iterator[tuple[Entry, PolicyName, int, int | None]]:
    """What is to be played: where each begins, who answers, its turn, its number."""
    numbers = all_mission_numbers(program.mission)
    for policy in POLICIES:
        for turn in range(run_count):
            spread = turn * max(1, len(numbers) // run_count)
            yield program.mission, policy, turn, numbers[spread % len(numbers)] if numbers else None
    if program.career is not None:
        for policy in POLICIES:
            yield program.career, policy, run_count, None


def run_kind(entry: Entry, program: Program) -> Literal["mission", "campaign"]:
    """What is played from an entry."""
    return "campaign" if entry is program.career else "mission"


def play_once(program: Program, entry: Entry, policy: PolicyName, turn: int, mission: int | None) -> SmokeRun:
    """Play once; each turn has dice of its own."""
    args = () if mission is None else (mission,)
    (played,) = play_slices(program, entry, args, 1, turn, policy, load=load_for_few_runs)
    site = played.faults[0]
    return SmokeRun(
        kind=run_kind(entry, program),
        mission=mission,
        policy=policy,
        seed=mission_seed(turn, 0),
        fault=None if site == NO_FAULT else fault_outcome(program, Fault(site)),
    )
