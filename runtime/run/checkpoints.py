"""Missions of a career that are over: a run that begins as the one before did need not play them again.

To go on from anywhere, a run is played again from its beginning with what is known. Late in a career nearly all of that
is missions that are over, and of them nothing is left but what they changed in the state: it was the same before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bombsight.dsl.node_classes import frozen
from bombsight.runtime.machine import CallResult, Machine, Mission, MissionHook
from bombsight.runtime.run.scripted_callbacks import ScriptedCallbacks


@frozen(eq=False)
class MissionCheckpoint:
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
    given: CallResult
    changed: tuple[tuple[int, list[int]], ...]


STRETCH = 64
"""A state is compared by so many slots at a time, for most of them stay what they are."""


def changed_stretches(before: Sequence[int], after: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """The stretches of a state that have changed: where each begins, and what stands there now."""
    for start in range(0, len(after), STRETCH):
        values = [*after[start : start + STRETCH]]
        if before[start : start + STRETCH] != values:
            yield start, values


class MissionCheckpoints:
    """The missions that are over in a run, in the order in which they were called.

    Args:
        script: What the run was given so far, the sums of its throws and the indices of its answers; it grows with it.
        count_events: How many events there are by now.
    """

    def __init__(self, script: Sequence[int], count_events: Callable[[], int]) -> None:
        self.script = script
        self.count_events = count_events
        self.missions: list[MissionCheckpoint] = []

    def discard_after(self, position: int) -> None:
        """Only so many of the first throws and answers still count."""
        while self.missions and self.missions[-1].last > position:
            self.missions.pop()

    def mission_hook(
        self,
        machine: Machine,
        callbacks: ScriptedCallbacks,
        *,
        is_recording: bool = False,
        may_skip: Callable[[MissionCheckpoint], bool] | None = None,
    ) -> MissionHook:
        """What plays the missions of a run that begins with what is known.

        Those that ended before the last thing that is known are passed over: what they told is known, too.

        Args:
            machine: What the run is played on.
            callbacks: What is known.
            is_recording: Whether the run is the one of which ``told`` tells; what comes to its end in it is kept.
            may_skip: Asked whether one may be passed over; None where all may be.
        """
        call_count = 0

        def position() -> int:
            return callbacks.position if callbacks.position < callbacks.end else len(self.script)

        def play_mission(mission: Mission, *args: int) -> CallResult:
            nonlocal call_count
            number, first = call_count, position()
            call_count += 1
            if number < len(self.missions):
                checkpoint = self.missions[number]
                is_known = (checkpoint.first, checkpoint.args) == (first, args) and checkpoint.last < callbacks.end
                if is_known and (may_skip is None or may_skip(checkpoint)):
                    callbacks.position = checkpoint.last
                    for start, values in checkpoint.changed:
                        machine.slots[start : start + len(values)] = values
                    return checkpoint.given
            if not is_recording or number != len(self.missions):
                return mission(*args)
            before = [*machine.slots]
            given = mission(*args)
            changed = tuple(changed_stretches(before, machine.slots))
            self.missions.append(MissionCheckpoint(first, position(), self.count_events(), args, given, changed))
            return given

        return play_mission
