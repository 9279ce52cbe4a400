"""Decompression of untrusted gzip and zlib data, up to a bounded size."""

from __future__ import annotations

import zlib
from io import BytesIO

from bombsight.boundary.errors import InputError

GZIP_MAGIC = b"\x1f\x8b"
"""The first bytes of gzip data (RFC 1952, 2.3.1)."""

MAX_COMPRESSION_RATIO = 40
"""How many bytes one packed byte may unpack to, beyond ``ALWAYS_ALLOWED_BYTES``: in games and saves it is 7 to 20."""

ALWAYS_ALLOWED_BYTES = 200_000
"""The unpacked size that is allowed whatever the size of the archive."""


def unpack_gzip(content: bytes, max_bytes: int, noun: str, place: str) -> bytes:
    """Return gzip data decompressed; raise InputError if they are broken or unpack to more than ``max_bytes``.

    Args:
        content: The packed bytes.
        max_bytes: The most unpacked bytes; the limit is lower where ``max_unpacked_size`` says so.
        noun: What the data are, for messages: "game file".
        place: Where they came from, for messages.

    Raises:
        InputError: The data are truncated, are not gzip, or unpack to too many bytes.
    """
    import gzip  # slow to import, and most starts do not need it

    max_bytes = max_unpacked_size(content, max_bytes)
    try:
        if not content.startswith(GZIP_MAGIC):  # gzip unpacks empty input to empty output
            raise EOFError
        with gzip.open(BytesIO(content)) as stream:
            data = stream.read(max_bytes + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"this is no {noun}, or it is not whole", place) from error
    return check_unpacked(data, max_bytes, noun, place)


def unpack_zlib(content: bytes, max_bytes: int, noun: str, place: str) -> bytes:
    """Return zlib data decompressed; raise InputError if they are broken or unpack to more than ``max_bytes``.

    Args:
        content: The packed bytes.
        max_bytes: The most unpacked bytes; as of :func:`unpack_gzip`.
        noun: What the data are, for messages.
        place: Where they came from, for messages.

    Raises:
        InputError: The data are truncated, are not zlib, or unpack to too many bytes.
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
    """Return how many bytes compressed ``content`` may unpack to: a multiple of its size, at most ``max_bytes``."""
    return min(max_bytes, ALWAYS_ALLOWED_BYTES + MAX_COMPRESSION_RATIO * len(content))


def check_unpacked(data: bytes, max_bytes: int, noun: str, place: str) -> bytes:
    """Return unpacked ``data``, or raise an InputError (``this NOUN is too large``) if they exceed ``max_bytes``.

    Args:
        data: The data.
        max_bytes: The most bytes.
        noun: What they are, for messages.
        place: Where they came from, for messages.

    Raises:
        InputError: They are too large.
    """
    if len(data) > max_bytes:
        raise InputError(f"this {noun} is too large", place, f"Unpacked it may have {max_bytes:,} bytes.")
    return data
