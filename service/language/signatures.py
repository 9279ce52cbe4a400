"""Signature help: the signature of the call around the cursor, and its active parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path

from attrs import frozen

from bombsight.compiler.resolve.environment import Env
from bombsight.compiler.symbols import is_builtin
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.source import Source
from bombsight.service.language.cursor import text_or_comment_at
from bombsight.service.language.workspace import Workspace

OPENING, CLOSING = "([{", ")]}"

CALLEE_NAME = re.compile(r"(?P<table>\w+-\w+)$|(?P<name>[A-Za-z]\w*)$")
"""The name before a bracket: that of a table may contain a hyphen."""

FIELD_ARGUMENT = re.compile(r"\s*(?P<name>\w+)\s*:")
"""The beginning of an argument that names a record's field."""

MAX_NAME_LENGTH = 200
"""The number of characters before a bracket that are searched for the callee's name."""

MAX_DEPTH = 100
"""The number of brackets around the cursor that are examined, the innermost first."""

BUILTIN_PARAMS = {
    "abs": ("a number",),
    "max": ("a number", "a number ..."),
    "min": ("a number", "a number ..."),
    "next": ("a value of an enum",),
    "previous": ("a value of an enum",),
}
"""The parameters of the built-in functions."""


@frozen
class SignatureHelp:
    """The signature of a call at the cursor.

    Attributes:
        label: The signature, ``comes(kind: Kind, side: Side)``.
        params: Each parameter's range in the label: its first character, and the one after it.
        active: The index of the parameter at the cursor; None if there are too many arguments.
        title: The title of the callee; may be empty.
    """

    label: str
    params: tuple[tuple[int, int], ...]
    active: int | None
    title: str


@frozen
class OpenCall:
    """An unfinished call before the cursor.

    Attributes:
        before: The text of the line before the opening bracket.
        args: The arguments up to the cursor.
    """

    before: str
    args: tuple[str, ...]


def signature_at(space: Workspace, path: Path, offset: int) -> SignatureHelp | None:
    """Make the signature help for the innermost call around an offset; None outside of calls."""
    resolved = space.rules.resolved
    if resolved is None:
        return None
    for call in open_calls_at(space.source(path), offset):
        callee = CALLEE_NAME.search(call.before)
        names = (callee["table"], callee["table"].rpartition("-")[2]) if callee and callee["table"] else ()
        for name in (*names, callee["name"] if callee else None):
            help_found = signature_help_for(resolved.env, name, call.args) if name else None
            if help_found is not None:
                return help_found
    return None


def open_calls_at(source: Source, offset: int) -> Iterator[OpenCall]:
    """Yield the calls that are open at an offset, innermost first; in a text literal, those in its hole (``{...}``)."""
    line = source.line_and_column(offset)[0]
    whole = source.line_text(line)
    text = source.text[source.line_starts[line - 1] : offset]
    quoted = text_or_comment_at(whole, len(text))
    if quoted is not None and quoted[0].startswith("#"):
        return
    if quoted is not None:
        inside = text[quoted.start() + 1 :]
        text = inside.rpartition("{")[2] if inside.count("{") > inside.count("}") else ""
    code = TEXT_OR_COMMENT.sub(lambda found: " " * len(found[0]), text)
    open_at: list[int] = []
    commas: list[list[int]] = [[]]
    for at, sign in enumerate(code):
        if sign in OPENING:
            open_at.append(at)
            commas.append([])
        elif sign in CLOSING and open_at:
            open_at.pop()
            commas.pop()
        elif sign == ",":
            commas[-1].append(at)
    for at, between in islice(zip(reversed(open_at), reversed(commas), strict=False), MAX_DEPTH):
        if code[at] == "(":
            ends = [at, *between, len(code)]
            args = tuple(code[one + 1 : other] for one, other in pairwise(ends))
            yield OpenCall(code[max(0, at - MAX_NAME_LENGTH) : at], args)


def signature_help_for(env: Env, name: str, typed_args: tuple[str, ...]) -> SignatureHelp | None:
    """Make the signature help for a call by its name and the arguments typed so far; None for an unknown name."""
    active_argument = len(typed_args) - 1
    signature = env.procedures.get(name) or env.defines.get(name) or env.tables.get(name)
    if is_builtin(name, env.defines):
        params = BUILTIN_PARAMS[name]
        return make_signature_help(name, params, min(active_argument, len(params) - 1), "", "")
    if signature is not None:
        params = tuple(f"{param}: {kind}" for param, kind in signature.params)
        item = env.rows.get(name)
        gives = str(signature.result) if signature.result is not None else ""
        return make_signature_help(name, params, active_argument, gives, item.title or "" if item is not None else "")
    if name in env.records:
        fields = env.records[name]
        field_argument = FIELD_ARGUMENT.match(typed_args[-1])
        field_names = [*fields]
        active = (
            field_names.index(field_argument["name"])
            if field_argument and field_argument["name"] in field_names
            else active_argument
        )
        params = tuple(f"{field}: {shape.type or shape.record}" for field, shape in fields.items())
        return make_signature_help(name, params, active, "", "")
    return None


def make_signature_help(name: str, params: tuple[str, ...], active: int, gives: str, title: str) -> SignatureHelp:
    """Build a signature help from a callee's name, parameters and result.

    Args:
        name: The callee.
        params: Its parameters.
        active: The index of the parameter at the cursor; may be too high.
        gives: The type of the result; may be empty.
        title: Its title; may be empty.
    """
    label, places = f"{name}(", []
    for number, param in enumerate(params):
        label += ", " if number else ""
        places.append((len(label), len(label) + len(param)))
        label += param
    label = f"{label}) {gives}".rstrip()
    return SignatureHelp(label, tuple(places), active if active < len(params) else None, title)
