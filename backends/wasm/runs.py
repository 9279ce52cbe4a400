"""Many runs inside the module: dice from seeds, the built-in policies, slice by slice."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

from bombsight.backends.wasm.instance import Integers, ModuleTrap, create_instance
from bombsight.backends.wasm.memory import ARGUMENTS_ADDRESS, MAX_PRESETS, MOST_AT_ONCE, WORD
from bombsight.backends.wasm.module_cache import load_module
from bombsight.flat.program import Entry, Program
from bombsight.flat.slices import NO_FAULT, SLICE_SIZE, PolicyName, SimplePolicy, Slice, TooManyPresets
from bombsight.flat.types import NONE

POLICIES: tuple[PolicyName, ...] = get_args(SimplePolicy)
"""The policies that a module has, by their numbers there."""

QUICK_SECONDS = 0.005
"""In so many seconds a slice is over that is too short: to call the module takes a hundredth of it and more."""


FIRST_BATCH = 16
"""So many runs are handed over at first, while nobody knows how long they take."""

SLOW_SECONDS = 0.5
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
        batch_size: How many runs it hands over at once; more once they are known to be quick.
    """

    def __init__(self, program: Program, entry: Entry, cache: Path | None = None, *, traced: bool = False) -> None:
        self.program, self.entry = program, entry
        self.columns = 1 + len(program.tallies_of(entry))
        self.instance = create_instance(
            load_module(program, traced=traced, is_whole=False, cache=cache),
            (refuse_host_call, refuse_host_call, refuse_host_call),
        )
        self.instance.set_global("stride", WORD * MOST_AT_ONCE)
        self.script, self.results = self.instance.get_global("script_begin"), self.instance.get_global("results")
        self.batch_size = FIRST_BATCH

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
        if len(script) > MAX_PRESETS:
            raise TooManyPresets(f"{len(script)} throws and answers are more than fit")
        instance = self.instance
        instance.set_global("policy", POLICIES.index(policy))
        instance.memory_words(ARGUMENTS_ADDRESS, len(args))[:] = args
        instance.memory_words(self.script, len(script))[:] = script
        instance.set_global("script_end", self.script + WORD * len(script))
        at, end = first, first + count
        while at < end:
            started_at = time.perf_counter()
            played_slice = self.play_slice(seed, at, min(self.batch_size, end - at))
            at += len(played_slice.faults)
            if len(played_slice.faults) == self.batch_size:
                self.batch_size = next_batch_size(self.batch_size, time.perf_counter() - started_at)
            yield played_slice

    def play_slice(self, seed: int, first: int, count: int) -> Slice:
        """Some runs; behind one that is a fault the module begins again with the next."""
        instance = self.instance
        results = self.results
        faults = array("i", [NO_FAULT]) * count
        done = 0
        while done < count:
            try:
                instance.call(
                    f"many:{self.entry.key}", to_signed(seed), first + done, count - done, results + WORD * done
                )
                break
            except ModuleTrap as trapped:
                done = instance.get_global("run") - first
                faults[done] = self.program.too_deep if trapped.site is None else trapped.site
                for column in range(self.columns):
                    instance.memory_words(results + WORD * (MOST_AT_ONCE * column + done), 1)[0] = NONE
                done += 1
        values, *tallies = (
            copy_words(instance.memory_words(results + WORD * MOST_AT_ONCE * column, count))
            for column in range(self.columns)
        )
        return Slice(first, faults, values, tuple(tallies))


def next_batch_size(batch_size: int, seconds: float) -> int:
    """How many runs are handed over at once next, where so many took so long: nobody interrupts those within."""
    if seconds > SLOW_SECONDS:
        return max(1, batch_size // 8)
    if batch_size < SLICE_SIZE:
        return min(SLICE_SIZE, 8 * batch_size)
    return MOST_AT_ONCE if seconds < QUICK_SECONDS * batch_size / SLICE_SIZE else SLICE_SIZE


def copy_words(words: Integers) -> array[int]:
    """Integers as they stand now."""
    copy = array("i")
    copy.frombytes(bytes(words))  # an array takes no buffer but of single bytes
    return copy


def to_signed(number: int) -> int:
    """A number of 64 bits as a module takes it, with a sign."""
    number &= 2**64 - 1
    return number - 2**64 if number >> 63 else number


def refuse_host_call(*_: int) -> int:
    """What is asked of a host where there is none.

    Raises:
        AssertionError: Always.
    """
    raise AssertionError("a module that plays by itself asks nobody")
