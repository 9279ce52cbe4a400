"""Batches of runs played inside the module, with seeded dice and built-in policies, slice by slice."""

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
"""Built-in policies of a module, by number."""

QUICK_SECONDS = 0.005
"""Duration below which a slice is too short: the call of the module takes a hundredth of it and more."""


FIRST_BATCH = 16
"""Number of runs in the first slice, when nobody knows how long they take."""

SLOW_SECONDS = 0.5
"""Duration that a slice should not exceed, since it cannot be interrupted."""


class Runner:
    """A module that plays runs of one entry by itself.

    Args:
        program: The program.
        entry: Its mission, career or stage.
        cache: A folder for compiled modules, or None.
        traced: Whether the module writes the journal.

    Attributes:
        script: The address of the script.
        results: The address of the results.
        defaults, given_state: The addresses of the states that runs may begin with.
        state: The state that was given last, and stands at its address; None for none yet.
        batch_size: The number of runs in the next slice; it grows if they are quick.
    """

    def __init__(self, program: Program, entry: Entry, cache: Path | None = None, *, traced: bool = False) -> None:
        """Load and instantiate the program's module without a host."""
        self.program, self.entry = program, entry
        self.columns = 1 + len(program.tallies_of(entry))
        self.instance = create_instance(
            load_module(program, traced=traced, is_whole=False, cache=cache),
            (refuse_host_call, refuse_host_call, refuse_host_call),
        )
        self.instance.set_global("stride", WORD * MOST_AT_ONCE)
        self.script, self.results, self.defaults, self.given_state = map(
            self.instance.get_global, ("script_begin", "results", "first_state", "given_state")
        )
        self.state: tuple[int, ...] | None = None
        self.batch_size = FIRST_BATCH

    def play(
        self,
        args: Sequence[int],
        count: int,
        seed: int,
        policy: PolicyName = "auto",
        first: int = 0,
        script: Sequence[int] = (),
        state: Sequence[int] | None = None,
    ) -> Iterator[Slice]:
        """Play runs ``first`` to ``first + count - 1`` of the batch with a seed.

        Args:
            args: An integer for each of the entry's parameters.
            count: The number of runs, from 0.
            seed: The seed of the whole batch, 64 bits.
            policy: ``auto`` or ``random``.
            first: The number of the first run, from 0.
            script: Throws and answers known in advance, in the order in which a run needs them: sums of throws,
                indices of answers. After them each run throws and answers by itself.
            state: The slots that each run begins with; None for the defaults. What the rules reset falls back to its
                defaults all the same.

        Raises:
            TooManyPresets: The script is too long for the module's memory.
        """
        if len(script) > MAX_PRESETS:
            raise TooManyPresets(f"{len(script)} throws and answers are more than fit")
        instance = self.instance
        instance.set_global("policy", POLICIES.index(policy))
        instance.memory_words(ARGUMENTS_ADDRESS, len(args))[:] = args
        instance.memory_words(self.script, len(script))[:] = script
        instance.set_global("script_end", self.script + WORD * len(script))
        if state is not None and state is not self.state:
            instance.memory_words(self.given_state, len(state))[:] = self.state = tuple(state)
        instance.set_global("first_state", self.defaults if state is None else self.given_state)
        at, end = first, first + count
        while at < end:
            started_at = time.perf_counter()
            played_slice = self.play_slice(seed, at, min(self.batch_size, end - at))
            at += len(played_slice.faults)
            if len(played_slice.faults) == self.batch_size:
                self.batch_size = next_batch_size(self.batch_size, time.perf_counter() - started_at)
            yield played_slice

    def play_slice(self, seed: int, first: int, count: int) -> Slice:
        """Play runs ``first`` to ``first + count - 1`` of a batch and return their results; faults end single runs."""
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
    """Adapt the number of runs in the next slice to the time that the last slice took."""
    if seconds > SLOW_SECONDS:
        return max(1, batch_size // 8)
    if batch_size < SLICE_SIZE:
        return min(SLICE_SIZE, 8 * batch_size)
    return MOST_AT_ONCE if seconds < QUICK_SECONDS * batch_size / SLICE_SIZE else SLICE_SIZE


def copy_words(words: Integers) -> array[int]:
    """Copy integers out of a module's memory."""
    copy = array("i")
    copy.frombytes(bytes(words))  # an array accepts only buffers of bytes
    return copy


def to_signed(number: int) -> int:
    """Convert an unsigned 64-bit number to the signed one with the same bits, as a module takes it."""
    number &= 2**64 - 1
    return number - 2**64 if number >> 63 else number


def refuse_host_call(*_: int) -> int:
    """Callback in place of the host functions, for a module that plays without a host: raise an error.

    Raises:
        AssertionError: Always.
    """
    raise AssertionError("a module that plays by itself asks nobody")
