"""What runs a program: a machine, which some backend makes. The runtime knows no backend; it is handed a loader.

* ``roll(site, dice)`` throws dice and returns what they show together: their sum, or else what
  ``sides`` say (:mod:`bombsight.dsl.dice`).
* ``ask(site, options, score, values)`` returns the index of the option chosen, or -1 for none where the site allows
  it. ``options`` are integers (enum values, numbers, element references, or numbers of branches); ``score(option)``
  is the autopilot's score, or ``score`` is None; ``values()`` is a tuple of the integers that the prompt and the
  branches' titles hold, in order. An ``ask`` with an attribute ``preferred`` that is true promises to give the index
  of the highest score, the first of equals, 0 where there are none, and -1 where it may and every score is below 0; a
  machine that keeps no journal need not call it.
* ``log(event)`` takes an event, a tuple of its site and integers. It may find that there is no room for another
  mission where one begins. A ``log`` with an attribute ``append`` promises that this takes any other event as well, and
  sooner.
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
"""A site and integers, as the program's sites tell.

A choice is (site, index, number of options, options ..., values ...).
"""

Log = Callable[[Event], None]

CallResult = int | tuple[int, ...] | None
"""What a call gives: nothing, an integer, or several."""


Mission = Callable[..., CallResult]
"""``mission(*arguments)``: a mission, played by the rules."""

MissionHook = Callable[..., CallResult]
"""``played(mission, *arguments)`` in place of each mission: it calls ``mission``, or brings about what that would,
in the state, too; behind it a machine forgets what it keeps of that."""


class Machine(Protocol):
    """A program ready to be called, with a state of its own.

    A call raises :class:`bombsight.flat.program.Fault` where the rules fault; besides, only what ``roll``, ``ask`` or
    ``log`` raise comes out of it. After either, the state is as it was at that moment, and :meth:`start` makes the
    machine fit for use again.
    """

    @property
    def slots(self) -> MutableSequence[int]:
        """The state, one integer a slot."""
        ...

    def start(self) -> None:
        """Bring every field to its default, with a whole budget of steps and no names given."""
        ...

    def call(self, entry: Entry, *args: int) -> CallResult:
        """Call an entry."""
        ...

    def entry_function(self, entry: Entry) -> Callable[..., CallResult]:
        """What calls an entry, for whoever does so again and again; of no use when the machine is closed."""
        ...

    def hook_missions(self, hook: MissionHook | None) -> None:
        """Have somebody else play each mission that the rules call for; None to have the rules play them again.

        A machine may know no way to do so, and then goes on by itself.
        """
        ...

    def close(self) -> None:
        """The machine is called no more, and may serve another run; who wants its state has copied it before."""
        ...


class Loader(Protocol):
    """Makes machines: with ``log`` of the code that tells all it does, without it of the plain code."""

    def __call__(self, program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
        """A machine for one run, its state not begun yet."""
        ...
