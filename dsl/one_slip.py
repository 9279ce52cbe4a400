"""The nearest that two words can be: one slip of the pen apart."""

from __future__ import annotations


def is_one_slip(one: str, other: str) -> bool:
    """Whether a letter too many, too few or wrong, or two in each other's place, is all that parts two words."""
    begun = alike(one, other)
    one, other = one[begun:], other[begun:]
    ended = alike(one[::-1], other[::-1])
    one, other = one[: len(one) - ended], other[: len(other) - ended]
    return one != other and (len(one) < 2 > len(other) or (len(one) == 2 and one == other[::-1]))


def alike(one: str, other: str) -> int:
    """How many letters two words have in common where they begin."""
    length = min(len(one), len(other))
    return next((at for at in range(length) if one[at] != other[at]), length)
