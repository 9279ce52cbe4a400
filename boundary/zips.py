"""Zip files: reading of untrusted ones within bounds, and reproducible writing.

A zip may hold names that lead elsewhere, links, a thousand millions of zeros in a kilobyte, or a million of entries. A
reader here never writes to the disk: it returns the contents, all of them checked.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING

from attrs import frozen

from bombsight.boundary.archives import max_unpacked_size
from bombsight.boundary.documents import MALFORMED_ERRORS
from bombsight.boundary.errors import InputError, clip

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

ZIP_MAGIC = b"PK\x03\x04"
"""The first bytes of a zip file with an entry (APPNOTE.TXT, 4.3.7)."""

ENTRY_MAGIC = b"PK\x01\x02"
"""The first bytes of each entry of the list at its end (4.3.12)."""

NAME_PATTERN = re.compile(r"([A-Za-z0-9_-]{1,64}/){0,3}[A-Za-z0-9_-]{1,80}(\.[a-z0-9]{1,16})?", re.ASCII)
"""Matches the name of an entry: up to three folders and a file, each of letters, digits, hyphens and underscores."""

DEVICE_PATTERN = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])")
"""Matches the names that Windows has for devices, whatever their ending."""

UNIX = 3
"""The number of a system whose file modes stand in an entry."""

FILE_MODE = 0o100644
"""The mode of each written entry: a regular file."""

FILE_KIND_BITS = 0o170000
REGULAR_FILE_KIND = 0o100000

ENCRYPTED_BIT = 1

OLDEST_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of each written entry: the oldest that the format knows."""


@frozen(kw_only=True)
class ZipLimits:
    """How large an untrusted zip file may be.

    Attributes:
        max_entries: The most entries.
        max_entry_bytes: The most bytes of one entry, unpacked.
        max_bytes: The most bytes of all entries, unpacked.
    """

    max_entries: int
    max_entry_bytes: int
    max_bytes: int


def pack_zip(files: Mapping[str, bytes]) -> bytes:
    """Encode files as a zip in the order of their names; equal files give equal bytes, whoever packs them and when."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo  # slow to import, and most starts do not need it

    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for name in sorted(files):
            entry = ZipInfo(name, OLDEST_TIME)
            entry.create_system = UNIX
            entry.external_attr = FILE_MODE << 16
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, files[name], compresslevel=9)
    return stream.getvalue()


def unpack_zip(content: bytes, limits: ZipLimits, noun: str, place: str) -> dict[str, bytes]:
    """Return the contents of an untrusted zip file by name; raise InputError if anything in it is not as it should be.

    Args:
        content: The bytes of the zip file.
        limits: How large it may be; besides, it unpacks to a bounded multiple of its size.
        noun: What it is, for messages: "package".
        place: Where it came from, for messages.

    Raises:
        InputError: It is no zip file, damaged, too large, encrypted, or holds links, or names that lead elsewhere or
            are equal where a system does not tell capitals.
    """
    import zipfile

    if not content.startswith(ZIP_MAGIC):
        raise InputError(f"this is no {noun}", place)
    if content.count(ENTRY_MAGIC) > limits.max_entries:  # zipfile makes an object of each before one can count them
        raise InputError(f"this {noun} has too many files", place, f"It may have {limits.max_entries:,}.")
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return read_entries(archive, limits, max_unpacked_size(content, limits.max_bytes), noun, place)
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, *MALFORMED_ERRORS) as error:
        raise InputError(f"this is no {noun}, or it is not whole", place) from error


def read_entries(archive: ZipFile, limits: ZipLimits, max_bytes: int, noun: str, place: str) -> dict[str, bytes]:
    """Read all entries of an open zip file, each checked before it is unpacked.

    Args:
        archive: The zip file.
        limits: How many entries it may have, and how large each may be.
        max_bytes: The most bytes of all entries together.
        noun: What it is, for messages.
        place: Where it came from, for messages.

    Raises:
        InputError: An entry is not as it should be.
    """
    files: dict[str, bytes] = {}
    names: set[str] = set()
    left = max_bytes
    for entry in archive.infolist():
        check_entry(entry, noun, place)
        name = entry.filename
        if name.lower() in names:
            raise InputError(f"this {noun} holds {clip(name)} twice", place)
        names.add(name.lower())
        most = min(left, limits.max_entry_bytes)
        with archive.open(entry) as stream:
            data = stream.read(most + 1)
        if len(data) > most:
            hint = f"Unpacked it may have {max_bytes:,} bytes, and a file {limits.max_entry_bytes:,}."
            raise InputError(f"this {noun} is too large: {clip(name)}", place, hint)
        left -= len(data)
        files[name] = data
    return files


def check_entry(entry: ZipInfo, noun: str, place: str) -> None:
    """Raise an error unless an entry is a regular file with a name that leads nowhere else, packed in a usual way.

    Raises:
        InputError: It is not.
    """
    import zipfile

    name = entry.filename
    if not NAME_PATTERN.fullmatch(name) or any(map(is_device_name, name.split("/"))):
        hint = "Names in it have letters, digits, hyphens, underscores and one ending, in up to three folders."
        raise InputError(f"this {noun} holds a file with a name that cannot be used: {clip(name)}", place, hint)
    kind = entry.external_attr >> 16 & FILE_KIND_BITS
    if entry.is_dir() or kind not in (0, REGULAR_FILE_KIND):
        raise InputError(f"this {noun} holds something that is no file: {clip(name)}", place)
    if entry.flag_bits & ENCRYPTED_BIT:
        raise InputError(f"this {noun} is encrypted", place)
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise InputError(f"this {noun} is packed in a way that is not read here: {clip(name)}", place)


def is_device_name(name: str) -> bool:
    """Whether Windows takes a file name for a device."""
    return DEVICE_PATTERN.fullmatch(name.partition(".")[0]) is not None
