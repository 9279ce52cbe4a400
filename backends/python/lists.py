"""Functions of state as Python source: those of lists, the reset of regions, the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombsight.backends.python.constants import SymbolTable, clock_tick_lines
from bombsight.backends.python.names import render_comment
from bombsight.backends.python.statements import element_parameter
from bombsight.flat.layout import Naming, Region, Run, SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.types import NONE

LONG_LIST = 40
"""Capacity from which the start resets only the used places of a list."""


def list_lines(pool: SlotList, program: Program, symbols: SymbolTable, traced: bool) -> Iterator[str]:
    """Yield the Python functions of a state list: look-up, creation, removal and move of an element.

    Args:
        pool: The list.
        program: Its program, which has the fields of its elements.
        symbols: Names of slots and numbers.
        traced: Whether the code writes the journal.
    """
    id_, capacity, slots = pool.id, pool.capacity, symbols.slots
    base, count, serial = slots[pool.base], slots[pool.count], slots[pool.serial]
    fields = [placed for placed in program.fields if placed.id in pool.fields]
    site = ", site" if traced else ""
    yield ""
    yield render_comment(f"list {id_}: at most {capacity} of {pool.record}").lstrip()
    yield f"def live_{id_}(element):"
    yield f"    return element if S[{base} + element % {capacity}] == element else NONE"
    yield ""
    yield f"def at_{id_}(element, site):"
    yield f"    if element == NONE or S[{base} + element % {capacity}] != element:"
    yield "        raise Fault(site)"
    yield f"    return element % {capacity}"
    yield ""
    params = "".join(f", {element_parameter(placed.id)}={default_source(placed)}" for placed in fields)
    yield f"def new_{id_}(full{site}{params}):"
    yield "    try:"
    yield f"        place = S.index(NONE, {base}, {base} + {capacity}) - {base}"
    yield "    except ValueError:"
    yield "        raise Fault(full) from None"
    yield f"    element = S[{serial}] * {capacity} + place"
    if pool.order is not None:
        yield f"    S[{slots[pool.order]} + S[{count}]] = element"
    yield f"    S[{serial}] += 1"
    yield f"    S[{count}] += 1"
    yield f"    S[{base} + place] = element"
    for placed in fields:
        yield from field_init_lines(placed, slots[placed.base])
    for line in clock_tick_lines(
        (pool.base, pool.count, pool.serial, pool.row, *(placed.base for placed in fields)), symbols.clocks
    ):
        yield f"    {line}"
    if traced:
        shown = "".join(
            f", *S[{field_start(placed, slots[placed.base])}:{field_start(placed, slots[placed.base])} + {placed.size}]"
            for placed in fields
        )
        yield f"    tell((site, element{shown}))"
    yield ""
    yield f"def drop_{id_}(element{site}):"
    yield f"    if element == NONE or S[{base} + element % {capacity}] != element:"
    yield "        return"
    if traced:
        yield "    tell((site, element))"
    if pool.order is not None:
        yield from removal_lines(slots[pool.order], count)
        yield "    S[last] = NONE"
    yield f"    S[{base} + element % {capacity}] = NONE"
    yield f"    S[{count}] -= 1"
    for held in pool.holders:
        yield f"    while element in S[{held.first}:{held.first + held.count}]:"
        yield f"        S[S.index(element, {held.first})] = NONE"
    held_slots = (slot for held in pool.holders for slot in held.slots)
    for line in clock_tick_lines((pool.base, pool.count, pool.row, *held_slots), symbols.clocks):
        yield f"    {line}"
    if pool.order is not None:
        yield from move_lines(pool, pool.order, symbols, site)


def move_lines(pool: SlotList, order: int, symbols: SymbolTable, site: str) -> Iterator[str]:
    """Yield the Python function that moves an element to the start or end of its list.

    Args:
        pool: The list.
        order: The first of the slots of its order.
        symbols: Names of slots and numbers.
        site: The parameter for the event's site; empty in plain code.
    """
    slots = symbols.slots
    yield ""
    yield f"def move_{pool.id}(element, first{site}):"
    yield f"    if element == NONE or S[{slots[pool.base]} + element % {pool.capacity}] != element:"
    yield "        return"
    if site:
        yield "    tell((site, element))"
    yield from removal_lines(slots[order], slots[pool.count])
    yield "    if first:"
    yield f"        S[{slots[order]} + 1:last + 1] = S[{slots[order]}:last]"
    yield f"        last = {slots[order]}"
    yield "    S[last] = element"
    for line in clock_tick_lines((order,), symbols.clocks):
        yield f"    {line}"


def removal_lines(order: str, count: str) -> Iterator[str]:
    """Yield source lines that take an element out of a list's ``order`` and set ``last`` to the slot that gets free."""
    yield f"    last = {order} + S[{count}] - 1"
    yield f"    at = S.index(element, {order}, last + 1)"
    yield "    S[at:last] = S[at + 1:last + 1]"


