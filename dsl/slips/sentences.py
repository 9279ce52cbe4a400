"""Shared sentences on differences from other languages."""

from __future__ import annotations

BY_CONDITION = (
    "A value that hangs on a condition stands in brackets, each value before its condition, the last behind `else`: "
    "`(1 when lit, else 2)`."
)

BOUNDED = "Write `repeat 20 times`, or `while` with what must hold: `while oil > 0 at most 20 times`."

END_OF_PLAY = "`end mission` ends the procedure `mission`, and all that it has called."

BLOCK_ENDS = "A block ends where its lines are no longer indented. Leave this line out."
