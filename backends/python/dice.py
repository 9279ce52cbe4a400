"""Dice of printed code, cached by their notation."""

from __future__ import annotations

from bombsight.dsl.dice import Dice, parse_dice


class DiceByNotation(dict[str, Dice]):
    """Dice by their notation, such as ``lowest of 2d6``; each is parsed at its first use."""

    def __missing__(self, notation: str) -> Dice:
        """Parse a notation at its first use."""
        return self.setdefault(notation, parse_dice(notation))


DICE = DiceByNotation()
"""The dice of all printed code in this process."""
