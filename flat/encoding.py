"""The encoding of programs: a JSON document for other readers, and lines of JSON for the compile cache.

Lines are decoded only when needed. They are data without executable code, so they are shipped with the program, too.

Both hold the same data: an object of a class names it by ``is`` and leaves out defaults; a tuple is a list; a mapping
is a list of pairs.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from attrs import evolve, has

from bombsight.boundary.codec import encoding as codec
from bombsight.boundary.codec.form import Form
from bombsight.boundary.codec.lenient import lenient_decoder
from bombsight.dsl import dice, origin, source
from bombsight.dsl.origin import NO_ORIGIN
from bombsight.flat import (
    boards,
    budgets,
    expressions,
    functions,
    guards,
    layout,
    luck,
    program,
    sites,
    statements,
    types,
)
from bombsight.flat.boards import is_pair_enum
from bombsight.flat.budgets import Budgets
from bombsight.flat.functions import Function
from bombsight.flat.lazy import LazySequence
from bombsight.flat.program import AsideCode, Program
from bombsight.flat.sites import Site
from bombsight.flat.version import LOWERING_VERSION

VERSION = 6
"""The version of the document format."""

CLASS_KEY = "is"
"""The key by which an object names its class."""

MODULES = (
    dice,
    origin,
    source,
    types,
    sites,
    layout,
    expressions,
    statements,
    guards,
    functions,
    boards,
    luck,
    budgets,
    program,
)
"""The modules of the classes of programs."""

CLASSES: dict[str, type] = {
    name: found
    for module in MODULES
    for name, found in vars(module).items()
    if isinstance(found, type) and has(found) and found.__module__ == module.__name__
}
"""The classes of programs, by name."""

DECODE_ERRORS = (AttributeError, EOFError, KeyError, TypeError, ValueError, RecursionError)
"""The exceptions that decoding a malformed document may raise."""


def tag_of(cls: type) -> str:
    """The tag of a class in encoded programs: the class's name."""
    return cls.__name__


PROGRAM = Form(tag=CLASS_KEY, tag_of=tag_of, omits="defaults", mappings="pairs")
"""The codec form of programs."""

decode = lenient_decoder(CLASSES, CLASS_KEY)
"""Decode plain data as a value of a program; raises one of ``DECODE_ERRORS`` on other data."""


def encode(value: object) -> Any:
    """Encode a value of a program as plain JSON data."""
    return codec.encode(value, PROGRAM)


# --- JSON


def to_json(program: Program) -> str:
    """Encode a program as a JSON document."""
    document = {"version": VERSION, "lowering": LOWERING_VERSION, "program": encode(program)}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str | bytes) -> Program | None:
    """Decode a document that :func:`to_json` wrote; None if it is malformed or of another version."""
    try:
        document = json.loads(text)
        if (document["version"], document["lowering"]) != (VERSION, LOWERING_VERSION):
            return None
        found = decode(document["program"])
    except DECODE_ERRORS:
        return None
    return found if isinstance(found, Program) else None


# --- the cache's form


def dump_program(program: Program) -> bytes:
    """Encode a program for the cache: a line for the head, and one for each function and site."""
    head = encode(evolve(program, functions=(), sites=(), asides=evolve(program.asides, functions=())))
    parts = (program.functions, program.sites, program.asides.functions)
    rest = b"\n".join(json_line(encode(member)) for part in parts for member in part)
    first = [VERSION, LOWERING_VERSION, len(rest), [*map(len, parts)], head]
    return json_line(first) + b"\n" + rest


def json_line(data: Any) -> bytes:
    """Encode plain data as a line of JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def load_program(content: bytes) -> Program | None:
    """Decode a program that :func:`dump_program` wrote; None if it is malformed or of another version."""
    try:
        first, _, lines = content.partition(b"\n")
        version, lowering, length, (of_code, of_places, of_aside), head = json.loads(first)
        if (version, lowering, length) != (VERSION, LOWERING_VERSION, len(lines)):
            return None
        rest = lines.split(b"\n") if lines else []
        code, places, aside = rest[:of_code], rest[of_code:][:of_places], rest[of_code + of_places :]
        if len(aside) != of_aside:
            return None
        functions_: LazySequence[Function] = LazySequence(code, decode_line)
        sites_: LazySequence[Site] = LazySequence(places, decode_line)
        asides: LazySequence[Function] = LazySequence(aside, decode_line)
        found = decode(head)
        if not isinstance(found, Program):
            return None
        return evolve(found, functions=functions_, sites=sites_, asides=evolve(found.asides, functions=asides))
    except DECODE_ERRORS:
        return None


def decode_line(content: bytes) -> Any:
    """Decode one line of a cached program as a function or a site."""
    return decode(json.loads(content))


def code_digest(program: Program) -> str:
    """The digest of a program's code: equal for programs that behave the same, whatever their texts."""
    without_wording = evolve(
        program,
        rules_hash="",
        wording_hash="",
        options=(),
        overlays=(),
        names=(),
        examples=(),
        about=(),
        sites=(),
        digest="",
        budgets=Budgets(mission=program.budgets.mission),
    )
    enums = {name: enum for name, enum in program.enums.items() if not is_pair_enum(name)}
    tallies, forecasts = (
        tuple(evolve(tally, title="", matters="", required=False, origin=NO_ORIGIN) for tally in counted)
        for counted in (program.tallies, program.forecasts)
    )
    code = evolve(
        without_wording,
        enums=enums,
        tallies=tallies,
        forecasts=forecasts,
        asides=AsideCode(),
        boards=(),
        lucks=(),
        judged_tables=(),
        headline=(),
    )
    return sha256(json.dumps(encode(code)).encode()).hexdigest()
