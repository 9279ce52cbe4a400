"""Where faces come from when people watch: a generator, a file, or dice on a real table.

``throw`` gives the faces of a throw. ``skip`` passes over a throw whose faces are known from a save, so that what
follows is what would have followed. ``reseed`` goes on with the stream of another seed, where there is one. ``restart``
goes back to the first throw, ``seek`` to where ``position`` was so in the stream.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.boundary.texts import decode_utf8
from bombsight.dsl.dice import Dice
from bombsight.flat.program import Program
from bombsight.flat.sites import DrawSite, RollSite, Site, Thrown
from bombsight.runtime import sentences
from bombsight.runtime.dice import ThrownBy
from bombsight.runtime.pins import (
    Pin,
)

ThrowFaces = Callable[[int, Dice], tuple[int, ...]]
"""``throw(site, dice)``: the faces of a throw; a single number for several dice is their total."""

NUMBER = re.compile(r"[0-9]{1,9}")

ZEROS = (("0", 10), ("00", 100))
"""What stands on dice for their highest face, and how many sides these dice have."""


def throw_site(site: Site, dice: Dice) -> Thrown:
    """Where dice are thrown: of a draw, with as many sides as there are members."""
    if isinstance(site, DrawSite):
        return evolve(site, dice=dice)
    assert isinstance(site, RollSite)
    return site


class DiceSource(Protocol):
    """Something that throws dice."""

    @property
    def by(self) -> ThrownBy:
        """Who threw last, as a save says it."""
        ...

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """The faces of a throw; a single number for several dice is their total."""

    def skip(self, site: int, dice: Dice) -> None:
        """Pass over a throw that is known already."""

    def reseed(self, seed: int) -> None:
        """Go on with the stream of another seed, from its start; nothing where no seed throws."""

    @property
    def position(self) -> int:
        """How far it has come in its stream, 0 at the start."""
        ...

    def seek(self, position: int) -> None:
        """Go to where it was at a position of its stream."""

    def restart(self) -> None:
        """Go back to the start of its first stream."""


def read_faces(numbers: tuple[int, ...], dice: Dice) -> tuple[int, ...] | str:
    """The faces that numbers mean: one for each die, or one for all together.

    Returns:
        The faces, a single total where only that is known, or what is wrong in a few words.
    """
    if len(numbers) == dice.count:
        wrong_face = next((face for face in numbers if not 1 <= face <= dice.sides), None)
        return numbers if wrong_face is None else sentences.wrong_face(wrong_face, dice.sides)
    if len(numbers) != 1:
        return sentences.wrong_die_count(dice.notation, dice.count, dice.keeps_one, len(numbers))
    (number,) = numbers
    return (
        dice.faces_of(number)
        if dice.can_show(number)
        else sentences.wrong_total(number, dice.result_noun, dice.notation)
    )


def parse_throw(text: str, dice: Dice) -> tuple[int, ...] | str:
    """The faces that a person types: ``3 4``, ``3+4``, ``7``; or what is wrong in a few words."""
    words = text.replace(",", " ").replace("+", " ").split()
    if not words or not all(NUMBER.fullmatch(word) for word in words):
        return sentences.TYPE_DICE_HINT
    shows_faces = len(words) == dice.count or dice.keeps_one
    numbers = tuple(parse_face(word, dice.sides) if shows_faces else int(word) for word in words)
    return read_faces(numbers, dice)


def parse_face(word: str, sides: int) -> int:
    """The face that a digit means: most dice with ten sides show ``0`` for 10, and two of them ``00`` for 100.

    Args:
        word: Digits.
        sides: How many sides the die has.
    """
    return sides if (word, sides) in ZEROS else int(word)


def parse_throws(text: str, dice: Dice) -> tuple[tuple[int, ...], ...] | str:
    """The throws that a person types: one, or several of the same dice after another; or what is wrong with it.

    ``4 3 6`` are three throws of one die, ``3 4 5 5`` two of two dice. A single total stands for one throw alone.
    """
    words = text.replace(",", " ").replace("+", " ").split()
    if "+" in text or len(words) <= dice.count or len(words) % dice.count:
        read = parse_throw(text, dice)
        return read if isinstance(read, str) else (read,)
    throws = []
    for first in range(0, len(words), dice.count):
        read = parse_throw(" ".join(words[first : first + dice.count]), dice)
        if isinstance(read, str):
            return read
        throws.append(read)
    return tuple(throws)


class FileDice:
    """Dice from a file: one number a die, in the order they are thrown; ``#`` begins a comment.

    Raises:
        InputError: The file cannot be read or holds something else than numbers.
    """

    by: ThrownBy = ""
    """The header names it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.numbers = parse_numbers(decode_utf8(read_input_file(path), path), path)
        self.position = 0

    def reseed(self, seed: int) -> None:
        """Nothing: no seed throws what stands in a file."""

    def restart(self) -> None:
        """Go back to the first number."""
        self.position = 0

    def seek(self, position: int) -> None:
        """Go to a number, counted from 0."""
        self.position = position

    def skip(self, site: int, dice: Dice) -> None:
        """Pass over as many numbers as there are dice."""
        self.position += dice.count

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """The next numbers of the file.

        Raises:
            InputError: There are too few, or one is not on the die.
        """
        end = self.position + dice.count
        next_faces = [(parse_face(word, dice.sides), line) for word, line in self.numbers[self.position : end]]
        if len(next_faces) < dice.count:
            raise InputError(
                f"no dice left: {len(self.numbers)} read, and {dice.notation} is to be thrown",
                self.path,
                "Add numbers at the end of the file, one for each die.",
            )
        faces = tuple(number for number, _ in next_faces)
        read = read_faces(faces, dice)
        if isinstance(read, str):
            line = next(line for number, line in next_faces if not 1 <= number <= dice.sides)
            raise InputError(read, f"{self.path}:{line}")
        self.position += dice.count
        return faces


