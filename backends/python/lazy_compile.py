"""Running a program of which little is called, and that but a few times: without the passes, and function by function.

A function is printed and compiled when it is first called. What was compiled can be kept, and used again in a program
that has the same function.
"""

from __future__ import annotations

import linecache
import marshal
import sys
from collections.abc import Callable, Container, Mapping
from functools import partial
from typing import Any
from weakref import ref

from bombsight.backends.python.constants import Constants, constants
from bombsight.backends.python.functions import function_lines
from bombsight.backends.python.load import Ask, Code, Functions, Log, Machine, Roll, connected
from bombsight.backends.python.source import number_lines, state_lines, staying_functions, table_lines
from bombsight.dsl.limits import FRAMES
from bombsight.dsl.node_classes import define, field
from bombsight.flat.functions import Function
from bombsight.flat.program import Program
from bombsight.flat.strip_events import plain

Called = Callable[..., Any]

READ = (EOFError, ValueError, TypeError)
"""What reading code raises that is not whole."""


@define(eq=False)
class Form:
    """The code of a program in one form, as far as it was made.

    Attributes:
        head: The text of the state, and of what all functions have in common.
        names: What the code calls functions and constant tuples.
        facts: What is known of values, by which it is printed.
        common: The code of the head; empty as long as there is none.
        functions: The code of functions, by the name of each and whether it has a form that leaves its state.
    """

    head: str
    names: dict[str, str]
    facts: tuple[object, ...]
    common: bytes = b""
    functions: dict[tuple[str, bool], bytes] = field(factory=dict)

    def serves(self, other: Form) -> bool:
        """Whether code of this form may stand in the other, for functions whose callees are in both."""
        alike = all(other.names.get(name, called) == called for name, called in self.names.items())
        return alike and (self.head, self.facts) == (other.head, other.facts)


@define(eq=False)
class Codes:
    """Code that is made piecemeal, to be kept and used again.

    Attributes:
        same: The functions that are the very same as those that code was kept of.
        forms: The code, traced or plain.
    """

    same: Container[str] = frozenset()
    forms: dict[bool, Form] = field(factory=dict)

    def form(self, traced: bool, head: str, names: Constants) -> Form:
        """What was made of such a program so far, where it fits; else what is made of it now."""
        known_of = names.facts
        facts = (dict(known_of.values), dict(known_of.optional), dict(known_of.capacities))
        called = {**names.functions, **{f"{name}/": data for name, data in names.data.items()}}
        new, known = Form(head, called, facts), self.forms.get(traced)
        if known is not None and known.serves(new):
            return known
        self.forms[traced] = new
        return new

    def dumped(self, wanted: Container[str]) -> bytes:
        """The code of these functions as bytes, for this version of Python."""
        return marshal.dumps({traced: dumped(form, wanted) for traced, form in self.forms.items()})


def dumped(form: Form, wanted: Container[str]) -> tuple[object, ...]:
    """The parts of a form, with the code of these functions alone."""
    code = {key: made for key, made in form.functions.items() if key[0] in wanted}
    return form.head, form.names, form.facts, form.common, code


def codes_of(dumped: bytes, same: Container[str]) -> Codes:
    """The code that was kept; none where it is not whole.

    Args:
        dumped: What :meth:`Codes.dumped` gave.
        same: The functions that are the very same.
    """
    try:
        forms: Mapping[bool, Any] = marshal.loads(dumped)
        return Codes(same, {traced: Form(*parts) for traced, parts in forms.items()})
    except READ:
        return Codes(same)


def instantiate_piecemeal(
    program: Program, roll: Roll, ask: Ask, log: Log | None = None, codes: Codes | None = None
) -> Machine:
    """A machine of its own, its state not begun yet; see :func:`bombsight.backends.python.load.instantiate`.

    Args:
        program: What to run.
        roll: Where dice come from.
        ask: Where answers come from.
        log: Takes the journal; None for the plain code, which keeps none.
        codes: Code made before, to which is added what is made now.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
    traced = log is not None
    codes = codes or Codes()
    names = constants(program)
    head = "\n".join([*number_lines(program, names), "", *state_lines(program, names, traced)])
    form = codes.form(traced, head, names)
    form.common = form.common or marshal.dumps(compile(head, f"bombsight {program.game}", "exec"))
    code = marshal.loads(form.common)
    scope: dict[str, Any] = {"__name__": program.game, "DEFAULTS": program.defaults}
    scope.update((names.data[name], values) for name, values in program.data.items())
    exec(code, scope)
    staying = staying_functions(program)
    faults = frozenset(function.name for function in program.functions if function.faults)

    def printed(function: Function) -> str:
        told = function if traced else plain(function, faults)
        return "\n".join(function_lines(told, names, traced, function.name in staying))

    functions_by_name = {function.name: function for function in program.functions}

    def text(name: str) -> str:
        return printed(functions_by_name[name])

    scope["__text__"] = text  # for as long as the code is there

    def compiled(function: Function) -> Any:
        key = function.name, function.name in staying
        file = f"bombsight {program.game} {function.name}"
        linecache.cache[file] = (partial(text_of, ref(text), function.name),)  # where a traceback is to show a line
        if function.name in codes.same and key in form.functions:
            return marshal.loads(form.functions[key])
        found = compile(printed(function), file, "exec")
        form.functions[key] = marshal.dumps(found)
        return found

    for function in program.functions:
        scope.update(waiting(function, names, compiled, scope))
    exec("\n".join(table_lines(program, names)), scope)
    slots: list[int] = scope["S"]
    functions: Functions = scope["FUNCTIONS"]
    return connected(Code(code), slots, functions, roll, ask, log, program.budgets)


def text_of(text: ref[Callable[[str], str]], name: str) -> str:
    """The text of a function, where its program is still there: who looks for lines in tracebacks forgets nothing."""
    found = text()
    return "" if found is None else found(name)


def waiting(
    function: Function, names: Constants, compiled: Callable[[Function], Any], scope: dict[str, Any]
) -> dict[str, Called]:
    """What stands in the place of a function, in each of its forms, until it is called.

    Args:
        function: The function.
        names: Names of numbers and data.
        compiled: Gives its code.
        scope: Where the code finds what it names, and comes to stand itself.
    """
    made: dict[str, Called] = {}

    def make() -> None:
        exec(compiled(function), scope, made)
        scope.update((name, code) for name, code in made.items() if scope.get(name) in (None, forms.get(name)))

    def form(name: str) -> Called:
        def first(*arguments: int) -> Any:
            if not made:
                make()
            return made[name](*arguments)

        return first

    forms = {name: form(name) for name in (names.functions[function.name], names.staying[function.name])}
    return forms
