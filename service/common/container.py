"""The container of game files: a head and named parts, compressed as a whole (gzip).

The head is a line of JSON that says which parts follow and how many bytes each has; the parts stand one behind the
other.

A reader takes the parts that it knows and passes over the others, so a new part needs no new version. Which parts a
file has says what it is good for: one that is played in a browser holds its modules
(:mod:`bombsight.service.site.gamefile`), a snapshot of rules their texts (:mod:`bombsight.service.saves.snapshots`).
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
from bombsight.boundary.files import read_input_file

VERSION = 3
"""The version of the format: raised where a part that is known changes its meaning."""

OLDEST_VERSION = 2
"""The oldest version that is read here: the texts of rules, the part that is, have not changed since."""

VERSION_KEY = "bombsight_game"
"""What the head begins with, before the version."""

FILE_START = f'{{"{VERSION_KEY}":'.encode()
"""What every game file begins with, once it is unpacked."""

SUFFIX = ".game"
"""How the names of game files end."""

MAX_UNPACKED_SIZE = 40_000_000
"""How many bytes a file may come to once it is unpacked, here as in a browser: thirteen times the largest game."""

MAX_HEAD_BYTES = 1_000_000
"""How many bytes the head may have."""


@frozen
class Container:
    """A game file as it was read.

    Attributes:
        head: What its first line says.
        parts: The bytes of each part by its name.
    """

    head: Mapping[str, Any]
    parts: Mapping[str, bytes]


def pack(head: Mapping[str, Any], parts: Mapping[str, bytes]) -> bytes:
    """The bytes of a game file; equal for equal parts.

    Args:
        head: What the head says beside the version and the parts.
        parts: The parts by their names, in order.
    """
    import gzip  # here and below: most games are begun without

    first = {VERSION_KEY: VERSION, **head, "parts": {name: len(part) for name, part in parts.items()}}
    return gzip.compress(b"".join([encode_compact_json(first), b"\n", *parts.values()]), 9, mtime=0)


def unpack(content: bytes, place: str) -> Container:
    """The head and the parts of a game file.

    Args:
        content: Its bytes.
        place: Its path, for messages.

    Raises:
        InputError: It is none, is not whole, too large, or of another version.
    """
    from bombsight.boundary.archives import unpack_gzip

    data = unpack_gzip(content, MAX_UNPACKED_SIZE, "game file", place)
    end = data.find(b"\n")
    try:
        head = parse_json(data[: end if end >= 0 else len(data)], MAX_HEAD_BYTES)
        version, lengths = head[VERSION_KEY], dict(head["parts"])
    except (ValueError, TypeError, KeyError) as error:
        raise InputError("this is no game file", place) from error
    if type(version) is not int or not OLDEST_VERSION <= version <= VERSION:
        raise InputError("this game file was made by another version of Bombsight", place)
    parts: dict[str, bytes] = {}
    begin = end + 1
    for name, length in lengths.items():
        if type(length) is not int or not 0 <= length <= len(data) - begin:
            raise InputError("this game file is not whole", place)
        parts[name] = data[begin : begin + length]
        begin += length
    return Container(head, parts)


def read_container(path: str) -> Container:
    """The head and the parts of a game file.

    Raises:
        InputError: It cannot be read, or is none that can be.
    """
    return unpack(read_input_file(path), path)


def encode_compact_json(data: Any) -> bytes:
    """Plain data as JSON without blanks."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def is_game_file(content: bytes) -> bool:
    """Whether a file's content is a game file that we have written."""
    import gzip

    try:
        with gzip.open(BytesIO(content)) as whole:
            return whole.read(len(FILE_START)) == FILE_START
    except (OSError, EOFError, zlib.error):
        return False
