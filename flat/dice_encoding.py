"""Encoding of dice as three integers, for instructions and host functions that take nothing else.

``web/src/rules/dice.ts`` decodes the same. Dice of one kind are their count, their sides, and their keep; bits
above the keep say how many dice it keeps, how many kinds there are, and whether the rules look at single dice. Several
kinds share the count and the sides, each with bits of its own.
"""

from __future__ import annotations

from bombsight.dsl.dice import KEEPS, Dice, DiceGroup

KEEP_BITS = 8
"""The bits of the keep; those above are for the number of dice that it keeps, less one."""

KINDS_SHIFT = 16
"""The bits below the number of kinds of dice, less one."""

SINGLE_SHIFT = 20
"""The bits below the one for dice that the rules look at one by one."""

COUNT_BITS = 7
"""The bits for the number of dice of each kind, if there are several."""

SIDES_BITS = 10
"""The bits for the sides of each kind, if there are several."""

MAX_KINDS = 3
"""The most kinds of dice in one throw: more do not fit into an integer."""


def encode_dice(dice: Dice) -> tuple[int, int, int]:
    """Encode dice as three integers: count, sides, and how the faces are combined."""
    kinds = range(len(dice.groups))
    count = sum(dice.groups[at][0] << COUNT_BITS * at for at in kinds)
    sides = sum(dice.groups[at][1] << SIDES_BITS * at for at in kinds)
    keep = KEEPS.index(dice.keep) | dice.kept - 1 << KEEP_BITS | len(dice.others) << KINDS_SHIFT
    return count, sides, keep | dice.single << SINGLE_SHIFT


def decode_dice(count: int, sides: int, keep: int) -> Dice:
    """Decode dice from three integers: count, sides, and how the faces are combined.

    Raises:
        ValueError: There is no such way to combine them.
    """
    single = keep >> SINGLE_SHIFT == 1
    rule, others = keep & (1 << KEEP_BITS) - 1, (keep >> KINDS_SHIFT) - (single << SINGLE_SHIFT - KINDS_SHIFT)
    if not (rule < len(KEEPS) and 0 <= others < MAX_KINDS):
        raise ValueError(f"{keep} says nothing of what is kept of dice")
    kept = (keep >> KEEP_BITS & (1 << KINDS_SHIFT - KEEP_BITS) - 1) + 1
    if not others:
        return Dice(count, sides, KEEPS[rule], kept, single=single)
    groups = [
        DiceGroup(count >> COUNT_BITS * at & (1 << COUNT_BITS) - 1, sides >> SIDES_BITS * at & (1 << SIDES_BITS) - 1)
        for at in range(others + 1)
    ]
    return Dice(groups[0].count, groups[0].sides, KEEPS[rule], kept, tuple(groups[1:]), single)
