"""Who plays the parts of an order: this process, others on this machine, or a cluster.

A pool is a function of an order that gives answers as they come, in any order, each part once. What is played is the
same; how large parts are follows from how fast they are, so that one takes about a quarter of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from bombsight.service.simulating.orders import Order, Part
from bombsight.service.simulating.playing import Answer, Simulator

Pool = Callable[[Order], Generator[Answer, None, None]]
"""Plays an order. Whoever leaves the generator closes it, which ends whoever was at work."""

FIRST = 64
"""How many runs are in a part whose speed nobody knows yet."""

WHILE = 0.25
"""How long a part should take, in seconds."""

MOST = 200_000
"""How many runs are in a part at most."""


class Parts:
    """Cuts an order into parts, one at a time.

    Args:
        runs: How many runs there are.
        shares: How many parts are out at once: to be played, or waiting for it.
    """

    def __init__(self, runs: int, shares: int = 1) -> None:
        self.runs, self.shares, self.first = runs, shares, 0

    @property
    def left(self) -> int:
        """How many runs are in no part yet."""
        return self.runs - self.first

    def cut(self, size: int) -> Part | None:
        """The next part, of this size unless little is left; None where nothing is.

        The last parts of several that play become smaller and smaller, so that all are done at nearly the same time.
        """
        if not self.left:
            return None
        part = Part(self.first, min(size, self.left, max(FIRST, -(-self.left // self.shares))))
        self.first += part.count
        return part


def next_size(answer: Answer, seconds: float = WHILE) -> int:
    """How large the next part is to be if it is to take so long, by how long this one took."""
    count = answer.part.count
    return max(1, min(MOST, 8 * count, int(count * seconds / max(answer.seconds, 1e-9))))


def here(order: Order) -> Generator[Answer, None, None]:
    """Play in this process."""
    simulator, parts, size = Simulator(order), Parts(order.runs), FIRST
    while (part := parts.cut(size)) is not None:
        answer = simulator.play(part)
        size = next_size(answer)
        yield answer
