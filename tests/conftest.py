"""What all tests share."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from bombsight.dsl.caches import CACHE_VARIABLE
from bombsight.dsl.parser import parse_cached
from tests.processes import let_children_heed_signals

pytest_plugins = ["tests.left_out"]  # slow tests, and the last lines of a run

EXAMPLES = int(os.environ.get("BOMBSIGHT_EXAMPLES") or 50)
"""How many a property is tried with that says nothing of it."""

TESTS = Path(__file__).parent

settings.register_profile("bombsight", deadline=None, max_examples=EXAMPLES)  # no test is about absolute time
settings.load_profile("bombsight")

gc.set_threshold(100_000, 10, 1)  # seldom, for games are long to look through; but all is, once much was made since


DATA_VARIABLE = "XDG_DATA_HOME"
"""Where a user's saves lie, and the rules that they were begun by."""


def unset_variable(name: str) -> None:
    """Take a variable out of the environment."""
    del os.environ[name]


def pytest_configure(config: pytest.Config) -> None:
    """Signals that reach what tests begin; one cache for the whole run: what one process compiled, no other need to."""
    let_children_heed_signals()
    if CACHE_VARIABLE not in os.environ:
        folder = TemporaryDirectory(prefix="bombsight-cache-")
        config.add_cleanup(folder.cleanup)
        os.environ[CACHE_VARIABLE] = folder.name  # its workers' as well
        config.add_cleanup(partial(unset_variable, CACHE_VARIABLE))
    if DATA_VARIABLE not in os.environ:  # what saves leave there is nobody's
        data = TemporaryDirectory(prefix="bombsight-data-")
        config.add_cleanup(data.cleanup)
        os.environ[DATA_VARIABLE] = data.name
        config.add_cleanup(partial(unset_variable, DATA_VARIABLE))


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end: nobody need look through them for garbage."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Let go what the tests of a folder have made of games, once they are over: all of it at once is gigabytes."""
    found = yield
    if nextitem is None or nextitem.path.parent != item.path.parent:
        forget_games()
    return found


def pytest_unconfigure() -> None:
    """What is left goes with the process. While it was looked through for garbage, xdist would interrupt its worker."""
    gc.freeze()


def forget_games() -> None:
    """Empty the caches of the tests' modules, and of what reads files, and give back what they held."""
    parse_cached.cache_clear()
    for module in [*sys.modules.values()]:
        file = getattr(module, "__file__", None)
        if file is not None and TESTS in Path(file).parents:
            for each in [*vars(module).values()]:
                kept = vars(each).values() if isinstance(each, type) else (each,)
                for function in kept:
                    if isinstance(function, _lru_cache_wrapper):
                        function.cache_clear()
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)  # what was let go is the system's again, and not kept for more of its kind
