"""What all tests share."""

from __future__ import annotations

import gc
import os
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from bombsight.dsl.caches import CACHE_VARIABLE

pytest_plugins = ["left_out"]  # slow tests, and the last lines of a run

EXAMPLES = int(os.environ.get("BOMBSIGHT_EXAMPLES") or 50)
"""How many a property is tried with that says nothing of it."""

settings.register_profile("bombsight", deadline=None, max_examples=EXAMPLES)  # no test is about absolute time
settings.load_profile("bombsight")

gc.set_threshold(100_000, 10, 10)  # garbage is looked for seldom: large games stay, and are long to look through


DATA_VARIABLE = "XDG_DATA_HOME"
"""Where a user's saves lie, and the rules that they were begun by."""


def pytest_configure(config: pytest.Config) -> None:
    """One cache for the whole run, where none is named: what one process has compiled, no other need to."""
    if CACHE_VARIABLE not in os.environ:
        folder = TemporaryDirectory(prefix="bombsight-cache-")
        config.add_cleanup(folder.cleanup)
        os.environ[CACHE_VARIABLE] = folder.name  # its workers' as well
        config.add_cleanup(lambda: os.environ.pop(CACHE_VARIABLE))
    if DATA_VARIABLE not in os.environ:  # what saves leave there is nobody's
        data = TemporaryDirectory(prefix="bombsight-data-")
        config.add_cleanup(data.cleanup)
        os.environ[DATA_VARIABLE] = data.name
        config.add_cleanup(lambda: os.environ.pop(DATA_VARIABLE))


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end: nobody need look through them for garbage."""
    gc.freeze()
