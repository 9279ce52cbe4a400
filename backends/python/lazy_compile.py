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

from bombsight.backends.python.constants import SymbolTable, build_symbol_table
from bombsight.backends.python.functions import function_lines
from bombsight.backends.python.load import Ask, CompiledProgram, Functions, Log, Machine, Roll, connect_machine
from bombsight.backends.python.source import entry_table_lines, header_lines, state_lines, staying_functions
from bombsight.dsl.limits import MAX_HOST_FRAMES
from bombsight.dsl.node_classes import define, field
from bombsight.flat.functions import Function
from bombsight.flat.program import Program
from bombsight.flat.strip_events import strip_function_events

GeneratedFunction = Callable[..., Any]

UNMARSHAL_ERRORS = (EOFError, ValueError, TypeError)
"""What reading code raises that is not whole."""


@define(eq=False)
class CompiledForm:
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

    def is_usable_for(self, target: CompiledForm) -> bool:
        """Whether code of this form may stand in the other, for functions whose callees are in both."""
        alike = all(target.names.get(name, called) == called for name, called in self.names.items())
        return alike and (self.head, self.facts) == (target.head, target.facts)


@define(eq=False)
class CodeCache:
    """Code that is made piecemeal, to be kept and used again.

    Attributes:
        same: The functions that are the very same as those that code was kept of.
        forms: The code, traced or plain.
    """

    same: Container[str] = frozenset()
    forms: dict[bool, CompiledForm] = field(factory=dict)

    def form_for(self, traced: bool, head: str, symbols: SymbolTable) -> CompiledForm:
        """What was made of such a program so far, where it fits; else what is made of it now."""
        facts_known = symbols.facts
        facts = (dict(facts_known.values), dict(facts_known.optional), dict(facts_known.capacities))
        called = {**symbols.functions, **{f"{name}/": data for name, data in symbols.data.items()}}
        new, known = CompiledForm(head, called, facts), self.forms.get(traced)
        if known is not None and known.is_usable_for(new):
            return known
        self.forms[traced] = new
        return new

    def dump(self, function_names: Container[str]) -> bytes:
        """The code of these functions as bytes, for this version of Python."""
        return marshal.dumps({traced: dump_form(form, function_names) for traced, form in self.forms.items()})


def dump_form(form: CompiledForm, function_names: Container[str]) -> tuple[object, ...]:
    """The parts of a form, with the code of these functions alone."""
    code = {key: made for key, made in form.functions.items() if key[0] in function_names}
    return form.head, form.names, form.facts, form.common, code


def load_codes(content: bytes, unchanged: Container[str]) -> CodeCache:
    """The code that was kept; none where it is not whole.

    Args:
        content: What :meth:`CodeCache.dumped` gave.
        unchanged: The functions that are the very same.
    """
    try:
        forms: Mapping[bool, Any] = marshal.loads(content)
        return CodeCache(unchanged, {traced: CompiledForm(*parts) for traced, parts in forms.items()})
    except UNMARSHAL_ERRORS:
        return CodeCache(unchanged)


def instantiate_lazily(
    program: Program, roll: Roll, ask: Ask, log: Log | None = None, codes: CodeCache | None = None
) -> Machine:
    """A machine of its own, its state not begun yet; see :func:`bombsight.backends.python.load.instantiate`.

    Args:
        program: What to run.
        roll: Where dice come from.
        ask: Where answers come from.
        log: Takes the journal; None for the plain code, which keeps none.
        codes: Code made before, to which is added what is made now.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), MAX_HOST_FRAMES))
    traced = log is not None
    codes = codes or CodeCache()
    symbols = build_symbol_table(program)
    head = "\n".join([*header_lines(program, symbols), "", *state_lines(program, symbols, traced)])
    form = codes.form_for(traced, head, symbols)
    form.common = form.common or marshal.dumps(compile(head, f"bombsight {program.game}", "exec"))
    code = marshal.loads(form.common)
    scope: dict[str, Any] = {"__name__": program.game, "DEFAULTS": program.defaults}
    scope.update((symbols.data[name], values) for name, values in program.data.items())
    exec(code, scope)
    staying = staying_functions(program)
    faults = frozenset(function.name for function in program.functions if function.faults)

    def render_function(function: Function) -> str:
        shown_function = function if traced else strip_function_events(function, faults)
        return "\n".join(function_lines(shown_function, symbols, traced, function.name in staying))

    functions_by_name = {function.name: function for function in program.functions}

    def source_by_name(name: str) -> str:
        return render_function(functions_by_name[name])

    scope["__text__"] = source_by_name  # for as long as the code is there

    def compile_function(function: Function) -> Any:
        key = function.name, function.name in staying
        file = f"bombsight {program.game} {function.name}"
        linecache.cache[file] = (
            partial(source_of, ref(source_by_name), function.name),
        )  # where a traceback is to show a line
        if function.name in codes.same and key in form.functions:
            return marshal.loads(form.functions[key])
        code_object = compile(render_function(function), file, "exec")
        form.functions[key] = marshal.dumps(code_object)
        return code_object

    for function in program.functions:
        scope.update(make_stubs(function, symbols, compile_function, scope))
    exec("\n".join(entry_table_lines(program, symbols)), scope)
    slots: list[int] = scope["S"]
    functions: Functions = scope["FUNCTIONS"]
    return connect_machine(CompiledProgram(code), slots, functions, roll, ask, log, program.budgets)


def source_of(source_ref: ref[Callable[[str], str]], name: str) -> str:
    """The text of a function, where its program is still there: who looks for lines in tracebacks forgets nothing."""
    read_source = source_ref()
    return "" if read_source is None else read_source(name)


def make_stubs(
    function: Function, symbols: SymbolTable, compile_function: Callable[[Function], Any], scope: dict[str, Any]
) -> dict[str, GeneratedFunction]:
    """What stands in the place of a function, in each of its forms, until it is called.

    Args:
        function: The function.
        symbols: Names of numbers and data.
        compile_function: Gives its code.
        scope: Where the code finds what it names, and comes to stand itself.
    """
    definitions: dict[str, GeneratedFunction] = {}

    def compile_now() -> None:
        exec(compile_function(function), scope, definitions)
        scope.update((name, code) for name, code in definitions.items() if scope.get(name) in (None, stubs.get(name)))

    def make_stub(name: str) -> GeneratedFunction:
        def call_first_time(*arguments: int) -> Any:
            if not definitions:
                compile_now()
            return definitions[name](*arguments)

        return call_first_time

    stubs = {name: make_stub(name) for name in (symbols.functions[function.name], symbols.staying[function.name])}
    return stubs
