"""Every test calls the command line as a shell would, with a folder of its own for saves."""

from __future__ import annotations

import shutil

import pytest

from bombsight.dsl.caches import cache_folder
from tests.cli.calling import Shell
from tests.examples import LIGHTHOUSE


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """A shell in a folder with nothing but the lighthouse in ``games``."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(LIGHTHOUSE, tmp_path / "games" / "lighthouse")
    return Shell(cache_folder(), tmp_path)
