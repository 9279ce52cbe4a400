"""What of a state one of the players may see, and that state as he sees it.

What is hidden stands nowhere in what he is told: its slots hold ``HIDDEN`` in place of their values. What is worked out
beside a run is worked out for him in states in which something else stands in these slots, whatever stood there; where
it makes a difference what, it is not told. So two states that differ only in what is hidden look the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.sites import Aside, EnterSite, Hole, SaySite, Seen
from bombsight.flat.types import NONE, BoolType, EnumType, IntType
from bombsight.runtime.asides import Asides, Worth
from bombsight.runtime.describe import HIDDEN
from bombsight.runtime.machine import Loader

ALL = -1
"""In place of a player: everybody."""

Valued = Callable[..., int | None]
"""Gives the values of asides, as :class:`bombsight.runtime.asides.Worth` does."""

MASKS = 3
"""So many states are looked at that have something else in place of what is hidden."""


def seen_by(seen: Seen, at: Callable[[Hole | Aside], int | None]) -> int:
    """Who may see something: one of the players, ``NONE`` for nobody, ``ALL``.

    Args:
        seen: What the rules say.
        at: What a part of it is worth; None where working it out is a fault, which hides it from everybody.
    """
    if seen.when is not None and at(seen.when) == 0:
        return ALL
    if seen.by is None:
        return ALL
    found = at(seen.by)
    return NONE if found is None else found


def hides(program: Program) -> bool:
    """Whether the rules of a program may hide anything from one who sits at its table."""
    told = [site.seen for site in program.sites if isinstance(site, EnterSite | SaySite)]
    kept = [*(field.seen for field in program.fields), *(found.seen for found in program.lists)]
    return any(seen is not None and seen.by is not None for seen in (*told, *kept))


class Secrets:
    """What the rules of a program hide of its state.

    Attributes:
        are_any: Whether there is anything that may be hidden.
        unordered: The ids of lists with fields that may be hidden: who knew their order might know their elements.
    """

    def __init__(self, program: Program, load: Loader) -> None:
        """Take note of what may be hidden.

        Args:
            program: The program.
            load: Makes the machine on which it is worked out who may see it.
        """
        self.program = program
        self.asides = Asides(program, load)
        self._lists = {found.id: found for found in program.lists}
        self._fields = [field for field in program.fields if field.seen is not None or self._list_hides(field)]
        self.are_any = bool(self._fields) or any(found.seen is not None for found in program.lists)
        self.unordered = frozenset(field.owner for field in self._fields if field.owner in self._lists)

    def _list_hides(self, field: SlotField) -> bool:
        return field.owner in self._lists and self._lists[field.owner].seen is not None

    def lists_hidden(self, slots: Sequence[int], player: int) -> list[SlotList]:
        """The lists of which a player may not see in a state what they hold."""
        secret = [found for found in self._lists.values() if found.seen is not None]
        if not secret:
            return []
        worth = self.asides.at(slots)
        return [found for found in secret if found.seen is not None and not may_see(found.seen, (), worth, player)]

    def hidden(self, slots: Sequence[int], player: int) -> dict[int, SlotField]:
        """The slots with values that a player may not see in a state, and the fields that they belong to."""
        if not self._fields:
            return {}
        lists = {found.id for found in self.lists_hidden(slots, player)}
        worth = remembered(self.asides.at(slots))
        return {
            slot: field
            for field in self._fields
            for slot, values in self._places(field, slots)
            if field.owner in lists or (field.seen is not None and not may_see(field.seen, values, worth, player))
        }

    def _places(self, field: SlotField, slots: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The slots of a field that hold something, each with its indices, and behind them its element."""
        shape = field.shape[len(field.shape) - len(field.indices) :]
        indices = [*product(*map(range, shape))]
        found = self._lists.get(field.owner)
        if found is None:
            yield from enumerate(indices, field.base)
            return
        for reference in slots[found.base : found.base + found.capacity]:
            if reference != NONE:
                first = field.base + reference % found.capacity * len(indices)
                yield from ((slot, (*index, reference)) for slot, index in enumerate(indices, first))


