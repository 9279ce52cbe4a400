"""The user's preferences, kept between games: the pace of the story.

A file of them that cannot be read or written counts as one without preferences: they are no part of any game.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

from bombsight.service.common.user_folders import preferences_file

MAX_BYTES = 10_000
"""The most bytes of the file that are read."""


def read_preference(name: str) -> str:
    """Read the preference of a name; empty for none."""
    value = _read_all(preferences_file()).get(name)
    return value if isinstance(value, str) else ""


def store_preference(name: str, value: str) -> None:
    """Store a preference of the user, beside the others."""
    path = preferences_file()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({**_read_all(path), name: value}) + "\n", encoding="utf-8")


def _read_all(path: Path) -> dict[str, Any]:
    """Read all preferences of a file; none if it cannot be read."""
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
