"""Worker pools that play the parts of a work order: this process, local processes, or a cluster.

A pool is a generator function over the results of an order, in any order, each part once. Results do not depend on the
pool; the size of parts is adapted to the speed, so that one takes about a quarter of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from bombsight.service.simulating.orders import Order, Part
from bombsight.service.simulating.simulator import PartResult, Simulator

Pool = Callable[[Order], Generator[PartResult, None, None]]
"""The function that plays an order; closing its generator stops the workers."""

FIRST_PART_RUNS = 64
"""The number of runs in a part before the speed is known."""

PART_SECONDS = 0.25
"""The target duration of a part, in seconds."""

MAX_PART_RUNS = 200_000
"""The maximum number of runs in a part."""


class PartCutter:
    """Cuts the runs of a work order into parts, one at a time.

    Args:
        runs: The number of runs.
        open_parts: The number of parts in progress at once, queued ones included.
    """

    def __init__(self, runs: int, open_parts: int = 1) -> None:
        """Begin to cut ``runs`` runs, with ``open_parts`` parts in work at a time."""
        self.runs, self.open_parts, self.first = runs, open_parts, 0

    @property
    def remaining(self) -> int:
        """The number of runs that are not cut into parts yet."""
        return self.runs - self.first

    def cut_part(self, size: int) -> Part | None:
        """Cut the next part, of this size or smaller; None if no runs remain.

        With several workers the last parts become smaller, so that all finish at nearly the same time.
        """
        if not self.remaining:
            return None
        part = Part(self.first, min(size, self.remaining, max(FIRST_PART_RUNS, -(-self.remaining // self.open_parts))))
        self.first += part.count
        return part


def next_part_size(result: PartResult, seconds: float = PART_SECONDS) -> int:
    """Compute the size of the next part for a target duration, from the speed of a finished part."""
    count = result.part.count
    return max(1, min(MAX_PART_RUNS, 8 * count, int(count * seconds / max(result.seconds, 1e-9))))


def play_in_process(order: Order) -> Generator[PartResult, None, None]:
    """Play a work order in this process, and yield the result of each part."""
    simulator, cutter, size = Simulator(order), PartCutter(order.runs), FIRST_PART_RUNS
    while (part := cutter.cut_part(size)) is not None:
        result = simulator.play(part)
        size = next_part_size(result)
        yield result
