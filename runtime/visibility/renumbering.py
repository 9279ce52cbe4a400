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

Seen = tuple[object, ...]
"""What a player sees of an element, in a form that can be ordered."""


@frozen
class Renumbered:
    """A state in which elements have other places.

    Attributes:
        slots: The state.
        moved: Where each slot of an element has gone; slots that are not named are where they were.
        references: The new reference of each element, by record and reference.
    """

    slots: list[int]
    moved: Mapping[int, int]
    references: Mapping[str, Mapping[int, int]]

    def renumbered(self, kind: Type, value: int) -> int:
        """A value of the state before as it is in this one."""
        to = self.references.get(kind.record) if isinstance(kind, ElementType) else None
        return value if to is None else to.get(value, NONE)

    def numbered_before(self, kind: Type, value: int) -> int:
        """A value of this state as it was in the one before."""
        to = self.references.get(kind.record) if isinstance(kind, ElementType) else None
        return value if to is None else next((old for old, new in to.items() if new == value), NONE)


@frozen
class Unordered:
    """The lists of a program whose order is not told, and what may hold one of their elements.

    Attributes:
        lists: The lists, each with the fields of its elements.
        holders: The slots that may hold an element, each with the record of it; of an element's field all its places.
    """

    lists: tuple[tuple[SlotList, tuple[SlotField, ...]], ...]
    holders: tuple[tuple[int, str], ...]


def unordered_lists(program: Program, ids: Set[str]) -> Unordered:
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
    return Unordered(tuple((found, of_list[found.id]) for found in lists), tuple(holders))


def seen_of_elements(unordered: Unordered, slots: Sequence[int], hidden: Mapping[int, object]) -> dict[int, Seen]:
    """What a player sees of each element: the values of its fields, and which fields elsewhere hold it.

    Args:
        unordered: The lists.
        slots: The state.
        hidden: The slots that he may not see.

    Returns:
        By the slot that holds the element's reference in its list.
    """
    places = {(found.record, slots[slot]): slot for found, _ in unordered.lists for slot in held_in(found)}
    within = {slot: field.base for found, fields in unordered.lists for field in fields for slot in span(found, field)}
    held: dict[int, list[int]] = {}
    references = set()
    for slot, record in unordered.holders:
        references.add(slot)
        at = places.get((record, slots[slot]))
        if slots[slot] != NONE and at is not None and slot not in hidden:
            held.setdefault(at, []).append(within.get(slot, slot))
    seen: dict[int, Seen] = {}
    for found, fields in unordered.lists:
        for slot in held_in(found):
            if slots[slot] != NONE:
                values = tuple(
                    (slots[each] != NONE,) if each in references else (slots[each],)
                    for field in fields
                    for each in own_slots(found, field, slots[slot])
                    if each not in hidden
                )
                told = tuple(each in hidden for field in fields for each in own_slots(found, field, slots[slot]))
                seen[slot] = told, values, tuple(sorted(held.get(slot, ())))
    return seen


def renumber(unordered: Unordered, slots: Sequence[int], seen: Mapping[int, Seen], *, backwards: bool) -> Renumbered:
    """The state in which the elements of these lists stand in the order of what is seen of them.

    Args:
        unordered: The lists.
        slots: The state; it stays as it is.
        seen: What is seen of each element (:func:`seen_of_elements`).
        backwards: Whether they stand in the opposite order.
    """
    made = list(slots)
    moved: dict[int, int] = {}
    references: dict[str, dict[int, int]] = {}
    for found, fields in unordered.lists:
        living = (slot for slot in held_in(found) if slots[slot] != NONE)
        there = sorted(living, key=seen.__getitem__, reverse=backwards)
        to = references[found.record] = {slots[slot]: place for place, slot in enumerate(there)}
        order = [*range(len(there)), *[NONE] * (found.capacity - len(there))]
        for first in {found.base, found.row}:
            made[first : first + found.capacity] = order
        for field in fields:
            made[field.base : field.base + field.size * found.capacity] = field.defaults * found.capacity
            for old, new in to.items():
                for source, target in zip(own_slots(found, field, old), own_slots(found, field, new), strict=True):
                    made[target] = slots[source]
                    moved[source] = target
    places = {slot for found, fields in unordered.lists for field in fields for slot in span(found, field)}
    for slot, record in unordered.holders:
        at = moved.get(slot, NONE if slot in places else slot)
        if at != NONE and made[at] != NONE:
            made[at] = references[record].get(made[at], NONE)
    return Renumbered(made, moved, references)


def alike(
    unordered: Unordered, slots: Sequence[int], seen: Mapping[int, Seen]
) -> dict[str, dict[int, tuple[int, ...]]]:
    """Of each element, by record and reference, the references of all of which a player sees the same."""
    found: dict[str, dict[int, tuple[int, ...]]] = {}
    for each, _ in unordered.lists:
        there = [slot for slot in held_in(each) if slots[slot] != NONE]
        classes: dict[Seen, list[int]] = {}
        for slot in there:
            classes.setdefault(seen[slot], []).append(slots[slot])
        found[each.record] = {slots[slot]: tuple(classes[seen[slot]]) for slot in there}
    return found


def held_in(found: SlotList) -> range:
    """The slots that hold the references of a list's elements, place by place."""
    return range(found.base, found.base + found.capacity)


def span(found: SlotList, field: SlotField) -> range:
    """The slots of a field of all elements of a list."""
    return range(field.base, field.base + field.size * found.capacity)


def own_slots(found: SlotList, field: SlotField, reference: int) -> range:
    """The slots of a field of one element."""
    first = field.base + reference % found.capacity * field.size
    return range(first, first + field.size)
