"""Many runs inside the module: dice from seeds, the built-in policies, slice by slice."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path

from bombsight.backends.wasm.compiled import compiled_module
from bombsight.backends.wasm.inside import Trapped, inside
from bombsight.backends.wasm.memory import ARGUMENTS, MOST_KNOWN, SLOTS, WORD
from bombsight.flat.layout import STEPS
from bombsight.flat.program import STEP_BUDGET, Entry, Program
from bombsight.flat.slices import NO_FAULT, SLICE, Slice, TooMuchKnown
from bombsight.flat.types import NONE

POLICIES = ("auto", "random")
"""The policies that a module has, by their numbers there."""


class Runner:
    """A module that plays runs of one entry by itself.

    Args:
        program: The program; nothing of it is told.
        entry: Its mission or career.
        cache: A folder for compiled modules, or None.
    """

    def __init__(self, program: Program, entry: Entry, cache: Path | None = None) -> None:
        self.program, self.entry = program, entry
        self.tallies = program.tallies_of(entry)
        self.inside = inside(compiled_module(program, traced=False, cache=cache), (alone, alone, alone))

    def play(
        self,
        args: Sequence[int],
        count: int,
        seed: int,
        policy: str = "auto",
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
        begin = at_work.get("script_begin")
        at_work.words(begin, len(script))[:] = script
        at_work.set("script_end", begin + WORD * len(script))
        for at in range(first, first + count, SLICE):
            many = min(SLICE, first + count - at)
            yield self.counted(seed, at, many) if self.tallies else self.slice(seed, at, many)

    def counted(self, seed: int, first: int, count: int) -> Slice:
        """Some runs one by one, with what is counted of each while its state still stands."""
        at_work, steps = self.inside, self.inside.words(SLOTS + WORD * STEPS, 1)
        faults, values = array("i"), array("i")
        columns = tuple(array("i") for _ in self.tallies)
        for number in range(first, first + count):
            one = self.slice(seed, number, 1)
            fault, found = one.faults[0], [NONE] * (1 + len(columns))
            if fault == NO_FAULT:
                try:
                    for at, tally in enumerate(self.tallies):
                        steps[0] = STEP_BUDGET
                        found[at + 1] = at_work.call(tally.entry.key)
                    found[0] = one.values[0]
                except Trapped as trapped:
                    fault = self.program.too_deep if trapped.site is None else trapped.site
                    found = [NONE] * len(found)
            faults.append(fault)
            for column, value in zip((values, *columns), found, strict=True):
                column.append(value)
        return Slice(first, faults, values, columns)

    def slice(self, seed: int, first: int, count: int) -> Slice:
        """Some runs; behind one that is a fault the module begins again with the next."""
        at_work = self.inside
        results = at_work.get("results")
        faults = array("i", [NO_FAULT]) * count
        done = 0
        while done < count:
            try:
                at_work.call(f"many:{self.entry.key}", signed(seed), first + done, count - done, results + WORD * done)
                break
            except Trapped as trapped:
                done = at_work.get("run") - first
                faults[done] = self.program.too_deep if trapped.site is None else trapped.site
                at_work.words(results + WORD * done, 1)[0] = NONE
                done += 1
        return Slice(first, faults, array("i", at_work.words(results, count)), ())


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
