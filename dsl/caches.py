"""The folder for what can be made again, and files in it that are whole or not there at all.

A file's name begins with a word for who made it, up to a hyphen: for whatever another compiler made is let go of first.
When a file is used it is touched, so that its age is that of its last use.
"""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

CACHE_VARIABLE = "BOMBSIGHT_CACHE"
"""The environment variable that names another folder for caches."""

MOST = 60
"""How many files of a kind are kept."""

LARGEST = 200_000_000
"""How many bytes files of a kind may have together."""

LONGEST = 90 * 24 * 3600
"""For how many seconds a file is kept that nobody uses."""

PIECE = ".part"
"""How the name of a file ends that is being written."""

LONGEST_PIECE = 3600
"""After how many seconds such a file is one that nobody will finish."""


def cache_folder() -> Path:
    """The folder for what can be made again: ``BOMBSIGHT_CACHE``, or the user's cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else user_cache_path("bombsight")


def keep(file: Path, content: bytes) -> None:
    """Keep something in a file, whole or not at all; an unwritable folder or a full disk only costs time."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=file.parent, suffix=PIECE)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(content)
            os.replace(name, file)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
        prune(file.parent, maker_of(file.name))


def recall(file: Path) -> bytes | None:
    """What was kept in a file, which counts as used; None where there is nothing that can be read."""
    try:
        content = file.read_bytes()
    except (OSError, ValueError):
        return None
    with suppress(OSError):
        os.utime(file)
    return content


def keep_text(file: Path, text: str) -> None:
    """Keep a text in a file; see :func:`keep`."""
    keep(file, text.encode())


def recall_text(file: Path) -> str | None:
    """The text kept in a file; see :func:`recall`."""
    content = recall(file)
    try:
        return None if content is None else content.decode()
    except ValueError:
        return None


def prune(folder: Path, maker: str) -> None:
    """Let go of what was not used for long, and of what is too much: what others made first, then by last use.

    Others may do the same at the same time: what is gone already is no matter.
    """
    now = time.time()
    found: list[tuple[bool, float, int, str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                about = entry.stat()
                if not entry.name.endswith(PIECE):
                    found.append((maker_of(entry.name) == maker, about.st_mtime, about.st_size, entry.path))
                elif now - about.st_mtime > LONGEST_PIECE:
                    os.unlink(entry.path)
    together = 0
    for number, (_, used, size, path) in enumerate(sorted(found, reverse=True)):
        together += size
        if number >= MOST or together > LARGEST or now - used > LONGEST:
            with suppress(OSError):
                os.unlink(path)


def maker_of(name: str) -> str:
    """Who made a file of this name; empty where it does not say."""
    return name.partition("-")[0] if "-" in name else ""
