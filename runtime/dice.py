"""The random generator, SplitMix64, and unbiased dice drawn from it.

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
"""Who threw: a person, the seed, nobody for a pinned table; empty for the dice of a save's header."""


def mix(state: int) -> int:
    """Compute the output of SplitMix64 for a state, from 0 to 2**64 - 1."""
    state = (state ^ (state >> 30)) * MULTIPLIER_1 & MASK64
    state = (state ^ (state >> 27)) * MULTIPLIER_2 & MASK64
    return state ^ (state >> 31)


def mission_seed(seed: int, mission: int) -> int:
    """Derive the seed of the mission with an index, from 0, in a batch with a seed."""
    return mix(seed + (mission + 1) * GAMMA & MASK64)


def choices_seed(seed: int) -> int:
    """Derive the seed of a random policy's choices from the seed of the dice."""
    return mix(seed ^ CHOICES_SALT)


def names_seed(seed: int, number: int) -> int:
    """Derive from the seed of the dice a seed to shuffle the manifest's list of names with index ``number``, from 0."""
    return mission_seed(seed ^ NAMES_SALT, number)


# The outputs are computed a block at a time: each lane of a long integer is 128 bits wide, so that a product of
# 64 bits by 64 bits stays within its lane. That costs a fifth of computing them one by one.
LANES = 64
WIDTH = 16
"""Bytes of a lane, the lowest first: an output is the first eight, and its high half the last four of those."""
_ONES = sum(1 << 8 * WIDTH * lane for lane in range(LANES))
_LANE_MASK = _ONES * MASK64
_STEPS = sum(((lane + 1) * GAMMA & MASK64) << 8 * WIDTH * lane for lane in range(LANES))


def _generate_block(state: int) -> bytes:
    """Compute the ``LANES`` outputs that follow a generator state, all in one large integer; return them as bytes."""
    lanes = (_ONES * state + _STEPS) & _LANE_MASK
    lanes = ((lanes ^ (lanes >> 30)) & _LANE_MASK) * MULTIPLIER_1 & _LANE_MASK
    lanes = ((lanes ^ (lanes >> 27)) & _LANE_MASK) * MULTIPLIER_2 & _LANE_MASK
    lanes = (lanes ^ (lanes >> 31)) & _LANE_MASK
    return lanes.to_bytes(WIDTH * LANES, "little")


UPPER_SHIFT = 24
"""Shift to the top byte of an output's high half, which alone mostly determines the face of a die."""


def faces_by_upper_byte(sides: int) -> tuple[int, ...]:
    """Precompute the face of a die for each top byte of an output; 0 where lower bytes decide, perhaps for a redraw."""
    found = []
    for upper in range(1 << 32 - UPPER_SHIFT):
        least, most = (upper << UPPER_SHIFT) * sides, ((upper + 1 << UPPER_SHIFT) - 1) * sides
        same = least >> 32 == most >> 32 and least & MASK32 >= sides
        found.append((least >> 32) + 1 if same else 0)
    return tuple(found)


_faces_by_sides: dict[int, tuple[int, ...]] = {}
"""Cache of :func:`faces_by_upper_byte` by the number of sides."""


def known_faces(sides: int) -> tuple[int, ...]:
    """Return the table of a die's faces by an output's top byte, from a cache; all 0 for a die with too many sides."""
    if sides > MAX_SIDES:
        return (0,) * (1 << 32 - UPPER_SHIFT)
    return _faces_by_sides.setdefault(sides, faces_by_upper_byte(sides))


