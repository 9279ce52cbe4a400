"""Encoding: dice as three integers, for instructions and for functions of a host, which take nothing else.

``web/src/rules/dice.ts`` decodes the same.
"""

from __future__ import annotations

from bombsight.dsl.dice import KEEPS, Dice


def encode_dice(dice: Dice) -> tuple[int, int, int]:
    """The count, the sides, and the number of what is kept in :data:`~bombsight.dsl.dice.KEEPS`."""
    return dice.count, dice.sides, KEEPS.index(dice.keep)


def decode_dice(count: int, sides: int, keep: int) -> Dice:
    """The dice of three integers.

    Raises:
        ValueError: Nothing is kept by that number.
    """
    if not 0 <= keep < len(KEEPS):
        raise ValueError(f"{keep} says nothing of what is kept of dice")
    return Dice(count, sides, KEEPS[keep])
