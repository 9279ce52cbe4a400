"""Compressed data of strangers: unpacked up to a bound."""

from __future__ import annotations

import zlib
from io import BytesIO

from bombsight.boundary.errors import InputError

GZIP_MAGIC = b"\x1f\x8b"
"""What gzip begins with (RFC 1952, 2.3.1)."""

MAX_COMPRESSION_RATIO = 40
"""How many bytes a packed one may become, beyond ``FEW``: of games and saves it becomes 7 to 20."""

ALWAYS_ALLOWED_BYTES = 200_000
"""How many bytes any archive may come to."""


def unpack_gzip(content: bytes, max_bytes: int, noun: str, place: str) -> bytes:
    """What gzip has packed.

    Args:
        content: The packed bytes.
        max_bytes: How many unpacked bytes are held at most; fewer where they are more than such bytes come to.
        noun: What it is, for messages: "game file".
        place: Where it came from, for messages.

    Raises:
        InputError: It is not whole, is not packed by gzip, or is larger.
    """
    import gzip  # slow to load, and most games are begun without

    max_bytes = max_unpacked_size(content, max_bytes)
    try:
        if not content.startswith(GZIP_MAGIC):  # of no bytes at all gzip makes no bytes
            raise EOFError
        with gzip.open(BytesIO(content)) as stream:
            data = stream.read(max_bytes + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"this is no {noun}, or it is not whole", place) from error
    return check_unpacked(data, max_bytes, noun, place)


def unpack_zlib(content: bytes, max_bytes: int, noun: str, place: str) -> bytes:
    """The same of what zlib has packed.

    Raises:
        InputError: It is not whole, is not packed by zlib, or is larger.
    """
    max_bytes = max_unpacked_size(content, max_bytes)
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(content, max_bytes + 1)
    except zlib.error as error:
        raise InputError(f"this is no {noun}", place) from error
    data = check_unpacked(data, max_bytes, noun, place)
    if not unpacking.eof:
        raise InputError(f"this {noun} is not whole", place)
    return data


def max_unpacked_size(content: bytes, max_bytes: int) -> int:
    """How many bytes packed ones may come to."""
    return min(max_bytes, ALWAYS_ALLOWED_BYTES + MAX_COMPRESSION_RATIO * len(content))


def check_unpacked(data: bytes, max_bytes: int, noun: str, place: str) -> bytes:
    """The unpacked bytes, if they are not too many.

    Raises:
        InputError: They are.
    """
    if len(data) > max_bytes:
        raise InputError(f"this {noun} is too large", place, f"Unpacked it may have {max_bytes:,} bytes.")
    return data
