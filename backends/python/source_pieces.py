"""Prints a traced program in pieces: what all functions share, the entry table, and each function when it is needed."""

from __future__ import annotations

from collections.abc import Mapping

from bombsight.backends.python.constants import SymbolTable, build_symbol_table
from bombsight.backends.python.functions import function_lines
from bombsight.backends.python.minify import find_constants, optimize_functions, optimize_source
from bombsight.backends.python.source import constant_lines, entry_table_lines, state_lines, staying_functions
from bombsight.dsl.node_classes import frozen
from bombsight.flat.functions import Function
from bombsight.flat.program import Program


@frozen(eq=False)
class SourcePieces:
    """A program after all passes, ready to be printed function by function.

    Attributes:
        program: The program.
        symbols: Names of numbers and data.
        functions: Its functions by name.
        staying: The functions that have a variant which does not reset its region.
        head: The source of constants, state and common helpers.
        constants: The values that replace constants in functions, by their names.
    """

    program: Program
    symbols: SymbolTable
    functions: Mapping[str, Function]
    staying: frozenset[str]
    head: str
    constants: Mapping[str, str]


def split_source(program: Program) -> SourcePieces:
    """Print what all functions of a program share, and prepare to print the functions."""
    symbols = build_symbol_table(program)
    constants = [*constant_lines(program, symbols), ""]
    state = state_lines(program, symbols, True)
    return SourcePieces(
        program=program,
        symbols=symbols,
        functions={function.name: function for function in program.functions},
        staying=staying_functions(program),
        head=optimize_source("\n".join([*constants, *state, ""])),
        constants=find_constants("\n".join(constants)),
    )


def render_entry_table(pieces: SourcePieces) -> str:
    """Print the table of the functions that machines call by key."""
    return "\n".join(entry_table_lines(pieces.program, pieces.symbols))


def render_function(pieces: SourcePieces, name: str) -> str:
    """Print a function, as it is compiled."""
    lines = function_lines(pieces.functions[name], pieces.symbols, True, name in pieces.staying)
    return optimize_functions("\n".join([*lines, ""]), pieces.constants)


def called_names(pieces: SourcePieces) -> dict[str, tuple[str, ...]]:
    """The Python names by which each function is called: its own, and that of a variant that does not reset."""
    symbols = pieces.symbols
    return {name: tuple({symbols.functions[name]: 0, symbols.staying[name]: 0}) for name in pieces.functions}
