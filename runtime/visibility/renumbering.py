"""Elements of lists in no order, at places that only what is seen of them decides.

Where something is hidden of the elements of a list, neither their order in it nor the places where they lie may be
known: both come from what happened in secret. A value that is worked out for a player is worked out in states in which
the elements stand in an order of what he sees of them. Elements of which he sees the same are one like the other there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from attrs import frozen

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.types import NONE, ElementType, Type

VisibleValues = tuple[object, ...]
"""What a player sees of an element, in a form that can be ordered."""


@frozen
class RenumberedState:
    """A state in which elements have other places.

    Attributes:
        slots: The state.
        moved: Where each slot of an element has gone; slots that are not named are where they were.
        references: The new reference of each element, by record and reference.
    """

    slots: list[int]
    moved: Mapping[int, int]
    references: Mapping[str, Mapping[int, int]]

    def new_value(self, kind: Type, value: int) -> int:
        """A value of the state before as it is in this one."""
        to = self.references.get(kind.record) if isinstance(kind, ElementType) else None
        return value if to is None else to.get(value, NONE)

    def old_value(self, kind: Type, value: int) -> int:
        """A value of this state as it was in the one before."""
        to = self.references.get(kind.record) if isinstance(kind, ElementType) else None
        return value if to is None else next((old for old, new in to.items() if new == value), NONE)


@frozen
class UnorderedLists:
    """The lists of a program whose order is not told, and what may hold one of their elements.

    Attributes:
        lists: The lists, each with the fields of its elements.
        holders: The slots that may hold an element, each with the record of it; of an element's field all its places.
    """

    lists: tuple[tuple[SlotList, tuple[SlotField, ...]], ...]
    holders: tuple[tuple[int, str], ...]


def find_unordered_lists(program: Program, ids: Set[str]) -> UnorderedLists:
    """What has to be known of a program to renumber the elements of the lists with these ids."""
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
    """What a player sees of each element: the values of its fields, and which fields elsewhere hold it.

    Args:
        unordered_lists: The lists.
        slots: The state.
        hidden_slots: The slots that he may not see.

    Returns:
        By the slot that holds the element's reference in its list.
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
    unordered_lists: UnorderedLists, slots: Sequence[int], visible: Mapping[int, VisibleValues], *, backwards: bool
) -> RenumberedState:
    """The state in which the elements of these lists stand in the order of what is seen of them.

    Args:
        unordered_lists: The lists.
        slots: The state; it stays as it is.
        visible: What is seen of each element (:func:`visible_values`).
        backwards: Whether they stand in the opposite order.
    """
    new_slots = list(slots)
    moved: dict[int, int] = {}
    references: dict[str, dict[int, int]] = {}
    for found, fields in unordered_lists.lists:
        living = (slot for slot in reference_slots(found) if slots[slot] != NONE)
        present = sorted(living, key=visible.__getitem__, reverse=backwards)
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
    """Of each element, by record and reference, the references of all of which a player sees the same."""
    references_alike: dict[str, dict[int, tuple[int, ...]]] = {}
    for pool, _ in unordered_lists.lists:
        present = [slot for slot in reference_slots(pool) if slots[slot] != NONE]
        classes: dict[VisibleValues, list[int]] = {}
        for slot in present:
            classes.setdefault(visible[slot], []).append(slots[slot])
        references_alike[pool.record] = {slots[slot]: tuple(classes[visible[slot]]) for slot in present}
    return references_alike


def reference_slots(pool: SlotList) -> range:
    """The slots that hold the references of a list's elements, place by place."""
    return range(pool.base, pool.base + pool.capacity)


def field_slots(pool: SlotList, field: SlotField) -> range:
    """The slots of a field of all elements of a list."""
    return range(field.base, field.base + field.size * pool.capacity)


def element_slots(pool: SlotList, field: SlotField, reference: int) -> range:
    """The slots of a field of one element."""
    first = field.base + reference % pool.capacity * field.size
    return range(first, first + field.size)
