"""Where faces come from when people watch: a generator, a file, or dice on a real table.

``throw`` gives the faces of a throw. ``skip`` passes over a throw whose faces are known from a save, so that what
follows is what would have followed. ``restart`` goes back to the first throw, ``seek`` to where ``position`` was so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from bombsight.dsl.dice import Dice
from bombsight.flat.program import Program
from bombsight.flat.sites import RollSite
from bombsight.runtime.errors import InputError, decode, read_bytes

Thrower = Callable[[int, int, int], tuple[int, ...]]
"""``throw(site, count, sides)``: the faces of a throw; a single number for several dice is their total."""

NUMBER = re.compile(r"[0-9]{1,9}")


class Source(Protocol):
    """Something that throws dice."""

    def throw(self, site: int, count: int, sides: int) -> tuple[int, ...]:
        """The faces of a throw; a single number for several dice is their total."""

    def skip(self, site: int, count: int, sides: int) -> None:
        """Pass over a throw that is known already."""

    @property
    def position(self) -> int:
        """How far it has come, 0 at the start."""
        ...

    def seek(self, position: int) -> None:
        """Go to where it was at a position."""

    def restart(self) -> None:
        """Go back to the start."""


def read_throw(numbers: tuple[int, ...], count: int, sides: int) -> tuple[int, ...] | str:
    """The faces that numbers mean: one for each die, or one for all together.

    Returns:
        The faces, a single total where only that is known, or what is wrong in a few words.
    """
    dice = Dice(count, sides)
    if len(numbers) == count:
        bad = next((face for face in numbers if not 1 <= face <= dice.faces), None)
        return numbers if bad is None else f"{bad} is not on a die with {dice.faces} sides"
    if len(numbers) != 1:
        return f"{dice.notation} wants {count} numbers, or their total, not {len(numbers)}"
    number = numbers[0]
    if dice.is_digits:
        faces = divmod(number, 10)
        return faces if all(1 <= face <= dice.faces for face in faces) else f"{number} is no result of {dice.notation}"
    if not dice.low <= number <= dice.high:
        return f"{number} is no total of {dice.notation}"
    return (number // count,) * count if number in (dice.low, dice.high) else (number,)


def typed_throw(text: str, count: int, sides: int) -> tuple[int, ...] | str:
    """The faces that a person types: ``3 4``, ``3+4``, ``7``; or what is wrong in a few words."""
    words = text.replace(",", " ").replace("+", " ").split()
    if not words or not all(NUMBER.fullmatch(word) for word in words):
        return "write what each die shows, or their total"
    return read_throw(tuple(int(word) for word in words), count, sides)


class FileDice:
    """Dice from a file: one number a die, in the order they are thrown; ``#`` begins a comment.

    Raises:
        InputError: The file cannot be read or holds something else than numbers.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.numbers = parse_numbers(decode(read_bytes(path), path), path)
        self.position = 0

    def restart(self) -> None:
        """Go back to the first number."""
        self.position = 0

    def seek(self, position: int) -> None:
        """Go to a number, counted from 0."""
        self.position = position

    def skip(self, site: int, count: int, sides: int) -> None:
        """Pass over as many numbers as there are dice."""
        self.position += count

    def throw(self, site: int, count: int, sides: int) -> tuple[int, ...]:
        """The next numbers of the file.

        Raises:
            InputError: There are too few, or one is not on the die.
        """
        taken = self.numbers[self.position : self.position + count]
        if len(taken) < count:
            raise InputError(
                f"no dice left: {len(self.numbers)} read, and {Dice(count, sides).notation} is to be thrown",
                self.path,
                "Add numbers at the end of the file, one for each die.",
            )
        faces = tuple(number for number, _ in taken)
        read = read_throw(faces, count, sides)
        if isinstance(read, str):
            line = next(line for number, line in taken if not 1 <= number <= Dice(count, sides).faces)
            raise InputError(read, f"{self.path}:{line}")
        self.position += count
        return faces


def parse_numbers(text: str, path: str) -> tuple[tuple[int, int], ...]:
    """The numbers of a dice file, each with its line.

    Raises:
        InputError: Something is no number.
    """
    found = []
    for line, content in enumerate(text.split("\n"), start=1):
        for word in content.partition("#")[0].replace(",", " ").split():
            if not NUMBER.fullmatch(word):
                raise InputError(f"'{word[:20]}' is no number", f"{path}:{line}", "Write one number for each die.")
            found.append((int(word), line))
    return tuple(found)


class ManualDice:
    """Real dice: a person throws them and says what they show.

    Args:
        program: The program played.
        ask: Called with the site; gives the faces, or a single total where only that is known, as :func:`read_throw`
            does. It may raise :class:`~bombsight.runtime.choices.Pause`.
    """

    def __init__(self, program: Program, ask: Callable[[RollSite], tuple[int, ...]]) -> None:
        self.sites = program.sites
        self.ask = ask

    position = 0
    """It has none."""

    def seek(self, position: int) -> None:
        """Nothing to go to."""

    def restart(self) -> None:
        """Nothing to go back to."""

    def skip(self, site: int, count: int, sides: int) -> None:
        """Nothing to pass over."""

    def throw(self, site: int, count: int, sides: int) -> tuple[int, ...]:
        """What the person says."""
        place = self.sites[site]
        assert isinstance(place, RollSite)
        return self.ask(place)
