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
from bombsight.runtime.run.derived_values import AsideEvaluator, Asides
from bombsight.runtime.visibility.renumbering import (
    RenumberedState,
    UnorderedLists,
    find_unordered_lists,
    indistinguishable_elements,
    renumber_elements,
    visible_values,
)

EVERYBODY = -1
"""In place of a player: everybody."""

AsideFunction = Callable[..., int | None]
"""Gives the values of asides, as :class:`bombsight.runtime.run.derived_values.AsideEvaluator` does."""

MASK_COUNT = 3
"""So many states are looked at that have something else in place of what is hidden."""


def viewer_of(visibility: Seen, evaluate: Callable[[Hole | Aside], int | None]) -> int:
    """Who may see something: one of the players, ``NONE`` for nobody, ``ALL``.

    Args:
        visibility: What the rules say.
        evaluate: What a part of it is worth; None where working it out is a fault, which hides it from everybody.
    """
    if visibility.when is not None and evaluate(visibility.when) == 0:
        return EVERYBODY
    if visibility.by is None:
        return EVERYBODY
    viewer = evaluate(visibility.by)
    return NONE if viewer is None else viewer


def has_secrets(program: Program) -> bool:
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
        self._fields = [field for field in program.fields if field.seen is not None or self._is_in_hidden_list(field)]
        self.are_any = bool(self._fields) or any(found.seen is not None for found in program.lists)
        self.unordered = frozenset(field.owner for field in self._fields if field.owner in self._lists)
        self.unordered_lists = find_unordered_lists(program, self.unordered)

    def _is_in_hidden_list(self, field: SlotField) -> bool:
        return field.owner in self._lists and self._lists[field.owner].seen is not None

    def hidden_lists(self, slots: Sequence[int], player: int) -> list[SlotList]:
        """The lists of which a player may not see in a state what they hold."""
        secret = [found for found in self._lists.values() if found.seen is not None]
        if not secret:
            return []
        evaluator = self.asides.evaluator_at(slots)
        return [found for found in secret if found.seen is not None and not can_see(found.seen, (), evaluator, player)]

    def hidden_slots(self, slots: Sequence[int], player: int) -> dict[int, SlotField]:
        """The slots with values that a player may not see in a state, and the fields that they belong to."""
        if not self._fields:
            return {}
        lists = {found.id for found in self.hidden_lists(slots, player)}
        evaluator = memoize_values(self.asides.evaluator_at(slots))
        return {
            slot: field
            for field in self._fields
            for slot, values in self._field_slots(field, slots)
            if field.owner in lists or (field.seen is not None and not can_see(field.seen, values, evaluator, player))
        }

    def _field_slots(self, field: SlotField, slots: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
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


def memoize_values(evaluator: AsideEvaluator) -> AsideFunction:
    """The same, each value worked out once: most fields are seen by the same one, in every place."""
    known: dict[tuple[str, tuple[int, ...]], int | None] = {}

    def evaluate(entry: str, *arguments: int) -> int | None:
        key = entry, arguments
        if key not in known:
            known[key] = evaluator(entry, *arguments)
        return known[key]

    return evaluate


def can_see(visibility: Seen, values: Sequence[int], evaluator: AsideFunction, player: int) -> bool:
    """Whether a player may see something.

    Args:
        visibility: What the rules say of it.
        values: What that may take.
        evaluator: Works it out.
        player: The player.
    """

    def evaluate(part: Hole | Aside) -> int | None:
        if isinstance(part, Hole):
            return values[part.index]
        return evaluator(part.entry, *(values[index] for index in part.arguments))

    return viewer_of(visibility, evaluate) in (EVERYBODY, player)


MOST_COMBINATIONS = 1000
"""Where a value would have to be worked out of more combinations of elements that look alike, it is not told."""


class AgreeingEvaluator(AsideEvaluator):
    """Values of asides on which several states agree; None where they don't.

    Attributes:
        evaluators: The values in each state, which also count the steps.
        agreed_value: Gives the value of an aside on which all of them agree.
    """

    def __init__(self, evaluators: Sequence[AsideEvaluator], agreed_value: Callable[..., int | None]) -> None:
        self.evaluators = evaluators
        self.agreed_value = agreed_value

    def __call__(self, entry: str, *arguments: int) -> int | None:
        """The value of an aside."""
        return self.agreed_value(entry, *arguments)

    def take_steps(self, steps: int) -> bool:
        """Take steps for what is told besides."""
        taken = [worth.take_steps(steps) for worth in self.evaluators]
        return all(taken)

    @property
    def is_spent(self) -> bool:
        """Whether any of the states had not enough steps."""
        return any(worth.is_spent for worth in self.evaluators)


class PlayerAsides(Asides):
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
        self.masked = MaskedStates((), {})
        self._others = [Asides(program, load) for _ in range(MASK_COUNT)]

    def evaluator_at(self, slots: Sequence[int], steps: int | None = None) -> AsideEvaluator:
        """What gives values as far as the player may know them."""
        states, alike = self.masked.states, self.masked.alike
        evaluators = [
            asides.evaluator_at(state.slots, steps) for asides, state in zip(self._others, states, strict=False)
        ]
        known: dict[tuple[str, tuple[tuple[int, ...], ...]], int | None] = {}

        def evaluate(entry: str, *arguments: int) -> int | None:
            kinds = [kind for _, kind in self._entries[entry].params]
            classes = tuple(
                alike.get(kind.record, {}).get(argument, (argument,)) if isinstance(kind, ElementType) else (argument,)
                for kind, argument in zip(kinds, arguments, strict=True)
            )
            if (entry, classes) not in known:
                known[entry, classes] = evaluate_in_all(entry, kinds, classes)
            return known[entry, classes]

        def evaluate_in_all(entry: str, kinds: Sequence[Type], classes: Sequence[tuple[int, ...]]) -> int | None:
            if prod(map(len, classes)) > MOST_COMBINATIONS:
                return None
            result = self._entries[entry].result
            found: set[int | None] = set()
            for combination in product(*classes):
                for each, state in zip(evaluators, states, strict=True):
                    given = each(entry, *map(state.new_value, kinds, combination))
                    found.add(given if given is None or result is None else state.old_value(result, given))
                if len(found) > 1:
                    return None
            return found.pop() if found else None

        return AgreeingEvaluator(evaluators, evaluate)

    def close(self) -> None:
        """Let its machines serve others."""
        for asides in self._others:
            asides.close()


@frozen
class MaskedStates:
    """States in which some values stand in place of what is hidden from a player.

    Attributes:
        states: The states.
        alike: Of each element of a list in no order, by record and reference, those of which he sees the same.
    """

    states: tuple[RenumberedState, ...]
    alike: Mapping[str, Mapping[int, tuple[int, ...]]]


def hide_slots(slots: Sequence[int], hidden_fields: dict[int, SlotField], lists: Sequence[SlotList]) -> list[int]:
    """A state in which what is hidden is no value at all, and lists that are hidden have no elements."""
    return _with_values(slots, dict.fromkeys(hidden_fields, HIDDEN), lists)


def mask_state(
    program: Program,
    unordered_lists: UnorderedLists,
    slots: Sequence[int],
    hidden_fields: dict[int, SlotField],
    lists: Sequence[SlotList],
) -> MaskedStates:
    """States in which some values stand in place of what is hidden, whatever that is; one where nothing is.

    Neither does it count in them in which order elements stand of which something may be hidden, nor at which places.
    """
    seen = visible_values(unordered_lists, slots, hidden_fields)
    possible = {slot: possible_values(program, field) for slot, field in hidden_fields.items()}
    states = []
    forwards = renumber_elements(unordered_lists, slots, seen, backwards=False).moved
    for number in range(MASK_COUNT if hidden_fields or seen else 1):
        state = renumber_elements(unordered_lists, slots, seen, backwards=number % 2 == 1)
        masked_values = {}
        for slot, found in possible.items():
            # The first two states differ in each value, wherever it lies in them; the third, in which are equal.
            place = forwards.get(slot, slot)
            turn = place // 2 if number > 1 else place + number
            masked_values[state.moved.get(slot, slot)] = found[turn % len(found)]
        states.append(evolve(state, slots=_with_values(state.slots, masked_values, lists)))
    return MaskedStates(tuple(states), indistinguishable_elements(unordered_lists, slots, seen))


def _with_values(slots: Sequence[int], values: dict[int, int], lists: Sequence[SlotList]) -> list[int]:
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
    values = [NONE] if field.type.is_optional else []
    match field.type:
        case BoolType():
            values += [0, 1]
        case EnumType(enum=enum):
            values += [0, len(program.enums[enum].values) - 1]
        case IntType(low=low, high=high):
            values += [low, high]
        case BaseWordless():
            pass
        case _:
            assert_never(field.type)
    return values or [field.defaults[0]]
