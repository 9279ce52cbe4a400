"""Reruns from the beginning up to a known point, outside the game, to inspect the state there."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.flat.program import Entry, Fault
from bombsight.runtime.machine import Machine
from bombsight.runtime.run.play import start_machine


class TargetReached(Exception):  # noqa: N818 - reaching the target is no error
    """Raised by a callback to end a rerun at its target, or at the end of the known script."""


def rerun(machine: Machine, entry: Entry, args: Sequence[int]) -> None:
    """Run an entry on a machine until a callback raises :class:`TargetReached`, or to the end; close the machine.

    The machine needs callbacks with a script (:class:`bombsight.runtime.run.scripted_callbacks.ScriptedCallbacks`).
    """
    try:
        start_machine(machine)
        machine.call(entry, *args)
    except (TargetReached, Fault):
        pass
    finally:
        machine.close()