def parse_numbers(text: str, path: str) -> tuple[tuple[str, int], ...]:
    """The numbers of a dice file as they are written, each with its line.

    Raises:
        InputError: Something is no number.
    """
    numbers = []
    for line, content in enumerate(text.split("\n"), start=1):
        for word in content.partition("#")[0].replace(",", " ").split():
            if not NUMBER.fullmatch(word):
                raise InputError(f"'{word[:20]}' is no number", f"{path}:{line}", "Write one number for each die.")
            numbers.append((word, line))
    return tuple(numbers)


class ManualDice:
    """Real dice: a person throws them and says what they show. Any throw may be left to other dice.

    The others pass over each throw that is not theirs, so that they fall as they would have fallen without it.

    Args:
        program: The program played.
        ask: Called with the site; gives the faces, or a single total where only that is known, as :func:`read_faces`
            does, or nothing where the others shall throw. It may raise :class:`~bombsight.runtime.run.policies.Pause`.
        other_dice: The other dice, or None.
        by_hand: Whether the person throws, and does so by what the header says.

    Attributes:
        by_hand: Whether the person throws from here on.
    """

    def __init__(
        self,
        program: Program,
        ask: Callable[[Thrown], tuple[int, ...]],
        other_dice: DiceSource | None = None,
        *,
        by_hand: bool = True,
    ) -> None:
        self.sites = program.sites
        self.ask = ask
        self.other_dice = other_dice
        self.by_hand = by_hand
        self.by: ThrownBy = ""
        self._by_person: ThrownBy = "" if by_hand else "hand"
        self._by_others: ThrownBy = "seed" if by_hand else ""

    @property
    def position(self) -> int:
        """How far the others have come."""
        return self.other_dice.position if self.other_dice is not None else 0

    def reseed(self, seed: int) -> None:
        """Have the others go on with the stream of another seed."""
        if self.other_dice is not None:
            self.other_dice.reseed(seed)

    def seek(self, position: int) -> None:
        """Have the others where they were at a position."""
        if self.other_dice is not None:
            self.other_dice.seek(position)

    def restart(self) -> None:
        """Have the others begin again."""
        if self.other_dice is not None:
            self.other_dice.restart()

    def skip(self, site: int, dice: Dice) -> None:
        """Have the others pass over a throw."""
        if self.other_dice is not None:
            self.other_dice.skip(site, dice)

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """What the person says, or the others show."""
        if self.by_hand or self.other_dice is None:
            faces = self.ask(throw_site(self.sites[site], dice))
            if faces:
                self.skip(site, dice)
                self.by = self._by_person
                return faces
        assert self.other_dice is not None
        self.by = self._by_others
        return self.other_dice.throw(site, dice)


def pinned_faces(program: Program, pins: Sequence[Pin]) -> dict[int, tuple[int, ...]]:
    """The faces that pins lay, by the sites of rolls; a pin that does not fit the dice of one lays none there."""
    by_table = {pin.table: pin.faces for pin in pins}
    faces_by_site = {}
    for number, site in enumerate(program.sites if pins else ()):
        faces = by_table.get(site.table or "") if isinstance(site, RollSite) else None
        if faces and isinstance(site, RollSite):
            read = read_faces(faces, site.dice)
            if not isinstance(read, str):
                faces_by_site[number] = read
    return faces_by_site


class PinnedDice:
    """Dice of which some are laid, not thrown: those of pinned tables. The others fall as they would without pins.

    Args:
        program: The program played.
        pins: What is laid, as it fits the dice of each table.
        other_dice: The other dice.
    """

    def __init__(self, program: Program, pins: Sequence[Pin], other_dice: DiceSource) -> None:
        self.pinned_faces = pinned_faces(program, pins)
        self.other_dice = other_dice
        self.by: ThrownBy = ""

    @property
    def position(self) -> int:
        """How far the others have come."""
        return self.other_dice.position

    def reseed(self, seed: int) -> None:
        """Have the others go on with the stream of another seed."""
        self.other_dice.reseed(seed)

    def seek(self, position: int) -> None:
        """Have the others where they were at a position."""
        self.other_dice.seek(position)

    def restart(self) -> None:
        """Have the others begin again."""
        self.other_dice.restart()

    def skip(self, site: int, dice: Dice) -> None:
        """Have the others pass over a throw."""
        self.other_dice.skip(site, dice)

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """What is laid, or what the others show."""
        pinned = self.pinned_faces.get(site)
        if pinned is not None:
            self.skip(site, dice)
            self.by = "pin"
            return pinned
        faces = self.other_dice.throw(site, dice)
        self.by = self.other_dice.by
        return faces
