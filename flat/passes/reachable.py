"""What of a program is reached from its entries; a program that can only be begun."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.flat.functions import Function
from bombsight.flat.program import Entry, Program


def restrict_to_missions(program: Program) -> Program:
    """A program that can only be begun, and counted of: nothing else can be called, and what only that reached is gone.

    It does the same, and so is told apart by no digest.
    """
    begins = {entry.key for entry in (program.mission, program.career) if entry is not None}
    kept_keys = begins | {tally.entry.key for tally in program.tallies}
    entries = tuple(entry for entry in program.entries if entry.key in kept_keys)
    return evolve(program, entries=entries, functions=reachable_functions(program.functions, entries))


def reachable_functions(functions: Sequence[Function], entries: Sequence[Entry]) -> tuple[Function, ...]:
    """The functions that entries come to, in their order."""
    by_name = {function.name: function for function in functions}
    names: set[str] = set()
    waiting = [entry.function for entry in entries]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += by_name[name].callees
    return tuple(function for function in functions if function.name in names)
