"""The folder for what can be made again, and files in it that are whole or not there at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

CACHE_VARIABLE = "BOMBSIGHT_CACHE"
"""The environment variable that names another folder for caches."""


def cache_folder() -> Path:
    """The folder for what can be made again: ``BOMBSIGHT_CACHE``, or the user's cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else user_cache_path("bombsight")


def keep_text(file: Path, text: str) -> None:
    """Keep a text in a file, whole or not at all; an unwritable folder only costs time."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(name, file)
