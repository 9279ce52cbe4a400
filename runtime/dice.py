"""The generator: SplitMix64, and dice drawn from it without bias.

``docs/dice.md`` specifies it to the bit and holds test vectors, so that any backend can reproduce any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from struct import Struct
from typing import Literal

from bombsight.dsl.dice import D66, LOWEST, Dice
from bombsight.dsl.limits import SIDES
from bombsight.flat.dice import CHOICES, GAMMA, MULTIPLIER_1, MULTIPLIER_2, NAMES

MASK64 = 2**64 - 1
MASK32 = 2**32 - 1

By = Literal["", "hand", "seed", "pin"]
"""Who threw dice: a person, the seed, nobody where a table is pinned; empty for those that a save's header names."""

Roll = Callable[[int, int, int], int]
"""``roll(site, count, sides)``: what the dice show together, as :class:`bombsight.dsl.dice.Dice` reads the two."""


def mix(state: int) -> int:
    """The output of SplitMix64 for a state, from 0 to 2**64 - 1."""
    state = (state ^ (state >> 30)) * MULTIPLIER_1 & MASK64
    state = (state ^ (state >> 27)) * MULTIPLIER_2 & MASK64
    return state ^ (state >> 31)


def mission_seed(seed: int, mission: int) -> int:
    """The seed of a batch's mission, counted from 0."""
    return mix(seed + (mission + 1) * GAMMA & MASK64)


def choices_seed(seed: int) -> int:
    """The seed of the random choices that go with dice of this seed."""
    return mix(seed ^ CHOICES)


def names_seed(seed: int, number: int) -> int:
    """The seed of the order of a game's list of names, counted from 0, that goes with dice of this seed."""
    return mission_seed(seed ^ NAMES, number)


def total(faces: tuple[int, ...], count: int, sides: int) -> int:
    """What faces show together; a single number for several dice is their total already."""
    return Dice(count, sides).total(faces)


# The outputs are computed a block at a time: each lane of a long integer is 128 bits wide, so that a product of
# 64 bits by 64 bits stays within its lane. That costs a fifth of computing them one by one.
LANES = 64
_ONES = sum(1 << 128 * lane for lane in range(LANES))
_LANE_MASK = _ONES * MASK64
_STEPS = sum(((lane + 1) * GAMMA & MASK64) << 128 * lane for lane in range(LANES))
_high_halves = Struct("<" + "4xI8x" * LANES).unpack


def _block(state: int) -> tuple[int, ...]:
    """The high halves of the ``LANES`` outputs that follow a state."""
    lanes = (_ONES * state + _STEPS) & _LANE_MASK
    lanes = ((lanes ^ (lanes >> 30)) & _LANE_MASK) * MULTIPLIER_1 & _LANE_MASK
    lanes = ((lanes ^ (lanes >> 27)) & _LANE_MASK) * MULTIPLIER_2 & _LANE_MASK
    lanes = (lanes ^ (lanes >> 31)) & _LANE_MASK
    return _high_halves(lanes.to_bytes(16 * LANES, "little"))


def _blocks(state: int) -> Iterator[tuple[int, ...]]:
    while True:
        yield _block(state)
        state = state + LANES * GAMMA & MASK64


UPPER = 22
"""Above so many bits of an output's high half stand those that mostly tell by themselves what a die shows."""


def faces(sides: int) -> tuple[int, ...]:
    """What a die shows for each value of the upper bits; 0 where the lower ones decide, or that it is drawn again."""
    found = []
    for upper in range(2 ** (32 - UPPER)):
        least, most = (upper << UPPER) * sides, ((upper + 1 << UPPER) - 1) * sides
        same = least >> 32 == most >> 32 and least & MASK32 >= sides
        found.append((least >> 32) + 1 if same else 0)
    return tuple(found)


_known: dict[int, tuple[int, ...]] = {}
"""The :func:`faces` of dice that were thrown, by their sides."""


def known(sides: int) -> tuple[int, ...]:
    """The faces of a die, worked out once; of one that no rules can throw none is known."""
    if sides > SIDES:
        return (0,) * 2 ** (32 - UPPER)
    return _known.setdefault(sides, faces(sides))


class SeededDice:
    """Dice from a seed.

    Attributes:
        roll: ``roll(site, count, sides) -> int``: the total of a throw, or what is kept of it. This is the fast path.
        below: ``below(limit) -> int``: an even draw from 0 up to, not including, ``limit`` (1 to 2**32).
    """

    roll: Roll
    below: Callable[[int], int]
    by: By = ""
    """The header names it."""

    def __init__(self, seed: int) -> None:
        self.seed = seed & MASK64
        self.roll, self._throw, self.below, self._reseed, self._drawn = _stream(self.seed)

    def restart(self, seed: int | None = None) -> None:
        """Go back to the start, or to the start of another seed."""
        self.seed = self.seed if seed is None else seed & MASK64
        self._reseed(self.seed, 0)

    def throw(self, site: int, count: int, sides: int) -> tuple[int, ...]:
        """The faces of a throw: the same dice that ``roll`` would have added up."""
        return self._throw(site, count, sides)

    @property
    def position(self) -> int:
        """How many outputs have been drawn for throws since the start."""
        return self._drawn()

    def seek(self, position: int) -> None:
        """Go to where so many outputs have been drawn."""
        self._reseed(self.seed, position)

    def skip(self, site: int, count: int, sides: int) -> None:
        """Pass over a throw that is known already."""
        self.throw(site, count, sides)


def _stream(
    seed: int,
) -> tuple[
    Roll,
    Callable[[int, int, int], tuple[int, ...]],
    Callable[[int], int],
    Callable[[int, int], None],
    Callable[[], int],
]:
    """Closures over one stream, because a cell is read faster than an attribute."""
    draw = chain.from_iterable(_blocks(seed)).__next__
    drawn = 0

    def reseed(seed: int, behind: int) -> None:
        nonlocal draw, drawn
        draw = chain.from_iterable(_blocks(seed + behind * GAMMA & MASK64)).__next__
        drawn = behind

    def below(limit: int) -> int:
        product = draw() * limit
        while product & MASK32 < 2**32 % limit:
            product = draw() * limit
        return product >> 32

    def settled(high: int, sides: int) -> int:
        product = high * sides
        while product & MASK32 < 2**32 % sides:
            product = draw() * sides
        return (product >> 32) + 1

    def roll(site: int, count: int, sides: int) -> int:
        if count > 1:
            if sides == D66 and count == 2:
                return 10 * below(6) + below(6) + 11
            if sides > LOWEST:
                dice = Dice(count, sides)
                return dice.total([below(dice.faces) + 1 for _ in range(count)])
        try:
            shown = _known[sides]
        except KeyError:
            shown = known(sides)
        high = draw()
        found = shown[high >> UPPER] or settled(high, sides)
        if count == 1:
            return found
        for _ in range(count - 1):
            high = draw()
            found += shown[high >> UPPER] or settled(high, sides)
        return found

    def throw(site: int, count: int, sides: int) -> tuple[int, ...]:
        nonlocal drawn
        if count == 1:
            product = draw() * sides
            drawn += 1
            while product & MASK32 < sides and product & MASK32 < 2**32 % sides:
                product = draw() * sides
                drawn += 1
            return ((product >> 32) + 1,)
        die = Dice(count, sides).faces
        faces = []
        for _ in range(count):
            product = draw() * die
            drawn += 1
            while product & MASK32 < die and product & MASK32 < 2**32 % die:
                product = draw() * die
                drawn += 1
            faces.append((product >> 32) + 1)
        return tuple(faces)

    return roll, throw, below, reseed, lambda: drawn
