"""Where in linear memory everything lives.

From the bottom: the state, its defaults, constant data, what functions keep and name besides; then, empty at the
start and so no part of the module, the frames in which functions have lists and choices, those that stand still and the
stack of others, which grows up (``frames.py``; what a function has there stands at an address and small offsets from
it), the buffer of events, the script, and what runs give.
"""

from __future__ import annotations

from attrs import frozen

from bombsight.flat.program import Program
from bombsight.flat.slices import SLICE_SIZE

WORD = 4
"""Bytes of an integer."""

OUTPUT_BYTES = 8
"""Bytes of an output of the generator."""

PREPARED_OUTPUTS = 2
"""So many outputs of the stream of dice are made before they are asked for."""

ARGUMENTS_ADDRESS = 16
"""Address of what the runs of a batch are given; below it stands nothing, so that 0 is no address."""

SLOTS_ADDRESS = 64
"""Address of the first slot."""

EVENT_BUFFER_BYTES = 1 << 22
"""Bytes for events that nobody has fetched: a mission tells a few thousand integers."""

BRIEF_EVENT_WORDS = 256
"""Of so many words, its length among them, an event is brief: there is always room for one."""

MAX_PRESETS = 1 << 18
"""So many throws and answers of a run may be known beforehand."""

SCRIPT_BYTES = WORD * MAX_PRESETS
"""Bytes for them."""


MOST_AT_ONCE = 16 * SLICE_SIZE
"""What so many runs give has room."""


@frozen(kw_only=True)
class MemoryLayout:
    """Addresses.

    Attributes:
        slots: Of the first slot.
        defaults: Of what the first slot holds when a game starts.
        data: Of each constant tuple, by name.
        more: Of what functions keep and name besides.
        dice: Of the outputs that the next dice are drawn from.
        frames: Of the first frame of those that stand still.
        stack: Of the lowest word of the stack.
        events: Of the buffer of events; as large as nothing where there is none.
        script: Of what is known beforehand.
        results: Of what runs give, a column behind the other: their values, and each tally.
        end: Of the word behind all.
    """

    slots: int
    defaults: int
    data: dict[str, int]
    more: int
    dice: int
    frames: int
    stack: int
    events: int
    script: int
    results: int
    end: int

    def slot_address(self, number: int) -> int:
        """The address of a slot."""
        return self.slots + WORD * number


def lay_out_memory(
    program: Program, *, extra: int = 0, frames: int = 0, stack: int = 0, events: int = 0
) -> MemoryLayout:
    """Give everything its place. What stands behind ``more`` is where it is once that and the rest are known.

    Args:
        program: The program.
        extra: Bytes of what functions keep and name besides.
        frames: Bytes of the frames that stand still.
        stack: Bytes of the stack.
        events: Bytes of the buffer of events.
    """
    defaults = SLOTS_ADDRESS + WORD * program.slots
    dice = -(-(defaults + WORD * program.slots) // 64) * 64
    at = dice + OUTPUT_BYTES * PREPARED_OUTPUTS
    data = {}
    for name, values in program.data.items():
        data[name] = at
        at += WORD * len(values)
    at = -(-at // 64) * 64
    behind = at + extra
    above = behind + frames
    script = above + stack + events
    return MemoryLayout(
        slots=SLOTS_ADDRESS,
        defaults=defaults,
        data=data,
        more=at,
        dice=dice,
        frames=behind,
        stack=above,
        events=above + stack,
        script=script,
        results=script + SCRIPT_BYTES,
        end=script + SCRIPT_BYTES + WORD * MOST_AT_ONCE * (1 + len(program.tallies)),
    )


def encode_words(values: tuple[int, ...]) -> bytes:
    """Integers as they stand in memory."""
    return b"".join(value.to_bytes(WORD, "little", signed=True) for value in values)
