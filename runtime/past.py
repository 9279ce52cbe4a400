"""Missions of a career that are over: a run that begins as the one before did need not play them again.

To go on from anywhere, a run is played again from its beginning with what is known. Late in a career nearly all of that
is missions that are over, and of them nothing is left but the state that they left behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bombsight.dsl.node_classes import frozen
from bombsight.runtime.machine import Given, Machine, Mission, Played
from bombsight.runtime.script import Known


@frozen(eq=False)
class Over:
    """A mission that is over.

    Attributes:
        first: How many throws and answers came before it.
        last: How many came before its end.
        events: How many events had happened by then.
        args: What it was called with.
        given: What it gave.
        slots: The state that it left behind.
    """

    first: int
    last: int
    events: int
    args: tuple[int, ...]
    given: Given
    slots: tuple[int, ...]


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
                    machine.start()  # what is kept of the state that it has now is forgotten
                    machine.slots[:] = over.slots
                    return over.given
            given = mission(*args)
            if grows and number == len(self.missions):
                self.missions.append(Over(first, position(), self.happened(), args, given, tuple(machine.slots)))
            return given

        return play