def field_start(field: SlotField, name: str) -> str:
    """Render the first slot of an element's field, by the element's ``place``; ``name`` is the slot for place 0."""
    size = f" * {field.size}" if field.size > 1 else ""
    return f"{name} + place{size}"


def default_source(field: SlotField) -> str:
    """Render the default of a new element's field; ``None`` if the default is not one constant."""
    if field.counter is not None or field.size != 1:
        return "None"
    value = field.defaults[0]
    return "NONE" if value == NONE else str(value)


def field_init_lines(field: SlotField, name: str) -> Iterator[str]:
    """Yield lines that initialize a field of a new element."""
    given, start = element_parameter(field.id), field_start(field, name)
    if field.counter is not None:
        yield f"    if {given} is None:"
        yield f"        rename({field.counter}, {start}, {field.size})"
        yield "    else:"
        yield f"        S[{start}:{start} + {field.size}] = [{given}] * {field.size}"
    elif field.size == 1:
        yield f"    S[{name} + place] = {given}"
    else:
        values = f"{field.defaults!r} if {given} is None else [{given}] * {field.size}"
        yield f"    S[{start}:{start} + {field.size}] = {values}"


def rename_line(naming: Naming, symbols: SymbolTable) -> str:
    """Render the call that gives a run of slots fresh names from a list of names: ``rename(...)``."""
    return f"    rename({naming.counter}, {symbols.slots[naming.run.first]}, {naming.run.count})"


def reset_lines(region: Region, symbols: SymbolTable) -> Iterator[str]:
    """Yield the Python function that resets a region (slots of a procedure) when its procedure ends."""
    yield ""
    yield render_comment(f"state {region.owner}").lstrip()
    yield f"def reset_{region.owner}():"
    if region.run.count:
        run = symbols.runs[f"region {region.owner}"]
        yield f"    S[{run}] = DEFAULTS[{run}]"
    for naming in region.namings:
        yield rename_line(naming, symbols)
    for outside in region.cleared:
        yield f"    S[{outside.first}:{outside.first + outside.count}] = [NONE] * {outside.count}"
    for slot in region.zeroed:
        yield f"    S[{symbols.slots[slot]}] = 0"
    outside_slots = (slot for outside in region.cleared for slot in outside.slots)
    named = (slot for naming in region.namings for slot in naming.run.slots)
    for line in clock_tick_lines((*region.run.slots, *outside_slots, *named, *region.zeroed), symbols.clocks):
        yield f"    {line}"
    if not (region.run.count or region.cleared or region.zeroed):
        yield "    pass"


def columns_of(pool: SlotList, program: Program) -> list[tuple[int, int]]:
    """List the columns of a state list: the first slot of each column, and its slots per element."""
    fields = ((placed.base, placed.size) for placed in program.fields if placed.id in pool.fields)
    return [(pool.base, 1), *fields]


def gaps_between(columns: Iterable[Run], slot_count: int) -> Iterator[tuple[int, int]]:
    """Yield the gaps between runs of slots among ``slot_count``, each as its first slot and the one behind its last."""
    at = 0
    for run in sorted(columns, key=lambda run: run.first):
        if at < run.first:
            yield at, run.first
        at = run.first + run.count
    if at < slot_count:
        yield at, slot_count


def start_lines(program: Program, symbols: SymbolTable) -> Iterator[str]:
    """Yield the Python function ``start``: it sets defaults, gives fresh names and invalidates memoized values.

    An element takes the lowest free place, so only as many places of a long list can differ from their defaults as
    there ever were elements.
    """
    long = [pool for pool in program.lists if pool.capacity >= LONG_LIST and pool.order is None]
    yield ""
    yield "def start():"
    for pool in long:
        yield f"    ever = min(S[{symbols.slots[pool.serial]}], {pool.capacity})"
        yield "    if ever:"
        for first, size in columns_of(pool, program):
            run = f"{first}:{first} + ever" + (f" * {size}" if size > 1 else "")
            yield f"        S[{run}] = DEFAULTS[{run}]"
    columns = [Run(first, pool.capacity * size) for pool in long for first, size in columns_of(pool, program)]
    for first, end in gaps_between(columns, program.slots):
        yield f"    S[{first}:{end}] = DEFAULTS[{first}:{end}]"
    for naming in program.namings:
        yield rename_line(naming, symbols)
    for clock in sorted(set(program.clocks.values())):
        yield f"    CLOCKS[{clock}] += 1"
