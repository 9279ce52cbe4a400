"""Compressed data of strangers: unpacked up to a bound."""

from __future__ import annotations

import gzip
import zlib
from io import BytesIO

from bombsight.boundary.errors import InputError

MAGIC = b"\x1f\x8b"
"""What gzip begins with (RFC 1952, 2.3.1)."""


def unpack_gzip(content: bytes, most: int, what: str, place: str) -> bytes:
    """What gzip has packed.

    Args:
        content: The packed bytes.
        most: How many unpacked bytes are held at most.
        what: What it is, for messages: "game file".
        place: Where it came from, for messages.

    Raises:
        InputError: It is not whole, is not packed by gzip, or is larger.
    """
    try:
        if not content.startswith(MAGIC):  # of no bytes at all gzip makes no bytes
            raise EOFError
        with gzip.open(BytesIO(content)) as stream:
            data = stream.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"this is no {what}, or it is not whole", place) from error
    if len(data) > most:
        raise InputError(f"this {what} is too large", place, f"Unpacked it may have {most:,} bytes.")
    return data
