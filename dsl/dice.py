"""Dice: their number, their sides, and the rule (keep) by which they are combined.

:class:`Dice` is the one value for dice, from the syntax tree to the page. All that is known of a :data:`Keep` stands
here; if you add one, the type checker lists the other places that must handle it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod
from typing import Literal, assert_never, get_args

from attrs import evolve

from bombsight.dsl.dice_ways import Group, ways_of_faces, ways_of_kept, ways_of_sums
from bombsight.dsl.node_classes import frozen

Keep = Literal["sum", "digits", "lowest", "highest", "fate"]
"""The rule that combines a throw's dice: their sum, their digits as one number, the lowest or the highest alone, or the
sum of Fate dice, which show -1, 0 or +1 each.
"""

KEEPS: tuple[Keep, ...] = get_args(Keep)
"""All keeps, in a stable order: new ones are appended."""

DIGIT_SIDES = 6
"""The sides of the two dice of a ``d66``, the only dice that are read as digits."""

D66_SIDES = 66
"""The number of sides that rules may not use: ``1d66`` is a slip for ``d66``."""

FATE_SIDES = 3
"""The sides of a Fate die, ``dF``: -1, 0 and +1."""

FATE_SIGNS = {-1: "-", 0: "0", 1: "+"}
"""The faces of a Fate die as they stand on it."""


@frozen
class DiceGroup:
    """Equal dice of a throw that has others beside them.

    Attributes:
        count: The number of dice, from 1.
        sides: The sides of each, from 2.
    """

    count: int
    sides: int


@frozen
class Dice:
    """A throw of dice.

    Attributes:
        count: The number of its first dice, which are equal, from 1.
        sides: The sides of each of these, from 2.
        keep: The rule that combines all dice.
        kept: How many of them count, where the lowest or the highest do.
        others: The dice beside the first, of other sides.
        single: Whether the rules look at the single dice: then the outcome of a throw is their faces, not the result.
    """

    count: int
    sides: int
    keep: Keep = "sum"
    kept: int = 1
    others: tuple[DiceGroup, ...] = ()
    single: bool = False

    @property
    def groups(self) -> tuple[Group, ...]:
        """The number and the sides of the dice of each kind, in the order in which they are thrown."""
        return ((self.count, self.sides), *((each.count, each.sides) for each in self.others))

    @property
    def die_count(self) -> int:
        """The number of all dice."""
        return sum(count for count, _ in self.groups) if self.others else self.count

    @property
    def die_sides(self) -> tuple[int, ...]:
        """The sides of each die, in the order in which they are thrown."""
        return tuple(sides for count, sides in self.groups for _ in range(count))

    @property
    def throw_count(self) -> int:
        """The number of all throws, that is of all orders of faces."""
        return prod(sides**count for count, sides in self.groups)

    @property
    def lowest_face(self) -> int:
        """The lowest face of each die: -1 for Fate dice."""
        match self.keep:
            case "fate":
                return -1
            case "sum" | "digits" | "lowest" | "highest":
                return 1
            case _:
                assert_never(self.keep)

    def faces_of_die(self, die: int) -> range:
        """Return the faces that a die can show, by its place in the throw, from 0."""
        sides = self.die_sides[die] if self.others else self.sides
        return range(self.lowest_face, self.lowest_face + sides)

    @property
    def notation(self) -> str:
        """The dice as the rules write them: ``2d6``, ``d66``, ``lowest of 2d6``, ``highest 3 of 4d6``, ``4dF``."""
        match self.keep:
            case "sum" | "fate":
                return self.bare_notation
            case "digits":
                return f"d{self.sides}{self.sides}"
            case "lowest" | "highest":
                return f"{self.kept_words} of {self.bare_notation}"
            case _:
                assert_never(self.keep)

    @property
    def full_notation(self) -> str:
        """The notation, with a word for dice that the rules look at one by one: ``single 2d6``."""
        return f"single {self.notation}" if self.single else self.notation

    @property
    def kept_words(self) -> str:
        """The words for the dice that count: ``lowest``, ``highest 3``."""
        return self.keep if self.kept == 1 else f"{self.keep} {self.kept}"

    @property
    def bare_notation(self) -> str:
        """The dice as the rules write them, without the words for lowest or highest: ``2d6``, ``1d8 + 1d6``."""
        match self.keep:
            case "fate":
                return f"{self.count}dF"
            case "sum" | "digits":
                sign = " + "
            case "lowest" | "highest":
                sign = ", "
            case _:
                assert_never(self.keep)
        return sign.join(f"{count}d{sides}" for count, sides in self.groups)

    @property
    def low(self) -> int:
        """The lowest possible result of a throw."""
        match self.keep:
            case "sum":
                return self.die_count
            case "digits":
                return 11
            case "lowest" | "highest":
                return self.kept
            case "fate":
                return -self.count
            case _:
                assert_never(self.keep)

    @property
    def high(self) -> int:
        """The highest possible result of a throw."""
        match self.keep:
            case "sum":
                return sum(self.die_sides)
            case "digits":
                return 11 * self.sides
            case "lowest":
                return sum(sorted(self.die_sides)[: self.kept])
            case "highest":
                return sum(sorted(self.die_sides)[-self.kept :])
            case "fate":
                return self.count
            case _:
                assert_never(self.keep)

    @property
    def has_gaps(self) -> bool:
        """Whether some numbers between the lowest and the highest result cannot be thrown, as 17 to 20 on ``d66``."""
        match self.keep:
            case "digits":
                return True
            case "sum" | "lowest" | "highest" | "fate":
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
            case "sum" | "lowest" | "highest" | "fate":
                return self.low <= number <= self.high
            case _:
                assert_never(self.keep)

    @property
    def keeps_one(self) -> bool:
        """Whether only one die of a throw counts, the lowest or the highest."""
        match self.keep:
            case "sum" | "digits" | "fate":
                return False
            case "lowest" | "highest":
                return self.kept == 1
            case _:
                assert_never(self.keep)

    @property
    def result_noun(self) -> str:
        """The word for the result of a throw: ``total`` or ``result``."""
        match self.keep:
            case "sum" | "fate":
                return "total"
            case "digits" | "lowest" | "highest":
                return "result"
            case _:
                assert_never(self.keep)

    def total(self, faces: Sequence[int]) -> int:
        """Compute the result of a throw from the faces of its dice; a lone number for several dice is the result."""
        match self.keep:
            case "sum" | "fate":
                return sum(faces)
            case "digits":
                return 10 * faces[0] + faces[1] if len(faces) == self.count else sum(faces)
            case "lowest":
                return min(faces) if self.kept == 1 else sum(sorted(faces)[: self.kept])
            case "highest":
                return max(faces) if self.kept == 1 else sum(sorted(faces)[-self.kept :])
            case _:
                assert_never(self.keep)

    def faces_of(self, result: int) -> tuple[int, ...]:
        """Return the faces that a result implies, such as (6, 6) for 12 on ``2d6``, or else the result as a tuple."""
        match self.keep:
            case "sum" | "fate":
                is_certain = result in (self.low, self.high)
            case "digits":
                return divmod(result, 10)
            case "lowest":
                is_certain = result == self.high and not self.others
            case "highest":
                is_certain = result == self.low
            case _:
                assert_never(self.keep)
        if not is_certain:
            return (result,)
        end = 0 if result == self.low else -1
        return tuple(self.faces_of_die(die)[end] for die in range(self.die_count))

    # --- outcomes: what a throw gives to a program

    @property
    def face_base(self) -> int:
        """The base of the number whose digits are the faces of a throw, if the rules look at single dice."""
        return 10 if self.keep == "digits" else max(self.die_sides) + 1

    def face_digit(self, face: int) -> int:
        """Return the digit of a face in that number, from 1; a 0 stands for no die."""
        return face - self.lowest_face + 1

    def outcome(self, faces: Sequence[int]) -> int:
        """Compute what a throw gives to a program: its result, or for single dice the number of its sorted faces.

        Raises:
            ValueError: The rules look at single dice, and there is a total alone.
        """
        if not self.single or self.keep == "digits":
            return self.total(faces)
        if len(faces) != self.die_count:
            raise ValueError(f"the faces of {self.notation} are not known")
        number = 0
        for face in sorted(faces):
            number = number * self.face_base + self.face_digit(face)
        return number

    def faces_in(self, outcome: int) -> tuple[int, ...]:
        """Return the faces in the outcome of a throw of single dice: sorted, or the tens and the units of a ``d66``."""
        faces: list[int] = []
        while outcome:
            outcome, digit = divmod(outcome, self.face_base)
            faces.insert(0, digit + self.lowest_face - 1)
        return tuple(faces)

    def result_of(self, outcome: int) -> int:
        """Return the result of a throw, given its outcome."""
        return self.total(self.faces_in(outcome)) if self.single else outcome

    @property
    def outcomes(self) -> tuple[int, ...]:
        """All possible outcomes of a throw, in order."""
        return tuple(self.outcome_ways()) if self.single else self.results

    def outcome_ways(self) -> dict[int, int]:
        """Count the throws with each outcome: 2 of 36 for a 3 and a 4 on ``2d6``, if the rules look at single dice."""
        if not self.single or self.keep == "digits":
            return self.ways()
        dice = [self.faces_of_die(die) for die in range(self.die_count)]
        return dict(sorted((self.outcome(faces), ways) for faces, ways in ways_of_faces(dice).items()))

    def render_outcome(self, outcome: int) -> str:
        """Render the outcome of a throw: ``7``, or for single dice ``3, 4``."""
        return ", ".join(map(str, self.faces_in(outcome))) if self.single else str(outcome)

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
                return f"{self.kept_words} of {', '.join(map(str, faces))}"
            case "fate":
                return " ".join(FATE_SIGNS.get(face, str(face)) for face in faces)
            case _:
                assert_never(self.keep)

    def ways(self) -> dict[int, int]:
        """Count the throws that give each result: 6 of 36 for 7 on ``2d6``."""
        match self.keep:
            case "sum":
                return ways_of_sums(self.die_sides)
            case "digits":
                return dict.fromkeys(self.results, 1)
            case "lowest":
                return ways_of_kept(self.groups, self.kept, highest=False)
            case "highest":
                return ways_of_kept(self.groups, self.kept, highest=True)
            case "fate":
                return {total - 2 * self.count: ways for total, ways in ways_of_sums(self.die_sides).items()}
            case _:
                assert_never(self.keep)


def parse_dice(notation: str) -> Dice:
    """Parse dice in the rules' notation: ``2d6``, ``d66``, ``lowest of 2d6``, ``highest of 1d8, 1d6``, ``4dF``.

    ``single`` before it is that of dice that the rules look at one by one.

    ``2d66`` means ``d66``, for compatibility with files from before keeps existed.

    Raises:
        ValueError: The text is no such notation.
    """
    if notation.startswith("single "):
        return evolve(parse_dice(notation.removeprefix("single ")), single=True)
    words, of, listed = notation.rpartition(" of ")
    texts = ["2d66"] if listed == "d66" else re.split(r" *[+,] *", listed)
    if texts == ["2d66"] and not of:
        return Dice(2, DIGIT_SIDES, "digits")
    if len(texts) == 1 and listed.endswith("dF") and not of:
        return Dice(int(listed.removesuffix("dF")), FATE_SIDES, "fate")
    (count, sides), *others = (map(int, text.split("d")) for text in texts)
    keep, kept = parse_keep(words) if of else ("sum", 1)
    return Dice(count, sides, keep, kept, tuple(DiceGroup(*other) for other in others))


def parse_keep(words: str) -> tuple[Keep, int]:
    """Parse the words before dice (``lowest``, ``highest 3 of``) to the keep rule, and to how many dice it keeps.

    Raises:
        ValueError: They name no keep.
    """
    first, *more = words.removesuffix(" of").split()
    for keep in KEEPS:
        if first == keep:
            return keep, int(more[0]) if more else 1
    raise ValueError(f"{words!r} does not say what counts of dice")
