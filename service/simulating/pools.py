"""Who plays the parts of an order: this process, others on this machine, or a cluster.

A pool is a function of an order that gives answers as they come, in any order, each part once. What is played is the
same; how large parts are follows from how fast they are, so that one takes about a quarter of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from bombsight.service.simulating.orders import Order, Part
from bombsight.service.simulating.simulator import PartResult, Simulator

Pool = Callable[[Order], Generator[PartResult, None, None]]
"""Plays an order. Whoever leaves the generator closes it, which ends whoever was at work."""

FIRST_PART_RUNS = 64
"""How many runs are in a part whose speed nobody knows yet."""

PART_SECONDS = 0.25
"""How long a part should take, in seconds."""

MAX_PART_RUNS = 200_000
"""How many runs are in a part at most."""


class PartCutter:
    """Cuts an order into parts, one at a time.

    Args:
        runs: How many runs there are.
        open_parts: How many parts are out at once: to be played, or waiting for it.
    """

    def __init__(self, runs: int, open_parts: int = 1) -> None:
        self.runs, self.open_parts, self.first = runs, open_parts, 0

    @property
    def remaining(self) -> int:
        """How many runs are in no part yet."""
        return self.runs - self.first

    def cut_part(self, size: int) -> Part | None:
        """The next part, of this size unless little is left; None where nothing is.

        The last parts of several that play become smaller and smaller, so that all are done at nearly the same time.
        """
        if not self.remaining:
            return None
        part = Part(self.first, min(size, self.remaining, max(FIRST_PART_RUNS, -(-self.remaining // self.open_parts))))
        self.first += part.count
        return part


def next_part_size(result: PartResult, seconds: float = PART_SECONDS) -> int:
    """How large the next part is to be if it is to take so long, by how long this one took."""
    count = result.part.count
    return max(1, min(MAX_PART_RUNS, 8 * count, int(count * seconds / max(result.seconds, 1e-9))))


def play_in_process(order: Order) -> Generator[PartResult, None, None]:
    """Play in this process."""
    simulator, cutter, size = Simulator(order), PartCutter(order.runs), FIRST_PART_RUNS
    while (part := cutter.cut_part(size)) is not None:
        result = simulator.play(part)
        size = next_part_size(result)
        yield result
