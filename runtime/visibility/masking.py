"""The state as one player sees it, and display-only functions (asides) that are evaluated in it.

A text shows ``HIDDEN`` for a hidden value. An aside meets a value there that nothing can be computed from
(:mod:`bombsight.runtime.run.hidden_values`): what it gives is the true value, and whether it gives any rests on
what the player sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import cast

from attrs import evolve, frozen

from bombsight.flat.layout import SlotList
from bombsight.flat.program import Program
from bombsight.flat.types import NONE, ElementType, Type
from bombsight.runtime.events.describe import HIDDEN
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.derived_values import AsideEvaluator, Asides
from bombsight.runtime.run.hidden_values import HiddenReadError, HiddenValue
from bombsight.runtime.visibility.renumbering import (
    ElementOrder,
    RenumberedState,
    UnorderedLists,
    indistinguishable_elements,
    renumber_elements,
    visible_values,
)

ORDERS: Sequence[ElementOrder] = ("forwards", "backwards", "rotated")
"""The orders of elements with hidden fields in which asides are compared.

No place of a list of several has the same element in all of them, and neither has the first or last of some elements.
"""

MOST_COMBINATIONS = 1000
"""Most combinations of indistinguishable elements to evaluate; a value that needs more is not shown."""


class AgreeingEvaluator(AsideEvaluator):
    """Evaluates a display-only function in several states at once; ``HIDDEN`` if their values differ.

    Attributes:
        evaluators: The evaluators of the states, which also count the steps.
        agreed_value: Evaluates an aside to the agreed value.
    """

    def __init__(self, evaluators: Sequence[AsideEvaluator], agreed_value: Callable[..., int | None]) -> None:
        """Make an evaluator from those of several states, and a function that returns the value on which they agree."""
        self.evaluators = evaluators
        self.agreed_value = agreed_value

    def __call__(self, entry: str, *arguments: int) -> int | None:
        """Return a display-only function's value if it is the same in all states, else ``HIDDEN``."""
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
    """Evaluates display-only functions for one player; ``HIDDEN`` if the value depends on hidden information.

    The value for an element is shown if it is the same for all indistinguishable ones.

    Attributes:
        masked: The masked states, in which asides are evaluated, whatever state is given.
    """

    def __init__(self, program: Program, load: Loader) -> None:
        """Make the display-only functions for a player; ``masked``, the states to evaluate them in, is set later."""
        super().__init__(program, load)
        self.masked = MaskedStates((), {})
        self._others = [Asides(program, load) for _ in ORDERS]

    def evaluator_at(self, slots: Sequence[int], steps: int | None = None) -> AsideEvaluator:
        """Make an evaluator that returns only values which the player may know; ``HIDDEN`` for all others."""
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
            """Evaluate a function in all states, for all arguments that look alike; ``HIDDEN`` unless all agree."""
            if prod(map(len, classes)) > MOST_COMBINATIONS:
                return HIDDEN
            result = self._entries[entry].result
            found: set[int | None] = set()
            for combination in product(*classes):
                for each, state in zip(evaluators, states, strict=True):
                    try:
                        given = each(entry, *map(state.new_value, kinds, combination))
                    except HiddenReadError:
                        return HIDDEN
                    found.add(given if given is None or result is None else state.old_value(result, given))
                if len(found) > 1:
                    return HIDDEN
            return found.pop() if found else None

        return AgreeingEvaluator(evaluators, evaluate)

    def close(self) -> None:
        """Release the machines of all masked states."""
        for asides in self._others:
            asides.close()


@frozen
class MaskedStates:
    """A state without what is hidden from a player, once for each order of elements whose order is hidden.

    Attributes:
        states: The states; they hold a :class:`HiddenValue` in each hidden slot.
        alike: The indistinguishable elements of each element in an unordered list, by record and reference.
    """

    states: tuple[RenumberedState, ...]
    alike: Mapping[str, Mapping[int, tuple[int, ...]]]


def hide_slots(slots: Sequence[int], hidden_slots: Iterable[int], lists: Sequence[SlotList]) -> list[int]:
    """Copy a state with ``HIDDEN`` as the value of each hidden slot, and with the hidden ``lists`` empty."""
    found = list(slots)
    for slot in hidden_slots:
        found[slot] = HIDDEN
    for each in lists:
        for first in {each.base, each.row}:
            found[first : first + each.capacity] = [NONE] * each.capacity
        found[each.count] = 0
    return found


def mask_state(
    unordered_lists: UnorderedLists,
    slots: Sequence[int],
    hidden_slots: Mapping[int, object],
    lists: Sequence[SlotList],
) -> MaskedStates:
    """Make copies of a state that hold nothing hidden from a player: one, or several orders of unordered elements.

    Args:
        unordered_lists: The unordered lists.
        slots: The state.
        hidden_slots: The hidden slots.
        lists: The hidden lists.
    """
    seen = visible_values(unordered_lists, slots, hidden_slots)
    states = []
    for order in ORDERS if seen else ORDERS[:1]:
        state = renumber_elements(unordered_lists, slots, seen, order)
        hidden = {state.moved.get(slot, slot) for slot in hidden_slots}.union(*map(list_slots, lists))
        states.append(
            evolve(state, slots=[each if at not in hidden else unusable() for at, each in enumerate(state.slots)])
        )
    return MaskedStates(tuple(states), indistinguishable_elements(unordered_lists, slots, seen))


def list_slots(pool: SlotList) -> set[int]:
    """The slots that say which elements a list has, and how many."""
    return {pool.count, *(slot for first in (pool.base, pool.row) for slot in range(first, first + pool.capacity))}


def unusable() -> int:
    """Make a value that a slot can hold and nobody can use."""
    return cast(int, HiddenValue())
