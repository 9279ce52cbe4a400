"""A game made ready to run as a call asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.compiler.ready import make_ready
from bombsight.compiler.request import Request
from bombsight.dsl.outline import overlay_names
from bombsight.flat.program import Program
from bombsight.service.reading import read_all


def program_for(request: Request) -> Program:
    """The program of a request, from the cache where it is there.

    Raises:
        InputError: An option is unknown, or has no such value.
        WrongRules: The rules have errors.
    """
    ready = make_ready(request)
    if ready.program is not None:
        return ready.program
    from bombsight.service.compiling import check_options, usable

    assert ready.compiled is not None
    check_options(request, ready.compiled)
    usable(ready.compiled)
    raise AssertionError("rules without errors are lowered")


def house_files(paths: Iterable[Path], program: Program) -> dict[str, str]:
    """The file of each house rule in force, whole paths, so that a save finds them from anywhere."""
    files: dict[str, str] = {}
    for path in paths:
        for name in overlay_names(read_all([path]), "house"):
            files[f"house {name}"] = str(path.resolve())
    return {name: file for name, file in files.items() if name in program.overlays}
