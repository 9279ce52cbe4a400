"""Evaluation of asides (values computed beside a run, for display only) on a machine of their own.

They take no steps of the run, and a fault in one is no fault of the game.
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
from bombsight.runtime.run.hidden_values import HiddenReadError, HiddenValue

CALL_STEPS = 20
"""Steps for the call of an aside, besides those that it takes itself."""


class AsideEvaluator(ABC):
    """The interface that evaluates asides (display-only values) in one state, within one budget of steps.

    ``evaluate(entry, *arguments)`` is the value of an aside; None if it faults, or if no steps are left; ``HIDDEN``
    (:mod:`bombsight.runtime.events.describe`) if it needs what is hidden from the player for whom it is evaluated.
    """

    @abstractmethod
    def __call__(self, entry: str, *arguments: int) -> int | None:
        """Return the value of an aside's (display-only) function, by name; None if it faults or no steps remain."""

    @abstractmethod
    def take_steps(self, steps: int) -> bool:
        """Charge work outside the functions to the budget of steps; return whether the budget sufficed."""

    @property
    @abstractmethod
    def is_spent(self) -> bool:
        """Whether the budget of steps is exhausted, so that all further values are None."""


class MachineEvaluator(AsideEvaluator):
    """Evaluates asides (display-only values) by calls of a machine.

    Attributes:
        steps_left: The steps left; below 0 once they did not suffice.
    """

    def __init__(self, machine: Machine, entries: Mapping[str, Entry], steps: int) -> None:
        """Make an evaluator on a machine whose state is set; ``entries`` are the display-only functions by name."""
        self.machine = machine
        self.entries = entries
        self.steps_left = steps

    def __call__(self, entry: str, *arguments: int) -> int | None:
        """Call a display-only function on the machine, and return its value; None if it faults or no steps remain.

        Raises:
            HiddenReadError: It needs a value that is hidden.
        """
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
        if isinstance(given, HiddenValue):
            raise HiddenReadError
        assert isinstance(given, int)
        return given

    def take_steps(self, steps: int) -> bool:
        """Charge work outside the functions to the budget of steps; return whether the budget sufficed."""
        if self.steps_left >= 0:
            self.steps_left -= steps
        return self.steps_left >= 0

    @property
    def is_spent(self) -> bool:
        """Whether the budget of steps is exhausted."""
        return self.steps_left < 0


class Asides:
    """The compiled display-only functions of a program, with a machine to evaluate them on.

    Their code is compiled at the first evaluation.
    """

    def __init__(self, program: Program, load: Loader) -> None:
        """Make the display-only functions of a program; the loader makes a machine when one is first evaluated."""
        self.program = program
        self._load = load
        self._machine: Machine | None = None

    def evaluator_at(self, slots: Sequence[int], steps: int | None = None) -> AsideEvaluator:
        """Make an evaluator of display-only functions in the state ``slots``, valid until the next call.

        The steps bound all its asides together; None is the budget of a mission.
        """
        machine = self._machine = self._machine or self._load(self._program, refuse_call, refuse_call)
        machine.start()  # drops values memoized in another state
        machine.slots[: len(slots)] = slots
        return MachineEvaluator(machine, self._entries, self.program.budgets.mission if steps is None else steps)

    def close(self) -> None:
        """Release the machine; a later evaluation takes a new one."""
        if self._machine is not None:
            self._machine.close()
            self._machine = None

    @cached_property
    def _entries(self) -> Mapping[str, Entry]:
        """The program's display-only functions, by name."""
        return {entry.name: entry for entry in self.program.asides.entries}

    @cached_property
    def _program(self) -> Program:
        """The program that has only the display-only functions."""
        return aside_program(self.program)


def refuse_call(*_: Any) -> int:
    """Callback ``roll`` or ``ask`` of display-only functions: raise AssertionError, for they neither throw nor ask.

    Raises:
        AssertionError: Always.
    """
    raise AssertionError("an aside acts in no way")
