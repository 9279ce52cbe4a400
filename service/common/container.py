"""The container format of game files: a head and named parts, compressed as a whole (gzip).

The head is a line of JSON that lists the parts that follow, with the bytes of each; the parts are concatenated.

A reader takes the parts that it knows and skips the others, so a new part needs no new version. The parts decide what a
file can be used for: a browser needs its modules (:mod:`bombsight.service.site.gamefile`), a snapshot of rules their
texts (:mod:`bombsight.service.saves.snapshots`).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from attrs import frozen

from bombsight.boundary.documents import parse_json
from bombsight.boundary.errors import InputError

VERSION = 3
"""The version of the format; raised when a known part changes its meaning."""

OLDEST_VERSION = 2
"""The oldest version that can be read: the part with the rules' texts has not changed since."""

VERSION_KEY = "bombsight_game"
"""The first key of the head; its value is the version."""

FILE_START = f'{{"{VERSION_KEY}":'.encode()
"""The first bytes of every unpacked game file."""

SUFFIX = ".game"
"""The file name suffix of game files."""

MAX_UNPACKED_SIZE = 40_000_000
"""The largest unpacked size of a game file in bytes, here as in a browser: thirteen times the largest game."""

MAX_HEAD_BYTES = 1_000_000
"""The largest size of the head in bytes."""


@frozen
class Container:
    """A decoded game file.

    Attributes:
        head: The JSON object in its first line.
        parts: The bytes of each part by its name.
    """

    head: Mapping[str, Any]
    parts: Mapping[str, bytes]


def pack(head: Mapping[str, Any], parts: Mapping[str, bytes]) -> bytes:
    """Encode a game file (compressed JSON head, then the bytes of named parts); equal input gives equal bytes."""
    import gzip  # imported here and below: most starts need no gzip

    first = {VERSION_KEY: VERSION, **head, "parts": {name: len(part) for name, part in parts.items()}}
    return gzip.compress(b"".join([encode_compact_json(first), b"\n", *parts.values()]), 9, mtime=0)


def unpack(content: bytes, path: str) -> Container:
    """Decode the bytes of a game file into its head and its parts; errors name the file by ``path``.

    Raises:
        InputError: The bytes are no game file, truncated, too large, or of another version.
    """
    from bombsight.boundary.archives import unpack_gzip

    data = unpack_gzip(content, MAX_UNPACKED_SIZE, "game file", path)
    end = data.find(b"\n")
    try:
        head = parse_json(data[: end if end >= 0 else len(data)], MAX_HEAD_BYTES)
        version, lengths = head[VERSION_KEY], dict(head["parts"])
    except (ValueError, TypeError, KeyError) as error:
        raise InputError("this is no game file", path) from error
    if type(version) is not int or not OLDEST_VERSION <= version <= VERSION:
        raise InputError("this game file was made by another version of Bombsight", path)
    parts: dict[str, bytes] = {}
    begin = end + 1
    for name, length in lengths.items():
        if type(length) is not int or not 0 <= length <= len(data) - begin:
            raise InputError("this game file is not whole", path)
        parts[name] = data[begin : begin + length]
        begin += length
    return Container(head, parts)


def encode_compact_json(data: Any) -> bytes:
    """Encode plain data as JSON without whitespace."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def is_game_file(content: bytes) -> bool:
    """Whether a file's content begins as a game file written by this program does."""
    import gzip

    try:
        with gzip.open(BytesIO(content)) as whole:
            return whole.read(len(FILE_START)) == FILE_START
    except (OSError, EOFError, zlib.error):
        return False
