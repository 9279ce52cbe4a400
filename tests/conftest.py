"""What all tests share."""

from __future__ import annotations

import gc
import os
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from bombsight.dsl.caches import CACHE_VARIABLE
from processes import let_children_heed_signals

EXAMPLES = int(os.environ.get("BOMBSIGHT_EXAMPLES") or 50)
"""How many a property is tried with that says nothing of it."""

settings.register_profile("bombsight", deadline=None, max_examples=EXAMPLES)  # no test is about absolute time
settings.load_profile("bombsight")

gc.set_threshold(100_000, 10, 10)  # garbage is looked for seldom: large games stay, and are long to look through


def pytest_configure(config: pytest.Config) -> None:
    """Signals that reach what tests begin; one cache for the whole run: what one process compiled, no other need to."""
    let_children_heed_signals()
    if CACHE_VARIABLE not in os.environ:
        folder = TemporaryDirectory(prefix="bombsight-cache-")
        config.add_cleanup(folder.cleanup)
        os.environ[CACHE_VARIABLE] = folder.name  # its workers' as well
        config.add_cleanup(lambda: os.environ.pop(CACHE_VARIABLE))


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end: nobody need look through them for garbage."""
    gc.freeze()
