"""Hot swapping of functions in a loaded program, so that many similar programs run on one.

The source is that of any program, but all functions stand in one namespace, where other functions of the same names can
replace them.
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
"""Receives the name of each function that is called."""


class SwappableProgram:
    """A loaded program whose functions can be replaced by those of a similar program, one program at a time.

    It serves one machine at a time, and its code writes the journal. A program that differs in more than functions,
    their sites and their data runs on a machine of its own.
    """

    def __init__(self, program: Program) -> None:
        """Compile and load a program in traced form."""
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
        """Make a machine for one run of a program: by swapping functions if it is similar, else by loading it anew.

        Args:
            program: The program to run, by swapping functions if it is similar enough.
            roll: Throws dice.
            ask: Answers choices.
            log: Takes the journal; None for the plain code, which has none.
        """
        if log is None or (program is not self.loaded and not self.is_swappable_with(program)):
            return instantiate(program, roll, ask, log)
        if program is not self.loaded:
            self.swap_in(program)
        functions = LazyFunctions(self.namespace, self.sources)
        functions["connect"](roll, ask, log)
        return BorrowedMachine(self.namespace["S"], functions, self.code)

    def is_swappable_with(self, program: Program) -> bool:
        """Whether another program differs only in its functions, their sites and their data."""
        ours = self.program
        return (
            (program.slots, program.defaults, program.entries) == (ours.slots, ours.defaults, ours.entries)
            and len(program.functions) == len(ours.functions)
            and all(program.data.get(name) == values for name, values in ours.data.items())
            and all(function.name in self.functions for function in program.functions)
        )

    def swap_in(self, program: Program) -> None:
        """Compile the functions in which a program differs, and put them in place of the original ones."""
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
        """Return the symbol table extended by names for a program's constant tuples that the loaded program lacks."""
        names = UniqueNames(self.symbols.taken)
        added = {name: names.make_unique(constant_name(name)) for name in program.data if name not in self.symbols.data}
        return evolve(self.symbols, data=self.symbols.data | added, taken=names.taken_names)

    def restore(self) -> None:
        """Put every original function back in place."""
        self.namespace.clear()
        self.namespace.update(self.original_namespace)

    def watch_calls(self, listener: CallListener | None) -> None:
        """Report each call of an original function to a listener; None stops the reports."""
        self.restore()
        if listener is not None:
            for name, called in self.functions_with_source_names():
                self.namespace[called] = notify_on_call(self.namespace[called], name, listener)
        self.loaded = self.program

    def functions_with_source_names(self) -> Iterable[tuple[str, str]]:
        """Yield each function's name in the program with each of its names in the Python source."""
        for function in self.functions:
            for called in dict.fromkeys((self.symbols.functions[function], self.symbols.staying[function])):
                if called in self.namespace:
                    yield function, called


class LazyFunctions(Functions):
    """The entry table of a swappable program; each entry's callable is made at its first use."""

    def __init__(self, namespace: dict[str, Any], sources: Mapping[str, str]) -> None:
        """Make an empty entry table from the Python source of each entry."""
        super().__init__()
        self.namespace = namespace
        self.sources = sources

    def __missing__(self, key: str) -> Callable[..., Any]:
        """Make the callable of an entry at its first use."""
        source = self.sources.get(key)
        function: Callable[..., Any]
        if source is None:
            function = self.namespace[key.replace(":", "_")]  # connect, start, reset:P
        else:
            function = self.namespace["entry"](eval(source, self.namespace))
        self[key] = function
        return function


def notify_on_call(function: Callable[..., Any], name: str, listener: CallListener) -> Callable[..., Any]:
    """Wrap a function so that it reports each of its calls."""

    def notify_and_call(*arguments: int) -> Any:
        """Report the call, then call the wrapped function."""
        listener(name)
        return function(*arguments)

    return notify_and_call


@define(eq=False)
class BorrowedMachine(Machine):
    """A machine on functions that later machines use again."""

    def close(self) -> None:
        """Disconnect the machine from its functions, which a later machine uses again."""
        self.functions["connect"](None, None, None)
        self.functions = {}


def limit_steps(machine: Machine, steps: int) -> StepLimitedMachine:
    """Make a machine that faults after a total number of steps, however many missions it plays."""
    return StepLimitedMachine(machine.slots, machine.functions, machine.code, steps)


@define(eq=False)
class StepLimitedMachine(BorrowedMachine):
    """A machine with a limit of steps; see :func:`limit_steps`."""

    steps: int

    def start(self) -> None:
        """Set every field to its default, and the number of steps left to the machine's limit."""
        super().start()
        self.slots[STEPS_SLOT], self.slots[RESERVE] = self.steps, 0
