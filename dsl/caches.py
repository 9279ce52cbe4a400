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

from bombsight.boundary.files import MAX_FILE_SIZE as LARGEST_FILE
from bombsight.boundary.files import TEMPORARY_SUFFIX, is_private, is_safe_folder, read_file, replace_file

SHIPPED_CACHE = Path(__file__).resolve().parent.parent / "shipped"
"""What came with the program, under the names that it would have in the cache folder: made where it was packed."""

CACHE_VARIABLE = "BOMBSIGHT_CACHE"
"""The environment variable that names another folder for caches."""

MAX_FILES = 60
"""How many files of a kind are kept."""

MAX_BYTES = 200_000_000
"""How many bytes files of a kind may have together."""

MAX_AGE = 90 * 24 * 3600
"""For how many seconds a file is kept that nobody uses."""

SHIPPED_SUFFIXES = (".json", ".flat")
"""What comes with a program as it lies in the cache folder: JSON, which any Python reads, and which runs nothing."""

SEAL_LENGTH = 32
"""How many bytes a seal has, and a key."""

MAX_PART_AGE = 3600
"""After how many seconds such a file is one that nobody will finish."""


def cache_folder() -> Path:
    """The folder for what can be made again: ``BOMBSIGHT_CACHE``, or the user's cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else user_cache_path("bombsight")


def store_cached(file: Path, content: bytes) -> None:
    """Keep something in a file, whole or not at all; an unwritable folder or a full disk only costs time."""
    seal = compute_seal(file, content)
    if seal is None or len(content) + SEAL_LENGTH > LARGEST_FILE:
        return
    with suppress(OSError):
        make_folder(file.parent)
        write_atomically(file, seal + content)
        prune(file.parent, maker_of(file.name))


def write_atomically(file: Path, content: bytes) -> None:
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


def load_cached(file: Path) -> bytes | None:
    """What was kept in a file, or came with the program; None where there is nothing that this user kept so."""
    content = load_own_cached(file)
    return load_shipped(file) if content is None else content


def load_own_cached(file: Path) -> bytes | None:
    """What this user kept in a file, which so counts as used; None where there is nothing such."""
    try:
        stored = read_file(file)
    except (OSError, ValueError):
        return None
    seal, content = stored[:SEAL_LENGTH], stored[SEAL_LENGTH:]
    expected = compute_seal(file, content)
    if expected is None or not hmac.compare_digest(seal, expected):
        return None
    with suppress(OSError):
        os.utime(file)
    return content


def load_shipped(file: Path) -> bytes | None:
    """What came with the program for a file of the cache folder. It has no seal: it lies with the program itself."""
    try:
        return read_file(SHIPPED_CACHE / file.relative_to(cache_folder()))
    except (OSError, ValueError):
        return None


def export_cache(folder: Path) -> None:
    """Write what the cache folder holds as it comes with a program.

    Args:
        folder: Where to, a folder that is not there.

    Raises:
        OSError: It cannot be written.
    """
    cache = cache_folder()
    for file in sorted(path for path in cache.rglob("*") if path.suffix in SHIPPED_SUFFIXES and path.is_file()):
        content = load_own_cached(file)
        if content is not None:
            target = folder / file.relative_to(cache)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def store_cached_text(file: Path, text: str) -> None:
    """Keep a text in a file; see :func:`store_cached`."""
    store_cached(file, text.encode())


def load_cached_text(file: Path) -> str | None:
    """The text kept in a file, None where there is none that is whole; see :func:`load_cached`."""
    content = load_cached(file)
    try:
        return None if content is None else content.decode()
    except UnicodeDecodeError:  # what came with the program has no seal
        return None


def compute_seal(file: Path, content: bytes) -> bytes | None:
    """What stands before a file's content; None where this user can have no key, or others can exchange the file."""
    secret = load_or_make_key(user_state_path("bombsight") / "cache-key")
    if secret is None or not all(map(is_trusted_folder, (cache_folder(), file.parent))):
        return None
    digest = hmac.new(secret, file.name.encode() + b"\0", "sha256")
    digest.update(content)  # by itself: it may be large, and is not copied
    return digest.digest()


@cache
def load_or_make_key(file: Path) -> bytes | None:
    """The key in a file, made where there is none; None where it can be neither read nor made, or others know it."""
    for _ in range(2):
        with suppress(OSError):
            secret = read_file(file, SEAL_LENGTH)
            if not is_private(file):
                warn_user(
                    f"{file} could be read or changed by others, so nothing is cached. Remove it: another is made."
                )
                return None
            if len(secret) == SEAL_LENGTH:
                return secret
        with suppress(OSError):
            make_folder(file.parent)
            write_atomically(
                file, secrets.token_bytes(SEAL_LENGTH)
            )  # readable by nobody else; of two at once, the later stays
    return None


def is_trusted_folder(folder: Path) -> bool:
    """Whether only this user can exchange the files of a folder; one that is not there will be his alone."""
    try:
        about = os.stat(folder)
    except (OSError, ValueError):
        return True
    return has_trusted_permissions(folder, about.st_mode, about.st_uid)


@cache
def has_trusted_permissions(folder: Path, mode: int, owner: int) -> bool:
    """The same for a folder of these permissions; one that is not is told once."""
    with suppress(OSError):
        if is_safe_folder(folder):
            return True
        warn_user(
            f"others could exchange files in {folder}: nothing is cached there. Name another: {CACHE_VARIABLE}=FOLDER"
        )
    return False


def warn_user(text: str) -> None:
    """Tell whoever runs this, wherever it runs: on stderr, unless a program has its own log."""
    import logging  # slow to load, and seldom needed

    logging.getLogger("bombsight").warning(text)


def silence_warnings() -> None:
    """Say nothing of caches in this process: whoever began it uses the same, and has said it."""
    import logging

    logging.getLogger("bombsight").setLevel(logging.ERROR)


def prune(folder: Path, maker: str) -> None:
    """Let go of what was not used for long, and of what is too much: what others made first, then by last use.

    Others may do the same at the same time: what is gone already is no matter.
    """
    now = time.time()
    candidates: list[tuple[bool, float, int, str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                about = entry.stat()
                if not entry.name.endswith(TEMPORARY_SUFFIX):
                    candidates.append((maker_of(entry.name) == maker, about.st_mtime, about.st_size, entry.path))
                elif now - about.st_mtime > MAX_PART_AGE:
                    os.unlink(entry.path)
    total_bytes = 0
    for number, (_, used, size, path) in enumerate(sorted(candidates, reverse=True)):
        total_bytes += size
        if number >= MAX_FILES or total_bytes > MAX_BYTES or now - used > MAX_AGE:
            with suppress(OSError):
                os.unlink(path)


def maker_of(name: str) -> str:
    """Who made a file of this name; empty where it does not say."""
    return name.partition("-")[0] if "-" in name else ""
