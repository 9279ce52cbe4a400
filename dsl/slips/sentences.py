"""Shared sentences on differences from other languages."""

from __future__ import annotations

BY_CONDITION = "A value that hangs on a condition stands in brackets, with its cases: `(1 when lit, else 2)`."

BLOCK_ENDS = "A block ends where its lines are no longer indented. Leave this line out."
