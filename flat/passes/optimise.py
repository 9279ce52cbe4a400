"""All passes, in order."""

from __future__ import annotations

from collections.abc import Iterable

from bombsight.flat.effects import callees
from bombsight.flat.functions import Function
from bombsight.flat.passes.inline import inlined
from bombsight.flat.passes.keep import Keeping, keeping
from bombsight.flat.program import Program


def optimised(functions: Iterable[Function], program: Program) -> Keeping:
    """A program's functions, sooner done; those that nothing calls any more are gone."""
    return keeping(reached(inlined(functions, program.data), program), program)


def reached(functions: tuple[Function, ...], program: Program) -> tuple[Function, ...]:
    """The functions that the entries come to."""
    by_name = {function.name: function for function in functions}
    found: set[str] = set()
    waiting = [entry.function for entry in program.entries]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += callees(by_name[name])
    return tuple(function for function in functions if function.name in found)
