"""What of a state one of the players may see, and that state as he sees it.

What is hidden stands nowhere in what he is told: its slots hold ``HIDDEN`` in place of their values. What is worked out
beside a run is worked out for him in states in which something else stands in these slots, whatever stood there; where
it makes a difference what, it is not told. So two states that differ only in what is hidden look the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import assert_never

from attrs import evolve, frozen

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.sites import Aside, EnterSite, Hole, SaySite, Seen
from bombsight.flat.types import NONE, BaseWordless, BoolType, ElementType, EnumType, IntType, Type
from bombsight.runtime.events.describe import HIDDEN
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.derived_values import Asides, Worth
from bombsight.runtime.visibility.renumbering import (
    Renumbered,
    Unordered,
    alike,
    renumber,
    seen_of_elements,
    unordered_lists,
)

ALL = -1
"""In place of a player: everybody."""

Valued = Callable[..., int | None]
"""Gives the values of asides, as :class:`bombsight.runtime.run.derived_values.Worth` does."""

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
        unordered_lists: These lists, and what may hold one of their elements.
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
        self.unordered_lists = unordered_lists(program, self.unordered)

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


MOST_ALIKE = 1000
"""Where a value would have to be worked out of more combinations of elements that look alike, it is not told."""


class Agreed(Worth):
    """Values of asides on which several states agree; None where they don't.

    Attributes:
        worths: The values in each state, which also count the steps.
        agreed: Gives the value of an aside on which all of them agree.
    """

    def __init__(self, worths: Sequence[Worth], agreed: Callable[..., int | None]) -> None:
        self.worths = worths
        self.agreed = agreed

    def __call__(self, entry: str, *arguments: int) -> int | None:
        """The value of an aside."""
        return self.agreed(entry, *arguments)

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

    Of an element a value is told where it is the same of all that look like it.

    Attributes:
        masked: The states that differ in what is hidden; they give the values, whatever state is asked for.
    """

    def __init__(self, program: Program, load: Loader) -> None:
        """Work out for one player.

        Args:
            program: The program.
            load: Makes the machines.
        """
        super().__init__(program, load)
        self.masked = Masked((), {})
        self._others = [Asides(program, load) for _ in range(MASKS)]

    def at(self, slots: Sequence[int], steps: int | None = None) -> Worth:
        """What gives values as far as the player may know them."""
        states, alike = self.masked.states, self.masked.alike
        worths = [asides.at(state.slots, steps) for asides, state in zip(self._others, states, strict=False)]
        known: dict[tuple[str, tuple[tuple[int, ...], ...]], int | None] = {}

        def worth(entry: str, *arguments: int) -> int | None:
            kinds = [kind for _, kind in self._entries[entry].params]
            classes = tuple(
                alike.get(kind.record, {}).get(argument, (argument,)) if isinstance(kind, ElementType) else (argument,)
                for kind, argument in zip(kinds, arguments, strict=True)
            )
            if (entry, classes) not in known:
                known[entry, classes] = agreed(entry, kinds, classes)
            return known[entry, classes]

        def agreed(entry: str, kinds: Sequence[Type], classes: Sequence[tuple[int, ...]]) -> int | None:
            if prod(map(len, classes)) > MOST_ALIKE:
                return None
            result = self._entries[entry].result
            found: set[int | None] = set()
            for combination in product(*classes):
                for each, state in zip(worths, states, strict=True):
                    given = each(entry, *map(state.renumbered, kinds, combination))
                    found.add(given if given is None or result is None else state.numbered_before(result, given))
                if len(found) > 1:
                    return None
            return found.pop() if found else None

        return Agreed(worths, worth)

    def close(self) -> None:
        """Let its machines serve others."""
        for asides in self._others:
            asides.close()


@frozen
class Masked:
    """States in which some values stand in place of what is hidden from a player.

    Attributes:
        states: The states.
        alike: Of each element of a list in no order, by record and reference, those of which he sees the same.
    """

    states: tuple[Renumbered, ...]
    alike: Mapping[str, Mapping[int, tuple[int, ...]]]


def blotted(slots: Sequence[int], hidden: dict[int, SlotField], lists: Sequence[SlotList]) -> list[int]:
    """A state in which what is hidden is no value at all, and lists that are hidden have no elements."""
    return _put(slots, dict.fromkeys(hidden, HIDDEN), lists)


def masked(
    program: Program,
    unordered: Unordered,
    slots: Sequence[int],
    hidden: dict[int, SlotField],
    lists: Sequence[SlotList],
) -> Masked:
    """States in which some values stand in place of what is hidden, whatever that is; one where nothing is.

    Neither does it count in them in which order elements stand of which something may be hidden, nor at which places.
    """
    seen = seen_of_elements(unordered, slots, hidden)
    possible = {slot: possible_values(program, field) for slot, field in hidden.items()}
    states = []
    forwards = renumber(unordered, slots, seen, backwards=False).moved
    for number in range(MASKS if hidden or seen else 1):
        state = renumber(unordered, slots, seen, backwards=number % 2 == 1)
        put = {}
        for slot, found in possible.items():
            # The first two states differ in each value, wherever it lies in them; the third, in which are equal.
            place = forwards.get(slot, slot)
            turn = place // 2 if number > 1 else place + number
            put[state.moved.get(slot, slot)] = found[turn % len(found)]
        states.append(evolve(state, slots=_put(state.slots, put, lists)))
    return Masked(tuple(states), alike(unordered, slots, seen))


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
        case BaseWordless():
            pass
        case _:
            assert_never(field.type)
    return found or [field.defaults[0]]
