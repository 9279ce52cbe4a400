"""Running a program of which little is called, and that but a few times: without the passes, and function by function.

A function is printed and compiled when it is first called.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable
from typing import Any

from attrs import evolve

from bombsight.backends.python.constants import Constants, constants
from bombsight.backends.python.functions import function_lines
from bombsight.backends.python.load import Ask, Code, Functions, Log, Machine, Roll, connected
from bombsight.backends.python.source import number_lines, state_lines, staying_functions, table_lines
from bombsight.dsl.limits import FRAMES
from bombsight.flat.functions import Function
from bombsight.flat.plain import untold
from bombsight.flat.program import Program

Called = Callable[..., Any]


def instantiate_piecemeal(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
    """A machine of its own, its state not begun yet; see :func:`bombsight.backends.python.load.instantiate`.

    Args:
        program: What to run.
        roll: Where dice come from.
        ask: Where answers come from.
        log: Takes the journal; None for the plain code, which keeps none.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
    traced = log is not None
    if not traced:
        program = evolve(program, functions=tuple(untold(program.functions)))
    names = constants(program)
    head = "\n".join([*number_lines(program, names), "", *state_lines(program, names, traced)])
    code = compile(head, f"bombsight {program.game}", "exec")
    scope: dict[str, Any] = {"__name__": program.game, "DEFAULTS": program.defaults}
    scope.update((names.data[name], values) for name, values in program.data.items())
    exec(code, scope)
    staying = staying_functions(program)
    for function in program.functions:
        scope.update(waiting(function, names, traced, function.name in staying, scope))
    exec("\n".join(table_lines(program, names)), scope)
    slots: list[int] = scope["S"]
    functions: Functions = scope["FUNCTIONS"]
    return connected(Code(code), slots, functions, roll, ask, log)


def waiting(
    function: Function, names: Constants, traced: bool, stays: bool, scope: dict[str, Any]
) -> dict[str, Called]:
    """What stands in the place of a function, in each of its forms, until it is called.

    Args:
        function: The function.
        names: Names of numbers and data.
        traced: Whether the code tells the journal.
        stays: Whether it has a form that leaves its procedure's state as it is.
        scope: Where the code finds what it names, and comes to stand itself.
    """
    made: dict[str, Called] = {}

    def make() -> None:
        text = "\n".join(function_lines(function, names, traced, stays))
        file = f"bombsight {scope['__name__']} {function.name}"
        linecache.cache[file] = (lambda: text,)  # read where a traceback is to show a line
        exec(compile(text, file, "exec"), scope, made)
        scope.update((name, code) for name, code in made.items() if scope.get(name) in (None, forms.get(name)))

    def form(name: str) -> Called:
        def first(*arguments: int) -> Any:
            if not made:
                make()
            return made[name](*arguments)

        return first

    forms = {name: form(name) for name in (names.functions[function.name], names.staying[function.name])}
    return forms
