"""Renumbering of elements in unordered lists, by the values that a player may see.

If fields of a list's elements are hidden, neither the elements' order nor their places may be known, for both come from
secret events. Asides for a player are evaluated in states whose elements are sorted by their visible values; elements
with the same visible values are interchangeable there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Literal

from attrs import frozen

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.types import NONE, ElementType, Type

ElementOrder = Literal["forwards", "backwards", "rotated"]
"""An order of elements: by their visible values, ascending or descending, or ascending with the first one last."""

VisibleValues = tuple[object, ...]
"""The visible values of an element, in a sortable form."""


@frozen
class RenumberedState:
    """A state whose list elements have new positions, with the map between old and new references.

    Attributes:
        slots: The state.
        moved: The new slot of each moved slot of an element; all others stay.
        references: The new reference of each element, by record and reference.
    """

    slots: list[int]
    moved: Mapping[int, int]
    references: Mapping[str, Mapping[int, int]]

    def new_value(self, kind: Type, value: int) -> int:
        """Convert a value of the original state to this one: references to elements change, other values stay."""
        to = self.references.get(kind.record) if isinstance(kind, ElementType) else None
        return value if to is None else to.get(value, NONE)

    def old_value(self, kind: Type, value: int) -> int:
        """Convert a value of this state back to the original: references to elements change, other values stay."""
        to = self.references.get(kind.record) if isinstance(kind, ElementType) else None
        return value if to is None else next((old for old, new in to.items() if new == value), NONE)


@frozen
class UnorderedLists:
    """The lists of a program whose order is hidden information, and the slots that may refer to their elements.

    Attributes:
        lists: The lists, each with the fields of its elements.
        holders: The slots that may refer to an element, each with its record; of an element's field all its places.
    """

    lists: tuple[tuple[SlotList, tuple[SlotField, ...]], ...]
    holders: tuple[tuple[int, str], ...]


def find_unordered_lists(program: Program, ids: Set[str]) -> UnorderedLists:
    """Collect the lists with these ids, their fields, and all slots that may refer to their elements."""
    lists = [found for found in program.lists if found.id in ids]
    records = {found.record for found in lists}
    capacities = {found.id: found.capacity for found in program.lists}
    holders = [
        (slot, field.type.record)
        for field in program.fields
        if isinstance(field.type, ElementType) and field.type.record in records
        for slot in range(field.base, field.base + field.size * capacities.get(field.owner, 1))
    ]
    of_list = {found.id: tuple(field for field in program.fields if field.owner == found.id) for found in lists}
    return UnorderedLists(tuple((found, of_list[found.id]) for found in lists), tuple(holders))


def visible_values(
    unordered_lists: UnorderedLists, slots: Sequence[int], hidden_slots: Mapping[int, object]
) -> dict[int, VisibleValues]:
    """Compute what a player sees of each element, by its slot: its own fields and those that refer to it.

    Returns:
        The values by the slot of the element's reference in its list.
    """
    places = {
        (found.record, slots[slot]): slot for found, _ in unordered_lists.lists for slot in reference_slots(found)
    }
    field_of_slot = {
        slot: field.base
        for found, fields in unordered_lists.lists
        for field in fields
        for slot in field_slots(found, field)
    }
    holders_by_place: dict[int, list[int]] = {}
    references = set()
    for slot, record in unordered_lists.holders:
        references.add(slot)
        at = places.get((record, slots[slot]))
        if slots[slot] != NONE and at is not None and slot not in hidden_slots:
            holders_by_place.setdefault(at, []).append(field_of_slot.get(slot, slot))
    visible: dict[int, VisibleValues] = {}
    for found, fields in unordered_lists.lists:
        for slot in reference_slots(found):
            if slots[slot] != NONE:
                values = tuple(
                    (slots[each] != NONE,) if each in references else (slots[each],)
                    for field in fields
                    for each in element_slots(found, field, slots[slot])
                    if each not in hidden_slots
                )
                hidden_flags = tuple(
                    each in hidden_slots for field in fields for each in element_slots(found, field, slots[slot])
                )
                visible[slot] = hidden_flags, values, tuple(sorted(holders_by_place.get(slot, ())))
    return visible


def renumber_elements(
    unordered_lists: UnorderedLists,
    slots: Sequence[int],
    visible: Mapping[int, VisibleValues],
    element_order: ElementOrder,
) -> RenumberedState:
    """Copy a state with elements of unordered lists sorted by visible values, so that positions reveal nothing.

    Args:
        unordered_lists: The lists.
        slots: The state, which stays unchanged.
        visible: The visible values of each element (:func:`visible_values`).
        element_order: The order.
    """
    new_slots = list(slots)
    moved: dict[int, int] = {}
    references: dict[str, dict[int, int]] = {}
    for found, fields in unordered_lists.lists:
        living = (slot for slot in reference_slots(found) if slots[slot] != NONE)
        present = sorted(living, key=visible.__getitem__, reverse=element_order == "backwards")
        if element_order == "rotated":
            present = [*present[1:], *present[:1]]
        to = references[found.record] = {slots[slot]: place for place, slot in enumerate(present)}
        order = [*range(len(present)), *[NONE] * (found.capacity - len(present))]
        for first in {found.base, found.row}:
            new_slots[first : first + found.capacity] = order
        for field in fields:
            new_slots[field.base : field.base + field.size * found.capacity] = field.defaults * found.capacity
            for old, new in to.items():
                for source, target in zip(
                    element_slots(found, field, old), element_slots(found, field, new), strict=True
                ):
                    new_slots[target] = slots[source]
                    moved[source] = target
    places = {slot for found, fields in unordered_lists.lists for field in fields for slot in field_slots(found, field)}
    for slot, record in unordered_lists.holders:
        at = moved.get(slot, NONE if slot in places else slot)
        if at != NONE and new_slots[at] != NONE:
            new_slots[at] = references[record].get(new_slots[at], NONE)
    return RenumberedState(new_slots, moved, references)


def indistinguishable_elements(
    unordered_lists: UnorderedLists, slots: Sequence[int], visible: Mapping[int, VisibleValues]
) -> dict[str, dict[int, tuple[int, ...]]]:
    """Map each element, by record and reference, to the references of all elements that look the same to the player."""
    references_alike: dict[str, dict[int, tuple[int, ...]]] = {}
    for pool, _ in unordered_lists.lists:
        present = [slot for slot in reference_slots(pool) if slots[slot] != NONE]
        classes: dict[VisibleValues, list[int]] = {}
        for slot in present:
            classes.setdefault(visible[slot], []).append(slots[slot])
        references_alike[pool.record] = {slots[slot]: tuple(classes[visible[slot]]) for slot in present}
    return references_alike


def reference_slots(pool: SlotList) -> range:
    """The range of slots that hold the references of a list's elements, by position."""
    return range(pool.base, pool.base + pool.capacity)


def field_slots(pool: SlotList, field: SlotField) -> range:
    """The range of slots that hold a field of all elements of a list."""
    return range(field.base, field.base + field.size * pool.capacity)


def element_slots(pool: SlotList, field: SlotField, reference: int) -> range:
    """The range of slots that hold a field of one element."""
    first = field.base + reference % pool.capacity * field.size
    return range(first, first + field.size)
