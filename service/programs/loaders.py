"""Where programs run: the one place that joins the runtime to the backend that a person plays on."""

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

if TYPE_CHECKING:
    from bombsight.backends.python.lazy_compile import CodeCache

CODE_FOLDER = "code"
"""Where compiled code lies in the cache folder."""


def load(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
    """A machine for one run; what is compiled for it is kept in the cache folder.

    Args:
        program: The flat program.
        roll: Throws dice.
        ask: Answers choices.
        log: Takes events; None for the plain form, which has none.
    """
    return instantiate(program, roll, ask, log, cache=cache_folder() / CODE_FOLDER)


def load_for_few_runs(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
    """The same for a program that runs but a few times: compiled sooner, it runs slower."""
    return instantiate(program, roll, ask, log, cache=cache_folder() / CODE_FOLDER, brief=True)


def make_lazy_loader(code_cache: CodeCache) -> Loader:
    """The same for a program of which little is called: a function is made when it is, where no code of it is known.

    Args:
        code_cache: The code of its functions; what is made is added.
    """
    from bombsight.backends.python.lazy_compile import instantiate_lazily  # which prints

    return partial(instantiate_lazily, codes=code_cache)
