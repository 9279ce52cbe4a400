"""What the flat form names, in Python's names: slots, runs of slots, functions, data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from bombsight.backends.python.names import CONSTANTS, RESERVED, Names, comment, constant, identifier, word
from bombsight.dsl.node_classes import frozen
from bombsight.flat.functions import Function
from bombsight.flat.layout import RESERVE, STEPS, SlotField, SlotList
from bombsight.flat.passes.facts import Facts, facts_of
from bombsight.flat.program import Program


@frozen
class Constants:
    """Names at the head of the source.

    Attributes:
        slots: The name of each field's first slot, and of each counter.
        runs: The name of each list's slots, of each owner's region, as slices.
        functions: The name of each function.
        staying: The name of that form of it that leaves its state as it is.
        data: The name of each constant tuple.
        lists: The lists by id.
        clocks: The clock of each slot that something kept was read from.
        quiet: Functions that are no fault and take no steps.
        facts: What is known of values.
        taken: All names that mean something in every function.
        lines: The constants with their values and a word on each.
    """

    slots: dict[int, str]
    runs: dict[str, str]
    functions: dict[str, str]
    staying: dict[str, str]
    data: dict[str, str]
    lists: dict[str, SlotList]
    clocks: Mapping[int, int]
    quiet: frozenset[str]
    facts: Facts
    taken: frozenset[str]
    lines: tuple[str, ...]


def constants(program: Program) -> Constants:
    """Give names to everything."""
    names = Names(CONSTANTS | RESERVED)
    names.given |= {
        f"{made}_{identifier(pool.id)}" for pool in program.lists for made in ("at", "drop", "live", "move", "new")
    }
    names.given |= {f"reset_{identifier(region.owner)}" for region in program.regions}
    slots: dict[int, str] = {}
    runs: dict[str, str] = {}
    lines = [f"STEPS = {STEPS}  # steps left", f"RESERVE = {RESERVE}  # for further missions"]

    def slot(at: int, hint: str, about: str) -> None:
        name = slots[at] = names.unique(constant(hint))
        lines.append(f"{name} = {at}{comment(about)}")

    def run(key: str, hint: str, first: int, count: int) -> None:
        name = runs[key] = names.unique(constant(hint))
        lines.append(f"{name} = slice({first}, {first + count})")

    functions = {function.name: names.unique(word(function.name)) for function in program.functions}
    names.given |= {f"body_{name}" for name in functions.values()}
    staying = {
        function.name: names.unique(f"enter_{word(function.name.partition(':')[2])}")
        if resets(function)
        else functions[function.name]
        for function in program.functions
    }
    data = {name: names.unique(constant(name)) for name in program.data}
    for placed in program.fields:
        slot(placed.base, placed.id, about(placed))
    for pool in program.lists:
        slot(pool.base, pool.id, f"{pool.capacity} references to {pool.record}")
        if pool.order is not None:
            slot(pool.order, f"{pool.id}_order", "the same in order")
        run(pool.id, f"{pool.id}_all", pool.row, pool.capacity)
        slot(pool.count, f"{pool.id}_count", "elements there are")
        slot(pool.serial, f"{pool.id}_serial", "elements there ever were")
    for counter in program.counters:
        match counter.kind:
            case "depth":
                slot(counter.slot, f"depth_{counter.name.partition(':')[2]}", "open calls")
            case "offer":
                slot(counter.slot, f"{counter.name}_taken", "times taken")
            case "ended":
                slot(counter.slot, f"{counter.name}_ended", "whether its end was come to")
            case "open":
                slots[counter.slot] = "OPEN"
                lines.append(f"OPEN = {counter.slot}  # open calls of what can call itself, with what they call")
            case "steps" | "reserve" | "names":
                pass  # no name of their own
            case _:
                assert_never(counter.kind)
    for option in program.open_options:
        slot(option.slot, f"option_{option.name}", str(option.type))
    for region in program.regions:
        if region.run.count:
            run(f"region {region.owner}", f"{region.owner}_state", region.run.first, region.run.count)
    lists = {pool.id: pool for pool in program.lists}
    return Constants(
        slots=slots,
        runs=runs,
        functions=functions,
        staying=functions | staying,
        data=data,
        lists=lists,
        clocks=program.clocks,
        quiet=frozenset(function.name for function in program.functions if not function.faults),
        facts=facts_of(program),
        taken=names.taken,
        lines=tuple(lines),
    )


def on_lines(slots: Iterable[int], clocks: Mapping[int, int]) -> Iterator[str]:
    """The clocks of slots that change go on."""
    for clock in sorted({clocks[slot] for slot in slots if slot in clocks}):
        yield f"CLOCKS[{clock}] += 1"


def resets(function: Function) -> bool:
    """Whether something falls back when the function ends."""
    return function.guard is not None and function.guard.resets is not None


def about(placed: SlotField) -> str:
    """A word on a field."""
    dimensions = ", ".join(placed.indices)
    elements = len(placed.shape) > len(placed.indices)
    told = f"{placed.type}" + (f" for each {dimensions}" if dimensions else "")
    return told + (f", {placed.shape[0]} elements" if elements else "")
