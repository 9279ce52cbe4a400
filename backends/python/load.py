"""Running a program: its source printed and compiled once, kept, and called."""

from __future__ import annotations

import linecache
import marshal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType
from typing import Any

from bombsight.dsl.caches import load_cached, store_cached
from bombsight.dsl.dice import Dice
from bombsight.dsl.limits import MAX_HOST_FRAMES
from bombsight.dsl.node_classes import define, field, frozen
from bombsight.dsl.recent import LruCache
from bombsight.flat.budgets import Budgets
from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Entry, Program
from bombsight.flat.version import printer_digest

Roll = Callable[[int, Dice], int]
Score = Callable[[int], int] | None
Ask = Callable[[int, Sequence[int], Score, Callable[[], tuple[int, ...]]], int]
Log = Callable[[tuple[int, ...]], None]
MissionHook = Callable[..., Any]
Functions = dict[str, Callable[..., Any]]

PYTHON_TAG = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
"""Which Python compiles here."""

MOST_SPARE = 4
"""So many instances of one code wait to be used again."""


@frozen(eq=False)
class CompiledProgram:
    """The code of a program in one form.

    Attributes:
        compiled: The Python code.
        spare: States with the functions on them, as they were made for machines that are closed.
    """

    compiled: CodeType
    spare: list[tuple[list[int], Functions]] = field(factory=list)


MOST_CODES = 16
"""So much code is kept in this process: a few games at once, each in its forms."""

code_cache: LruCache[CompiledProgram] = LruCache(
    MOST_CODES, lambda code: linecache.cache.pop(code.compiled.co_filename, None)
)
"""The code of this process, by :func:`cache_key`; its text is printed for tracebacks as long as it is kept."""


@define(eq=False)
class Machine:
    """A program ready to be called; see :class:`bombsight.runtime.machine.Machine`.

    Attributes:
        slots: Its state; empty when closed.
        functions: ``start``, ``missions``, ``reset:P`` for each owner of state, and the entries by their keys; empty
            when closed.
    """

    slots: list[int]
    functions: Functions
    code: CompiledProgram

    def start(self) -> None:
        """Bring every field to its default, with a whole budget of steps and no names given."""
        self.functions["start"]()

    def call(self, entry: Entry, *args: int) -> Any:
        """Call an entry."""
        return self.functions[entry.key](*args)

    def entry_function(self, entry: Entry) -> Callable[..., Any]:
        """What calls an entry."""
        return self.functions[entry.key]

    def hook_missions(self, hook: MissionHook | None) -> None:
        """Have whoever is given play the missions that the rules call for, or None: they play them themselves."""
        if "missions" in self.functions:
            self.functions["missions"](hook)

    def close(self) -> None:
        """Let its functions serve another run, on the same slots, which are no longer its own."""
        if self.functions and len(self.code.spare) < MOST_SPARE:
            self.hook_missions(None)
            self.functions["connect"](None, None, None)
            self.code.spare.append((self.slots, self.functions))
        self.slots, self.functions = [], {}


def instantiate(
    program: Program,
    roll: Roll,
    ask: Ask,
    log: Log | None = None,
    cache: Path | None = None,
    *,
    brief: bool = False,
) -> Machine:
    """A machine of its own, its state not begun yet: of an earlier run, or all defaults.

    Args:
        program: What to run.
        roll: Where dice come from.
        ask: Where answers come from. One whose attribute ``preferred`` is true gives what the rules prefer, the first
            of the best; it is not called without a journal.
        log: Takes the journal; None for the plain code, which keeps none.
        cache: A folder for compiled code, or None.
        brief: Whether the program runs but a few times, and had better be compiled soon than run fast.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), MAX_HOST_FRAMES))
    preferred = log is None and getattr(ask, "preferred", False)
    loaded = load_code(program, traced=log is not None, preferred=preferred, cache=cache, brief=brief)
    slots, functions = loaded.spare.pop() if loaded.spare else make_instance(loaded)
    return connect_machine(loaded, slots, functions, roll, ask, log, program.budgets)


def connect_machine(
    code: CompiledProgram,
    slots: list[int],
    functions: Functions,
    roll: Roll,
    ask: Ask,
    log: Log | None,
    budgets: Budgets,
) -> Machine:
    """The machine of some code, on a state that is not begun yet."""
    functions["connect"](roll, ask, log)
    slots[STEPS_SLOT], slots[RESERVE] = budgets.mission, budgets.reserve
    return Machine(slots, functions, code)


def make_instance(code: CompiledProgram) -> tuple[list[int], Functions]:
    """A state, and functions on it."""
    names: dict[str, Any] = {}
    exec(code.compiled, names)
    return names["S"], names["FUNCTIONS"]


def cache_key(program: Program, *, traced: bool, preferred: bool = False, brief: bool = False) -> str:
    """What the compiled code of a program depends on, as a file name: this backend, the program's code, the Python."""
    form = "traced" if traced else "preferred" if preferred else "plain"
    form += "-brief" * brief
    return f"{printer_digest(__file__)}-{program.digest}-{form}-{PYTHON_TAG}.code"


def load_code(
    program: Program, *, traced: bool, preferred: bool = False, cache: Path | None = None, brief: bool = False
) -> CompiledProgram:
    """The code, from this process, from the cache folder, or made now."""
    name = cache_key(program, traced=traced, preferred=preferred, brief=brief)

    def render() -> str:
        from bombsight.backends.python.source import (
            render_program,
        )  # what is kept needs no passes, and nothing that prints

        return render_program(program, traced=traced, preferred=preferred, brief=brief)

    cached = code_cache.lookup(name)
    if cached is not None:
        return cached
    file = f"bombsight {program.game} {name}"
    compiled = read_cached_code(cache / name) if cache else None
    if compiled is None:
        from bombsight.backends.python.minify import minify

        compiled = compile(minify(render()), file, "exec")
        if cache:
            store_cached(cache / name, marshal.dumps(compiled))
    linecache.cache[file] = (render,)  # read where a traceback is to show a line
    return code_cache.store(name, CompiledProgram(compiled))


def read_cached_code(file: Path) -> CodeType | None:
    """Compiled code from a file; None where there is none that can be used."""
    content = load_cached(file)
    if content is None:
        return None
    try:
        code_object = marshal.loads(content)
    except (EOFError, ValueError, TypeError):
        return None
    return code_object if isinstance(code_object, CodeType) else None
