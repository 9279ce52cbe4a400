"""Some missions and careers played to see whether the rules come to a fault that no example shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from attrs import frozen

from bombsight.compiler.request import Request
from bombsight.flat.budgets import TOO_LONG
from bombsight.flat.program import Entry, Fault, Program
from bombsight.flat.slices import NO_FAULT, PolicyName, SimplePolicy
from bombsight.runtime.batch.batch import slices
from bombsight.runtime.dice import mission_seed
from bombsight.runtime.events.reader import TOO_MUCH
from bombsight.runtime.run.play import Faulted, faulted
from bombsight.service.programs.cache import kept_program
from bombsight.service.programs.machines import load_briefly
from bombsight.service.programs.prepare import program_for
from bombsight.service.simulating.asking import all_numbers

POLICIES: tuple[PolicyName, ...] = get_args(SimplePolicy)
"""Who answers: missions are played by each, for what the autopilot never does may be wrong, too."""

USUAL = 10
"""So many missions are played by each where a call names no number."""

PATIENCE = 2
"""So many from the first on that cost all that a mission may: nobody waits for the others."""

SMALL = 150_000
"""Rules of no more characters are made ready for it; larger ones only where they are ready, for that takes a while."""


@frozen(kw_only=True)
class Trial:
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
    def again(self) -> str:
        """What stands behind ``bombsight play GAME`` to see it."""
        which = (
            "--campaign " if self.kind == "campaign" else "" if self.mission is None else f"--mission {self.mission} "
        )
        who = "--auto" if self.policy == "auto" else f"--policy {self.policy}"
        return f"{which}{who} --seed {self.seed}"


def trials(request: Request, count: int | None) -> Iterator[Trial]:
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
    program = kept_program(request) if count is None and texts > SMALL else program_for(request)
    if program is None:
        return
    wanted = USUAL if count is None else count
    endless = 0
    for number, (entry, policy, turn, mission) in enumerate(planned(program, wanted)):
        if endless == number == PATIENCE:
            kind = kind_of(entry, program)
            seed = mission_seed(turn, 0)
            yield Trial(kind=kind, mission=mission, policy=policy, seed=seed, fault=None, is_left_out=True)
            return
        played = trial(program, entry, policy, turn, mission)
        endless += played.fault is not None and played.fault.message in (TOO_LONG, TOO_MUCH)
        yield played


def planned(program: Program, wanted: int) -> Iterator[tuple[Entry, PolicyName, int, int | None]]:
    """What is to be played: where each begins, who answers, its turn, its number."""
    numbers = all_numbers(program.mission)
    for policy in POLICIES:
        for turn in range(wanted):
            spread = turn * max(1, len(numbers) // wanted)
            yield program.mission, policy, turn, numbers[spread % len(numbers)] if numbers else None
    if program.career is not None:
        for policy in POLICIES:
            yield program.career, policy, wanted, None


def kind_of(entry: Entry, program: Program) -> Literal["mission", "campaign"]:
    """What is played from an entry."""
    return "campaign" if entry is program.career else "mission"


def trial(program: Program, entry: Entry, policy: PolicyName, turn: int, mission: int | None) -> Trial:
    """Play once; each turn has dice of its own."""
    args = () if mission is None else (mission,)
    (played,) = slices(program, entry, args, 1, turn, policy, load=load_briefly)
    site = played.faults[0]
    return Trial(
        kind=kind_of(entry, program),
        mission=mission,
        policy=policy,
        seed=mission_seed(turn, 0),
        fault=None if site == NO_FAULT else faulted(program, Fault(site)),
    )
