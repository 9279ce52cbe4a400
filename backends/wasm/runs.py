"""Many runs inside the module: dice from seeds, the built-in policies, slice by slice."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

from bombsight.backends.wasm.compiled import compiled_module
from bombsight.backends.wasm.inside import Integers, Trapped, inside
from bombsight.backends.wasm.memory import ARGUMENTS, MOST_AT_ONCE, MOST_KNOWN, WORD
from bombsight.flat.program import Entry, Program
from bombsight.flat.slices import NO_FAULT, SLICE, PolicyName, SimplePolicy, Slice, TooMuchKnown
from bombsight.flat.types import NONE

POLICIES: tuple[PolicyName, ...] = get_args(SimplePolicy)
"""The policies that a module has, by their numbers there."""

QUICK = 0.005
"""In so many seconds a slice is over that is too short: to call the module takes a hundredth of it and more."""


FEW = 16
"""So many runs are handed over at first, while nobody knows how long they take."""

SLOW = 0.5
"""In so many seconds a slice should be over: whoever waits for it can do nothing else."""


class Runner:
    """A module that plays runs of one entry by itself.

    Args:
        program: The program; nothing of it is told.
        entry: Its mission or career.
        cache: A folder for compiled modules, or None.
        traced: Whether all that happens is told.

    Attributes:
        script: The address of what is known of a run.
        results: The address of what runs give.
        most: How many runs it hands over at once; more once they are known to be quick.
    """

    def __init__(self, program: Program, entry: Entry, cache: Path | None = None, *, traced: bool = False) -> None:
        self.program, self.entry = program, entry
        self.columns = 1 + len(program.tallies_of(entry))
        self.inside = inside(compiled_module(program, traced=traced, whole=False, cache=cache), (alone, alone, alone))
        self.inside.set("stride", WORD * MOST_AT_ONCE)
        self.script, self.results = self.inside.get("script_begin"), self.inside.get("results")
        self.most = FEW

    def play(
        self,
        args: Sequence[int],
        count: int,
        seed: int,
        policy: PolicyName = "auto",
        first: int = 0,
        script: Sequence[int] = (),
    ) -> Iterator[Slice]:
        """Play runs ``first`` to ``first + count - 1`` of the batch with this seed.

        Args:
            args: An integer for each of the entry's parameters.
            count: How many runs, from 0.
            seed: Of the whole batch, 64 bits.
            policy: Who answers: ``auto`` or ``random``.
            first: The number of the first run, from 0.
            script: Throws and answers that are known, in the order in which the run asks for them: the sums of throws,
                the indices of answers. What comes behind them is thrown and answered anew in each run.

        Raises:
            TooMuchKnown: The script is too long for the module's memory.
        """
        if len(script) > MOST_KNOWN:
            raise TooMuchKnown(f"{len(script)} throws and answers are more than fit")
        at_work = self.inside
        at_work.set("policy", POLICIES.index(policy))
        at_work.words(ARGUMENTS, len(args))[:] = args
        at_work.words(self.script, len(script))[:] = script
        at_work.set("script_end", self.script + WORD * len(script))
        at, end = first, first + count
        while at < end:
            begun = time.perf_counter()
            found = self.slice(seed, at, min(self.most, end - at))
            at += len(found.faults)
            if len(found.faults) == self.most:
                self.most = next_most(self.most, time.perf_counter() - begun)
            yield found

    def slice(self, seed: int, first: int, count: int) -> Slice:
        """Some runs; behind one that is a fault the module begins again with the next."""
        at_work = self.inside
        results = self.results
        faults = array("i", [NO_FAULT]) * count
        done = 0
        while done < count:
            try:
                at_work.call(f"many:{self.entry.key}", signed(seed), first + done, count - done, results + WORD * done)
                break
            except Trapped as trapped:
                done = at_work.get("run") - first
                faults[done] = self.program.too_deep if trapped.site is None else trapped.site
                for column in range(self.columns):
                    at_work.words(results + WORD * (MOST_AT_ONCE * column + done), 1)[0] = NONE
                done += 1
        values, *tallies = (
            copied(at_work.words(results + WORD * MOST_AT_ONCE * column, count)) for column in range(self.columns)
        )
        return Slice(first, faults, values, tuple(tallies))


def next_most(most: int, seconds: float) -> int:
    """How many runs are handed over at once next, where so many took so long: nobody interrupts those within."""
    if seconds > SLOW:
        return max(1, most // 8)
    if most < SLICE:
        return min(SLICE, 8 * most)
    return MOST_AT_ONCE if seconds < QUICK * most / SLICE else SLICE


def copied(words: Integers) -> array[int]:
    """Integers as they stand now."""
    found = array("i")
    found.frombytes(bytes(words))  # an array takes no buffer but of single bytes
    return found


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
