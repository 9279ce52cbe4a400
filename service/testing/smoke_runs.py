"""Smoke runs: a few missions and careers, played to find rules faults that no example shows."""

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
"""The policies of smoke runs; chance reaches faults that the autopilot never does."""

DEFAULT_RUNS = 10
"""The number of missions by each policy, if the call gives none."""

MAX_ENDLESS_RUNS = 2
"""The number of first runs that may hit the limits of a mission before the rest are skipped."""

MAX_SMALL_LENGTH = 150_000
"""The maximum number of characters of rules that are compiled for smoke runs; larger rules are played only if
cached."""


@frozen(kw_only=True)
class SmokeRun:
    """The result of a smoke run of a mission or a career.

    Attributes:
        kind: ``mission`` or ``campaign``.
        mission: The mission's number; None where it has none.
        policy: Who answered.
        seed: The seed that repeats the run.
        fault: The rules fault that ended it, or None.
        is_left_out: Whether this run and all later ones were skipped, because those before hit the limits.
    """

    kind: Literal["mission", "campaign"]
    mission: int | None
    policy: PolicyName
    seed: int
    fault: Faulted | None
    is_left_out: bool = False

    @property
    def play_arguments(self) -> str:
        """The arguments of ``bombsight play GAME`` that repeat the run."""
        entry_options = (
            "--campaign " if self.kind == "campaign" else "" if self.mission is None else f"--mission {self.mission} "
        )
        policy_option = "--auto" if self.policy == "auto" else f"--policy {self.policy}"
        return f"{entry_options}{policy_option} --seed {self.seed}"


def run_smoke_tests(request: Request, count: int | None) -> Iterator[SmokeRun]:
    """Play missions, and a career if the game has one, with fixed seeds.

    Args:
        request: The rules.
        count: How many missions by each policy; None for the usual number, if the rules are small or cached.

    Raises:
        InputError: An option or its value does not exist.
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
    """Yield each planned run: entry point, policy, turn (the index of its dice), and mission number or None."""
    numbers = all_mission_numbers(program.mission)
    for policy in POLICIES:
        for turn in range(run_count):
            spread = turn * max(1, len(numbers) // run_count)
            yield program.mission, policy, turn, numbers[spread % len(numbers)] if numbers else None
    if program.career is not None:
        for policy in POLICIES:
            yield program.career, policy, run_count, None


def run_kind(entry: Entry, program: Program) -> Literal["mission", "campaign"]:
    """Return the kind of runs that an entry point gives: ``mission`` or ``campaign``."""
    return "campaign" if entry is program.career else "mission"


def play_once(program: Program, entry: Entry, policy: PolicyName, turn: int, mission: int | None) -> SmokeRun:
    """Play one smoke run, with dice of its own for each turn.

    Args:
        program: The flat program.
        entry: The entry.
        policy: Who answers.
        turn: The turn, which gives the seed.
        mission: The number of the mission; None for a career.
    """
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
