"""The cache folder: regenerable files, each either whole and written by this user, or ignored.

A file's name begins with the name of its maker, up to a hyphen; files of other compiler versions are evicted first.
Reading a file touches it, so its age is the time since its last use.

Every file is sealed: its content follows an HMAC of the content and the file's name, under a random key in the user's
state folder. So a loaded file is one that this user stored under this name; damaged, exchanged or forged files are
ignored. That is why compiled code may be cached, too: anybody who can write the key can write the user's programs as
well. A key that others can read or write, and a folder in which others can replace files, are not used: then nothing is
cached, and a warning says once how to fix it.
"""

from __future__ import annotations

import hmac
import os
import secrets
import time
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path, user_state_path

from bombsight.boundary.files import MAX_FILE_SIZE as LARGEST_FILE
from bombsight.boundary.files import TEMPORARY_SUFFIX, is_private, is_safe_folder, read_file, replace_file
from bombsight.boundary.platform import KEEPS_FILES

SHIPPED_CACHE = Path(__file__).resolve().parent.parent / "shipped"
"""The folder of cache files that come with the program, made when it was packaged."""

CACHE_VARIABLE = "BOMBSIGHT_CACHE"
"""The environment variable that overrides the cache folder."""

MAX_FILES = 60
"""The most files kept of a kind."""

MAX_BYTES = 200_000_000
"""The most bytes kept of a kind."""

MAX_AGE = 90 * 24 * 3600
"""The seconds after which an unused file is evicted."""

SHIPPED_SUFFIXES = (".json", ".flat")
"""The suffixes of cache files that come with the program: JSON, which any Python reads and which runs nothing."""

SEAL_LENGTH = 32
"""The length of a seal, and of a key, in bytes."""

MAX_PART_AGE = 3600
"""The seconds after which a temporary file counts as abandoned."""


def cache_folder() -> Path:
    """The path of the cache folder: the environment's ``BOMBSIGHT_CACHE``, or else the user's own cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else user_cache_path("bombsight")


def store_cached(file: Path, content: bytes) -> None:
    """Store content in a cache file, atomically; do nothing if the folder is unwritable or the disk full."""
    seal = compute_seal(file, content)
    if seal is None or len(content) + SEAL_LENGTH > LARGEST_FILE:
        return
    with suppress(OSError):
        make_private_folder(file.parent)
        write_atomically(file, seal + content)
        prune(file.parent, maker_of(file.name))


def write_atomically(file: Path, content: bytes) -> None:
    """Write a file so that no reader sees a part of it.

    Raises:
        OSError: It cannot be written; nothing is left of it.
    """
    replace_file(file, content, durable=False)


def make_private_folder(folder: Path) -> None:
    """Create a folder that only this user can access (mode 0700), and its parents; leave an existing one unchanged.

    Raises:
        OSError: It cannot be created.
    """
    if folder.is_dir():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(0o700, exist_ok=True)


def load_cached(file: Path) -> bytes | None:
    """Load a cache file of this user, or else the copy shipped with the program; None if there is neither."""
    content = load_own_cached(file)
    return load_shipped(file) if content is None else content


def load_own_cached(file: Path) -> bytes | None:
    """Load a cache file of this user and mark it as used; None if it is missing or its HMAC (seal) is wrong."""
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
    """Load the copy of a cache file that came with the program; None if there is no such copy, or it is damaged."""
    try:
        stored = read_file(SHIPPED_CACHE / file.relative_to(cache_folder()))
    except (OSError, ValueError):
        return None
    digest, _, content = stored.partition(b"\n")
    return content if digest == compute_checksum(file, content) else None


def export_cache(folder: Path) -> None:
    """Copy the cache folder's files of the suffixes that are shipped into a new folder to ship with the program.

    Raises:
        OSError: It cannot be written.
    """
    cache = cache_folder()
    for file in sorted(path for path in cache.rglob("*") if path.suffix in SHIPPED_SUFFIXES and path.is_file()):
        content = load_own_cached(file)
        if content is not None:
            export_file(folder, file, content)


def export_file(folder: Path, file: Path, content: bytes) -> None:
    """Write the copy of a cache file that is shipped: its checksum in place of the HMAC, then the content.

    Args:
        folder: The folder to ship.
        file: The file's path in the cache folder.
        content: Its content.

    Raises:
        OSError: It cannot be written.
    """
    target = folder / file.relative_to(cache_folder())
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(compute_checksum(file, content) + b"\n" + content)


def compute_checksum(file: Path, content: bytes) -> bytes:
    """Compute the checksum of a shipped file and its name, which damage changes; it is no proof of its author."""
    digest = sha256(file.name.encode() + b"\0")
    digest.update(content)
    return digest.hexdigest().encode()


def store_cached_text(file: Path, text: str) -> None:
    """Store a text in a cache file as UTF-8, atomically; do nothing if the folder is unwritable or the disk full."""
    store_cached(file, text.encode())


def load_cached_text(file: Path) -> str | None:
    """Load a UTF-8 text from a cache file of this user, or the copy shipped with the program; None without either."""
    content = load_cached(file)
    try:
        return None if content is None else content.decode()
    except UnicodeDecodeError:  # made by a program with a fault
        return None


def compute_seal(file: Path, content: bytes) -> bytes | None:
    """Compute the HMAC that proves a cache file unchanged; None without a key, or if others can replace the file.

    Where files are not kept (in a browser) there is none: nothing is cached, and what is shipped is read all the same.
    """
    if not KEEPS_FILES:
        return None
    secret = load_or_make_key(user_state_path("bombsight") / "cache-key")
    if secret is None or not all(map(is_trusted_folder, (cache_folder(), file.parent))):
        return None
    digest = hmac.new(secret, file.name.encode() + b"\0", "sha256")
    digest.update(content)  # apart: the content may be large, and is not copied so
    return digest.digest()


@cache
def load_or_make_key(file: Path) -> bytes | None:
    """Load the HMAC key from a file, or create it; None if neither is possible, or others can read the key."""
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
            make_private_folder(file.parent)
            write_atomically(
                file, secrets.token_bytes(SEAL_LENGTH)
            )  # private; of two concurrent writers the later wins
    return None


def is_trusted_folder(folder: Path) -> bool:
    """Whether only this user can replace the files of a folder; a folder still to be created is trusted."""
    try:
        about = os.stat(folder)
    except (OSError, ValueError):
        return True
    return has_trusted_permissions(folder, about.st_mode, about.st_uid)


@cache
def has_trusted_permissions(folder: Path, mode: int, owner: int) -> bool:
    """Whether only this user can replace the files of an existing folder; warns once if others can."""
    with suppress(OSError):
        if is_safe_folder(folder):
            return True
        warn_user(
            f"others could exchange files in {folder}: nothing is cached there. Name another: {CACHE_VARIABLE}=FOLDER"
        )
    return False


def warn_user(text: str) -> None:
    """Log a warning, by default to stderr."""
    import logging  # slow to load, and seldom needed

    logging.getLogger("bombsight").warning(text)


def silence_warnings() -> None:
    """Silence cache warnings in a worker process, for its parent process has issued them already."""
    import logging

    logging.getLogger("bombsight").setLevel(logging.ERROR)


def prune(folder: Path, maker: str) -> None:
    """Delete old and excess files of a cache folder, first those whose name prefix is not ``maker``, then the oldest.

    Other processes may prune at the same time: files that are gone already are ignored.
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
    """Return the prefix of a cache file's name that identifies the code that made the file; empty without a hyphen."""
    return name.partition("-")[0] if "-" in name else ""
