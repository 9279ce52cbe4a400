"""Measuring several things against one another: taken in turns, so that whatever else the machine does hits all."""

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
    """The processor time of the processes that this one started and that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


CHILDREN: Clock = children_time


def environment(**extra: str) -> dict[str, str]:
    """The environment of a process that is measured, and more. Python may keep its modules compiled, as people's does.

    Where it may not, every process compiles all modules anew, which says nothing of them.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | extra


@frozen
class Times:
    """The seconds each round took."""

    rounds: tuple[float, ...]

    @property
    def best(self) -> float:
        return min(self.rounds)

    @property
    def median(self) -> float:
        return median(self.rounds)

    def slowdown_over(self, other: Times) -> float:
        """How many times as long it took as another, measured in turns with it: the median of all rounds.

        Each round compares what ran one behind the other. So a machine that is now quicker, now slower by a half tells
        the same, where the best rounds of both may stem from moments that have nothing to do with one another.
        """
        return median(mine / its for mine, its in zip(self.rounds, other.rounds, strict=True))


def measure_in_turns(
    cases: Mapping[str, Callable[[], object]],
    rounds: int,
    clock: Clock = CPU,
    preparations: Mapping[str, Callable[[], object]] | None = None,
) -> dict[str, Times]:
    """Run every case once a round, every other round backwards. One round before is not counted.

    Args:
        cases: What is measured, by name.
        rounds: How often.
        clock: What measures: ``CPU`` what runs in this process, ``WALL`` or ``CHILDREN`` what runs in others.
        preparations: What comes before a case each time, and is not counted.
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
    """What comes before a case that wants nothing."""


def format_seconds(seconds: float) -> str:
    """Seconds with a fitting unit."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
