"""Names of people and things: those of the manifest, shuffled by the seed, and the player's own.

Names are only shown. To the rules, to saves and to the hash of a story each is a number in a list, so a shown name does
not change the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from attrs import evolve

from bombsight.boundary.codec.form import Between
from bombsight.boundary.errors import InputError, clip
from bombsight.dsl.node_classes import frozen
from bombsight.flat.program import Program
from bombsight.runtime import sentences
from bombsight.runtime.dice import SeededDice, names_seed

LONGEST_NAME = 40
"""Most characters of a name."""

NameLookup = Callable[[str, int], str]
"""``look_up(record, number)``: the name to show for a number, from 0, in the list of a record."""


@frozen
class OwnName:
    """A name that the player gave to a person or thing of the game.

    Attributes:
        of: The record of the list that it belongs to; empty for the game's general list.
        number: The number of the name that it replaces, from 0.
        name: The name.
    """

    of: str
    number: Annotated[int, Between(0)]
    name: str


@frozen
class Naming:
    """Settings for the names of people and things: the manifest's or shuffled ones, and the player's own.

    Attributes:
        shuffled: Whether the seed shuffles the lists of the manifest.
        own: Names that the player gave.
    """

    shuffled: bool
    own: tuple[OwnName, ...] = ()


def add_own_name(naming: Naming | None, own_name: OwnName) -> Naming:
    """Add a name that the player gave, in place of an earlier one for the same person or thing."""
    current = naming or Naming(shuffled=False)
    others = tuple(name for name in current.own if (name.of, name.number) != (own_name.of, own_name.number))
    return evolve(current, own=(*others, own_name))


def name_lookup(program: Program, seed: int, naming: Naming | None) -> NameLookup | None:
    """Make the function from a record and a serial number to the name shown; None if manifest names are shown."""
    if naming is None:
        return None
    own = {(name.of, name.number): name.name for name in naming.own}
    lists = {found.record: found.names for found in program.names}
    if naming.shuffled:
        lists = {record: shuffle_names(names, seed, number) for number, (record, names) in enumerate(lists.items())}

    def look_up(record: str, number: int) -> str:
        """Return the name shown for number ``number`` of a record's list: the player's own, or a shuffled one."""
        return own.get((record, number)) or numbered_name(lists.get(record, ()), number)

    return look_up


def shuffle_names(names: Sequence[str], seed: int, number: int) -> tuple[str, ...]:
    """Shuffle a game's list of names, the one at index ``number``, by a seed; ``docs/dice.md`` specifies it."""
    stream = SeededDice(names_seed(seed, number))
    order = list(names)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def numbered_name(names: Sequence[str], number: int) -> str:
    """Return the name at index ``number`` of a list; past the end the list repeats, numbered: ``Ada 2``."""
    if not names or number < 0:
        return f"no. {number + 1}"
    again, place = divmod(number, len(names))
    return names[place] if again == 0 else f"{names[place]} {again + 1}"


def parse_own_name(text: str, place: str = "") -> str:
    """Return a name that a player typed, blanks normalized; raise InputError if it is empty, too long or unprintable.

    Raises:
        InputError: It is empty, too long, or cannot be shown.
    """
    name = " ".join(text.split())
    if not name or not name.isprintable():
        raise InputError(sentences.no_name(repr(clip(text))), place, sentences.NO_NAME_HINT)
    if len(name) > LONGEST_NAME:
        raise InputError(sentences.name_too_long(len(name)), place, sentences.name_length_hint(LONGEST_NAME))
    return name
