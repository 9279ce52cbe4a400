"""Which lowering a program came of, and what printed its code, for what is kept of both.

It is known without loading what programs are made of.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

LOWERING_VERSION = 22
"""Raised whenever the same graph would be lowered to other code."""


@cache
def printer_digest(module: str) -> str:
    """What identifies a backend with all that it prints by: the files of its folder, the flat form's, the bounds'.

    Args:
        module: The file of one of its modules, as text: runs begin with this, and paths are slow to compare.
    """
    home = Path(__file__).parent
    folders = (Path(module).parent, home, home / "passes")
    found = hashlib.sha256()
    for file in (home.parent / "dsl" / "limits.py", *(file for each in folders for file in sorted(each.glob("*.py")))):
        found.update(file.read_bytes())
    return found.hexdigest()[:16]
