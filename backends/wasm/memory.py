"""The layout of linear memory.

From the bottom: the state, its defaults, constant data, memo tables and further constants; then, empty at the start and
so no part of the module, the frames of functions (first the fixed ones, then the stack, which grows up; see
``frames.py``), the event buffer, the script, the results of runs, and a state that runs may begin with.
"""

from __future__ import annotations

from attrs import frozen

from bombsight.flat.program import Program
from bombsight.flat.slices import SLICE_SIZE

WORD = 4
"""Bytes of an integer."""

OUTPUT_BYTES = 8
"""Bytes of an output of the random generator."""

PREPARED_OUTPUTS = 2
"""Outputs of the dice stream that are computed in advance."""

ARGUMENTS_ADDRESS = 16
"""Address of a batch's arguments; nothing stands below it, so that 0 is no address."""

SLOTS_ADDRESS = 64
"""Address of the first slot."""

EVENT_BUFFER_BYTES = 1 << 22
"""Bytes of the event buffer; a mission's events take a few thousand integers."""

BRIEF_EVENT_WORDS = 256
"""Words, with the length, below which an event is brief: the buffer always has room for one."""

MAX_PRESETS = 1 << 18
"""Most throws and answers in the script of a run."""

SCRIPT_BYTES = WORD * MAX_PRESETS
"""Bytes of the script."""


MOST_AT_ONCE = 16 * SLICE_SIZE
"""Most runs whose results have room."""


@frozen(kw_only=True)
class MemoryLayout:
    """Addresses of the parts of memory.

    Attributes:
        slots: The first slot.
        defaults: The default of the first slot.
        data: Each constant tuple, by name.
        more: Memo tables and further constants of functions.
        dice: The prepared outputs of the dice stream.
        frames: The first fixed frame.
        stack: The lowest word of the stack.
        events: The event buffer, empty in plain code.
        script: The script: throws and answers known in advance.
        results: The results of runs, in columns: their values, and each tally.
        given: Room for a state that the runs of a batch begin with, in place of the defaults.
        end: The end of all.
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
    given: int
    end: int

    def slot_address(self, number: int) -> int:
        """The memory address of the slot with a number."""
        return self.slots + WORD * number


def lay_out_memory(
    program: Program, *, extra: int = 0, frames: int = 0, stack: int = 0, events: int = 0
) -> MemoryLayout:
    """Compute the addresses of a program's parts of memory from their sizes (0 as long as a size is unknown).

    Args:
        program: The program.
        extra: Bytes of memo tables and further constants.
        frames: Bytes of the fixed frames.
        stack: Bytes of the stack.
        events: Bytes of the event buffer.
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
    results = script + SCRIPT_BYTES
    given = results + WORD * MOST_AT_ONCE * (1 + len(program.tallies) + len(program.forecasts))
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
        results=results,
        given=given,
        end=given + WORD * program.slots,
    )


def encode_words(values: tuple[int, ...]) -> bytes:
    """Encode integers as words of memory."""
    return b"".join(value.to_bytes(WORD, "little", signed=True) for value in values)
