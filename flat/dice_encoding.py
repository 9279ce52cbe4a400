"""Encoding of dice as three integers, for instructions and host functions that take nothing else.

``web/src/rules/dice.ts`` decodes the same.
"""

from __future__ import annotations

from bombsight.dsl.dice import KEEPS, Dice


def encode_dice(dice: Dice) -> tuple[int, int, int]:
    """Encode dice as three integers: count, sides, and the index in ``KEEPS`` of the way to combine the faces."""
    return dice.count, dice.sides, KEEPS.index(dice.keep)


def decode_dice(count: int, sides: int, keep: int) -> Dice:
    """Decode dice from three integers: count, sides, and the index in ``KEEPS`` of the way to combine the faces.

    Raises:
        ValueError: There is no keep with this index.
    """
    if not 0 <= keep < len(KEEPS):
        raise ValueError(f"{keep} says nothing of what is kept of dice")
    return Dice(count, sides, KEEPS[keep])
