"""Hostile input is tried at the command line, as a stranger's file reaches it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))

from bombsight.dsl.caches import cache_folder
from calling import LIGHTHOUSE, Shell


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """A shell in a folder with nothing but the lighthouse in ``games``."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(LIGHTHOUSE, tmp_path / "games" / "lighthouse")
    return Shell(cache_folder(), tmp_path)
