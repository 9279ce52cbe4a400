"""The folder for what can be made again, and files in it that are whole and our own, or not there at all.

A file's name begins with a word for who made it, up to a hyphen: for whatever another compiler made is let go of first.
When a file is used it is touched, so that its age is that of its last use.

Every file is sealed: before what it holds stands an HMAC of that and of the file's name, under a key that lies in the
user's folder of states and was made by chance. So what is recalled is what this user kept under this name, and damaged,
exchanged or forged files are no files. That is why compiled code may be kept here, too: whoever can write the key can
write the user's programs as well. A key that others can read or write, and a folder whose files others can exchange,
are not used: then all is made anew each time, and a log says once how to mend it.
"""

from __future__ import annotations

import hmac
import os
import secrets
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path, user_state_path

from bombsight.boundary.files import LARGEST as LARGEST_FILE
from bombsight.boundary.files import PIECE, is_private, is_safe_folder, read_file, replace_file

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

TRAVELS = (".json", ".flat")
"""What comes with a program as it lies in the cache folder: JSON, which any Python reads, and which runs nothing."""

SEAL = 32
"""How many bytes a seal has, and a key."""

LONGEST_PIECE = 3600
"""After how many seconds such a file is one that nobody will finish."""


def cache_folder() -> Path:
    """The folder for what can be made again: ``BOMBSIGHT_CACHE``, or the user's cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else user_cache_path("bombsight")


def keep(file: Path, content: bytes) -> None:
    """Keep something in a file, whole or not at all; an unwritable folder or a full disk only costs time."""
    seal = seal_of(file, content)
    if seal is None or len(content) + SEAL > LARGEST_FILE:
        return
    with suppress(OSError):
        make_folder(file.parent)
        write_whole(file, seal + content)
        prune(file.parent, maker_of(file.name))


def write_whole(file: Path, content: bytes) -> None:
    """Write a file that no reader sees half of.

    Raises:
        OSError: It cannot be written; nothing is left of it.
    """
    replace_file(file, content, durable=False)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, for this user alone; one that is there stays as it is.

    Raises:
        OSError: It cannot be made.
    """
    if folder.is_dir():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(0o700, exist_ok=True)


def recall(file: Path) -> bytes | None:
    """What was kept in a file, or came with the program; None where there is nothing that this user kept so."""
    found = recall_own(file)
    return recall_shipped(file) if found is None else found


def recall_own(file: Path) -> bytes | None:
    """What this user kept in a file, which so counts as used; None where there is nothing such."""
    try:
        found = read_file(file)
    except (OSError, ValueError):
        return None
    seal, content = found[:SEAL], found[SEAL:]
    expected = seal_of(file, content)
    if expected is None or not hmac.compare_digest(seal, expected):
        return None
    with suppress(OSError):
        os.utime(file)
    return content


def recall_shipped(file: Path) -> bytes | None:
    """What came with the program for a file of the cache folder. It has no seal: it lies with the program itself."""
    try:
        return read_file(SHIPPED / file.relative_to(cache_folder()))
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
    """What stands before a file's content; None where this user can have no key, or others can exchange the file."""
    secret = key(user_state_path("bombsight") / "cache-key")
    if secret is None or not all(map(is_trusted, (cache_folder(), file.parent))):
        return None
    found = hmac.new(secret, file.name.encode() + b"\0", "sha256")
    found.update(content)  # by itself: it may be large, and is not copied
    return found.digest()


@cache
def key(file: Path) -> bytes | None:
    """The key in a file, made where there is none; None where it can be neither read nor made, or others know it."""
    for _ in range(2):
        with suppress(OSError):
            found = read_file(file, SEAL)
            if not is_private(file):
                warn(f"{file} could be read or changed by others, so nothing is cached. Remove it: another is made.")
                return None
            if len(found) == SEAL:
                return found
        with suppress(OSError):
            make_folder(file.parent)
            write_whole(file, secrets.token_bytes(SEAL))  # readable by nobody else; of two at once, the later stays
    return None


def is_trusted(folder: Path) -> bool:
    """Whether only this user can exchange the files of a folder; one that is not there will be his alone."""
    try:
        about = os.stat(folder)
    except (OSError, ValueError):
        return True
    return is_trusted_now(folder, about.st_mode, about.st_uid)


@cache
def is_trusted_now(folder: Path, mode: int, owner: int) -> bool:
    """The same for a folder of these permissions; one that is not is told once."""
    with suppress(OSError):
        if is_safe_folder(folder):
            return True
        warn(f"others could exchange files in {folder}: nothing is cached there. Name another: {CACHE_VARIABLE}=FOLDER")
    return False


def warn(text: str) -> None:
    """Tell whoever runs this, wherever it runs: on stderr, unless a program has its own log."""
    import logging  # slow to load, and seldom needed

    logging.getLogger("bombsight").warning(text)


def leave_warnings_to_parent() -> None:
    """Say nothing of caches in this process: whoever began it uses the same, and has said it."""
    import logging

    logging.getLogger("bombsight").setLevel(logging.ERROR)


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
