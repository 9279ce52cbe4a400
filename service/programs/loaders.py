"""Loaders of programs: the one place that joins the runtime to the backend for interactive play."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bombsight.backends.python.load import instantiate
from bombsight.dsl.caches import cache_folder
from bombsight.flat.program import Program
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
)
from bombsight.runtime.machine import Loader, Log, Machine
from bombsight.service.programs.prepared import prepare_cached

if TYPE_CHECKING:
    from bombsight.backends.python.lazy_compile import CodeCache

CODE_FOLDER = "code"
"""The folder of generated code in the cache folder."""


def load(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
    """Instantiate a program as a machine for one run, by generated Python code that is cached on the disk.

    Args:
        program: The flat program.
        roll: Throws dice.
        ask: Answers choices.
        log: Takes events; None for the plain form, which emits none.
    """
    return instantiate(program, roll, ask, log, cache=cache_folder() / CODE_FOLDER, prepare=prepare_cached)


def load_for_few_runs(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
    """Instantiate a program as a machine that starts sooner and runs slower, for only a few runs.

    Args:
        program: The flat program.
        roll: Throws dice.
        ask: Answers choices.
        log: Takes events; None for the plain form, which emits none.
    """
    return instantiate(program, roll, ask, log, cache=cache_folder() / CODE_FOLDER, brief=True)


def make_lazy_loader(code_cache: CodeCache) -> Loader:
    """Make a loader that compiles each function at its first call, reusing and extending a code cache."""
    from bombsight.backends.python.lazy_compile import instantiate_lazily  # which prints

    return partial(instantiate_lazily, codes=code_cache)
