"""Versions of the lowering and of backends, for the keys of cached code.

This module is small, so that a version is known without loading the classes of programs.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

LOWERING_VERSION = 26
"""The version of the lowering: raised whenever the same graph would be lowered to other code."""


@cache
def backend_digest(module: str) -> str:
    """The hash of a backend's code: its folder, the flat form and the limits; part of cache keys.

    Code is source text, or bytecode in its place where the program comes without sources, as in a browser.

    Args:
        module: The path of one of its modules, as text, for paths are slow to compare at the start of runs.
    """
    home = Path(__file__).parent
    folders = (Path(module).parent, home, home / "passes")
    found = hashlib.sha256()
    limits = (home.parent / "dsl").glob("limits.py*")
    for file in (*limits, *(file for each in folders for file in sorted(each.glob("*.py*")))):
        found.update(file.read_bytes())
    return found.hexdigest()[:16]
