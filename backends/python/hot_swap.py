"""A program loaded so that single functions can be exchanged: many programs that differ in little run on one.

The source is that of any program, but for where its functions stand: beside each other in one namespace, where others
of their names can take their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import define, evolve

from bombsight.backends.python.constants import SymbolTable, build_symbol_table
from bombsight.backends.python.functions import function_lines
from bombsight.backends.python.load import Ask, CompiledProgram, Functions, Log, Machine, Roll, instantiate
from bombsight.backends.python.names import UniqueNames, constant_name
from bombsight.backends.python.source import (
    body_lines,
    constant_lines,
    entry_expression,
    staying_functions,
    tuple_lines,
)
from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Program

CallListener = Callable[[str], None]
"""Is told the name of a function that is called."""


class SwappableProgram:
    """A program whose functions can give way to those of programs that are like it, one program at a time.

    It serves one machine at a time, and its code tells the journal. What differs in more than functions, their sites
    and their data is run on a machine of its own.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.symbols = build_symbol_table(program)
        self.staying = staying_functions(program)
        self.functions = {function.name: function for function in program.functions}
        lines = [*constant_lines(program, self.symbols), *body_lines(program, self.symbols, True)]
        self.namespace: dict[str, Any] = {}
        self.code = CompiledProgram(
            compile("\n".join(lines) + "\n", f"bombsight {program.game}, to be changed", "exec")
        )
        exec(self.code.compiled, self.namespace)
        self.original_namespace = dict(self.namespace)
        self.loaded: Program = program
        given = {function.name: function.results for function in program.functions}
        self.sources = {
            entry.key: entry_expression(entry, given[entry.function], self.symbols) for entry in program.entries
        }

    def load(self, program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
        """A machine for one run of a program that is like this one; see :class:`bombsight.runtime.machine.Loader`."""
        if log is None or (program is not self.loaded and not self.is_swappable_with(program)):
            return instantiate(program, roll, ask, log)
        if program is not self.loaded:
            self.swap_in(program)
        functions = LazyFunctions(self.namespace, self.sources)
        functions["connect"](roll, ask, log)
        return BorrowedMachine(self.namespace["S"], functions, self.code)

    def is_swappable_with(self, program: Program) -> bool:
        """Whether a program differs in nothing but its functions, with what these name."""
        ours = self.program
        return (
            (program.slots, program.defaults, program.entries) == (ours.slots, ours.defaults, ours.entries)
            and len(program.functions) == len(ours.functions)
            and all(program.data.get(name) == values for name, values in ours.data.items())
            and all(function.name in self.functions for function in program.functions)
        )

    def swap_in(self, program: Program) -> None:
        """Have the functions of a program in the place of those that it does not share."""
        different = [function for function in program.functions if function is not self.functions[function.name]]
        symbols = self.symbols_with_data(program)
        lines = [
            line
            for name, values in program.data.items()
            if name not in self.symbols.data
            for line in tuple_lines(symbols.data[name], values)
        ]
        for function in different:
            lines += function_lines(function, symbols, True, function.name in self.staying)
        self.restore()
        exec(compile("\n".join(lines) + "\n", f"bombsight {program.game}, changed", "exec"), self.namespace)
        self.loaded = program

    def symbols_with_data(self, program: Program) -> SymbolTable:
        """Names for a program's data besides."""
        names = UniqueNames(self.symbols.taken)
        added = {name: names.make_unique(constant_name(name)) for name in program.data if name not in self.symbols.data}
        return evolve(self.symbols, data=self.symbols.data | added, taken=names.taken_names)

    def restore(self) -> None:
        """Have every function as it was."""
        self.namespace.clear()
        self.namespace.update(self.original_namespace)

    def watch_calls(self, listener: CallListener | None) -> None:
        """Tell of each call of a function from here on; None to be told no more. Nothing stays exchanged."""
        self.restore()
        if listener is not None:
            for name, called in self.functions_with_source_names():
                self.namespace[called] = notify_on_call(self.namespace[called], name, listener)
        self.loaded = self.program

    def functions_with_source_names(self) -> Iterable[tuple[str, str]]:
        """Each function, and the name in the source by which it is called."""
        for function in self.functions:
            for called in dict.fromkeys((self.symbols.functions[function], self.symbols.staying[function])):
                if called in self.namespace:
                    yield function, called


class LazyFunctions(Functions):
    """What can be called from outside, by its key: made when it is first asked for, as functions are then."""

    def __init__(self, namespace: dict[str, Any], sources: Mapping[str, str]) -> None:
        super().__init__()
        self.namespace = namespace
        self.sources = sources

    def __missing__(self, key: str) -> Callable[..., Any]:
        source = self.sources.get(key)
        function: Callable[..., Any]
        if source is None:
            function = self.namespace[key.replace(":", "_")]  # connect, start, reset:P
        else:
            function = self.namespace["entry"](eval(source, self.namespace))
        self[key] = function
        return function


def notify_on_call(function: Callable[..., Any], name: str, listener: CallListener) -> Callable[..., Any]:
    """A function that tells of its calls."""

    def run(*arguments: int) -> Any:
        listener(name)
        return function(*arguments)

    return run


@define(eq=False)
class BorrowedMachine(Machine):
    """A machine on functions that others use after it."""

    def close(self) -> None:
        """The machine is called no more."""
        self.functions["connect"](None, None, None)
        self.functions = {}


def limit_steps(machine: Machine, steps: int) -> StepLimitedMachine:
    """A machine that takes no more than so many steps in a run: what goes on for longer is a fault.

    Args:
        machine: The machine.
        steps: How many; a mission that begins gets no more of them.
    """
    return StepLimitedMachine(machine.slots, machine.functions, machine.code, steps)


@define(eq=False)
class StepLimitedMachine(BorrowedMachine):
    """See :func:`limit_steps`."""

    steps: int

    def start(self) -> None:
        """Bring every field to its default, with these steps left."""
        super().start()
        self.slots[STEPS_SLOT], self.slots[RESERVE] = self.steps, 0
