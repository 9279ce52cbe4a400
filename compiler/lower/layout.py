"""The flattening: every field, list and counter gets its slots.

First what procedures own, those within others before them, then what lasts, each owner's slots in one run, so that
falling back is one assignment: what is read most has the smallest numbers, and long records stand behind it. Last the
counters that no rule sees, and options where they are open. Nothing here is text: a name is the number of its giving.
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
"""The owner of what lasts."""


@frozen
class FieldLocation:
    """Where a field lives.

    Attributes:
        field: The field.
        base: Its first slot.
        shape: The number of values of each dimension, without an element's.
        list: The list whose elements it belongs to, or None.
        capacity: How many elements there are room for; 1 for a field of no element.
    """

    field: Field
    base: int
    shape: tuple[int, ...]
    list: str | None = None
    capacity: int = 1

    @property
    def size(self) -> int:
        """How many slots one element, or the field, takes."""
        return prod(self.shape)

    @property
    def slots(self) -> range:
        """All its slots."""
        return range(self.base, self.base + self.size * self.capacity)


@frozen
class ListLocation:
    """Where a list lives.

    Attributes:
        list: The list.
        base: The first of its slots, each an element's reference or none.
        count: The slot that counts its elements.
        serial: The slot that counts the elements it ever had.
        holders: Runs of slots that may hold one of its elements.
        order: The first of the slots that hold the references in order; None where the order is that of the places.
    """

    list: StateList
    base: int
    count: int
    serial: int
    holders: tuple[range, ...]
    order: int | None = None

    @property
    def capacity(self) -> int:
        """How many elements there are room for."""
        return self.list.type.capacity


@frozen
class Layout:
    """Where everything lives.

    Attributes:
        fields: By id.
        pools: By the list's id.
        regions: The run of slots of each owner of state.
        depths: Slots that count the open calls of what may call itself, by its key.
        open_calls: The slot that counts them all together, each with what it calls; 0 where there are none.
        offers: Slots that count how often a standing offer was taken, by its name.
        endings: Slots that tell whether ``end`` of a procedure was come to, by its name, where an example asks.
        names: Slots that count the names given of each list, by its record.
        options: Slots that hold the values of options, by the option's name; none where they are constants.
        slot_count: How many slots there are.
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

    def name_counter_of(self, kind: Type) -> int | None:
        """The slot that counts the names given to fields of this type; None for a type that is no text."""
        return self.names.get(kind.names, NAMES_SLOT) if isinstance(kind, TextType) else None

    @property
    def text_slots(self) -> Iterator[int]:
        """Slots of names that a game's start gives out; those of elements are given when they join."""
        for placed in self.fields.values():
            if isinstance(placed.field.type, TextType) and placed.list is None:
                yield from placed.slots


@define
class SlotAllocator:
    """The next free slot."""

    next_slot: int

    def allocate(self, count: int) -> int:
        """So many slots."""
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
    """Give everything its slots.

    Args:
        graph: The rules.
        recursive: The keys of what may call itself.
        ordered_lists: The lists whose elements rules move.
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
    counter.allocate(1)  # the reserve of steps
    return Layout(fields, pools, regions, depths, open_, offers, endings_at, names, options, counter.next_slot)


def state_owners(graph: RuleGraph) -> list[str]:
    """Owners of state: what lasts first, then in the order in which they are first named."""
    found = dict.fromkeys(
        [CAREER_OWNER]
        + [node.owner for node in graph.fields if not node.element]
        + [pool.owner for pool in graph.lists]
    )
    return list(found)


def field_shape(node: Field, enums: dict[str, Enum]) -> tuple[int, ...]:
    """How many values each dimension of a field has."""
    return tuple(len(enums[name].values) for name in node.indices)


def holder_runs(record: str, fields: Iterable[FieldLocation]) -> Iterator[range]:
    """The slots that may hold an element of this record, neighbours as one run."""
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
