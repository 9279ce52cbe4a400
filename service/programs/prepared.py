"""Programs after the passes of the Python backend: kept on the disk, and shipped of the games that come along."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve

from bombsight.backends.python import load as python_backend
from bombsight.dsl.caches import cache_folder
from bombsight.dsl.node_classes import frozen
from bombsight.flat.functions import Function
from bombsight.flat.program import Program
from bombsight.flat.version import backend_digest
from bombsight.service.programs.cache import load_cached_value, store_cached_value

PREPARED_FOLDER = "prepared"
"""The folder of programs after the passes in the cache folder."""


@frozen
class PreparedCode:
    """What the passes change of a program: its functions, its clocks and its constant tuples."""

    functions: tuple[Function, ...]
    clocks: Mapping[int, int]
    data: Mapping[str, tuple[int, ...]]


def prepare_cached(program: Program, traced: bool) -> Program:
    """Optimize a program for the Python backend, or load the result from the cache.

    Args:
        program: The program as the compiler made it.
        traced: Whether to keep the events of the journal.
    """
    file = prepared_path(program, traced=traced)
    code = load_cached_value(file)
    if isinstance(code, PreparedCode):
        return evolve(program, functions=code.functions, clocks=code.clocks, data=code.data)
    from bombsight.backends.python.source import prepare_for_python

    prepared = prepare_for_python(program, traced=traced)
    store_cached_value(file, PreparedCode(tuple(prepared.functions), dict(prepared.clocks), dict(prepared.data)))
    return prepared


def prepared_path(program: Program, *, traced: bool) -> Path:
    """Build the path of the cache file for a program after the passes, keyed by the code of passes and backend."""
    form = "traced" if traced else "plain"
    name = f"{backend_digest(python_backend.__file__)}-{program.digest}-{form}.value"
    return cache_folder() / PREPARED_FOLDER / name
