"""The layout as flat metadata: slots of fields, lists and counters, and reset regions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombsight.compiler.lower.layout import FieldLocation, Layout, ListLocation
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.flat.layout import NAMES_SLOT, STEPS_SLOT, Counter, Naming, OpenOption, Region, Run, SlotField, SlotList
from bombsight.flat.sites import Seen
from bombsight.flat.types import TextType


def encode_run(slots: range) -> Run:
    """Convert a range of slots to a `Run` of the flat form."""
    return Run(slots.start, len(slots))


def encode_field(location: FieldLocation, unit: ProgramBuilder, visibility: Seen | None) -> SlotField:
    """Encode the location of a field as flat metadata, with its defaults and visibility."""
    return SlotField(
        id=location.field.id,
        owner=location.list or location.field.owner,
        title=location.field.title,
        type=location.field.type,
        base=location.base,
        shape=(location.capacity, *location.shape) if location.list else location.shape,
        indices=location.field.indices,
        defaults=tuple(unit.defaults[location.base : location.base + location.size]),
        counter=unit.layout.name_counter_of(location.field.type),
        matters=location.field.matters,
        seen=visibility,
        short_part=location.field.short_part,
    )


def encode_list(location: ListLocation, visibility: Seen | None) -> SlotList:
    """Encode the location of a list as flat metadata, with its visibility."""
    return SlotList(
        id=location.list.id,
        owner=location.list.owner,
        title=location.list.title,
        record=location.list.record,
        base=location.base,
        capacity=location.capacity,
        fields=location.list.fields,
        count=location.count,
        serial=location.serial,
        holders=tuple(map(encode_run, location.holders)),
        order=location.order,
        seen=visibility,
    )


def name_assignments(fields: Iterable[FieldLocation], layout: Layout) -> Iterator[Naming]:
    """Yield the slots of text fields that get generated names when reset; not those of list elements."""
    for location in fields:
        counter = layout.name_counter_of(location.field.type)
        if isinstance(location.field.type, TextType) and location.list is None and counter is not None:
            yield Naming(counter, encode_run(location.slots))


def reset_regions(unit: ProgramBuilder) -> Iterator[Region]:
    """Yield the regions of slots that reset together: the state of each procedure, and offer counters."""
    layout, mission = unit.layout, unit.graph.game.mission
    for owner in dict.fromkeys([*layout.regions, *([mission] if layout.offers else [])]):
        slots = layout.regions.get(owner, range(0))
        yield Region(
            owner=owner,
            run=encode_run(slots),
            namings=tuple(name_assignments((p for p in layout.fields.values() if p.base in slots), layout)),
            cleared=tuple(runs_to_clear(owner, slots, layout)),
            zeroed=tuple(layout.offers.values()) if owner == mission else (),
        )


def runs_to_clear(owner: str, region: range, layout: Layout) -> Iterator[Run]:
    """Yield the slots outside a procedure's own region that may refer to an element of its lists."""
    for pool in layout.pools.values():
        for held in pool.holders if pool.list.owner == owner else ():
            for outside in (
                range(held.start, min(held.stop, region.start)),
                range(max(held.start, region.stop), held.stop),
            ):
                if outside:
                    yield encode_run(outside)


def internal_counters(unit: ProgramBuilder) -> Iterator[Counter]:
    """Yield the slots of internal counters: steps, names, call depths, accepted offers, ended procedures."""
    layout = unit.layout
    yield Counter(slot=STEPS_SLOT, kind="steps")
    yield Counter(slot=layout.slot_count - 1, kind="reserve")
    yield from (Counter(slot=slot, kind="names", name=record) for record, slot in layout.names.items())
    if NAMES_SLOT not in layout.names.values():
        yield Counter(slot=NAMES_SLOT, kind="names")
    yield from (Counter(slot=slot, kind="depth", name=key) for key, slot in layout.depths.items())
    if layout.depths:
        yield Counter(slot=layout.open_calls, kind="open")
    yield from (Counter(slot=slot, kind="offer", name=name) for name, slot in layout.offers.items())
    yield from (Counter(slot=slot, kind="ended", name=name) for name, slot in layout.endings.items())


def open_options_of(unit: ProgramBuilder) -> Iterator[OpenOption]:
    """Yield the options whose values are slots, so that they can be set at run time."""
    for name, slot in unit.layout.options.items():
        yield OpenOption(name=name, slot=slot, type=unit.options[name].type)
