"""Where in linear memory everything lives.

From the bottom: the state, its defaults, constant data, the buffer of events, the script, and the stack for lists and
choices, which grows up: what a function has there stands at an address and small offsets from it.
"""

from __future__ import annotations

from attrs import frozen

from bombsight.backends.wasm.module import PAGE
from bombsight.flat.program import Program
from bombsight.flat.slices import SLICE

WORD = 4
"""Bytes of an integer."""

ARGUMENTS = 16
"""Address of what the runs of a batch are given; below it stands nothing, so that 0 is no address."""

SLOTS = 64
"""Address of the first slot."""

EVENTS = 1 << 22
"""Bytes for events that nobody has fetched: a mission tells a few thousand integers."""

BRIEF = 256
"""Of so many words, its length among them, an event is brief: there is always room for one."""

MOST_KNOWN = 1 << 18
"""So many throws and answers of a run may be known beforehand."""

SCRIPT = WORD * MOST_KNOWN
"""Bytes for them."""


@frozen(kw_only=True)
class Memory:
    """Addresses.

    Attributes:
        slots: Of the first slot.
        defaults: Of what the first slot holds when a game starts.
        data: Of each constant tuple, by name.
        events: Of the buffer of events; as large as nothing where there is none.
        script: Of what is known beforehand.
        results: Of what the runs of a slice give, a column behind the other: their values, and each tally.
        stack: Of the lowest word of the stack.
        top: Of the word behind the stack's highest.
    """

    slots: int
    defaults: int
    data: dict[str, int]
    events: int
    script: int
    results: int
    stack: int
    top: int

    def slot(self, number: int) -> int:
        """The address of a slot."""
        return self.slots + WORD * number

    @property
    def pages(self) -> int:
        """How much memory all this takes."""
        return -(-self.top // PAGE)


def memory(program: Program, *, events: int, stack: int) -> Memory:
    """Give everything its place.

    Args:
        program: The program.
        events: Bytes of the buffer of events.
        stack: Bytes of the stack.
    """
    defaults = SLOTS + WORD * program.slots
    at = defaults + WORD * program.slots
    data = {}
    for name, values in program.data.items():
        data[name] = at
        at += WORD * len(values)
    at = -(-at // 64) * 64
    results = WORD * SLICE * (1 + len(program.tallies))
    return Memory(
        slots=SLOTS,
        defaults=defaults,
        data=data,
        events=at,
        script=at + events,
        results=at + events + SCRIPT,
        stack=at + events + SCRIPT + results,
        top=at + events + SCRIPT + results + stack,
    )


def words(values: tuple[int, ...]) -> bytes:
    """Integers as they stand in memory."""
    return b"".join(value.to_bytes(WORD, "little", signed=True) for value in values)
