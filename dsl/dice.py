"""Dice: how many, with how many sides, and how they are read together.

This is the one place that knows ``d66``: two six-sided dice read as tens and units. Everywhere else, in the tree, the
graph, the flat form and the calls of a dice source, dice are two whole numbers, a count and sides, and d66 is the count
2 with :data:`D66` for sides.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl.node_classes import frozen

D66 = 66
"""The sides that, with a count of 2, mean tens and units of two six-sided dice."""


@frozen
class Dice:
    """A throw of equal dice.

    Attributes:
        count: How many, from 1.
        sides: Of each, from 2; :data:`D66` for two dice read as digits.
    """

    count: int
    sides: int

    @staticmethod
    def read(notation: str) -> Dice:
        """Dice as the rules write them: ``2d6``, ``d66``.

        Raises:
            ValueError: It is no such notation.
        """
        if notation == "d66":
            return Dice(2, D66)
        count, sides = notation.split("d")
        return Dice(int(count), int(sides))

    @property
    def notation(self) -> str:
        """As the rules write them."""
        return "d66" if self.is_digits else f"{self.count}d{self.sides}"

    @property
    def is_digits(self) -> bool:
        """Whether the faces are digits of a number, and not added."""
        return self.sides == D66 and self.count == 2

    @property
    def faces(self) -> int:
        """The highest face of one die."""
        return 6 if self.is_digits else self.sides

    @property
    def low(self) -> int:
        """The lowest result."""
        return 11 if self.is_digits else self.count

    @property
    def high(self) -> int:
        """The highest result."""
        return D66 if self.is_digits else self.count * self.sides

    @property
    def results(self) -> tuple[int, ...]:
        """All that they can show together, in order."""
        if self.is_digits:
            return tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))
        return tuple(range(self.low, self.high + 1))

    def total(self, faces: Sequence[int]) -> int:
        """What faces show together, one for each die."""
        return 10 * faces[0] + faces[1] if self.is_digits else sum(faces)
