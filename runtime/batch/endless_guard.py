"""Detects rules whose runs never end, from the first few runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument
from bombsight.flat.budgets import TOO_LONG_TEXT
from bombsight.flat.program import Program
from bombsight.flat.sites import FaultSite
from bombsight.flat.slices import NO_FAULT, PolicyName, Slice
from bombsight.runtime.batch.batch import BatchPlayer

ENDLESS = 3
"""Number of first runs that must all exhaust their steps before the others are skipped."""


class EndlessGuard:
    """Raises an input error if each of the first runs of a program exhausts its budget of steps.

    Args:
        program: The program.
    """

    def __init__(self, program: Program) -> None:
        """Make a guard that has seen no run of the program end yet."""
        self.program = program
        self.left = ENDLESS

    @property
    def has_seen_end(self) -> bool:
        """Whether any run has ended within its budget of steps, so that the guard checks no more."""
        return self.left < 0

    def note_end(self, fault: int) -> None:
        """Count a run that ended at the site ``fault``; raise InputError if all first runs exhausted their steps."""
        if self.has_seen_end:
            return
        site = self.program.sites[fault] if fault != NO_FAULT else None
        if not (isinstance(site, FaultSite) and site.text == TOO_LONG_TEXT):
            self.left = -1
            return
        self.left -= 1
        if self.left == 0:
            raise InputError(
                f"each of the first {ENDLESS} runs is a rules fault: {site.text}",
                str(site.origin.place),
                f"Mend the rules there, or allow more by {argument('limit', example='N')}: every run would take as "
                "long, and tell as little.",
            )


def stop_if_endless(player: BatchPlayer, program: Program) -> BatchPlayer:
    """Wrap a batch player so that it raises an input error if each of the first runs exhausts its budget of steps."""
    guard = EndlessGuard(program)

    def play(
        args: Sequence[int],
        count: int,
        seed: int,
        policy: PolicyName = "auto",
        first: int = 0,
        script: Sequence[int] = (),
        state: Sequence[int] | None = None,
    ) -> Iterator[Slice]:
        """Batch player of the wrapper: play the first runs one by one under the guard, all others at once."""
        end = first + count
        while first < end and not guard.has_seen_end:
            for part in player(args, 1, seed, policy, first, script, state):
                for fault in part.faults:
                    guard.note_end(fault)
                yield part
            first += 1
        if first < end:
            yield from player(args, end - first, seed, policy, first, script, state)

    return play
