"""Running a program: its source compiled once, kept, and called."""

from __future__ import annotations

import hashlib
import linecache
import marshal
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any

from attrs import frozen

from bombsight.dsl.limits import FRAMES
from bombsight.flat.program import LOWERING_VERSION, RESERVE, STEP_BUDGET, STEP_RESERVE, STEPS, Program

Roll = Callable[[int, int, int], int]
Score = Callable[[int], int] | None
Ask = Callable[[int, Sequence[int], Score, Callable[[], tuple[int, ...]]], int]
Log = Callable[..., None]

compiled: dict[str, CodeType] = {}
"""Code objects of this process, by :func:`key`."""


@frozen(eq=False)
class Machine:
    """A program ready to be called.

    Attributes:
        slots: Its state.
        functions: By name, as :mod:`bombsight.flat.program` tells.
    """

    slots: list[int]
    functions: dict[str, Callable[..., Any]]


def instantiate(program: Program, roll: Roll, ask: Ask, log: Log | None = None, cache: Path | None = None) -> Machine:
    """A machine of its own, its state not begun yet.

    Args:
        program: What to run.
        roll: Where dice come from.
        ask: Where answers come from.
        log: Takes the journal; None for the plain code, which keeps none.
        cache: A folder for compiled code, or None.
    """
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
    names: dict[str, Any] = {}
    exec(code(program, traced=log is not None, cache=cache), names)
    slots = [0] * program.slots
    slots[STEPS], slots[RESERVE] = STEP_BUDGET, STEP_RESERVE
    return Machine(slots, names["program"](slots, roll, ask, log))


def key(program: Program, *, traced: bool) -> str:
    """What the code of a program depends on, as a file name.

    The source counts beside the rules' hash, because options change it and not the rules.
    """
    source = program.traced if traced else program.source
    python = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
    digest = hashlib.sha256(source.encode()).hexdigest()[:16]
    form = "traced" if traced else "plain"
    return f"{program.rules_hash[:16]}-{digest}-{form}-{LOWERING_VERSION}-{python}.code"


def code(program: Program, *, traced: bool, cache: Path | None = None) -> CodeType:
    """The compiled code, from this process, from the cache folder, or made now."""
    name = key(program, traced=traced)
    if name not in compiled:
        source = program.traced if traced else program.source
        file = f"<bombsight {program.game} {name}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        found = read(cache / name) if cache else None
        if found is None:
            found = compile(source, file, "exec")
            if cache:
                write(cache / name, found)
        compiled[name] = found
    return compiled[name]


def read(path: Path) -> CodeType | None:
    """Compiled code from a file; None where there is none that can be used."""
    try:
        found = marshal.loads(path.read_bytes())
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return found if isinstance(found, CodeType) else None


def write(path: Path, found: CodeType) -> None:
    """Keep compiled code; a folder that cannot be written to is no harm, and no reader sees half a file."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(marshal.dumps(found))
        os.replace(temporary, path)
