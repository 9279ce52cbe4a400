"""Visibility of a state to each player, and the state as that player sees it.

Hidden slots hold ``HIDDEN`` in place of their values. Asides for a player are evaluated in several states that have
other values in these slots, whatever the true ones; a value on which they disagree is not shown. So two states that
differ only in hidden values look the same.
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
"""Replaces a player where everybody may see."""

AsideFunction = Callable[..., int | None]
"""Evaluates asides, as :class:`bombsight.runtime.run.derived_values.AsideEvaluator` does."""

MASK_COUNT = 3
"""Number of masked states in which asides are compared."""


def viewer_of(visibility: Seen, evaluate: Callable[[Hole | Aside], int | None]) -> int:
    """Return the number of the player who alone may see something, ``EVERYBODY``, or ``NONE`` if its visibility faults.

    Visibility that faults, so that ``evaluate`` returns None, hides it from everybody.
    """
    if visibility.when is not None and evaluate(visibility.when) == 0:
        return EVERYBODY
    if visibility.by is None:
        return EVERYBODY
    viewer = evaluate(visibility.by)
    return NONE if viewer is None else viewer


def has_secrets(program: Program) -> bool:
    """Whether the rules of a program declare anything that is hidden from a player."""
    told = [site.seen for site in program.sites if isinstance(site, EnterSite | SaySite)]
    kept = [*(field.seen for field in program.fields), *(found.seen for found in program.lists)]
    return any(seen is not None and seen.by is not None for seen in (*told, *kept))


class Secrets:
    """Finds the parts of a program's state that are hidden from a player.

    Attributes:
        are_any: Whether anything may be hidden.
        unordered: The ids of lists with fields that may be hidden, whose order might identify elements.
        unordered_lists: These lists, and the slots that may refer to their elements.
    """

    def __init__(self, program: Program, load: Loader) -> None:
        """Collect the fields and lists of a program that may be hidden from a player."""
        self.program = program
        self.asides = Asides(program, load)
        self._lists = {found.id: found for found in program.lists}
        self._fields = [field for field in program.fields if field.seen is not None or self._is_in_hidden_list(field)]
        self.are_any = bool(self._fields) or any(found.seen is not None for found in program.lists)
        self.unordered = frozenset(field.owner for field in self._fields if field.owner in self._lists)
        self.unordered_lists = find_unordered_lists(program, self.unordered)

    def _is_in_hidden_list(self, field: SlotField) -> bool:
        """Whether a field belongs to elements of a list that may be hidden."""
        return field.owner in self._lists and self._lists[field.owner].seen is not None

    def hidden_lists(self, slots: Sequence[int], player: int) -> list[SlotList]:
        """List the lists whose elements are hidden from a player in a state."""
        secret = [found for found in self._lists.values() if found.seen is not None]
        if not secret:
            return []
        evaluator = self.asides.evaluator_at(slots)
        return [found for found in secret if found.seen is not None and not can_see(found.seen, (), evaluator, player)]

    def hidden_slots(self, slots: Sequence[int], player: int) -> dict[int, SlotField]:
        """Map each slot that is hidden from a player in a state to its field."""
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
        """Yield each slot in use of a field, with its indices and, in a list, its element's reference."""
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
    """Wrap an evaluator of display-only functions in a cache, since most fields have the same viewer at every index."""
    known: dict[tuple[str, tuple[int, ...]], int | None] = {}

    def evaluate(entry: str, *arguments: int) -> int | None:
        """Return a display-only function's value, computed once for the same arguments."""
        key = entry, arguments
        if key not in known:
            known[key] = evaluator(entry, *arguments)
        return known[key]

    return evaluate


def can_see(visibility: Seen, values: Sequence[int], evaluator: AsideFunction, player: int) -> bool:
    """Whether a player may see something, by the rules' declaration of its visibility (``seen by side when e``).

    Args:
        visibility: The rule of visibility.
        values: The values that its parts take.
        evaluator: Evaluates its asides.
        player: The player.
    """

    def evaluate(part: Hole | Aside) -> int | None:
        """Return the value of a part of the visibility declaration: a given one, or a display-only function's."""
        if isinstance(part, Hole):
            return values[part.index]
        return evaluator(part.entry, *(values[index] for index in part.arguments))

    return viewer_of(visibility, evaluate) in (EVERYBODY, player)


MOST_COMBINATIONS = 1000
"""Most combinations of indistinguishable elements to evaluate; a value that needs more is not shown."""


class AgreeingEvaluator(AsideEvaluator):
    """Evaluates a display-only function in several states at once; None if their values differ.

    Attributes:
        evaluators: The evaluators of the states, which also count the steps.
        agreed_value: Evaluates an aside to the agreed value.
    """

    def __init__(self, evaluators: Sequence[AsideEvaluator], agreed_value: Callable[..., int | None]) -> None:
        """Make an evaluator from those of several states, and a function that returns the value on which they agree."""
        self.evaluators = evaluators
        self.agreed_value = agreed_value

    def __call__(self, entry: str, *arguments: int) -> int | None:
        """Return a display-only function's value if it is the same in all states, else None."""
        return self.agreed_value(entry, *arguments)

    def take_steps(self, steps: int) -> bool:
        """Charge work outside the functions to each state's budget of steps; return whether all budgets sufficed."""
        taken = [worth.take_steps(steps) for worth in self.evaluators]
        return all(taken)

    @property
    def is_spent(self) -> bool:
        """Whether the budget of steps of any state is exhausted."""
        return any(worth.is_spent for worth in self.evaluators)


