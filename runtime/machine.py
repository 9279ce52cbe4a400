"""The interface of machines, which run programs; a backend's loader makes them, and the runtime knows no backend.

* ``roll(site, dice)`` throws dice and returns their result: the sum, or another as :mod:`bombsight.dsl.dice` defines.
* ``ask(site, options, score, values)`` returns the index of the chosen option, or -1 for none where the site allows it.
  ``options`` are integers (enum values, numbers, element references, or numbers of branches); ``score(option)`` is the
  autopilot's score, or ``score`` is None; ``values()`` is a tuple of the integers in the prompt and the branches'
  titles, in order. An ``ask`` with a true attribute ``preferred`` promises to return the index of the highest score,
  the first of equals, 0 without scores, and -1 if it may and every score is below 0; a machine without a journal need
  not call it.
* ``log(event)`` takes an event, a tuple of its site and integers. It may fault for want of room where another mission
  begins. A ``log`` with an attribute ``append`` promises that this takes any other event as well, and faster.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Protocol

from bombsight.flat.program import Entry, Program
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
)

Event = tuple[int, ...]
"""A site and integers, whose meaning the site defines.

A choice is (site, index, number of options, options ..., values ...).
"""

Log = Callable[[Event], None]

CallResult = int | tuple[int, ...] | None
"""The result of a call: nothing, an integer, or several."""


Mission = Callable[..., CallResult]
"""``mission(*arguments)``: a mission as the rules play it."""

MissionHook = Callable[..., CallResult]
"""``hook(mission, *arguments)`` plays a mission in the rules' place, or restores its result and state.

Afterwards the machine drops its memoized values.
"""


class Machine(Protocol):
    """A loaded program with a state of its own, ready to be called; each backend implements it.

    A call raises :class:`bombsight.flat.program.Fault` if the rules fault; other exceptions come only from ``roll``,
    ``ask`` or ``log``. After either, the state is as it was at that moment, and :meth:`start` makes the machine usable
    again.
    """

    @property
    def slots(self) -> MutableSequence[int]:
        """The machine's state: a mutable sequence of integers, one for each slot."""
        ...

    def start(self) -> None:
        """Reset the state for a new run: every field to its default, the whole budget of steps, no names given."""
        ...

    def call(self, entry: Entry, *args: int) -> CallResult:
        """Call an entry (exported function) of the program with integer arguments, and return its result."""
        ...

    def entry_function(self, entry: Entry) -> Callable[..., CallResult]:
        """Return an entry as a plain function, for repeated calls until the machine is closed."""
        ...

    def hook_missions(self, hook: MissionHook | None) -> None:
        """Have ``hook`` play each mission of the rules, in place of the program's own code; None undoes that.

        A machine may not support it, and then plays its own missions.
        """
        ...

    def close(self) -> None:
        """Release the machine for reuse by another run; its state is lost."""
        ...


class Loader(Protocol):
    """A function that makes machines of a backend: traced if there is a ``log`` callback, else plain."""

    def __call__(self, program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
        """Make a machine for one run of a program; :meth:`Machine.start` must initialize its state.

        Args:
            program: The program.
            roll: Throws dice.
            ask: Answers choices.
            log: Takes the journal; None for plain code.
        """
        ...