def remembered(worth: Worth) -> Valued:
    """The same, each value worked out once: most fields are seen by the same one, in every place."""
    known: dict[tuple[str, tuple[int, ...]], int | None] = {}

    def found(entry: str, *arguments: int) -> int | None:
        key = entry, arguments
        if key not in known:
            known[key] = worth(entry, *arguments)
        return known[key]

    return found


def may_see(seen: Seen, values: Sequence[int], worth: Valued, player: int) -> bool:
    """Whether a player may see something.

    Args:
        seen: What the rules say of it.
        values: What that may take.
        worth: Works it out.
        player: The player.
    """

    def at(part: Hole | Aside) -> int | None:
        if isinstance(part, Hole):
            return values[part.index]
        return worth(part.entry, *(values[index] for index in part.arguments))

    return seen_by(seen, at) in (ALL, player)


class Agreed(Worth):
    """Values of asides on which several states agree; None where they don't.

    Attributes:
        worths: The values in each state.
    """

    def __init__(self, worths: Sequence[Worth]) -> None:
        self.worths = worths

    def __call__(self, entry: str, *arguments: int) -> int | None:
        """The value of an aside."""
        found = {worth(entry, *arguments) for worth in self.worths}
        return found.pop() if len(found) == 1 else None

    def take(self, steps: int) -> bool:
        """Take steps for what is told besides."""
        taken = [worth.take(steps) for worth in self.worths]
        return all(taken)

    @property
    def is_spent(self) -> bool:
        """Whether any of the states had not enough steps."""
        return any(worth.is_spent for worth in self.worths)


class Sighted(Asides):
    """Values worked out beside a run for one of the players: None also where what is hidden makes a difference.

    Attributes:
        states: The states that differ in what is hidden; they give the values, whatever state is asked for.
    """

    def __init__(self, program: Program, load: Loader) -> None:
        """Work out for one player.

        Args:
            program: The program.
            load: Makes the machines.
        """
        super().__init__(program, load)
        self.states: list[list[int]] = []
        self._others = [Asides(program, load) for _ in range(MASKS)]

    def at(self, slots: Sequence[int], steps: int | None = None) -> Worth:
        """What gives values as far as the player may know them."""
        return Agreed([asides.at(state, steps) for asides, state in zip(self._others, self.states, strict=False)])

    def close(self) -> None:
        """Let its machines serve others."""
        for asides in self._others:
            asides.close()


def blotted(slots: Sequence[int], hidden: dict[int, SlotField], lists: Sequence[SlotList]) -> list[int]:
    """A state in which what is hidden is no value at all, and lists that are hidden have no elements."""
    return _put(slots, dict.fromkeys(hidden, HIDDEN), lists)


def masked(
    program: Program, slots: Sequence[int], hidden: dict[int, SlotField], lists: Sequence[SlotList]
) -> list[list[int]]:
    """States in which some values stand in place of what is hidden, whatever that is; one where nothing is."""
    possible = {slot: possible_values(program, field) for slot, field in hidden.items()}
    return [
        _put(slots, {slot: values[(slot + number) % len(values)] for slot, values in possible.items()}, lists)
        for number in range(MASKS if hidden else 1)
    ]


def _put(slots: Sequence[int], values: dict[int, int], lists: Sequence[SlotList]) -> list[int]:
    found = list(slots)
    for slot, value in values.items():
        found[slot] = value
    for each in lists:
        for first in {each.base, each.row}:
            found[first : first + each.capacity] = [NONE] * each.capacity
        found[each.count] = 0
    return found


def possible_values(program: Program, field: SlotField) -> list[int]:
    """Some values that a field may have: the least, the greatest, and none."""
    found = [NONE] if field.type.is_optional else []
    match field.type:
        case BoolType():
            found += [0, 1]
        case EnumType(enum=enum):
            found += [0, len(program.enums[enum].values) - 1]
        case IntType(low=low, high=high):
            found += [low, high]
    return found or [field.defaults[0]]
