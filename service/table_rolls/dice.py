"""The dice of a roll: those that a person names, in the order of the throws, then those of a seed."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.boundary.errors import InputError, clip
from bombsight.dsl.dice import Dice
from bombsight.dsl.listing import join_names
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.run.sources import parse_throw

JOINTS = ("+", ",")
"""The signs that join the dice of one throw: ``3+5``."""


class NamedDice:
    """A source of dice: the faces that a person names, in the order of the throws, then those of a seed.

    Attributes:
        words: The faces, each a word; a word such as ``3+5`` is a whole throw.
        used: How many of the words were used.
        has_thrown_unnamed: Whether dice of the seed fell.
    """

    def __init__(self, words: Sequence[str], seed: int) -> None:
        """Make a source of dice from the words of a person, and a seed for the throws after them."""
        self.words = words
        self.used = 0
        self.has_thrown_unnamed = False
        self._seeded = SeededDice(seed)

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Return the faces of the next throw.

        Raises:
            InputError: The dice cannot show what the person names.
        """
        rest = self.words[self.used :]
        if not rest:
            return self.throw_unnamed(site, dice)
        is_joined = dice.keep != "fate" and any(sign in rest[0] for sign in JOINTS)
        taken = rest[:1] if is_joined else rest[: dice.die_count]
        faces = parse_throw(" ".join(taken), dice)
        if isinstance(faces, str):
            raise InputError(f"{clip(' '.join(taken))}: {faces}", "", f"Thrown are {dice.notation}.")
        self.used += len(taken)
        return faces

    def throw_unnamed(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Return the faces of a throw that the person does not name: by the seed."""
        self.has_thrown_unnamed = True
        return self._seeded.throw(site, dice)


def find_misfit(words: Sequence[str], used: int, table: str, *, has_thrown: bool) -> InputError | None:
    """Make the error that dice which a person names are left over in every case; None if none are.

    Args:
        words: The dice that he names.
        used: How many of them were used, in the case that used most.
        table: The table's id.
        has_thrown: Whether any case threw dice.
    """
    if used == len(words):
        return None
    if not has_thrown:
        return InputError(f"no dice are thrown for {table}", "", "Leave the dice out.")
    left = words[used:]
    are = "is" if len(left) == 1 else "are"
    return InputError(f"{join_names(left)} {are} left over: {table} takes no more dice here", "", "Leave it out.")
