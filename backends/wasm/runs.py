"""Many runs inside the module: dice from seeds, the built-in policies, slice by slice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from bombsight.backends.wasm.compiled import compiled_module
from bombsight.backends.wasm.inside import Trapped, inside
from bombsight.backends.wasm.memory import ARGUMENTS, RESULTS, WORD
from bombsight.flat.program import Entry, Program

SLICE = RESULTS // WORD
"""So many runs are made before the host is asked whether to go on."""

POLICIES = ("auto", "random")
"""The policies that a module has, by their numbers there."""


@frozen
class Outcome:
    """What a run came to.

    Attributes:
        value: What it gave; 0 where it gives nothing, or is a fault.
        fault: The site of its fault, or None.
    """

    value: int
    fault: int | None = None


class Runner:
    """A module that plays runs of one entry by itself.

    Args:
        program: The program; nothing of it is told.
        entry: Its mission or career.
        cache: A folder for compiled modules, or None.
    """

    def __init__(self, program: Program, entry: Entry, cache: Path | None = None) -> None:
        self.program, self.entry = program, entry
        self.inside = inside(compiled_module(program, traced=False, cache=cache), (alone, alone, alone))
        self.results = self.inside.words(self.inside.get("results"), SLICE)

    def play(
        self, args: Sequence[int], count: int, seed: int, policy: str = "auto", first: int = 0
    ) -> Iterator[Outcome]:
        """Play runs ``first`` to ``first + count - 1`` of the batch with this seed.

        Args:
            args: An integer for each of the entry's parameters.
            count: How many runs, from 0.
            seed: Of the whole batch, 64 bits.
            policy: Who answers: ``auto`` or ``random``.
            first: The number of the first run, from 0.
        """
        at_work = self.inside
        at_work.set("policy", POLICIES.index(policy))
        at_work.words(ARGUMENTS, len(args))[:] = args
        end = first + count
        while first < end:
            size = min(SLICE, end - first)
            fault = None
            try:
                at_work.call(f"many:{self.entry.key}", signed(seed), first, size, at_work.get("results"))
                done = size
            except Trapped as trapped:
                done = at_work.get("run") - first
                fault = self.program.too_deep if trapped.site is None else trapped.site
            yield from map(Outcome, self.results[:done])
            first += done
            if fault is not None:
                yield Outcome(0, fault)
                first += 1


def signed(number: int) -> int:
    """A number of 64 bits as a module takes it, with a sign."""
    number &= 2**64 - 1
    return number - 2**64 if number >> 63 else number


def alone(*_: int) -> int:
    """What is asked of a host where there is none.

    Raises:
        AssertionError: Always.
    """
    raise AssertionError("a module that plays by itself asks nobody")
