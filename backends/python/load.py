"""Machines on printed Python: the source is compiled once, cached and called.

Traced code is for play, where few runs call few functions: it is compiled function by function
(:mod:`bombsight.backends.python.lazy_functions`). Plain code is for many runs, and compiled as a whole.
"""

from __future__ import annotations

import linecache
import marshal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any

from bombsight.backends.python.lazy_functions import LazyFunctions, compile_head, load_functions, store_functions
from bombsight.dsl.caches import load_cached, store_cached
from bombsight.dsl.dice import Dice
from bombsight.dsl.limits import MAX_HOST_FRAMES
from bombsight.dsl.node_classes import define, field, frozen
from bombsight.dsl.recent import LruCache
from bombsight.flat.budgets import Budgets
from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Entry, Program
from bombsight.flat.version import backend_digest

if TYPE_CHECKING:  # cached code is not printed
    from bombsight.backends.python.source_pieces import SourcePieces

Roll = Callable[[int, Dice], int]
Score = Callable[[int], int] | None
Ask = Callable[[int, Sequence[int], Score, Callable[[], tuple[int, ...]]], int]
Log = Callable[[tuple[int, ...]], None]
MissionHook = Callable[..., Any]
Functions = dict[str, Callable[..., Any]]

Prepare = Callable[[Program, bool], Program]
"""``prepare(program, traced)`` returns a program after all passes for this backend."""

PYTHON_TAG = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
"""Version of the running Python, on which compiled code depends."""

MOST_SPARE = 4
"""Most unused instances of one code that wait for another run."""


@frozen(eq=False)
class CompiledProgram:
    """The code of a program in one form: traced, plain or preferred.

    Attributes:
        compiled: The Python code; of functions that are compiled one by one, what they share.
        functions: The functions that are compiled one by one; None if all are compiled.
        cache_file: Where these functions are stored; None for nowhere.
        spare: States and functions of closed machines, ready to be used again.
    """

    compiled: CodeType
    functions: LazyFunctions | None = None
    cache_file: Path | None = None
    spare: list[tuple[list[int], Functions]] = field(factory=list)


MOST_CODES = 16
"""Most codes kept in this process: a few games at once, each in its forms."""


def forget_source(code: CompiledProgram) -> None:
    """Drop what tracebacks would read of a program's code."""
    if code.functions is None:
        linecache.cache.pop(code.compiled.co_filename, None)
    else:
        code.functions.forget_sources()


code_cache: LruCache[CompiledProgram] = LruCache(MOST_CODES, forget_source)
"""Compiled programs of this process by :func:`cache_key`; each has its source in ``linecache`` while it is kept."""


@define(eq=False)
class Machine:
    """A program ready to be called; see :class:`bombsight.runtime.machine.Machine`.

    Attributes:
        slots: Its state; empty when closed.
        functions: ``start``, ``missions``, ``reset:P`` for each procedure with a region, and the entries by their
            keys; empty when closed.
    """

    slots: list[int]
    functions: Functions
    code: CompiledProgram

    def start(self) -> None:
        """Reset the state: every field to its default, a whole budget of steps, no names given out."""
        self.functions["start"]()

    def call(self, entry: Entry, *args: int) -> Any:
        """Call an entry of the program."""
        return self.functions[entry.key](*args)

    def entry_function(self, entry: Entry) -> Callable[..., Any]:
        """Look up the callable of an entry."""
        return self.functions[entry.key]

    def hook_missions(self, hook: MissionHook | None) -> None:
        """Have the callback ``hook`` play missions in place of the rules' own mission function; None restores that."""
        if "missions" in self.functions:
            self.functions["missions"](hook)

    def close(self) -> None:
        """Keep the state and functions for a later machine on the same program, and newly compiled code on the disk."""
        if self.functions and len(self.code.spare) < MOST_SPARE:
            self.hook_missions(None)
            self.functions["connect"](None, None, None)
            self.code.spare.append((self.slots, self.functions))
        if self.code.functions is not None and self.code.cache_file is not None:
            store_functions(self.code.functions, self.code.cache_file)
        self.slots, self.functions = [], {}


