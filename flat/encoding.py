"""A program as a document: JSON for whoever reads it elsewhere, and lines of JSON for the compile cache.

Of the lines only those are read that are asked for. They are data, and nothing in them can be run: so they come with
the program, too.

Both hold the same plain data: a value of a class is an object that says which by ``is`` and leaves out what has its
default; a tuple is a list; a mapping is a list of pairs.
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
from bombsight.flat import boards, budgets, expressions, functions, guards, layout, program, sites, statements, types
from bombsight.flat.budgets import Budgets
from bombsight.flat.functions import Function
from bombsight.flat.lazy import LazySequence
from bombsight.flat.program import AsideCode, Program
from bombsight.flat.sites import Site
from bombsight.flat.version import LOWERING_VERSION

VERSION = 6
"""The version of the document: raised whenever it changes."""

CLASS_KEY = "is"
"""The name under which an object says of which class it is."""

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
    budgets,
    program,
)
"""The modules of these classes."""

CLASSES: dict[str, type] = {
    name: found
    for module in MODULES
    for name, found in vars(module).items()
    if isinstance(found, type) and has(found) and found.__module__ == module.__name__
}
"""The classes that a program is made of, by name."""

DECODE_ERRORS = (AttributeError, EOFError, KeyError, TypeError, ValueError, RecursionError)
"""What reading a document raises that is not whole."""


def tag_of(cls: type) -> str:
    """The tag of a class of which programs are made: its name."""
    return cls.__name__


PROGRAM = Form(tag=CLASS_KEY, tag_of=tag_of, omits="defaults", mappings="pairs")
"""The form of programs."""

decode = lenient_decoder(CLASSES, CLASS_KEY)
"""The value of plain data; raises one of BROKEN where they are none of a program's."""


def encode(value: object) -> Any:
    """A value as plain data."""
    return codec.encode(value, PROGRAM)


# --- JSON


def to_json(program: Program) -> str:
    """A program as a JSON document."""
    document = {"version": VERSION, "lowering": LOWERING_VERSION, "program": encode(program)}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str | bytes) -> Program | None:
    """The program of a document that :func:`to_json` wrote; None where it is another's, or not whole."""
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
    """A program as the cache keeps it: a line for what is always read, and one for each of its functions and sites."""
    head = encode(evolve(program, functions=(), sites=(), asides=evolve(program.asides, functions=())))
    parts = (program.functions, program.sites, program.asides.functions)
    rest = b"\n".join(json_line(encode(member)) for part in parts for member in part)
    first = [VERSION, LOWERING_VERSION, len(rest), [*map(len, parts)], head]
    return json_line(first) + b"\n" + rest


def json_line(data: Any) -> bytes:
    """Plain data as a line of JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def load_program(content: bytes) -> Program | None:
    """The program that :func:`dump_program` wrote; None where it is another version's, or not whole."""
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
    """A function or a site that was kept."""
    return decode(json.loads(content))


def code_digest(program: Program) -> str:
    """What identifies the code of a program: equal for programs that do the same, whatever people are told of them."""
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
    tallies = tuple(evolve(tally, title="", matters="", required=False, origin=NO_ORIGIN) for tally in program.tallies)
    code = evolve(without_wording, tallies=tallies, asides=AsideCode(), boards=())
    return sha256(json.dumps(encode(code)).encode()).hexdigest()
