"""The generator: SplitMix64, and dice drawn from it without bias.

``docs/dice.md`` specifies it to the bit and holds test vectors, so that any backend can reproduce any game.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import length_hint
from typing import Literal

from bombsight.dsl.dice import Dice
from bombsight.dsl.limits import MAX_SIDES
from bombsight.flat.dice import CHOICES_SALT, GAMMA, MULTIPLIER_1, MULTIPLIER_2, NAMES_SALT
from bombsight.runtime.callbacks import Roll

MASK64 = 2**64 - 1
MASK32 = 2**32 - 1

ThrownBy = Literal["", "hand", "seed", "pin"]
"""Who threw dice: a person, the seed, nobody where a table is pinned; empty for those that a save's header names."""


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
    return mix(seed ^ CHOICES_SALT)


def names_seed(seed: int, number: int) -> int:
    """The seed of the order of a game's list of names, counted from 0, that goes with dice of this seed."""
    return mission_seed(seed ^ NAMES_SALT, number)


# The outputs are computed a block at a time: each lane of a long integer is 128 bits wide, so that a product of
# 64 bits by 64 bits stays within its lane. That costs a fifth of computing them one by one.
LANES = 64
WIDTH = 16
"""The bytes of a lane, the lowest first; an output is the first eight of them, its high half the last four of those."""
_ONES = sum(1 << 8 * WIDTH * lane for lane in range(LANES))
_LANE_MASK = _ONES * MASK64
_STEPS = sum(((lane + 1) * GAMMA & MASK64) << 8 * WIDTH * lane for lane in range(LANES))


def _generate_block(state: int) -> bytes:
    """The ``LANES`` outputs that follow a state, a lane each."""
    lanes = (_ONES * state + _STEPS) & _LANE_MASK
    lanes = ((lanes ^ (lanes >> 30)) & _LANE_MASK) * MULTIPLIER_1 & _LANE_MASK
    lanes = ((lanes ^ (lanes >> 27)) & _LANE_MASK) * MULTIPLIER_2 & _LANE_MASK
    lanes = (lanes ^ (lanes >> 31)) & _LANE_MASK
    return lanes.to_bytes(WIDTH * LANES, "little")


UPPER_SHIFT = 24
"""Above so many bits of an output's high half stands the byte that mostly tells by itself what a die shows."""


def faces_by_upper_byte(sides: int) -> tuple[int, ...]:
    """What a die shows for each upper byte; 0 where the lower ones decide, or that it is drawn again."""
    found = []
    for upper in range(1 << 32 - UPPER_SHIFT):
        least, most = (upper << UPPER_SHIFT) * sides, ((upper + 1 << UPPER_SHIFT) - 1) * sides
        same = least >> 32 == most >> 32 and least & MASK32 >= sides
        found.append((least >> 32) + 1 if same else 0)
    return tuple(found)


_faces_by_sides: dict[int, tuple[int, ...]] = {}
"""The :func:`faces_by_upper_byte` of dice that were thrown, by their sides."""


def known_faces(sides: int) -> tuple[int, ...]:
    """The faces of a die, worked out once; of one that no rules can throw none is known."""
    if sides > MAX_SIDES:
        return (0,) * (1 << 32 - UPPER_SHIFT)
    return _faces_by_sides.setdefault(sides, faces_by_upper_byte(sides))


