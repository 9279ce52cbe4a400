"""The dice that code throws, by their notation: a throw looks them up, and they are made once."""

from __future__ import annotations

from bombsight.dsl.dice import Dice, parse_dice


class DiceByNotation(dict[str, Dice]):
    """Dice by their notation, such as ``lowest of 2d6``; each is made when it is first asked for."""

    def __missing__(self, notation: str) -> Dice:
        return self.setdefault(notation, parse_dice(notation))


DICE = DiceByNotation()
"""All that the code of this process throws."""
