"""Signature help: how the thing is called whose arguments are being written, and which of them the cursor is in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path

from attrs import frozen

from bombsight.compiler.resolve.environment import Env
from bombsight.compiler.symbols import is_built_in
from bombsight.dsl.pieces import TEXT_OR_COMMENT
from bombsight.dsl.source import Source
from bombsight.service.language.cursor import quoted_around
from bombsight.service.language.workspace import Workspace

OPENING, CLOSING = "([{", ")]}"

CALLED = re.compile(r"(?P<table>\w+-\w+)$|(?P<name>[A-Za-z]\w*)$")
"""The name in front of a bracket: of a table it may hold a hyphen."""

GIVEN = re.compile(r"\s*(?P<name>\w+)\s*:")
"""How an argument says which field of a record it is for."""

LONGEST_NAME = 200
"""So many characters before a bracket are looked at for the name of what is called."""

DEEPEST = 100
"""So many brackets around the cursor are looked at, the innermost first."""

BUILT_IN = {
    "abs": ("a number",),
    "max": ("a number", "a number ..."),
    "min": ("a number", "a number ..."),
    "next": ("a value of an enum",),
    "previous": ("a value of an enum",),
}
"""What the built-in functions are called with."""


@frozen
class Help:
    """How something is called.

    Attributes:
        label: The whole, ``comes(kind: Kind, side: Side)``.
        params: Where in the label each parameter stands: its first character, and the one behind it.
        active: Which of them is being written, from 0; None where there is none so far down.
        title: What it is called in the game; may be empty.
    """

    label: str
    params: tuple[tuple[int, int], ...]
    active: int | None
    title: str


@frozen
class Call:
    """A call that is being written.

    Attributes:
        before: What stands on the line before its bracket.
        args: What stands between its commas, up to the cursor.
    """

    before: str
    args: tuple[str, ...]


def signature_at(space: Workspace, path: Path, offset: int) -> Help | None:
    """How that is called in whose arguments an offset is; None where it is in none.

    Args:
        space: The rules.
        path: The file.
        offset: In its text, from 0.

    Raises:
        KeyError: The file is none of these.
    """
    resolved = space.rules.resolved
    if resolved is None:
        return None
    for call in calls_around(space.source(path), offset):
        found = CALLED.search(call.before)
        names = (found["table"], found["table"].rpartition("-")[2]) if found and found["table"] else ()
        for name in (*names, found["name"] if found else None):
            told = called(resolved.env, name, call.args) if name else None
            if told is not None:
                return told
    return None


def calls_around(source: Source, offset: int) -> Iterator[Call]:
    """The brackets on a line that are open at an offset, the innermost first, also in the hole of a text."""
    line = source.place(offset)[0]
    whole = source.line_text(line)
    text = source.text[source.line_starts[line - 1] : offset]
    quoted = quoted_around(whole, len(text))
    if quoted is not None and quoted[0].startswith("#"):
        return
    if quoted is not None:
        inside = text[quoted.start() + 1 :]
        text = inside.rpartition("{")[2] if inside.count("{") > inside.count("}") else ""
    plain = TEXT_OR_COMMENT.sub(lambda found: " " * len(found[0]), text)
    open_at: list[int] = []
    commas: list[list[int]] = [[]]
    for at, sign in enumerate(plain):
        if sign in OPENING:
            open_at.append(at)
            commas.append([])
        elif sign in CLOSING and open_at:
            open_at.pop()
            commas.pop()
        elif sign == ",":
            commas[-1].append(at)
    for at, between in islice(zip(reversed(open_at), reversed(commas), strict=False), DEEPEST):
        if plain[at] == "(":
            ends = [at, *between, len(plain)]
            args = tuple(plain[one + 1 : other] for one, other in pairwise(ends))
            yield Call(plain[max(0, at - LONGEST_NAME) : at], args)


def called(env: Env, name: str, args: tuple[str, ...]) -> Help | None:
    """How a name is called; None where it is nothing that is."""
    at = len(args) - 1
    signature = env.procedures.get(name) or env.defines.get(name) or env.tables.get(name)
    if is_built_in(name, env.defines):
        params = BUILT_IN[name]
        return help_of(name, params, min(at, len(params) - 1), "", "")
    if signature is not None:
        params = tuple(f"{param}: {kind}" for param, kind in signature.params)
        item = env.rows.get(name)
        gives = str(signature.result) if signature.result is not None else ""
        return help_of(name, params, at, gives, item.title or "" if item is not None else "")
    if name in env.records:
        fields = env.records[name]
        given = GIVEN.match(args[-1])
        known = [*fields]
        active = known.index(given["name"]) if given and given["name"] in known else at
        params = tuple(f"{field}: {shape.type or shape.record}" for field, shape in fields.items())
        return help_of(name, params, active, "", "")
    return None


def help_of(name: str, params: tuple[str, ...], active: int, gives: str, title: str) -> Help:
    """The help on a call, put together.

    Args:
        name: What is called.
        params: Its parameters.
        active: The one that is being written; there may be none so far down.
        gives: The type of what it gives; may be empty.
        title: Its title; may be empty.
    """
    label, places = f"{name}(", []
    for number, param in enumerate(params):
        label += ", " if number else ""
        places.append((len(label), len(label) + len(param)))
        label += param
    label = f"{label}) {gives}".rstrip()
    return Help(label, tuple(places), active if active < len(params) else None, title)
