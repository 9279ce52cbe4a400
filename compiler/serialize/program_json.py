"""A lowered program as JSON, and back, for the compile cache: quick to load, refused where it is not whole."""

from __future__ import annotations

import json

from bombsight.compiler.serialize.converter import JsonObject, converter
from bombsight.flat.program import LOWERING_VERSION, Program

VERSION = 3
"""The version of the JSON form of a program: raised whenever it changes."""


def program_to_json(program: Program) -> JsonObject:
    """A program as a document of plain dicts, lists, texts and numbers."""
    return {"version": VERSION, "lowering": LOWERING_VERSION, **converter().unstructure(program)}


def program_from_json(data: object) -> Program | None:
    """The program of a document that :func:`program_to_json` wrote.

    Returns:
        The program; None for a document of another version or with parts missing, which means: compile again.
    """
    if not isinstance(data, dict) or (data.get("version"), data.get("lowering")) != (VERSION, LOWERING_VERSION):
        return None
    try:
        return converter().structure(data, Program)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def dump_program(program: Program) -> str:
    """A program as text."""
    return json.dumps(program_to_json(program), ensure_ascii=False, separators=(",", ":"))


def load_program(text: str | bytes) -> Program | None:
    """The program of a text that :func:`dump_program` wrote; None where it is not whole."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return program_from_json(data)
