"""Sources of dice in play: a generator, a file, or real dice on a table.

``throw`` returns the faces of a throw. ``skip`` skips a throw whose faces are known from a save, so that later throws
stay the same. ``reseed`` continues with the stream of another seed, if there is one. ``restart`` goes back to the first
throw, ``seek`` to a ``position`` of the stream.
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

SIGNED_NUMBER = re.compile(r"-?[0-9]{1,9}")

FATE_WORD = re.compile(r"[+-](?![0-9])|[^\s+]+")
"""Matches what a Fate die shows, as a person types it: ``+``, ``-``, ``0`` or a number."""

FATE_WORDS = {"+": "1", "-": "-1"}
"""The signs of Fate dice as numbers."""

ZEROS = (("0", 10), ("00", 100))
"""Inscriptions of the highest face of dice, with the number of sides of these dice."""


def throw_site(site: Site, dice: Dice) -> Thrown:
    """Return the metadata of a site (code location) of a throw; a draw's with ``dice``, a side per member."""
    if isinstance(site, DrawSite):
        return evolve(site, dice=dice)
    assert isinstance(site, RollSite)
    return site


class DiceSource(Protocol):
    """The interface of dice in play, such as a seeded generator, a file or a person's own dice."""

    @property
    def by(self) -> ThrownBy:
        """Who threw the last dice: ``hand``, ``seed``, ``pin``, or empty for the save's usual source."""
        ...

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Throw dice at a site (code location), and return the faces; a lone number for several dice is their total."""

    def skip(self, site: int, dice: Dice) -> None:
        """Move past a throw whose faces are known already, such as from a save, so that the next throw follows it."""

    def reseed(self, seed: int) -> None:
        """Switch to the stream of another seed, from its start; a source without a seed does nothing."""

    @property
    def position(self) -> int:
        """The position in the stream of dice, from 0."""
        ...

    def seek(self, position: int) -> None:
        """Move to a position of the stream that :attr:`position` has given."""

    def restart(self) -> None:
        """Go back to the start of the stream that the source began with."""


def read_faces(numbers: tuple[int, ...], dice: Dice) -> tuple[int, ...] | str:
    """Return the faces that typed or recorded numbers mean, one a die or a lone total, or an error message.

    Returns:
        The faces, a single total if only that is known, or a short error message.
    """
    if len(numbers) == dice.die_count:
        wrong_die = find_wrong_face(numbers, dice)
        return numbers if wrong_die is None else explain_wrong_face(numbers, wrong_die, dice)
    if len(numbers) != 1 and dice.single:
        return sentences.single_dice_wanted(dice.die_count)
    if len(numbers) != 1:
        return sentences.wrong_die_count(dice.notation, dice.die_count, dice.keeps_one, len(numbers))
    (number,) = numbers
    if not dice.can_show(number):
        return sentences.wrong_total(number, dice.result_noun, dice.notation)
    faces = dice.faces_of(number)
    return sentences.single_dice_wanted(dice.die_count) if dice.single and len(faces) < dice.die_count else faces


def find_wrong_face(faces: Sequence[int], dice: Dice) -> int | None:
    """Return the place of the first face, from 0, that its die does not have; None if all have theirs."""
    return next((die for die, face in enumerate(faces) if face not in dice.faces_of_die(die)), None)


def explain_wrong_face(faces: Sequence[int], die: int, dice: Dice) -> str:
    """Return the error for the face of a die, by its place in the throw, that it does not have."""
    return sentences.wrong_face(faces[die], dice.die_sides[die], dice.lowest_face)


def split_throw(text: str, dice: Dice) -> list[str]:
    """Split typed faces into words: at blanks and commas, and at a ``+`` except with Fate dice, which show it."""
    text = text.replace(",", " ").replace("\N{MINUS SIGN}", "-")
    if dice.keep != "fate":
        return text.replace("+", " ").split()
    return [FATE_WORDS.get(word, word) for word in FATE_WORD.findall(text)]


def parse_throw(text: str, dice: Dice) -> tuple[int, ...] | str:
    """Parse the faces that a person types: ``3 4``, ``3+4``, ``7``, ``+ 0 -``; or return a short error message."""
    words = split_throw(text, dice)
    number = NUMBER if dice.low > 0 else SIGNED_NUMBER
    if not words or not all(number.fullmatch(word) for word in words):
        return sentences.TYPE_DICE_HINT
    if len(words) == dice.die_count:
        return read_faces(tuple(map(parse_face, words, dice.die_sides)), dice)
    return read_faces(tuple(parse_face(word, dice.high) if dice.keeps_one else int(word) for word in words), dice)


def parse_face(word: str, sides: int) -> int:
    """Parse the face of a die; a ``0`` on a ten-sided die means 10, and ``00`` means 100 on one with 100 sides."""
    return sides if (word, sides) in ZEROS else int(word)


def parse_throws(text: str, dice: Dice) -> tuple[tuple[int, ...], ...] | str:
    """Parse one or several throws of the same dice that a person types; return the faces of each, or an error message.

    ``4 3 6`` are three throws of one die, ``3 4 5 5`` two of two dice. A single total stands for one throw alone.
    """
    words = split_throw(text, dice)
    is_joined = "+" in text and dice.keep != "fate"
    if is_joined or len(words) <= dice.die_count or len(words) % dice.die_count:
        read = parse_throw(text, dice)
        return read if isinstance(read, str) else (read,)
    throws = []
    for first in range(0, len(words), dice.die_count):
        read = parse_throw(" ".join(words[first : first + dice.die_count]), dice)
        if isinstance(read, str):
            return read
        throws.append(read)
    return tuple(throws)


class FileDice:
    """Dice from a file with one number a die, in the order of throws; ``#`` begins a comment.

    Raises:
        InputError: The file cannot be read, or has something other than numbers.
    """

    by: ThrownBy = ""
    """Empty: these are the dice of the header."""

    def __init__(self, path: str) -> None:
        """Read the dice file at a path; raise InputError if it cannot be read or has anything but numbers."""
        self.path = path
        self.numbers = parse_numbers(decode_utf8(read_input_file(path), path), path)
        self.position = 0

    def reseed(self, seed: int) -> None:
        """Do nothing: no seed determines a file's numbers."""

    def restart(self) -> None:
        """Go back to the first number of the file."""
        self.position = 0

    def seek(self, position: int) -> None:
        """Move to the number of the file with an index, from 0."""
        self.position = position

    def skip(self, site: int, dice: Dice) -> None:
        """Skip the numbers of a throw in the file, one for each die."""
        self.position += dice.die_count

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Return the file's next numbers, one for each die; raise InputError if too few or not on the die.

        Raises:
            InputError: There are too few, or one is not on the die.
        """
        end = self.position + dice.die_count
        next_numbers = self.numbers[self.position : end]
        if len(next_numbers) < dice.die_count:
            raise InputError(
                f"no dice left: {len(self.numbers)} read, and {dice.notation} is to be thrown",
                self.path,
                "Add numbers at the end of the file, one for each die.",
            )
        faces = tuple(parse_face(word, sides) for (word, _), sides in zip(next_numbers, dice.die_sides, strict=True))
        wrong_die = find_wrong_face(faces, dice)
        if wrong_die is not None:
            place = f"{self.path}:{next_numbers[wrong_die][1]}"
            raise InputError(explain_wrong_face(faces, wrong_die, dice), place)
        self.position = end
        return faces


def parse_numbers(text: str, path: str) -> tuple[tuple[str, int], ...]:
    """Split the text of a dice file into its numbers, each as written with its line; raise InputError for other words.

    Raises:
        InputError: A word is not a number.
    """
    numbers = []
    for line, content in enumerate(text.split("\n"), start=1):
        for word in content.partition("#")[0].replace(",", " ").split():
            if not SIGNED_NUMBER.fullmatch(word):
                raise InputError(f"'{word[:20]}' is no number", f"{path}:{line}", "Write one number for each die.")
            numbers.append((word, line))
    return tuple(numbers)


class ManualDice:
    """Real dice, whose faces a person enters; any throw may be delegated to a fallback source.

    The fallback skips each throw that the person makes, so its later throws stay the same.

    Args:
        program: The program.
        ask: Takes the site and returns faces or a total, as :func:`read_faces` does, or nothing to use the
            fallback. It may raise :class:`~bombsight.runtime.run.policies.Pause`.
        other_dice: The fallback source, or None.
        by_hand: Whether the person throws by default, as the header says.

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
        """Make real dice: ``ask`` gets faces from a person, ``other_dice`` is the fallback source, or None."""
        self.sites = program.sites
        self.ask = ask
        self.other_dice = other_dice
        self.by_hand = by_hand
        self.by: ThrownBy = ""
        self._by_person: ThrownBy = "" if by_hand else "hand"
        self._by_others: ThrownBy = "seed" if by_hand else ""

    @property
    def position(self) -> int:
        """The position in the stream of the fallback source; 0 without one."""
        return self.other_dice.position if self.other_dice is not None else 0

    def reseed(self, seed: int) -> None:
        """Switch the fallback source, if any, to the stream of another seed."""
        if self.other_dice is not None:
            self.other_dice.reseed(seed)

    def seek(self, position: int) -> None:
        """Move the fallback source, if any, to a position of its stream."""
        if self.other_dice is not None:
            self.other_dice.seek(position)

    def restart(self) -> None:
        """Move the fallback source, if any, back to the start of its first stream."""
        if self.other_dice is not None:
            self.other_dice.restart()

    def skip(self, site: int, dice: Dice) -> None:
        """Move the fallback source, if any, past a throw, since a person made that throw."""
        if self.other_dice is not None:
            self.other_dice.skip(site, dice)

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Return the faces that the person enters; without any, throw with the fallback source."""
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
    """Map the roll sites (code locations) of pinned tables to their fixed faces, without pins that do not fit."""
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
    """A dice source that gives fixed results on pinned tables, and delegates all other throws.

    Args:
        program: The program.
        pins: The pins.
        other_dice: The other source.
    """

    def __init__(self, program: Program, pins: Sequence[Pin], other_dice: DiceSource) -> None:
        """Make a source that gives pinned (fixed) results on some tables, and throws with ``other_dice`` elsewhere."""
        self.pinned_faces = pinned_faces(program, pins)
        self.other_dice = other_dice
        self.by: ThrownBy = ""

    @property
    def position(self) -> int:
        """The position in the stream of the wrapped dice source."""
        return self.other_dice.position

    def reseed(self, seed: int) -> None:
        """Switch the wrapped dice source to the stream of another seed."""
        self.other_dice.reseed(seed)

    def seek(self, position: int) -> None:
        """Move the wrapped dice source to a position of its stream."""
        self.other_dice.seek(position)

    def restart(self) -> None:
        """Move the wrapped dice source back to the start of its first stream."""
        self.other_dice.restart()

    def skip(self, site: int, dice: Dice) -> None:
        """Move the wrapped dice source past a throw whose faces are known."""
        self.other_dice.skip(site, dice)

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Return the pinned (fixed) faces for a throw on a pinned table, else throw with the wrapped source."""
        pinned = self.pinned_faces.get(site)
        if pinned is not None:
            self.skip(site, dice)
            self.by = "pin"
            return pinned
        faces = self.other_dice.throw(site, dice)
        self.by = self.other_dice.by
        return faces