def instantiate(
    program: Program,
    roll: Roll,
    ask: Ask,
    log: Log | None = None,
    cache: Path | None = None,
    *,
    brief: bool = False,
    prepare: Prepare | None = None,
) -> Machine:
    """Make a machine; its state is that of an earlier run, or all defaults, until it is started.

    Args:
        program: The program to run.
        roll: Throws dice.
        ask: Answers choices. If its attribute ``preferred`` is true, it is an autopilot, which plain code replaces
            by inline choices.
        log: Takes the journal; None for the plain code, which has none.
        cache: A folder for compiled code, or None.
        brief: Whether the program runs only a few times, so that fast compilation matters more than fast code.
        prepare: Runs the passes, or loads what they made; None to run them. Not used for ``brief``.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), MAX_HOST_FRAMES))
    preferred = log is None and getattr(ask, "preferred", False)
    loaded = load_code(program, traced=log is not None, preferred=preferred, cache=cache, brief=brief, prepare=prepare)
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
    """Make a machine from a state and functions, which are connected to the callbacks ``roll``, ``ask`` and ``log``.

    Args:
        code: The code of the functions.
        slots: The state, not started yet.
        functions: The functions on that state.
        roll: Throws dice.
        ask: Answers choices.
        log: Takes the journal.
        budgets: The budgets of steps.
    """
    functions["connect"](roll, ask, log)
    slots[STEPS_SLOT], slots[RESERVE] = budgets.mission, budgets.reserve
    return Machine(slots, functions, code)


def make_instance(code: CompiledProgram) -> tuple[list[int], Functions]:
    """Execute a program's code; return its new state and its functions."""
    names: dict[str, Any] = {}
    if code.functions is None:
        exec(code.compiled, names)
    else:
        code.functions.fill(names)
    return names["S"], names["FUNCTIONS"]


def cache_key(program: Program, *, traced: bool, preferred: bool = False, brief: bool = False) -> str:
    """The file name of compiled code, by backend, digest, form and Python version.

    Args:
        program: The program.
        traced: Whether the code writes the journal.
        preferred: Whether the autopilot's choices are computed inline.
        brief: Whether fast compilation matters more than fast code.
    """
    form = "traced" if traced else "preferred" if preferred else "plain"
    form += "-brief" * brief
    return f"{backend_digest(__file__)}-{program.digest}-{form}-{PYTHON_TAG}.code"


def load_code(
    program: Program,
    *,
    traced: bool,
    preferred: bool = False,
    cache: Path | None = None,
    brief: bool = False,
    prepare: Prepare | None = None,
) -> CompiledProgram:
    """Return the compiled program: from this process, from the cache folder, or else newly compiled.

    Args:
        program: The program.
        traced: Whether the code writes the journal.
        preferred: Whether the autopilot's choices are computed inline.
        cache: A folder for compiled code, or None.
        brief: Whether the program runs only a few times, so that fast compilation matters more than fast code.
        prepare: Runs the passes, or loads what they made; None to run them. Not used for ``brief``.
    """
    name = cache_key(program, traced=traced, preferred=preferred, brief=brief)
    cached = code_cache.lookup(name)
    if cached is not None:
        return cached
    file = f"bombsight {program.game} {name}"

    # Cached code needs neither passes nor printers: both are imported only where they are called.
    def prepare_now() -> Program:
        """Make the program after all passes."""
        from bombsight.backends.python.source import prepare_for_python

        if prepare is None or brief:
            return prepare_for_python(program, traced=traced, brief=brief)
        return prepare(program, traced)

    def split_now() -> SourcePieces:
        """Make the program ready for printing function by function."""
        from bombsight.backends.python.source_pieces import split_source

        return split_source(prepare_now())

    def render_source() -> str:
        """Print the program as Python source."""
        from bombsight.backends.python.source import render_prepared

        return render_prepared(prepare_now(), traced=traced, preferred=preferred)

    cache_file = cache / name if cache else None
    if traced:
        functions = load_functions(cache_file, file, split_now) if cache_file else None
        functions = functions or compile_head(file, split_now)
        return code_cache.store(name, CompiledProgram(functions.head, functions, cache_file))
    compiled = read_cached_code(cache_file) if cache_file else None
    if compiled is None:
        from bombsight.backends.python.minify import optimize_source

        compiled = compile(optimize_source(render_source()), file, "exec")
        if cache_file:
            store_cached(cache_file, marshal.dumps(compiled))
    linecache.cache[file] = (render_source,)  # read if a traceback shows a line
    return code_cache.store(name, CompiledProgram(compiled))


def read_cached_code(file: Path) -> CodeType | None:
    """Read compiled code from a file; None if the file is missing or damaged."""
    content = load_cached(file)
    if content is None:
        return None
    try:
        code_object = marshal.loads(content)
    except (EOFError, ValueError, TypeError):
        return None
    return code_object if isinstance(code_object, CodeType) else None