class SeededDice:
    """Dice from a seed.

    Attributes:
        seed: Of the stream that is drawn from.
        roll: ``roll(site, dice) -> int``: the total of a throw, or what is kept of it. This is the fast path.
        throw: ``throw(site, dice) -> tuple[int, ...]``: the faces of the same dice.
        below: ``below(limit) -> int``: an even draw from 0 up to, not including, ``limit`` (1 to 2**32).
    """

    roll: Roll
    throw: Callable[[int, Dice], tuple[int, ...]]
    below: Callable[[int], int]
    by: ThrownBy = ""
    """The header names it."""

    def __init__(self, seed: int) -> None:
        self.seed = self._first = seed & MASK64
        self.roll, self.throw, self.below, self._reseed, self._drawn = _stream(self.seed)

    def restart(self, seed: int | None = None) -> None:
        """Go back to the start of the first stream, or make that of another seed the first."""
        if seed is not None:
            self._first = seed & MASK64
        self.seed = self._first
        self._reseed(self.seed, 0)

    def reseed(self, seed: int) -> None:
        """Go on with the stream of another seed, from its start."""
        self.seed = seed & MASK64
        self._reseed(self.seed, 0)

    @property
    def position(self) -> int:
        """How many outputs have been drawn of the stream."""
        return self._drawn()

    def seek(self, position: int) -> None:
        """Go to where so many outputs of the stream have been drawn."""
        self._reseed(self.seed, position)

    def skip(self, site: int, dice: Dice) -> None:
        """Pass over a throw that is known already."""
        self.throw(site, dice)


def _stream(
    seed: int,
) -> tuple[
    Roll,
    Callable[[int, Dice], tuple[int, ...]],
    Callable[[int], int],
    Callable[[int, int], None],
    Callable[[], int],
]:
    """Closures over one stream, because a cell is read faster than an attribute."""
    block = b""
    uppers = iter(block)
    """The upper bytes of the block at hand, of which those of outputs not drawn yet are left."""
    outputs_before_next = 0
    """How many outputs come before the next block."""

    def reseed(new_seed: int, outputs_before: int) -> None:
        nonlocal seed, uppers, outputs_before_next
        seed, uppers, outputs_before_next = new_seed, iter(b""), outputs_before

    def outputs_drawn() -> int:
        return outputs_before_next - length_hint(uppers)

    def load_next_block() -> None:
        """The next block, where nothing of the last is left."""
        nonlocal block, uppers, outputs_before_next
        block = _generate_block(seed + outputs_before_next * GAMMA & MASK64)
        uppers = iter(block[7::WIDTH])
        outputs_before_next += LANES

    def settle_face(sides: int) -> int:
        """What a die shows where its upper byte, which was drawn last, does not tell."""
        at = (LANES - length_hint(uppers) - 1) * WIDTH + 4
        product = int.from_bytes(block[at : at + 4], "little") * sides
        return (product >> 32) + 1 if product & MASK32 >= 2**32 % sides else die(sides)

    def die(sides: int) -> int:
        try:
            shown = _faces_by_sides[sides]
        except KeyError:
            shown = known_faces(sides)
        for upper in uppers:  # sooner than to call what gives the next
            return shown[upper] or settle_face(sides)
        load_next_block()
        return die(sides)

    def below(limit: int) -> int:
        return die(limit) - 1

    def roll(site: int, dice: Dice) -> int:
        sides = dice.sides
        count = dice.count
        if count > 1:
            if dice.keep != "sum":
                return dice.total((die(sides), die(sides)) if count == 2 else [die(sides) for _ in range(count)])
            found = die(sides)
            while count > 1:
                found += die(sides)
                count -= 1
            return found
        try:
            shown = _faces_by_sides[sides]
        except KeyError:
            shown = known_faces(sides)
        for upper in uppers:  # what `die` does, without its call
            return shown[upper] or settle_face(sides)
        return die(sides)

    def throw(site: int, dice: Dice) -> tuple[int, ...]:
        sides = dice.sides
        if dice.count == 1:
            try:
                shown = _faces_by_sides[sides]
            except KeyError:
                shown = known_faces(sides)
            for upper in uppers:  # as above
                return (shown[upper] or settle_face(sides),)
            return (die(sides),)
        if dice.count == 2:
            return die(sides), die(sides)
        return tuple([die(sides) for _ in range(dice.count)])

    return roll, throw, below, reseed, outputs_drawn
