"""Running a program: its source printed and compiled once, kept, and called."""

from __future__ import annotations

import linecache
import marshal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType
from typing import Any

from bombsight.dsl.caches import keep, recall
from bombsight.dsl.dice import Dice
from bombsight.dsl.limits import FRAMES
from bombsight.dsl.node_classes import define, field, frozen
from bombsight.dsl.recent import Recent
from bombsight.flat.budgets import Budgets
from bombsight.flat.layout import RESERVE, STEPS
from bombsight.flat.program import Entry, Program
from bombsight.flat.version import printer_digest

Roll = Callable[[int, Dice], int]
Score = Callable[[int], int] | None
Ask = Callable[[int, Sequence[int], Score, Callable[[], tuple[int, ...]]], int]
Log = Callable[[tuple[int, ...]], None]
Played = Callable[..., Any]
Functions = dict[str, Callable[..., Any]]

PYTHON = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
"""Which Python compiles here."""

MOST_SPARE = 4
"""So many instances of one code wait to be used again."""


@frozen(eq=False)
class Code:
    """The code of a program in one form.

    Attributes:
        compiled: The Python code.
        spare: States with the functions on them, as they were made for machines that are closed.
    """

    compiled: CodeType
    spare: list[tuple[list[int], Functions]] = field(factory=list)


MOST_CODES = 16
"""So much code is kept in this process: a few games at once, each in its forms."""

codes: Recent[Code] = Recent(MOST_CODES, lambda code: linecache.cache.pop(code.compiled.co_filename, None))
"""The code of this process, by :func:`key`; its text is printed for tracebacks as long as it is kept."""


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
    code: Code

    def start(self) -> None:
        """Bring every field to its default, with a whole budget of steps and no names given."""
        self.functions["start"]()

    def call(self, entry: Entry, *args: int) -> Any:
        """Call an entry."""
        return self.functions[entry.key](*args)

    def calling(self, entry: Entry) -> Callable[..., Any]:
        """What calls an entry."""
        return self.functions[entry.key]

    def missions_by(self, played: Played | None) -> None:
        """Have whoever is given play the missions that the rules call for, or None: they play them themselves."""
        if "missions" in self.functions:
            self.functions["missions"](played)

    def close(self) -> None:
        """Let its functions serve another run, on the same slots, which are no longer its own."""
        if self.functions and len(self.code.spare) < MOST_SPARE:
            self.missions_by(None)
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
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
    preferred = log is None and getattr(ask, "preferred", False)
    found = code(program, traced=log is not None, preferred=preferred, cache=cache, brief=brief)
    slots, functions = found.spare.pop() if found.spare else instance(found)
    return connected(found, slots, functions, roll, ask, log, program.budgets)


def connected(
    code: Code, slots: list[int], functions: Functions, roll: Roll, ask: Ask, log: Log | None, budgets: Budgets
) -> Machine:
    """The machine of some code, on a state that is not begun yet."""
    functions["connect"](roll, ask, log)
    slots[STEPS], slots[RESERVE] = budgets.mission, budgets.reserve
    return Machine(slots, functions, code)


def instance(code: Code) -> tuple[list[int], Functions]:
    """A state, and functions on it."""
    names: dict[str, Any] = {}
    exec(code.compiled, names)
    return names["S"], names["FUNCTIONS"]


def key(program: Program, *, traced: bool, preferred: bool = False, brief: bool = False) -> str:
    """What the compiled code of a program depends on, as a file name: this backend, the program's code, the Python."""
    form = "traced" if traced else "preferred" if preferred else "plain"
    form += "-brief" * brief
    return f"{printer_digest(__file__)}-{program.digest}-{form}-{PYTHON}.code"


def code(
    program: Program, *, traced: bool, preferred: bool = False, cache: Path | None = None, brief: bool = False
) -> Code:
    """The code, from this process, from the cache folder, or made now."""
    name = key(program, traced=traced, preferred=preferred, brief=brief)

    def made() -> str:
        from bombsight.backends.python.source import source  # what is kept needs no passes, and nothing that prints

        return source(program, traced=traced, preferred=preferred, brief=brief)

    known = codes.recall(name)
    if known is not None:
        return known
    file = f"bombsight {program.game} {name}"
    found = recalled(cache / name) if cache else None
    if found is None:
        from bombsight.backends.python.minify import compact

        found = compile(compact(made()), file, "exec")
        if cache:
            keep(cache / name, marshal.dumps(found))
    linecache.cache[file] = (made,)  # read where a traceback is to show a line
    return codes.keep(name, Code(found))


def recalled(file: Path) -> CodeType | None:
    """Compiled code from a file; None where there is none that can be used."""
    content = recall(file)
    if content is None:
        return None
    try:
        found = marshal.loads(content)
    except (EOFError, ValueError, TypeError):
        return None
    return found if isinstance(found, CodeType) else None
