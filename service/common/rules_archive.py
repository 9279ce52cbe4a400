"""A game's files in one compressed file, for a browser that compiles them: JSON with a text for each path, gzipped."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from bombsight.boundary.documents import parse_json
from bombsight.boundary.errors import InputError
from bombsight.service.common.files import is_safe_path

MAX_BYTES = 40_000_000
"""The largest size of the texts in bytes, as of a game file's."""


def pack_texts(texts: Mapping[str, str]) -> bytes:
    """Pack texts by their paths, which have slashes; equal texts give equal bytes."""
    packed = BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as stream:
        stream.write(json.dumps(dict(sorted(texts.items())), ensure_ascii=False).encode())
    return packed.getvalue()


def unpack_texts(content: bytes) -> dict[str, str]:
    """Unpack texts by their paths, each of which stays within the folder that it is written to.

    Raises:
        InputError: It is no such file, or too large.
    """
    try:
        with gzip.GzipFile(fileobj=BytesIO(content)) as stream:
            text = stream.read(MAX_BYTES + 1)
        texts = parse_json(text, MAX_BYTES)
    except (OSError, EOFError, ValueError) as error:
        raise InputError("these are no rules of a game") from error
    if not isinstance(texts, dict):
        raise InputError("these are no rules of a game")
    if not all(is_safe_path(path) and isinstance(text, str) for path, text in texts.items()):
        raise InputError("these are no rules of a game")
    return texts


def write_texts(texts: Mapping[str, str], folder: Path) -> None:
    """Write texts into a folder.

    Raises:
        OSError: One cannot be written.
    """
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
