"""Lazy compilation, function by function and without passes, for programs that run little of their code.

A function is printed and compiled when it is first called. Its code can be stored, and used again in a program that has
the same function.
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
from bombsight.backends.python.stubs import make_stubs
from bombsight.dsl.limits import MAX_HOST_FRAMES
from bombsight.dsl.node_classes import define, field
from bombsight.flat.functions import Function
from bombsight.flat.program import Program
from bombsight.flat.strip_events import strip_function_events

UNMARSHAL_ERRORS = (EOFError, ValueError, TypeError)
"""Exceptions of ``marshal`` for damaged code."""


@define(eq=False)
class CompiledForm:
    """The code compiled so far of a program, traced or plain.

    Attributes:
        head: The source of the state and of common helpers.
        names: The Python names of functions and constant tuples.
        facts: The known ranges of values, on which the printed code depends.
        common: The code of the head; empty until it is compiled.
        functions: The code of functions, by name and whether there is a variant that does not reset the region.
    """

    head: str
    names: dict[str, str]
    facts: tuple[object, ...]
    common: bytes = b""
    functions: dict[tuple[str, bool], bytes] = field(factory=dict)

    def is_usable_for(self, target: CompiledForm) -> bool:
        """Whether this compiled code fits another program: the same preamble, value ranges and names."""
        alike = all(target.names.get(name, called) == called for name, called in self.names.items())
        return alike and (self.head, self.facts) == (target.head, target.facts)


@define(eq=False)
class CodeCache:
    """Code of functions that is stored and used again.

    Attributes:
        same: The functions that have not changed since their code was stored.
        forms: The code by whether it is traced.
    """

    same: Container[str] = frozenset()
    forms: dict[bool, CompiledForm] = field(factory=dict)

    def form_for(self, traced: bool, head: str, symbols: SymbolTable) -> CompiledForm:
        """Return the cached compiled code of a program; a new empty one if preamble, names or value ranges differ."""
        facts_known = symbols.facts
        facts = (dict(facts_known.values), dict(facts_known.optional), dict(facts_known.capacities))
        called = {**symbols.functions, **{f"{name}/": data for name, data in symbols.data.items()}}
        new, known = CompiledForm(head, called, facts), self.forms.get(traced)
        if known is not None and known.is_usable_for(new):
            return known
        self.forms[traced] = new
        return new

    def dump(self, function_names: Container[str]) -> bytes:
        """Encode the code of some functions as bytes, for this version of Python."""
        return marshal.dumps({traced: dump_form(form, function_names) for traced, form in self.forms.items()})


def dump_form(form: CompiledForm, function_names: Container[str]) -> tuple[object, ...]:
    """Return the fields of a compiled form as a tuple, with the code of the named functions only."""
    code = {key: made for key, made in form.functions.items() if key[0] in function_names}
    return form.head, form.names, form.facts, form.common, code


def load_codes(content: bytes, unchanged: Container[str]) -> CodeCache:
    """Decode the bytes of :meth:`CodeCache.dump`; only code of ``unchanged`` functions is used; empty if damaged."""
    try:
        forms: Mapping[bool, Any] = marshal.loads(content)
        return CodeCache(unchanged, {traced: CompiledForm(*parts) for traced, parts in forms.items()})
    except UNMARSHAL_ERRORS:
        return CodeCache(unchanged)


def instantiate_lazily(
    program: Program, roll: Roll, ask: Ask, log: Log | None = None, codes: CodeCache | None = None
) -> Machine:
    """Make a machine whose functions are compiled at their first call; its state is not started yet.

    See :func:`bombsight.backends.python.load.instantiate`.

    Args:
        program: The program to run.
        roll: Throws dice.
        ask: Answers choices.
        log: Takes the journal; None for the plain code, which has none.
        codes: Stored code, to which newly compiled functions are added.
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
        """Print a function as Python source."""
        shown_function = function if traced else strip_function_events(function, faults)
        return "\n".join(function_lines(shown_function, symbols, traced, function.name in staying))

    functions_by_name = {function.name: function for function in program.functions}

    def source_by_name(name: str) -> str:
        """Print the function with a name as Python source."""
        return render_function(functions_by_name[name])

    scope["__text__"] = source_by_name  # keeps it alive as long as the code

    def compile_function(function: Function) -> Any:
        """Compile a function, or load its stored code."""
        key = function.name, function.name in staying
        file = f"bombsight {program.game} {function.name}"
        linecache.cache[file] = (
            partial(source_of, ref(source_by_name), function.name),
        )  # read if a traceback shows a line
        if function.name in codes.same and key in form.functions:
            return marshal.loads(form.functions[key])
        code_object = compile(render_function(function), file, "exec")
        form.functions[key] = marshal.dumps(code_object)
        return code_object

    for function in program.functions:
        names = symbols.functions[function.name], symbols.staying[function.name]
        scope.update(make_stubs(names, partial(compile_function, function), scope))
    exec("\n".join(entry_table_lines(program, symbols)), scope)
    slots: list[int] = scope["S"]
    functions: Functions = scope["FUNCTIONS"]
    return connect_machine(CompiledProgram(code), slots, functions, roll, ask, log, program.budgets)


def source_of(source_ref: ref[Callable[[str], str]], name: str) -> str:
    """Return a function's source for tracebacks, by a weak reference to its printer; empty if that was freed."""
    read_source = source_ref()
    return "" if read_source is None else read_source(name)
