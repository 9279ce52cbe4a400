"""Dice: their number, their sides, and the rule (keep) by which they are combined.

:class:`Dice` is the one value for dice, from the syntax tree to the page. All that is known of a :data:`Keep` stands
here; if you add one, the type checker lists the other places that must handle it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, assert_never, get_args

from bombsight.dsl.node_classes import frozen

Keep = Literal["sum", "digits", "lowest", "highest"]
"""The rule that combines a throw's dice: their sum, their digits as one number, the lowest or the highest alone."""

KEEPS: tuple[Keep, ...] = get_args(Keep)
"""All keeps, in a stable order: new ones are appended."""

DIGIT_SIDES = 6
"""The sides of the two dice of a ``d66``, the only dice that are read as digits."""

D66_SIDES = 66
"""The number of sides that rules may not use: ``1d66`` is a slip for ``d66``."""


@frozen
class Dice:
    """A throw of equal dice.

    Attributes:
        count: The number of dice, from 1.
        sides: The sides of each, from 2.
        keep: The rule that combines them.
    """

    count: int
    sides: int
    keep: Keep = "sum"

    @property
    def notation(self) -> str:
        """The dice as the rules write them: ``2d6``, ``d66``, ``lowest of 2d6``."""
        match self.keep:
            case "sum":
                return self.bare_notation
            case "digits":
                return f"d{self.sides}{self.sides}"
            case "lowest" | "highest":
                return f"{self.keep} of {self.bare_notation}"
            case _:
                assert_never(self.keep)

    @property
    def bare_notation(self) -> str:
        """The dice as the rules write them, without the words for lowest or highest: ``2d6``."""
        return f"{self.count}d{self.sides}"

    @property
    def low(self) -> int:
        """The lowest possible result of a throw."""
        match self.keep:
            case "sum":
                return self.count
            case "digits":
                return 11
            case "lowest" | "highest":
                return 1
            case _:
                assert_never(self.keep)

    @property
    def high(self) -> int:
        """The highest possible result of a throw."""
        match self.keep:
            case "sum":
                return self.count * self.sides
            case "digits":
                return 11 * self.sides
            case "lowest" | "highest":
                return self.sides
            case _:
                assert_never(self.keep)

    @property
    def has_gaps(self) -> bool:
        """Whether some numbers between the lowest and the highest result cannot be thrown, as 17 to 20 on ``d66``."""
        match self.keep:
            case "digits":
                return True
            case "sum" | "lowest" | "highest":
                return False
            case _:
                assert_never(self.keep)

    @property
    def results(self) -> tuple[int, ...]:
        """All possible results of a throw, in order."""
        between = range(self.low, self.high + 1)
        return tuple(filter(self.can_show, between)) if self.has_gaps else tuple(between)

    def can_show(self, number: int) -> bool:
        """Whether a number is a possible result of a throw."""
        match self.keep:
            case "digits":
                return all(1 <= digit <= self.sides for digit in divmod(number, 10))
            case "sum" | "lowest" | "highest":
                return self.low <= number <= self.high
            case _:
                assert_never(self.keep)

    @property
    def keeps_one(self) -> bool:
        """Whether only one die of a throw counts, the lowest or the highest."""
        match self.keep:
            case "sum" | "digits":
                return False
            case "lowest" | "highest":
                return True
            case _:
                assert_never(self.keep)

    @property
    def result_noun(self) -> str:
        """The word for the result of a throw: ``total`` or ``result``."""
        match self.keep:
            case "sum":
                return "total"
            case "digits" | "lowest" | "highest":
                return "result"
            case _:
                assert_never(self.keep)

    def total(self, faces: Sequence[int]) -> int:
        """Compute the result of a throw from the faces of its dice; a lone number for several dice is the result."""
        match self.keep:
            case "sum":
                return sum(faces)
            case "digits":
                return 10 * faces[0] + faces[1] if len(faces) == self.count else sum(faces)
            case "lowest":
                return min(faces)
            case "highest":
                return max(faces)
            case _:
                assert_never(self.keep)

    def faces_of(self, result: int) -> tuple[int, ...]:
        """Return the faces that a result implies, such as (6, 6) for 12 on ``2d6``, or else the result as a tuple."""
        match self.keep:
            case "sum":
                certain = result in (self.low, self.high)
                return (result // self.count,) * self.count if certain else (result,)
            case "digits":
                return divmod(result, 10)
            case "lowest":
                return (result,) * self.count if result == self.high else (result,)
            case "highest":
                return (result,) * self.count if result == self.low else (result,)
            case _:
                assert_never(self.keep)

    def render_faces(self, faces: Sequence[int]) -> str:
        """Render the faces of a throw: ``3+4``, ``lowest of 3, 7``; empty if the result alone shows them."""
        if len(faces) == 1:
            return ""
        match self.keep:
            case "sum":
                return "+".join(map(str, faces))
            case "digits":
                return ""
            case "lowest" | "highest":
                return f"{self.keep} of {', '.join(map(str, faces))}"
            case _:
                assert_never(self.keep)

    def ways(self) -> dict[int, int]:
        """Count the throws that give each result: 6 of 36 for 7 on ``2d6``."""
        match self.keep:
            case "sum":
                return ways_of_sums(self.count, self.sides)
            case "digits":
                return dict.fromkeys(self.results, 1)
            case "lowest":
                return {face: ways_of_lowest(self, face) for face in self.results}
            case "highest":
                return {face: ways_of_lowest(self, self.sides + 1 - face) for face in self.results}
            case _:
                assert_never(self.keep)


def ways_of_sums(count: int, sides: int) -> dict[int, int]:
    """Count the throws that give each sum of some dice, by sum."""
    sums = [1]
    for _ in range(count):  # a sliding window of as many sums as a die has sides
        upto = [*accumulate(sums, initial=0)]
        high = len(sums)
        sums = [upto[min(at + 1, high)] - upto[max(0, at + 1 - sides)] for at in range(high + sides - 1)]
    return {count + at: number for at, number in enumerate(sums)}


def ways_of_lowest(dice: Dice, face: int) -> int:
    """Count the throws of some equal dice in which the lowest face is ``face``."""
    return int((dice.sides + 1 - face) ** dice.count - (dice.sides - face) ** dice.count)


def parse_dice(notation: str) -> Dice:
    """Parse dice in the rules' notation: ``2d6``, ``d66``, ``lowest of 2d6``.

    ``2d66`` means ``d66``, for compatibility with files from before keeps existed.

    Raises:
        ValueError: The text is no such notation.
    """
    words, of, dice = notation.rpartition(" of ")
    count, sides = ("2", str(D66_SIDES)) if dice == "d66" else dice.split("d")
    if (int(count), int(sides)) == (2, D66_SIDES) and not of:
        return Dice(2, DIGIT_SIDES, "digits")
    return Dice(int(count), int(sides), parse_keep(words) if of else "sum")


def parse_keep(words: str) -> Keep:
    """Parse the words before dice (``lowest``, ``lowest of``) to the keep rule: which dice of a throw count.

    Raises:
        ValueError: They name no keep.
    """
    first = words.partition(" ")[0]
    for keep in KEEPS:
        if first == keep:
            return keep
    raise ValueError(f"{words!r} does not say what counts of dice")
