"""Checkpoints of a career: after each mission, so that a replay restarts at the current one; and as that one began.

A run resumes by replay from its beginning. Late in a career nearly all of that is finished missions, whose only effects
are their changes of state, the same as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bombsight.dsl.node_classes import frozen
from bombsight.runtime.machine import CallResult, Machine, Mission, MissionHook
from bombsight.runtime.run.scripted_callbacks import ScriptedCallbacks


@frozen(eq=False)
class MissionCheckpoint:
    """A finished mission of a career: its result and its changes of state, so that a replay can skip it.

    Attributes:
        first: The number of throws and answers before it.
        last: The number of throws and answers before its end.
        events: The number of events up to its end.
        args: Its arguments.
        given: Its result.
        changed: Its changes of state: the first slot of each stretch, and the values there.
    """

    first: int
    last: int
    events: int
    args: tuple[int, ...]
    given: CallResult
    changed: tuple[tuple[int, list[int]], ...]


@frozen(eq=False)
class MissionStart:
    """The moment at which a mission of a career begins: all that a run of the mission alone needs.

    Attributes:
        first: The number of throws and answers before it.
        args: Its arguments.
        state: The slots there. Those of the mission's own state hold their defaults.
    """

    first: int
    args: tuple[int, ...]
    state: tuple[int, ...]


STRETCH = 64
"""Number of slots compared at a time, for most of them stay the same."""


def changed_stretches(before: Sequence[int], after: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Compare two states in blocks; yield the first slot and the new values of each block that differs."""
    for start in range(0, len(after), STRETCH):
        values = [*after[start : start + STRETCH]]
        if before[start : start + STRETCH] != values:
            yield start, values


class MissionCheckpoints:
    """The checkpoints of a run's finished missions, in order.

    Args:
        script: Sums of throws and indices of answers of the run so far; it grows with it.
        count_events: Counts the events so far.
    """

    def __init__(self, script: Sequence[int], count_events: Callable[[], int]) -> None:
        """Make an empty store of checkpoints for a run with a growing script and a counter of its events."""
        self.script = script
        self.count_events = count_events
        self.missions: list[MissionCheckpoint] = []
        self.current: MissionStart | None = None
        """The start of the mission that is being played; None between missions."""

    def discard_after(self, position: int) -> None:
        """Discard the missions that ended beyond a position, counted in throws and answers."""
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
        """Make a mission hook: in a replay it skips finished missions and restores their effects; new ones it records.

        A mission is skipped if it ended before the last known throw or answer, since its events are known, too.

        Args:
            machine: The machine of the replay.
            callbacks: The known throws and answers.
            is_recording: Whether this is the run of the script, whose finished missions are recorded.
            may_skip: Decides whether a mission may be skipped; None if all may be.
        """
        call_count = 0
        if is_recording:
            self.current = None

        def position() -> int:
            """Return how many throws and answers the run has had, replayed or new."""
            return callbacks.position if callbacks.position < callbacks.end else len(self.script)

        def play_mission(mission: Mission, *args: int) -> CallResult:
            """Mission hook: restore a mission's effects from its checkpoint, or play and record it."""
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
            if not is_recording:
                return mission(*args)
            before = [*machine.slots]
            self.current = MissionStart(first, args, tuple(before))
            given = mission(*args)
            self.current = None
            if number != len(self.missions):
                return given
            changed = tuple(changed_stretches(before, machine.slots))
            self.missions.append(MissionCheckpoint(first, position(), self.count_events(), args, given, changed))
            return given

        return play_mission