class PlayerAsides(Asides):
    """Evaluates display-only functions for one player; None if the value depends on hidden information.

    The value for an element is shown if it is the same for all indistinguishable ones.

    Attributes:
        masked: The masked states, in which asides are evaluated, whatever state is given.
    """

    def __init__(self, program: Program, load: Loader) -> None:
        """Make the display-only functions for a player; ``masked``, the states to evaluate them in, is set later."""
        super().__init__(program, load)
        self.masked = MaskedStates((), {})
        self._others = [Asides(program, load) for _ in range(MASK_COUNT)]

    def evaluator_at(self, slots: Sequence[int], steps: int | None = None) -> AsideEvaluator:
        """Make an evaluator that returns only values which the player may know: equal in all masked states."""
        states, alike = self.masked.states, self.masked.alike
        evaluators = [
            asides.evaluator_at(state.slots, steps) for asides, state in zip(self._others, states, strict=False)
        ]
        known: dict[tuple[str, tuple[tuple[int, ...], ...]], int | None] = {}

        def evaluate(entry: str, *arguments: int) -> int | None:
            """Return a display-only function's value, from a cache for arguments that look the same to the player."""
            kinds = [kind for _, kind in self._entries[entry].params]
            classes = tuple(
                alike.get(kind.record, {}).get(argument, (argument,)) if isinstance(kind, ElementType) else (argument,)
                for kind, argument in zip(kinds, arguments, strict=True)
            )
            if (entry, classes) not in known:
                known[entry, classes] = evaluate_in_all(entry, kinds, classes)
            return known[entry, classes]

        def evaluate_in_all(entry: str, kinds: Sequence[Type], classes: Sequence[tuple[int, ...]]) -> int | None:
            """Evaluate a function in all masked states, for all arguments that look alike; None unless all agree."""
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
        """Release the machines of all masked states."""
        for asides in self._others:
            asides.close()


@frozen
class MaskedStates:
    """Several states that equal the real one but for arbitrary values in the slots hidden from a player.

    Attributes:
        states: The states.
        alike: The indistinguishable elements of each element in an unordered list, by record and reference.
    """

    states: tuple[RenumberedState, ...]
    alike: Mapping[str, Mapping[int, tuple[int, ...]]]


def hide_slots(slots: Sequence[int], hidden_fields: dict[int, SlotField], lists: Sequence[SlotList]) -> list[int]:
    """Copy a state with ``HIDDEN`` as the value of each hidden slot, and with the hidden ``lists`` empty."""
    return _with_values(slots, dict.fromkeys(hidden_fields, HIDDEN), lists)


def mask_state(
    program: Program,
    unordered_lists: UnorderedLists,
    slots: Sequence[int],
    hidden_fields: dict[int, SlotField],
    lists: Sequence[SlotList],
) -> MaskedStates:
    """Make copies of a state that differ in arbitrary values for what is hidden from a player; one copy if nothing is.

    They do not depend on the order or the places of elements with hidden fields, either.

    Args:
        program: The program.
        unordered_lists: The unordered lists.
        slots: The state.
        hidden_fields: The fields of hidden slots.
        lists: The hidden lists.
    """
    seen = visible_values(unordered_lists, slots, hidden_fields)
    possible = {slot: possible_values(program, field) for slot, field in hidden_fields.items()}
    states = []
    forwards = renumber_elements(unordered_lists, slots, seen, backwards=False).moved
    for number in range(MASK_COUNT if hidden_fields or seen else 1):
        state = renumber_elements(unordered_lists, slots, seen, backwards=number % 2 == 1)
        masked_values = {}
        for slot, found in possible.items():
            # The first two states differ in each value, wherever its place; the third in which values are equal.
            place = forwards.get(slot, slot)
            turn = place // 2 if number > 1 else place + number
            masked_values[state.moved.get(slot, slot)] = found[turn % len(found)]
        states.append(evolve(state, slots=_with_values(state.slots, masked_values, lists)))
    return MaskedStates(tuple(states), indistinguishable_elements(unordered_lists, slots, seen))


def _with_values(slots: Sequence[int], values: dict[int, int], lists: Sequence[SlotList]) -> list[int]:
    """Copy a state with other values in some slots (``values``, by slot) and with some ``lists`` emptied."""
    found = list(slots)
    for slot, value in values.items():
        found[slot] = value
    for each in lists:
        for first in {each.base, each.row}:
            found[first : first + each.capacity] = [NONE] * each.capacity
        found[each.count] = 0
    return found


def possible_values(program: Program, field: SlotField) -> list[int]:
    """List sample values that a hidden slot of a field might hold: the least, the greatest, and none if allowed."""
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