class SeededDice:
    """The project's random generator: dice determined by a seed, as a stream of SplitMix64 outputs.

    Attributes:
        seed: The seed of the current stream.
        roll: ``roll(site, dice) -> int``: the total of a throw, or the die that is kept. This is the fast path.
        throw: ``throw(site, dice) -> tuple[int, ...]``: the faces of the same dice.
        below: ``below(limit) -> int``: a uniform draw from 0 up to, not including, ``limit`` (1 to 2**32).
    """

    roll: Roll
    throw: Callable[[int, Dice], tuple[int, ...]]
    below: Callable[[int], int]
    by: ThrownBy = ""
    """Empty: these are the dice of the header."""

    def __init__(self, seed: int) -> None:
        """Make dice that follow from a seed of 64 bits."""
        self.seed = self._first = seed & MASK64
        self.roll, self.throw, self.below, self._reseed, self._drawn = _stream(self.seed)

    def restart(self, seed: int | None = None) -> None:
        """Rewind to the start of the first stream of dice; a seed replaces that stream by its own."""
        if seed is not None:
            self._first = seed & MASK64
        self.seed = self._first
        self._reseed(self.seed, 0)

    def reseed(self, seed: int) -> None:
        """Switch to the stream of another seed, from its start; :meth:`restart` still returns to the first stream."""
        self.seed = seed & MASK64
        self._reseed(self.seed, 0)

    @property
    def position(self) -> int:
        """The number of generator outputs drawn so far from the current stream."""
        return self._drawn()

    def seek(self, position: int) -> None:
        """Move to a position in the current stream, counted in generator outputs."""
        self._reseed(self.seed, position)

    def skip(self, site: int, dice: Dice) -> None:
        """Make a throw and discard it, because its faces are known from a record, so that the next throw follows it."""
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
    """Make the functions ``roll, throw, below, reseed, outputs_drawn``, which share one stream of random outputs."""
    block = b""
    uppers = iter(block)
    """The top bytes of outputs in the current block that are not drawn yet."""
    outputs_before_next = 0
    """The number of outputs before the next block."""

    def reseed(new_seed: int, outputs_before: int) -> None:
        """Replace the stream by that of a new seed, positioned after ``outputs_before`` outputs."""
        nonlocal seed, uppers, outputs_before_next
        seed, uppers, outputs_before_next = new_seed, iter(b""), outputs_before

    def outputs_drawn() -> int:
        """Return how many outputs of the stream have been drawn."""
        return outputs_before_next - length_hint(uppers)

    def load_next_block() -> None:
        """Compute the next block of outputs, after the last output of the current block was drawn."""
        nonlocal block, uppers, outputs_before_next
        block = _generate_block(seed + outputs_before_next * GAMMA & MASK64)
        uppers = iter(block[7::WIDTH])
        outputs_before_next += LANES

    def settle_face(sides: int) -> int:
        """Compute a die's face from a whole output, if its top byte does not decide; draw again against bias."""
        at = (LANES - length_hint(uppers) - 1) * WIDTH + 4
        product = int.from_bytes(block[at : at + 4], "little") * sides
        return (product >> 32) + 1 if product & MASK32 >= 2**32 % sides else die(sides)

    def die(sides: int) -> int:
        """Throw one die; return its face, from 1."""
        try:
            shown = _faces_by_sides[sides]
        except KeyError:
            shown = known_faces(sides)
        for upper in uppers:  # faster than a call of next()
            return shown[upper] or settle_face(sides)
        load_next_block()
        return die(sides)

    def below(limit: int) -> int:
        """Draw a uniform integer from 0 up to, not including, the limit."""
        return die(limit) - 1

    def roll(site: int, dice: Dice) -> int:
        """Throw dice; return the outcome: the total, the dice that count, two digits, or single dice."""
        sides = dice.sides
        count = dice.count
        if dice.keep == "fate" or dice.others or dice.single:
            return dice.outcome(throw(site, dice))
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
        for upper in uppers:  # `die` inlined
            return shown[upper] or settle_face(sides)
        return die(sides)

    def throw(site: int, dice: Dice) -> tuple[int, ...]:
        """Throw dice; return the face of each."""
        if dice.keep == "fate" or dice.others:
            return tuple([die(sides) - 1 + dice.lowest_face for sides in dice.die_sides])
        sides = dice.sides
        if dice.count == 1:
            try:
                shown = _faces_by_sides[sides]
            except KeyError:
                shown = known_faces(sides)
            for upper in uppers:  # `die` inlined
                return (shown[upper] or settle_face(sides),)
            return (die(sides),)
        if dice.count == 2:
            return die(sides), die(sides)
        return tuple([die(sides) for _ in range(dice.count)])

    return roll, throw, below, reseed, outputs_drawn
