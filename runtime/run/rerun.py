"""A run from its beginning, aside from the game, up to a point that is known: to see how things stood there."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.flat.program import Entry, Fault
from bombsight.runtime.machine import Machine
from bombsight.runtime.run.play import start_machine


class TargetReached(Exception):  # noqa: N818 - to come to where one wanted to go is no error
    """The run has come to what was looked for, or to where nothing more is known."""


def rerun(machine: Machine, entry: Entry, args: Sequence[int]) -> None:
    """Run until whoever throws, answers or is told for this machine raises :class:`TargetReached`, or the run is over.

    Args:
        machine: A machine of its own for this run, with what is known
            (:class:`bombsight.runtime.run.scripted_callbacks.ScriptedCallbacks`) and what is to be seen; it is closed
            behind it.
        entry: From where.
        args: The values of the entry's parameters.
    """
    try:
        start_machine(machine)
        machine.call(entry, *args)
    except (TargetReached, Fault):
        pass
    finally:
        machine.close()
