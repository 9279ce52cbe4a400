"""The functions of a traced program after all passes, each printed and compiled at its first call.

A mission calls some of a program's functions, not all. Compiled functions are stored; a later process prints and
compiles only others, and prepares the program only for these.
"""

from __future__ import annotations

import linecache
import marshal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any
from weakref import ref

import attrs

from bombsight.backends.python.stubs import make_stubs
from bombsight.dsl.caches import load_own_cached, store_cached

if TYPE_CHECKING:  # stored code is not printed
    from bombsight.backends.python.source_pieces import SourcePieces

UNMARSHAL_ERRORS = (EOFError, ValueError, TypeError)
"""Exceptions of ``marshal`` for damaged code."""


@attrs.define(eq=False)  # unlike those of the project's own decorators, instances can be weakly referenced
class LazyFunctions:
    """The code of a program, as far as it is compiled.

    Attributes:
        file: The file name of the code in tracebacks; that of a function has its name besides.
        head: The code of constants, state and common helpers.
        entry_table: The code of the table of entries.
        names: The Python names by which each function is called.
        make_pieces: Prepares the program for printing; passes included.
        compiled: The code of functions by name, marshalled.
        stored: How many of them are in the cache.
        pieces: The program ready for printing; None until a function is printed.
    """

    file: str
    head: CodeType
    entry_table: CodeType
    names: dict[str, tuple[str, ...]]
    make_pieces: Callable[[], SourcePieces]
    compiled: dict[str, bytes] = attrs.field(factory=dict)
    stored: int = 0
    pieces: SourcePieces | None = None

    def split(self) -> SourcePieces:
        """Return the program ready for printing."""
        self.pieces = self.pieces or self.make_pieces()
        return self.pieces

    def render(self, name: str) -> str:
        """Print a function as Python source."""
        from bombsight.backends.python.source_pieces import render_function

        return render_function(self.split(), name)

    def load_code(self, name: str) -> CodeType:
        """Load the code of a function; compile it if it is not compiled."""
        file = f"{self.file} {name}"
        linecache.cache[file] = (partial(source_of, ref(self), name),)  # read if a traceback shows a line
        if name not in self.compiled:
            self.compiled[name] = marshal.dumps(compile(self.render(name), file, "exec"))
        code: CodeType = marshal.loads(self.compiled[name])
        return code

    def fill(self, scope: dict[str, Any]) -> None:
        """Execute the program's code in an empty namespace, with a stub for each function."""
        linecache.cache[self.file] = (partial(head_of, ref(self)),)
        exec(self.head, scope)
        for name, called in self.names.items():
            scope.update(make_stubs(called, partial(self.load_code, name), scope))
        exec(self.entry_table, scope)

    def forget_sources(self) -> None:
        """Drop what tracebacks would read of the code."""
        linecache.cache.pop(self.file, None)
        for name in self.names:
            linecache.cache.pop(f"{self.file} {name}", None)


def source_of(functions_ref: ref[LazyFunctions], name: str) -> str:
    """Print a function for tracebacks; empty if its program is gone."""
    functions = functions_ref()
    return "" if functions is None else functions.render(name)


def head_of(functions_ref: ref[LazyFunctions]) -> str:
    """Print for tracebacks what functions share; empty if their program is gone."""
    functions = functions_ref()
    return "" if functions is None else functions.split().head


def compile_head(file: str, make_pieces: Callable[[], SourcePieces]) -> LazyFunctions:
    """Compile what all functions of a program share, and its table of entries.

    Args:
        file: The file name of the code in tracebacks.
        make_pieces: Prepares the program for printing.
    """
    from bombsight.backends.python.source_pieces import called_names, render_entry_table

    pieces = make_pieces()
    head, entry_table = (compile(text, file, "exec") for text in (pieces.head, render_entry_table(pieces)))
    return LazyFunctions(file, head, entry_table, called_names(pieces), make_pieces, pieces=pieces)


def load_functions(stored: Path, file: str, make_pieces: Callable[[], SourcePieces]) -> LazyFunctions | None:
    """Load a program's code from a cache file; None if the file is missing or damaged.

    Args:
        stored: The cache file.
        file: The file name of the code in tracebacks.
        make_pieces: Prepares the program for printing, if functions are called that are not stored.
    """
    content = load_own_cached(stored)
    if content is None:
        return None
    try:
        head, entry_table, names, compiled = marshal.loads(content)
    except UNMARSHAL_ERRORS:
        return None
    return LazyFunctions(file, head, entry_table, names, make_pieces, compiled, len(compiled))


def store_functions(functions: LazyFunctions, file: Path) -> None:
    """Store a program's code in a cache file, if there is more of it than was stored before."""
    compiled = dict(functions.compiled)  # another thread may compile one meanwhile
    if len(compiled) > functions.stored:
        functions.stored = len(compiled)
        store_cached(file, marshal.dumps((functions.head, functions.entry_table, functions.names, compiled)))
