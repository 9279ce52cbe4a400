"""The functions of state: a list's elements, what falls back when a procedure ends, the start."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.backends.python.constants import Constants
from bombsight.backends.python.statements import parameter
from bombsight.compiler.lower.layout import Placed, Pool
from bombsight.compiler.lower.unit import Unit
from bombsight.flat.types import NONE, TextType


def list_lines(pool: Pool, unit: Unit, constants: Constants, traced: bool) -> Iterator[str]:
    """The functions of a list."""
    id_, capacity, slots = pool.list.id, pool.capacity, constants.slots
    base, count, serial = slots[pool.base], slots[pool.count], slots[pool.serial]
    fields = [unit.layout.fields[field] for field in pool.list.fields]
    site = ", site" if traced else ""
    yield ""
    yield f"# list {id_}: at most {capacity} of {pool.list.record}"
    yield f"def live_{id_}(element):"
    yield f"    return element if S[{base} + element % {capacity}] == element else NONE"
    yield ""
    yield f"def at_{id_}(element, site):"
    yield f"    if element == NONE or S[{base} + element % {capacity}] != element:"
    yield "        raise Fault(site)"
    yield f"    return element % {capacity}"
    yield ""
    params = "".join(f", {parameter(placed.field.id)}={default(placed, unit)}" for placed in fields)
    yield f"def new_{id_}(full{site}{params}):"
    yield f"    for place in range({capacity}):"
    yield f"        if S[{base} + place] == NONE:"
    yield "            break"
    yield "    else:"
    yield "        raise Fault(full)"
    yield f"    element = S[{serial}] * {capacity} + place"
    yield f"    S[{serial}] += 1"
    yield f"    S[{count}] += 1"
    yield f"    S[{base} + place] = element"
    for placed in fields:
        yield from new_field(placed, unit, slots[placed.base])
    if traced:
        shown = "".join(f", *S[{at(placed, slots)}:{at(placed, slots)} + {placed.size}]" for placed in fields)
        yield f"    log(site, element{shown})"
    yield ""
    yield f"def drop_{id_}(element{site}):"
    yield f"    if element == NONE or S[{base} + element % {capacity}] != element:"
    yield "        return"
    if traced:
        yield "    log(site, element)"
    yield f"    S[{base} + element % {capacity}] = NONE"
    yield f"    S[{count}] -= 1"
    for run in pool.holders:
        yield f"    for slot in range({run.start}, {run.stop}):"
        yield "        if S[slot] == element:"
        yield "            S[slot] = NONE"


def at(placed: Placed, slots: dict[int, str]) -> str:
    """The first slot of an element's field."""
    size = f" * {placed.size}" if placed.size > 1 else ""
    return f"{slots[placed.base]} + place{size}"


def default(placed: Placed, unit: Unit) -> str:
    """What a field of a new element is unless it is given: None where that is not one constant."""
    if isinstance(placed.field.type, TextType) or placed.size != 1:
        return "None"
    value = unit.defaults[placed.base]
    return "NONE" if value == NONE else str(value)


def new_field(placed: Placed, unit: Unit, name: str) -> Iterator[str]:
    """A field of a new element gets its value."""
    given = parameter(placed.field.id)
    if isinstance(placed.field.type, TextType):
        counter = unit.layout.counter_of(placed.field.type)
        yield f"    rename({counter}, {at(placed, {placed.base: name})}, {placed.size})"
    elif placed.size == 1:
        yield f"    S[{name} + place] = {given}"
    else:
        start = at(placed, {placed.base: name})
        values = tuple(unit.defaults[placed.base : placed.base + placed.size])
        yield f"    S[{start}:{start} + {placed.size}] = {values!r} if {given} is None else [{given}] * {placed.size}"


def reset_lines(owner: str, unit: Unit, constants: Constants) -> Iterator[str]:
    """What an owner's state falls back to when it ends."""
    layout = unit.layout
    region = layout.regions.get(owner, range(0))
    yield ""
    yield f"# state {owner}"
    yield f"def reset_{owner}():"
    before = False
    if region:
        run = constants.runs[f"region {owner}"]
        yield f"    S[{run}] = DEFAULTS[{run}]"
        before = True
        for placed in layout.fields.values():
            if isinstance(placed.field.type, TextType) and placed.list is None and placed.base in region:
                counter = layout.counter_of(placed.field.type)
                yield f"    rename({counter}, {constants.slots[placed.base]}, {placed.size})"
        for pool in layout.pools.values():
            for run_ in pool.holders if pool.list.owner == owner else ():
                for outside in (
                    range(run_.start, min(run_.stop, region.start)),
                    range(max(run_.start, region.stop), run_.stop),
                ):
                    if outside:
                        yield f"    S[{outside.start}:{outside.stop}] = [NONE] * {len(outside)}"
    for slot in layout.offers.values() if owner == unit.graph.game.mission else ():
        yield f"    S[{constants.slots[slot]}] = 0"
        before = True
    if not before:
        yield "    pass"


def start_lines(unit: Unit, constants: Constants) -> Iterator[str]:
    """The start: every field to its default, all steps left, no names given."""
    yield ""
    yield "def start():"
    yield "    S[:] = DEFAULTS"
    for placed in unit.layout.fields.values():
        if isinstance(placed.field.type, TextType) and placed.list is None:
            counter = unit.layout.counter_of(placed.field.type)
            yield f"    rename({counter}, {constants.slots[placed.base]}, {placed.size})"
