"""Compressed data of strangers: unpacked up to a bound."""

from __future__ import annotations

import zlib
from io import BytesIO

from bombsight.boundary.errors import InputError

MAGIC = b"\x1f\x8b"
"""What gzip begins with (RFC 1952, 2.3.1)."""

DENSEST = 40
"""How many bytes a packed one may become, beyond ``FEW``: of games and saves it becomes 7 to 20."""

FEW = 200_000
"""How many bytes any archive may come to."""


def unpack_gzip(content: bytes, most: int, what: str, place: str) -> bytes:
    """What gzip has packed.

    Args:
        content: The packed bytes.
        most: How many unpacked bytes are held at most; fewer where they are more than such bytes come to.
        what: What it is, for messages: "game file".
        place: Where it came from, for messages.

    Raises:
        InputError: It is not whole, is not packed by gzip, or is larger.
    """
    import gzip  # slow to load, and most games are begun without

    most = most_unpacked(content, most)
    try:
        if not content.startswith(MAGIC):  # of no bytes at all gzip makes no bytes
            raise EOFError
        with gzip.open(BytesIO(content)) as stream:
            data = stream.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"this is no {what}, or it is not whole", place) from error
    return check_unpacked(data, most, what, place)


def unpack_zlib(content: bytes, most: int, what: str, place: str) -> bytes:
    """The same of what zlib has packed.

    Raises:
        InputError: It is not whole, is not packed by zlib, or is larger.
    """
    most = most_unpacked(content, most)
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(content, most + 1)
    except zlib.error as error:
        raise InputError(f"this is no {what}", place) from error
    data = check_unpacked(data, most, what, place)
    if not unpacking.eof:
        raise InputError(f"this {what} is not whole", place)
    return data


def most_unpacked(content: bytes, most: int) -> int:
    """How many bytes packed ones may come to."""
    return min(most, FEW + DENSEST * len(content))


def check_unpacked(data: bytes, most: int, what: str, place: str) -> bytes:
    """The unpacked bytes, if they are not too many.

    Raises:
        InputError: They are.
    """
    if len(data) > most:
        raise InputError(f"this {what} is too large", place, f"Unpacked it may have {most:,} bytes.")
    return data
