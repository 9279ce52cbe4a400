"""A game as one file for a browser: its program as data, and the modules that play it.

The file is compressed as a whole (gzip). In it stands a line of JSON, the head, that says which parts follow and how
many bytes each has; then the parts, one behind the other:

* ``program``: the program as :mod:`bombsight.flat.encoding` writes it, without code;
* ``traced``, ``plain``: WebAssembly that tells the journal, and WebAssembly for many runs;
* ``asides``: WebAssembly that works out what is told beside a run.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from bombsight.backends.wasm.emit import module
from bombsight.dsl.source import Span
from bombsight.flat.asides import beside
from bombsight.flat.encoding import IS, encode
from bombsight.flat.program import Program

VERSION = 1
"""The version of the format: raised whenever it changes."""

MARK = "bombsight_game"
"""What the head begins with, before the version."""


def game_file(program: Program) -> bytes:
    """A game file of a program."""
    parts = {
        "program": compact(told(program)),
        "traced": module(program, traced=True).encoded,
        "plain": module(program, traced=False).encoded,
        "asides": module(beside(program), traced=False).encoded,
    }
    return packed({"game": program.game, "title": program.title, "digest": program.digest}, parts)


def packed(about: Mapping[str, Any], parts: Mapping[str, bytes]) -> bytes:
    """The head and the parts, compressed; equal for equal parts.

    Args:
        about: What else the head says.
        parts: The parts by their names, in order.
    """
    head = {MARK: VERSION, **about, "parts": {name: len(part) for name, part in parts.items()}}
    return gzip.compress(b"".join([compact(head), b"\n", *parts.values()]), 9, mtime=0)


def told(program: Program) -> Any:
    """What people are told of a program, and where its state lies: all but the code."""
    asides = evolve(program.asides, functions=(), data={})
    return placed(encode(evolve(program, functions=(), data={}, examples=(), asides=asides)))


def placed(data: Any) -> Any:
    """Plain data in which places in files are words: ``file:line:column``."""
    if isinstance(data, list):
        return [placed(member) for member in data]
    if not isinstance(data, dict):
        return data
    if data.get(IS) == Span.__name__:
        return f"{data['path']}:{data['line']}:{data['column']}"
    return {name: placed(member) for name, member in data.items()}


def compact(data: Any) -> bytes:
    """Plain data as JSON without blanks."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
