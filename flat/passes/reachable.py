"""Reachability from a program's entries; restriction of a program to its missions."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.flat.functions import Function
from bombsight.flat.program import Entry, Program


def restrict_to_missions(program: Program) -> Program:
    """Return a program without entries besides mission, career, stage and their tallies, and without dead code.

    It behaves the same, so its digest stays the same.
    """
    begins = {entry.key for entry in (program.mission, program.career, program.stage) if entry is not None}
    kept_keys = begins | {tally.entry.key for tally in (*program.tallies, *program.forecasts)}
    entries = tuple(entry for entry in program.entries if entry.key in kept_keys)
    return evolve(program, entries=entries, functions=reachable_functions(program.functions, entries))


def reachable_functions(functions: Sequence[Function], entries: Sequence[Entry]) -> tuple[Function, ...]:
    """Return those of the functions, in their order, that entries reach by calls."""
    by_name = {function.name: function for function in functions}
    names: set[str] = set()
    waiting = [entry.function for entry in entries]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += by_name[name].callees
    return tuple(function for function in functions if function.name in names)
