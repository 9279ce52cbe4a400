"""Dice: how many, with how many sides, and how they are read together.

This is the one place that knows ``d66``, two six-sided dice read as tens and units, and dice of which one is kept.
Everywhere else, in the graph, the flat form and the calls of a dice source, dice are two whole numbers, a count and
sides: d66 is the count 2 with :data:`D66` for sides, and the lowest of dice has :data:`LOWEST` more sides than they
have, the highest :data:`HIGHEST`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal

from bombsight.dsl.limits import SIDES
from bombsight.dsl.node_classes import frozen

Keep = Literal["sum", "lowest", "highest"]
"""What counts of dice that are thrown together: all of them added, or one alone."""

D66 = 66
"""The sides that, with a count of 2, mean tens and units of two six-sided dice."""

LOWEST = 10_000
"""What is added to the sides of several dice of which the lowest alone counts; more than rules may give to a die."""

HIGHEST = 20_000
"""The same where the highest counts."""


KEPT: tuple[tuple[Keep, int], ...] = (("lowest", LOWEST), ("highest", HIGHEST))
"""What counts alone, and what is added to the sides for it."""


@frozen
class Dice:
    """A throw of equal dice.

    Attributes:
        count: How many, from 1.
        sides: Of each, from 2; :data:`D66` for two dice read as digits, :data:`LOWEST` or :data:`HIGHEST` more for dice
            of which one is kept.
    """

    count: int
    sides: int

    @staticmethod
    def read(notation: str) -> Dice:
        """Dice as the rules write them: ``2d6``, ``d66``, ``lowest of 2d6``.

        Raises:
            ValueError: It is no such notation.
        """
        if notation == "d66":
            return Dice(2, D66)
        added = next((added for keep, added in KEPT if notation.startswith(f"{keep} of ")), 0)
        count, sides = (notation.partition(" of ")[2] if added else notation).split("d")
        return Dice(int(count), int(sides) + added)

    @staticmethod
    def keeping(count: int, sides: int, keep: Keep) -> Dice:
        """So many dice with so many sides each, of which this counts."""
        return Dice(count, sides + next((added for kept, added in KEPT if kept == keep), 0))

    @property
    def keep(self) -> Keep:
        """What of them counts."""
        for keep, added in KEPT:
            if added < self.sides <= added + SIDES and self.count > 1:
                return keep
        return "sum"

    @property
    def notation(self) -> str:
        """As the rules write them."""
        if self.is_digits:
            return "d66"
        return f"{self.keep} of {self.count}d{self.faces}" if self.keeps_one else f"{self.count}d{self.faces}"

    @property
    def is_digits(self) -> bool:
        """Whether the faces are digits of a number, and not added."""
        return self.sides == D66 and self.count == 2

    @property
    def keeps_one(self) -> bool:
        """Whether one of the faces counts alone."""
        return self.keep != "sum"

    @property
    def faces(self) -> int:
        """The highest face of one die."""
        return 6 if self.is_digits else self.sides - next((added for keep, added in KEPT if keep == self.keep), 0)

    @property
    def low(self) -> int:
        """The lowest result."""
        return 11 if self.is_digits else 1 if self.keeps_one else self.count

    @property
    def high(self) -> int:
        """The highest result."""
        return D66 if self.is_digits else self.faces if self.keeps_one else self.count * self.sides

    @property
    def results(self) -> tuple[int, ...]:
        """All that they can show together, in order."""
        if self.is_digits:
            return tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))
        return tuple(range(self.low, self.high + 1))

    def total(self, faces: Sequence[int]) -> int:
        """What faces show together, one for each die, or one alone for all that counts of them."""
        if self.is_digits and len(faces) == 2:
            return 10 * faces[0] + faces[1]
        keep = self.keep
        return sum(faces) if keep == "sum" else min(faces) if keep == "lowest" else max(faces)

    def ways(self) -> dict[int, int]:
        """In how many of all throws they show each of their results."""
        if self.is_digits:
            return dict.fromkeys(self.results, 1)
        if self.keeps_one:
            ways = {
                face: (self.faces + 1 - face) ** self.count - (self.faces - face) ** self.count for face in self.results
            }
            return ways if self.keep == "lowest" else {self.faces + 1 - face: number for face, number in ways.items()}
        sums = [1]
        for _ in range(self.count):  # a total comes of as many totals in a row as a die has sides
            upto = [*accumulate(sums, initial=0)]
            high = len(sums)
            sums = [upto[min(at + 1, high)] - upto[max(0, at + 1 - self.sides)] for at in range(high + self.sides - 1)]
        return {self.count + at: number for at, number in enumerate(sums)}
