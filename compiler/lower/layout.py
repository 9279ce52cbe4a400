"""State layout: every field, list and counter gets its slots.

First comes the state of procedures, inner ones before outer ones, then the state that lasts. Each owner's slots are one
run, so that a reset is one assignment; often read ones have the lowest numbers, long records the highest. Last come
internal counters, and open options. No slot holds text: a name is stored as its serial number.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from math import prod

from bombsight.compiler.graph.examples import ExampleEnded
from bombsight.compiler.graph.nodes import Enum, Field, RuleGraph, StateList
from bombsight.dsl.node_classes import define, frozen
from bombsight.flat.layout import NAMES_SLOT
from bombsight.flat.types import ElementType, TextType, Type

CAREER_OWNER = "career"
"""The owner of the state that outlives missions."""


@frozen
class FieldLocation:
    """The slots (words of state) of a field.

    Attributes:
        base: Its first slot.
        shape: The number of values of each dimension, without that of an element.
        list: The list whose elements have the field, or None.
        capacity: The capacity of that list; 1 for a field of no element.
    """

    field: Field
    base: int
    shape: tuple[int, ...]
    list: str | None = None
    capacity: int = 1

    @property
    def size(self) -> int:
        """The number of values of the field; of an element field, in one element."""
        return prod(self.shape)

    @property
    def slots(self) -> range:
        """The range of all slots (words of state) of the field, in all elements."""
        return range(self.base, self.base + self.size * self.capacity)


@frozen
class ListLocation:
    """The slots (words of state) of a list.

    Attributes:
        base: The first slot of its places, each with an element's reference or none.
        count: The slot with the number of elements.
        serial: The slot that counts all elements ever added.
        holders: Runs of slots that may hold a reference to an element.
        order: The first slot of the references in order; None if the order is that of the places.
    """

    list: StateList
    base: int
    count: int
    serial: int
    holders: tuple[range, ...]
    order: int | None = None

    @property
    def capacity(self) -> int:
        """The maximal number of elements."""
        return self.list.type.capacity


@frozen
class Layout:
    """The slots (words of state) of everything that a program stores.

    Attributes:
        fields: Fields by id.
        pools: Lists by id.
        regions: The run of slots of each owner of state.
        depths: Slots that count the open calls of each recursive item, by its key.
        open_calls: The slot that counts all open recursive calls, weighted by their inner calls; 0 if there are none.
        offers: Slots that count how often each standing offer was accepted, by name.
        endings: Slots that record whether a procedure's ``end`` was reached, by name, where an example asks.
        names: Slots that count the generated names of each list, by its record.
        options: Slots of the options, by name; empty if options are constants.
        slot_count: The number of slots.
    """

    fields: dict[str, FieldLocation]
    pools: dict[str, ListLocation]
    regions: dict[str, range]
    depths: dict[str, int]
    open_calls: int
    offers: dict[str, int]
    endings: dict[str, int]
    names: dict[str, int]
    options: dict[str, int]
    slot_count: int

    def name_counter_of(self, type_: Type) -> int | None:
        """The slot that counts the names generated for text fields of this type; None for other types."""
        return self.names.get(type_.names, NAMES_SLOT) if isinstance(type_, TextType) else None

    @property
    def text_slots(self) -> Iterator[int]:
        """Yield the slots of text fields that get generated names as the game starts; not those of elements."""
        for placed in self.fields.values():
            if isinstance(placed.field.type, TextType) and placed.list is None:
                yield from placed.slots


@define
class SlotAllocator:
    """An allocator of consecutive slots (words of state)."""

    next_slot: int

    def allocate(self, count: int) -> int:
        """Allocate ``count`` slots, and return the first."""
        first = self.next_slot
        self.next_slot += count
        return first


def assign_slots(
    graph: RuleGraph,
    recursive: Iterable[str],
    ordered_lists: Container[str] = (),
    endings: Iterable[str] = (),
    *,
    open_options: bool = False,
) -> Layout:
    """Assign slots (words of state) to all fields, lists, counters and options of the rules.

    Args:
        graph: The rules.
        recursive: The keys of recursive items.
        ordered_lists: The lists whose elements the rules move.
        endings: Procedures whose ends are counted, besides those that examples ask for.
        open_options: Whether options have slots.
    """
    enums = {enum.name: enum for enum in graph.enums}
    counter = SlotAllocator(NAMES_SLOT + max(1, len(graph.game.names)))
    owned: dict[str, dict[str, FieldLocation]] = {owner: {} for owner in state_owners(graph)}
    bases: dict[str, int] = {}
    counts: dict[str, int] = {}
    orders: dict[str, int] = {}
    regions: dict[str, range] = {}
    for owner, fields in reversed(owned.items()):
        first = counter.next_slot
        for node in graph.fields:
            if node.owner == owner and not node.element:
                shape = field_shape(node, enums)
                fields[node.id] = FieldLocation(node, counter.allocate(prod(shape)), shape)
        for pool in graph.lists:
            if pool.owner == owner:
                bases[pool.id] = counter.allocate(pool.type.capacity)
                for node in graph.fields:
                    if node.element and node.id in pool.fields:
                        shape, capacity = field_shape(node, enums), pool.type.capacity
                        fields[node.id] = FieldLocation(
                            node, counter.allocate(prod(shape) * capacity), shape, pool.id, capacity
                        )
                counts[pool.id] = counter.allocate(1)
                if pool.id in ordered_lists:
                    orders[pool.id] = counter.allocate(pool.type.capacity)
        regions[owner] = range(first, counter.next_slot)
    fields = {id_: placed for owner in owned.values() for id_, placed in owner.items()}
    regions = {owner: regions[owner] for owner in owned}
    pools = {
        pool.id: ListLocation(
            pool,
            bases[pool.id],
            counts[pool.id],
            counter.allocate(1),
            tuple(holder_runs(pool.record, fields.values())),
            orders.get(pool.id),
        )
        for pool in graph.lists
    }
    depths = {key: counter.allocate(1) for key in recursive}
    open_ = counter.allocate(1) if depths else 0
    offers = {reroll.name: counter.allocate(1) for reroll in graph.rerolls}
    names = {found.record: NAMES_SLOT + number for number, found in enumerate(graph.game.names)}
    example_endings = (
        line.procedure for example in graph.examples for line in example.lines if isinstance(line, ExampleEnded)
    )
    endings_at = {procedure: counter.allocate(1) for procedure in dict.fromkeys((*endings, *example_endings))}
    options = {option.name: counter.allocate(1) for option in graph.options if open_options}
    counter.allocate(1)  # the slot of the steps reserve
    return Layout(fields, pools, regions, depths, open_, offers, endings_at, names, options, counter.next_slot)


def state_owners(graph: RuleGraph) -> list[str]:
    """List the procedures that own state: the career (campaign) first, the others in order of first use."""
    found = dict.fromkeys(
        [CAREER_OWNER]
        + [node.owner for node in graph.fields if not node.element]
        + [pool.owner for pool in graph.lists]
    )
    return list(found)


def field_shape(node: Field, enums: dict[str, Enum]) -> tuple[int, ...]:
    """The number of values of each dimension of a field."""
    return tuple(len(enums[name].values) for name in node.indices)


def holder_runs(record: str, fields: Iterable[FieldLocation]) -> Iterator[range]:
    """Yield ranges of slots that may refer to an element of this record, with adjacent ranges joined."""
    last: range | None = None
    for placed in fields:
        if isinstance(placed.field.type, ElementType) and placed.field.type.record == record:
            run = placed.slots
            if last is not None and last.stop == run.start:
                run = range(last.start, run.stop)
            elif last is not None:
                yield last
            last = run
    if last is not None:
        yield last
