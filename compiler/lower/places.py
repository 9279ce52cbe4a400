"""The layout in the flat form: where state lives, and what falls back together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombsight.compiler.lower.layout import Layout, Placed, Pool
from bombsight.compiler.lower.unit import Unit
from bombsight.flat.layout import NAMES, STEPS, Counter, Naming, OpenOption, Region, Run, SlotField, SlotList
from bombsight.flat.sites import Seen
from bombsight.flat.types import TextType


def run_of(slots: range) -> Run:
    """Slots one after the other."""
    return Run(slots.start, len(slots))


def slot_field(placed: Placed, unit: Unit, seen: Seen | None) -> SlotField:
    """Where a field lives."""
    return SlotField(
        id=placed.field.id,
        owner=placed.list or placed.field.owner,
        title=placed.field.title,
        type=placed.field.type,
        base=placed.base,
        shape=(placed.capacity, *placed.shape) if placed.list else placed.shape,
        indices=placed.field.indices,
        defaults=tuple(unit.defaults[placed.base : placed.base + placed.size]),
        counter=unit.layout.counter_of(placed.field.type),
        matters=placed.field.matters,
        seen=seen,
    )


def slot_list(pool: Pool, seen: Seen | None) -> SlotList:
    """Where a list lives."""
    return SlotList(
        id=pool.list.id,
        owner=pool.list.owner,
        title=pool.list.title,
        record=pool.list.record,
        base=pool.base,
        capacity=pool.capacity,
        fields=pool.list.fields,
        count=pool.count,
        serial=pool.serial,
        holders=tuple(map(run_of, pool.holders)),
        order=pool.order,
        seen=seen,
    )


def namings(fields: Iterable[Placed], layout: Layout) -> Iterator[Naming]:
    """The names that are given to fields when they fall back; those of elements are given when they join."""
    for placed in fields:
        counter = layout.counter_of(placed.field.type)
        if isinstance(placed.field.type, TextType) and placed.list is None and counter is not None:
            yield Naming(counter, run_of(placed.slots))


def regions(unit: Unit) -> Iterator[Region]:
    """What falls back together: each owner's state, and with the mission's how often offers were taken."""
    layout, mission = unit.layout, unit.graph.game.mission
    for owner in dict.fromkeys([*layout.regions, *([mission] if layout.offers else [])]):
        slots = layout.regions.get(owner, range(0))
        yield Region(
            owner=owner,
            run=run_of(slots),
            namings=tuple(namings((p for p in layout.fields.values() if p.base in slots), layout)),
            cleared=tuple(cleared(owner, slots, layout)),
            zeroed=tuple(layout.offers.values()) if owner == mission else (),
        )


def cleared(owner: str, region: range, layout: Layout) -> Iterator[Run]:
    """The slots outside an owner's region that may hold an element of its lists."""
    for pool in layout.pools.values():
        for held in pool.holders if pool.list.owner == owner else ():
            for outside in (
                range(held.start, min(held.stop, region.start)),
                range(max(held.start, region.stop), held.stop),
            ):
                if outside:
                    yield run_of(outside)


def counters(unit: Unit) -> Iterator[Counter]:
    """The slots that no rule sees, those of lists apart."""
    layout = unit.layout
    yield Counter(slot=STEPS, kind="steps")
    yield Counter(slot=layout.slots - 1, kind="reserve")
    yield from (Counter(slot=slot, kind="names", name=record) for record, slot in layout.names.items())
    if NAMES not in layout.names.values():
        yield Counter(slot=NAMES, kind="names")
    yield from (Counter(slot=slot, kind="depth", name=key) for key, slot in layout.depths.items())
    if layout.depths:
        yield Counter(slot=layout.open, kind="open")
    yield from (Counter(slot=slot, kind="offer", name=name) for name, slot in layout.offers.items())
    yield from (Counter(slot=slot, kind="ended", name=name) for name, slot in layout.endings.items())


def options_in_slots(unit: Unit) -> Iterator[OpenOption]:
    """The options that have slots."""
    for name, slot in unit.layout.options.items():
        yield OpenOption(name=name, slot=slot, type=unit.options[name].type)
