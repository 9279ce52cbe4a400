"""Every test calls the command line as a shell would, with folders of its own for caches and saves."""

from __future__ import annotations

import shutil

import pytest

from calling import LIGHTHOUSE, Shell


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """A cache for the whole run: games are compiled once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def shell(cache, tmp_path, monkeypatch):
    """A shell in a folder with nothing but the lighthouse in ``games``."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(LIGHTHOUSE, tmp_path / "games" / "lighthouse")
    return Shell(cache, tmp_path)
