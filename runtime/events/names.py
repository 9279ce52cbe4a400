"""What people and things are called: names of the manifest in an order that the seed chooses, and a player's own.

A name is only ever shown. To the rules, to saves and to the hash of a story each is a number in a list, so whatever is
shown for it the game stays what it is.
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
"""Characters that a name may have."""

NameLookup = Callable[[str, int], str]
"""``shown(record, number)``: what is called so, by the record whose list it is from and its number there, from 0."""


@frozen
class OwnName:
    """A name that a player gave.

    Attributes:
        of: The record whose list of names it stands in for; empty for the game's general list.
        number: Which name of that list, from 0.
        name: What is shown in its place.
    """

    of: str
    number: Annotated[int, Between(0)]
    name: str


@frozen
class Naming:
    """Which names a session shows.

    Attributes:
        shuffled: Whether the lists of the manifest are taken in an order by the seed; else as they stand there.
        own: Names that a player gave.
    """

    shuffled: bool
    own: tuple[OwnName, ...] = ()


def add_own_name(naming: Naming | None, own_name: OwnName) -> Naming:
    """The naming with one more name of a player's, in the place of what was called so before."""
    current = naming or Naming(shuffled=False)
    others = tuple(name for name in current.own if (name.of, name.number) != (own_name.of, own_name.number))
    return evolve(current, own=(*others, own_name))


def name_lookup(program: Program, seed: int, naming: Naming | None) -> NameLookup | None:
    """What names are shown, or None where they are those of the manifest."""
    if naming is None:
        return None
    own = {(name.of, name.number): name.name for name in naming.own}
    lists = {found.record: found.names for found in program.names}
    if naming.shuffled:
        lists = {record: shuffle_names(names, seed, number) for number, (record, names) in enumerate(lists.items())}

    def look_up(record: str, number: int) -> str:
        return own.get((record, number)) or numbered_name(lists.get(record, ()), number)

    return look_up


def shuffle_names(names: Sequence[str], seed: int, number: int) -> tuple[str, ...]:
    """A list in the order that a seed chooses; ``docs/dice.md`` says how.

    Args:
        names: The list.
        seed: Of the dice.
        number: Which of the game's lists it is, from 0.
    """
    stream = SeededDice(names_seed(seed, number))
    order = list(names)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def numbered_name(names: Sequence[str], number: int) -> str:
    """The name with this number, from 0; when the list is used up it begins again, numbered: ``Ada 2``."""
    if not names or number < 0:
        return f"no. {number + 1}"
    again, place = divmod(number, len(names))
    return names[place] if again == 0 else f"{names[place]} {again + 1}"


def parse_own_name(text: str, place: str = "") -> str:
    """A name that a player wrote, blanks put right.

    Raises:
        InputError: It is empty, too long, or cannot be shown.
    """
    name = " ".join(text.split())
    if not name or not name.isprintable():
        raise InputError(sentences.no_name(repr(clip(text))), place, sentences.NO_NAME_HINT)
    if len(name) > LONGEST_NAME:
        raise InputError(sentences.name_too_long(len(name)), place, sentences.name_length_hint(LONGEST_NAME))
    return name
