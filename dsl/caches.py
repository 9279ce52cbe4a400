"""The folder for what can be made again, and files in it that are whole and our own, or not there at all.

A file's name begins with a word for who made it, up to a hyphen: for whatever another compiler made is let go of first.
When a file is used it is touched, so that its age is that of its last use.

Every file is sealed: before what it holds stands an HMAC of that and of the file's name, under a key that lies in the
user's folder of states and was made by chance. So what is recalled is what this user kept under this name, and damaged,
exchanged or forged files are no files. That is why compiled code may be kept here, too: whoever can write the key can
write the user's programs as well.
"""

from __future__ import annotations

import hmac
import os
import secrets
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path, user_state_path

SHIPPED = Path(__file__).resolve().parent.parent / "shipped"
"""What came with the program, under the names that it would have in the cache folder: made where it was packed."""

CACHE_VARIABLE = "BOMBSIGHT_CACHE"
"""The environment variable that names another folder for caches."""

MOST = 60
"""How many files of a kind are kept."""

LARGEST = 200_000_000
"""How many bytes files of a kind may have together."""

LONGEST = 90 * 24 * 3600
"""For how many seconds a file is kept that nobody uses."""

TRAVELS = (".json", ".value", ".flat", ".code")
"""What can come with a program: what any Python reads, and compiled code, whose name says for which one."""

SEAL = 32
"""How many bytes a seal has, and a key."""

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
    seal = seal_of(file, content)
    if seal is None:
        return
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, seal + content)
        prune(file.parent, maker_of(file.name))


def write_whole(file: Path, content: bytes) -> None:
    """Write a file that no reader sees half of.

    Raises:
        OSError: It cannot be written; nothing is left of it.
    """
    descriptor, name = tempfile.mkstemp(dir=file.parent, suffix=PIECE)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
        os.replace(name, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def recall(file: Path) -> bytes | None:
    """What was kept in a file, or came with the program; None where there is nothing that this user kept so."""
    found = recall_own(file)
    return recall_shipped(file) if found is None else found


def recall_own(file: Path) -> bytes | None:
    """What this user kept in a file, which so counts as used; None where there is nothing such."""
    try:
        with file.open("rb") as stream:
            seal, content = stream.read(SEAL), stream.read()
    except (OSError, ValueError):
        return None
    expected = seal_of(file, content)
    if expected is None or not hmac.compare_digest(seal, expected):
        return None
    with suppress(OSError):
        os.utime(file)
    return content


def recall_shipped(file: Path) -> bytes | None:
    """What came with the program for a file of the cache folder. It has no seal: it lies with the program itself."""
    try:
        return (SHIPPED / file.relative_to(cache_folder())).read_bytes()
    except (OSError, ValueError):
        return None


def ship(folder: Path) -> None:
    """Write what the cache folder holds as it comes with a program.

    Args:
        folder: Where to, a folder that is not there.

    Raises:
        OSError: It cannot be written.
    """
    cache = cache_folder()
    for file in sorted(path for path in cache.rglob("*") if path.suffix in TRAVELS and path.is_file()):
        content = recall_own(file)
        if content is not None:
            target = folder / file.relative_to(cache)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def keep_text(file: Path, text: str) -> None:
    """Keep a text in a file; see :func:`keep`."""
    keep(file, text.encode())


def recall_text(file: Path) -> str | None:
    """The text kept in a file, None where there is none that is whole; see :func:`recall`."""
    content = recall(file)
    try:
        return None if content is None else content.decode()
    except UnicodeDecodeError:  # what came with the program has no seal
        return None


def seal_of(file: Path, content: bytes) -> bytes | None:
    """What stands before a file's content; None where this user can have no key."""
    secret = key(user_state_path("bombsight") / "cache-key")
    if secret is None:
        return None
    found = hmac.new(secret, file.name.encode() + b"\0", "sha256")
    found.update(content)  # by itself: it may be large, and is not copied
    return found.digest()


@cache
def key(file: Path) -> bytes | None:
    """The key in a file, made where there is none; None where it can be neither read nor made."""
    for _ in range(2):
        with suppress(OSError):
            found = file.read_bytes()
            if len(found) == SEAL:
                return found
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, secrets.token_bytes(SEAL))  # readable by nobody else; of two at once, the later stays
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
