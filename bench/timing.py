"""Timing of several cases in turns, so that other load on the machine affects all alike."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time

from attrs import frozen

Clock = Callable[[], float]
WALL: Clock = perf_counter
CPU: Clock = process_time


def children_time() -> float:
    """The processor time in seconds of all finished child processes."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


CHILDREN: Clock = children_time


def environment(**extra: str) -> dict[str, str]:
    """The environment variables of a measured process, with additions; Python may cache compiled modules.

    Without that every process would compile all modules anew, which would distort the times.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | extra


@frozen
class Times:
    """The seconds that a case took in each round."""

    rounds: tuple[float, ...]

    @property
    def best(self) -> float:
        """The seconds of the fastest round."""
        return min(self.rounds)

    @property
    def median(self) -> float:
        """The median of the rounds' seconds."""
        return median(self.rounds)

    def slowdown_over(self, other: Times) -> float:
        """The median over all rounds of the ratio to another case's time, measured in turns.

        Each round compares neighbours in time. So the ratio is stable on a machine whose speed varies by half, where
        the best
        rounds of both may come from unrelated moments.
        """
        return median(mine / its for mine, its in zip(self.rounds, other.rounds, strict=True))


def measure_in_turns(
    cases: Mapping[str, Callable[[], object]],
    rounds: int,
    clock: Clock = CPU,
    preparations: Mapping[str, Callable[[], object]] | None = None,
) -> dict[str, Times]:
    """Run every case once per round, every other round in reverse order, after one uncounted round.

    Args:
        cases: The cases, by name.
        rounds: The number of rounds.
        clock: The clock: ``CPU`` for work in this process, ``WALL`` or ``CHILDREN`` for work in others.
        preparations: Uncounted work before each run of a case.
    """
    prepare_by_name = preparations or {}
    seconds: dict[str, list[float]] = {name: [] for name in cases}
    order = list(cases)
    for name in order:
        prepare_by_name.get(name, do_nothing)()
        cases[name]()
    for _ in range(rounds):
        for name in order:
            prepare_by_name.get(name, do_nothing)()
            gc.collect()
            gc.disable()
            start = clock()
            cases[name]()
            elapsed = clock() - start
            gc.enable()
            seconds[name].append(elapsed)
        order.reverse()
    return {name: Times(tuple(case_seconds)) for name, case_seconds in seconds.items()}


def do_nothing() -> None:
    """Do nothing, as the preparation of a case that needs none."""


def format_seconds(seconds: float) -> str:
    """Format seconds with a fitting unit."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
