"""Values worked out beside a run: what decides, for whoever looks, on a machine of its own.

A run is never touched: it takes no steps for what is told, and a fault in that is none of the game's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from bombsight.flat.derived_values import aside_program
from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Entry, Fault, Program
from bombsight.runtime.machine import Loader, Machine

CALL_STEPS = 20
"""Steps for asking for an aside, beside those that it takes itself."""


class AsideEvaluator(ABC):
    """The values of asides in one state, as far as there are steps for them all together.

    ``worth(entry, *arguments)`` is the value of an aside; None where working it out is a fault, or there are no steps
    left.
    """

    @abstractmethod
    def __call__(self, entry: str, *arguments: int) -> int | None:
        """The value of an aside."""

    @abstractmethod
    def take_steps(self, steps: int) -> bool:
        """Take steps for what is told besides; whether there were as many."""

    @property
    @abstractmethod
    def is_spent(self) -> bool:
        """Whether something was not worked out for want of steps: nothing more is, then."""


class MachineEvaluator(AsideEvaluator):
    """Values worked out on a machine.

    Attributes:
        steps_left: Steps that are left; below 0 once there were not enough.
    """

    def __init__(self, machine: Machine, entries: Mapping[str, Entry], steps: int) -> None:
        self.machine = machine
        self.entries = entries
        self.steps_left = steps

    def __call__(self, entry: str, *arguments: int) -> int | None:
        """The value of an aside."""
        if not self.take_steps(CALL_STEPS):
            return None
        slots = self.machine.slots
        slots[STEPS_SLOT], slots[RESERVE] = self.steps_left, 0
        try:
            given = self.machine.call(self.entries[entry], *arguments)
        except Fault:
            return None
        finally:
            self.steps_left = slots[STEPS_SLOT]
        assert isinstance(given, int)
        return given

    def take_steps(self, steps: int) -> bool:
        """Take steps for what is told besides."""
        if self.steps_left >= 0:
            self.steps_left -= steps
        return self.steps_left >= 0

    @property
    def is_spent(self) -> bool:
        """Whether there were not enough steps."""
        return self.steps_left < 0


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

    def evaluator_at(self, slots: Sequence[int], steps: int | None = None) -> AsideEvaluator:
        """What gives values in this state, until it is asked for another or closed.

        Args:
            slots: The state of a run of the program, one integer a slot; it stays as it is.
            steps: How many all of them may take together; None for as many as a mission may.
        """
        machine = self._machine = self._machine or self._load(self._program, refuse_call, refuse_call)
        machine.start()  # what was kept of another state is forgotten
        machine.slots[: len(slots)] = slots
        return MachineEvaluator(machine, self._entries, self.program.budgets.mission if steps is None else steps)

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
        return aside_program(self.program)


def refuse_call(*_: Any) -> int:
    """In place of dice and answers: an aside asks for neither.

    Raises:
        AssertionError: Always.
    """
    raise AssertionError("an aside acts in no way")
