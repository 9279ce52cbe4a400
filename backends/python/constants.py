"""Python names of slots, runs of slots, functions and data of a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from bombsight.backends.python.names import (
    CONSTANTS,
    RESERVED,
    UniqueNames,
    check_identifier,
    constant_name,
    render_comment,
    to_word,
)
from bombsight.dsl.node_classes import frozen
from bombsight.flat.functions import Function
from bombsight.flat.layout import RESERVE, STEPS_SLOT, SlotField, SlotList
from bombsight.flat.passes.facts import Facts, collect_facts
from bombsight.flat.program import Program


@frozen
class SymbolTable:
    """The symbol table of the printed source.

    Attributes:
        slots: The name of each field's first slot, and of each counter.
        runs: The name of each slice of slots: a list's slots, a procedure's region.
        functions: The name of each function.
        staying: The name of each function's variant that does not reset its region.
        data: The name of each constant tuple.
        lists: The lists by id.
        clocks: The clock of each slot that a memoized function reads.
        quiet: Functions that neither fault nor take steps.
        facts: Known ranges of values.
        taken: All names with a meaning in every function.
        lines: The constants with their values and comments.
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


def build_symbol_table(program: Program) -> SymbolTable:
    """Make unique Python names for the slots, functions and data of a program."""
    names = UniqueNames(CONSTANTS | RESERVED)
    names.issued |= {
        f"{made}_{check_identifier(pool.id)}"
        for pool in program.lists
        for made in ("at", "drop", "live", "move", "new")
    }
    names.issued |= {f"reset_{check_identifier(region.owner)}" for region in program.regions}
    slots: dict[int, str] = {}
    runs: dict[str, str] = {}
    lines = [f"STEPS = {STEPS_SLOT}  # steps left", f"RESERVE = {RESERVE}  # for further missions"]

    def name_slot(number: int, hint: str, remark: str) -> None:
        """Name a slot after ``hint``; add the line that defines it, ``NAME = 7``, with ``remark`` as a comment."""
        name = slots[number] = names.make_unique(constant_name(hint))
        lines.append(f"{name} = {number}{render_comment(remark)}")

    def name_run(key: str, name_hint: str, first: int, count: int) -> None:
        """Name a run of slots, and add the line that assigns a slice of the state to the name.

        Args:
            key: The key of the run in the symbol table.
            name_hint: The wanted name.
            first: The run's first slot.
            count: Its number of slots.
        """
        name = runs[key] = names.make_unique(constant_name(name_hint))
        lines.append(f"{name} = slice({first}, {first + count})")

    functions = {function.name: names.make_unique(to_word(function.name)) for function in program.functions}
    names.issued |= {f"body_{name}" for name in functions.values()}
    staying = {
        function.name: names.make_unique(f"enter_{to_word(function.name.partition(':')[2])}")
        if has_state_to_reset(function)
        else functions[function.name]
        for function in program.functions
    }
    data = {name: names.make_unique(constant_name(name)) for name in program.data}
    for placed in program.fields:
        name_slot(placed.base, placed.id, describe_field(placed))
    for pool in program.lists:
        name_slot(pool.base, pool.id, f"{pool.capacity} references to {pool.record}")
        if pool.order is not None:
            name_slot(pool.order, f"{pool.id}_order", "the same in order")
        name_run(pool.id, f"{pool.id}_all", pool.row, pool.capacity)
        name_slot(pool.count, f"{pool.id}_count", "elements there are")
        name_slot(pool.serial, f"{pool.id}_serial", "elements there ever were")
    for counter in program.counters:
        match counter.kind:
            case "depth":
                name_slot(counter.slot, f"depth_{counter.name.partition(':')[2]}", "open calls")
            case "offer":
                name_slot(counter.slot, f"{counter.name}_taken", "times taken")
            case "ended":
                name_slot(counter.slot, f"{counter.name}_ended", "whether its end was come to")
            case "open":
                slots[counter.slot] = "OPEN"
                lines.append(f"OPEN = {counter.slot}  # open calls of what can call itself, with what they call")
            case "steps" | "reserve" | "names":
                pass  # no name of their own
            case _:
                assert_never(counter.kind)
    for option in program.open_options:
        name_slot(option.slot, f"option_{option.name}", str(option.type))
    for region in program.regions:
        if region.run.count:
            name_run(f"region {region.owner}", f"{region.owner}_state", region.run.first, region.run.count)
    lists = {pool.id: pool for pool in program.lists}
    return SymbolTable(
        slots=slots,
        runs=runs,
        functions=functions,
        staying=functions | staying,
        data=data,
        lists=lists,
        clocks=program.clocks,
        quiet=frozenset(function.name for function in program.functions if not function.faults),
        facts=collect_facts(program),
        taken=names.taken_names,
        lines=tuple(lines),
    )


def clock_tick_lines(slots: Iterable[int], clocks: Mapping[int, int]) -> Iterator[str]:
    """Yield source lines that advance the clocks (change counters) of changed slots, to invalidate memoized values."""
    for clock in sorted({clocks[slot] for slot in slots if slot in clocks}):
        yield f"CLOCKS[{clock}] += 1"


def has_state_to_reset(function: Function) -> bool:
    """Whether a function resets slots at its end: the region, slots that live as long as its procedure runs."""
    return function.guard is not None and function.guard.resets is not None


def describe_field(field: SlotField) -> str:
    """Describe a field in a comment: its type, dimensions and number of elements."""
    dimensions = ", ".join(field.indices)
    elements = len(field.shape) > len(field.indices)
    description = f"{field.type}" + (f" for each {dimensions}" if dimensions else "")
    return description + (f", {field.shape[0]} elements" if elements else "")
