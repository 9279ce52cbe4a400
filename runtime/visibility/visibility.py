"""Visibility of a state to each player, as the rules declare it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.sites import Aside, EnterSite, Hole, SaySite, Seen
from bombsight.flat.types import NONE
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.derived_values import AsideEvaluator, Asides
from bombsight.runtime.visibility.renumbering import find_unordered_lists

EVERYBODY = -1
"""Replaces a player where everybody may see."""

AsideFunction = Callable[..., int | None]
"""Evaluates asides, as :class:`bombsight.runtime.run.derived_values.AsideEvaluator` does."""


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
