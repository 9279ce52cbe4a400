"""Values worked out beside a run: what decides, for whoever looks, on a machine of its own.

A run is never touched: it takes no steps for what is told, and a fault in that is none of the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from bombsight.flat.asides import beside
from bombsight.flat.layout import RESERVE, STEPS
from bombsight.flat.program import STEP_BUDGET, STEP_RESERVE, Entry, Fault, Program
from bombsight.runtime.machine import Loader, Machine

Worth = Callable[..., int | None]
"""``worth(entry, *arguments)``: the value of an aside; None where working it out is a fault."""


class Asides:
    """What is worked out beside the runs of a program.

    Their code is made when something is first asked for.
    """

    def __init__(self, program: Program, load: Loader) -> None:
        """Take note of the program.

        Args:
            program: The program that runs.
            load: Makes the machine.
        """
        self.program = program
        self._load = load
        self._machine: Machine | None = None

    def at(self, slots: Sequence[int]) -> Worth:
        """What gives values in this state, until it is asked for another or closed.

        Args:
            slots: The state of a run of the program, one integer a slot; it stays as it is.
        """
        machine = self._machine = self._machine or self._load(self._program, never, never)
        entries = self._entries
        machine.start()  # what was kept of another state is forgotten
        machine.slots[: len(slots)] = slots

        def worth(entry: str, *arguments: int) -> int | None:
            machine.slots[STEPS], machine.slots[RESERVE] = STEP_BUDGET, STEP_RESERVE
            try:
                given = machine.call(entries[entry], *arguments)
            except Fault:
                return None
            assert isinstance(given, int)
            return given

        return worth

    def close(self) -> None:
        """Let its machine serve others; it takes one anew where it is asked again."""
        if self._machine is not None:
            self._machine.close()
            self._machine = None

    @cached_property
    def _entries(self) -> Mapping[str, Entry]:
        return {entry.name: entry for entry in self.program.asides.entries}

    @cached_property
    def _program(self) -> Program:
        return beside(self.program)


def never(*_: Any) -> int:
    """In place of dice and answers: an aside asks for neither.

    Raises:
        AssertionError: Always.
    """
    raise AssertionError("an aside acts in no way")
