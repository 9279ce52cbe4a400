"""Shared sentences on differences from other languages."""

from __future__ import annotations

BY_CONDITION = (
    "A value that hangs on a condition is a define with an exception: `define NAME: 0..9`, and below it `base: 2` and "
    "`except lit: 1 when lit`. In a procedure an `if` sets a variable."
)

BLOCK_ENDS = "A block ends where its lines are no longer indented. Leave this line out."
