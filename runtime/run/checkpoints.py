"""Missions of a career that are over: a run that begins as the one before did need not play them again.

To go on from anywhere, a run is played again from its beginning with what is known. Late in a career nearly all of that
is missions that are over, and of them nothing is left but what they changed in the state: it was the same before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bombsight.dsl.node_classes import frozen
from bombsight.runtime.machine import Given, Machine, Mission, Played
from bombsight.runtime.run.script import Known


@frozen(eq=False)
class Over:
    """A mission that is over.

    Attributes:
        first: How many throws and answers came before it.
        last: How many came before its end.
        events: How many events had happened by then.
        args: What it was called with.
        given: What it gave.
        changed: What it changed in the state: where that begins, and what stands there behind it.
    """

    first: int
    last: int
    events: int
    args: tuple[int, ...]
    given: Given
    changed: tuple[tuple[int, list[int]], ...]


STRETCH = 64
"""A state is compared by so many slots at a time, for most of them stay what they are."""


def changes(before: Sequence[int], now: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """The stretches of a state that have changed: where each begins, and what stands there now."""
    for start in range(0, len(now), STRETCH):
        values = [*now[start : start + STRETCH]]
        if before[start : start + STRETCH] != values:
            yield start, values


class Past:
    """The missions that are over in a run, in the order in which they were called.

    Args:
        told: What the run was given so far, the sums of its throws and the indices of its answers; it grows with it.
        happened: How many events there are by now.
    """

    def __init__(self, told: Sequence[int], happened: Callable[[], int]) -> None:
        self.told = told
        self.happened = happened
        self.missions: list[Over] = []

    def forget(self, count: int) -> None:
        """Only so many of the first throws and answers still count."""
        while self.missions and self.missions[-1].last > count:
            self.missions.pop()

    def played(
        self, machine: Machine, known: Known, *, grows: bool = False, passes: Callable[[Over], bool] | None = None
    ) -> Played:
        """What plays the missions of a run that begins with what is known.

        Those that ended before the last thing that is known are passed over: what they told is known, too.

        Args:
            machine: What the run is played on.
            known: What is known.
            grows: Whether the run is the one of which ``told`` tells; what comes to its end in it is kept.
            passes: Asked whether one may be passed over; None where all may be.
        """
        called = 0

        def position() -> int:
            return known.at if known.at < known.end else len(self.told)

        def play(mission: Mission, *args: int) -> Given:
            nonlocal called
            number, first = called, position()
            called += 1
            if number < len(self.missions):
                over = self.missions[number]
                is_known = (over.first, over.args) == (first, args) and over.last < known.end
                if is_known and (passes is None or passes(over)):
                    known.at = over.last
                    for start, values in over.changed:
                        machine.slots[start : start + len(values)] = values
                    return over.given
            if not grows or number != len(self.missions):
                return mission(*args)
            before = [*machine.slots]
            given = mission(*args)
            changed = tuple(changes(before, machine.slots))
            self.missions.append(Over(first, position(), self.happened(), args, given, changed))
            return given

        return play
