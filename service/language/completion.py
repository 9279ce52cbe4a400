"""Completion: what may be written at a cursor, what fits best first.

The words of the language are those that its grammar takes there. Names are those of which the compiler says that they
could stand there (:mod:`bombsight.service.language.probing`); of those, values of the type that the place needs come
first, then what has that type.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import get_args

from bombsight.compiler.resolve.environment import Env, Signature
from bombsight.compiler.resolve.hints import values
from bombsight.compiler.resolve.manifest import LINES
from bombsight.compiler.resolve.scope import Sight
from bombsight.compiler.resolve.types import same_kind
from bombsight.compiler.symbols import BUILTINS, FieldShape
from bombsight.dsl import ast
from bombsight.dsl.gc_pause import uncollected
from bombsight.dsl.source import Source
from bombsight.dsl.walk import walk
from bombsight.dsl.words import VALUES, spellings
from bombsight.flat.types import BoolType, EnumType, Type, UnknownType
from bombsight.service.language.cursor import Cursor, cursor_at
from bombsight.service.language.overlaying import of_games, own_game, quotable
from bombsight.service.language.probing import Probed, probe, unused
from bombsight.service.language.proposals import FARTHER, FITTING, OTHER, VALUE, WORD, Offer, Proposal, proposals
from bombsight.service.language.workspace import Workspace
from bombsight.service.lookup.manual import section_on

VALUE_WORDS = frozenset(VALUES.split())
"""The terminals that begin a value."""

TYPE_WORDS = frozenset(("YESNO", "LIST"))
"""The terminals that begin a type alone."""

DRAWING = frozenset(("ROLL", "DO", "DICE"))
"""Those of values that are thrown or done, which stand only where the compiler says so."""


IS_TO_BE = re.compile(r"(?:\b(?:is|is not|to|with|return)|[=:,({])[ ]*$")
"""What a value stands behind, and no condition."""

BUILT_IN = {"text": "TypeParameter"} | dict.fromkeys(LINES, "Property")
"""Names that the compiler knows of itself."""


@uncollected()
def completions(space: Workspace, path: Path, offset: int) -> tuple[Proposal, ...]:
    """What may be written at an offset, what fits best first.

    Args:
        space: The rules.
        path: The file.
        offset: The place of the cursor.

    Raises:
        KeyError: The file is none of these.
    """
    cursor = cursor_at(space.source(path), offset)
    if cursor is None:
        return ()
    probed: tuple[Probed, ...] = ()
    offers: list[Offer] = [*quotable(space, cursor), *own_game(space, cursor)]
    resolved = space.rules.resolved
    if cursor.is_for_names and resolved is not None:
        name = unused(space)
        items = cursor.items(name, resolved.env.lists)
        source, variables = cursor.changed(name), {*bound(items)}
        probed = tuple(probe(space, item, name, source, resolved.env) for item in items)
        for each in probed:
            offers += names(cursor, each, variables)
        offers += answers(space, items, name, resolved.env)
    offers += words(cursor, probed)
    offers += dice(space, cursor, probed)
    return proposals(offers, cursor.span)


def completions_alone(source: Source, offset: int, games: Iterable[str]) -> tuple[Proposal, ...]:
    """What may be written in a file that belongs to no game yet: words of the language, and the game that it is for.

    Args:
        source: The file.
        offset: The place of the cursor.
        games: The ids of the games that there are.
    """
    cursor = cursor_at(source, offset)
    return () if cursor is None else proposals((*of_games(cursor, games), *words(cursor, ())), cursor.span)


# --- names


def names(cursor: Cursor, probed: Probed, variables: Collection[str]) -> Iterator[Offer]:
    """The names that may stand there, as the compiler knows them; those of variables are given."""
    env = probed.env
    for known in probed.known:
        for name, title in known.items():
            kind, detail = ("Variable", "") if name in variables else described(env, name)
            kind = "Field" if cursor.is_behind_dot else kind
            yield Offer(VALUE, name, kind, detail or str(title or ""))
    for sight in probed.sights:
        yield from in_sight(sight, env)


def in_sight(sight: Sight, env: Env) -> Iterator[Offer]:
    """What may stand as a value, and how well it fits."""
    expected = sight.expected
    enum = env.enums.get(expected.enum) if isinstance(expected, EnumType) else None
    if enum is not None:
        for value, title in values(enum).items():
            yield Offer(VALUE, value, "EnumMember", title)

    def rank(kind: Type | None) -> int:
        """How well something of a type fits."""
        fits = expected is not None and not isinstance(expected, UnknownType)
        return FITTING if fits and kind is not None and expected is not None and same_kind(kind, expected) else OTHER

    for name, variable in sight.scope.variables.items():
        yield Offer(rank(variable.type), name, "Variable", str(variable.type))
    for name, shape in env.fields.items():
        yield Offer(rank(shape.type), name, *described(env, name))
    for name, signature in env.defines.items():
        yield Offer(rank(signature.result), name, *described(env, name))
    for name in sorted(BUILTINS):
        yield Offer(OTHER, name, "Function")
    if expected is None or isinstance(expected, UnknownType):
        for value, owners in env.owners.items():
            yield Offer(FARTHER, value, "EnumMember", ", ".join(owners))


def described(env: Env, name: str) -> tuple[str, str]:
    """What a name is that a program declares, and what there is to say of it."""
    if name in env.fields:
        return "Field", shape_text(env.fields[name])
    if name in env.defines:
        return "Function", signature_text(env.defines[name])
    if name in env.procedures:
        return "Method", signature_text(env.procedures[name])
    if name in env.tables:
        return "Class", env.rows[name].title or ""
    if name in env.options:
        return "Constant", str(env.options[name])
    if name in env.records:
        return "Struct", ", ".join(env.records[name])
    if name in env.enums:
        return "Enum", ", ".join(env.enums[name].values)
    if name in env.holders:
        return "EnumMember", ""
    return BUILT_IN.get(name, "Reference"), ""


Binder = (
    ast.ForEach
    | ast.ForRange
    | ast.RemoveEach
    | ast.Choose
    | ast.Draw
    | ast.Quantifier
    | ast.Sum
    | ast.Lined
    | ast.Marked
)
"""What gives a name to each of what it goes through, or to one of that."""

VARIABLES = frozenset(get_args(Binder))


def bound(items: Iterable[ast.Item]) -> Iterator[str]:
    """The names of the variables of items."""
    for node in (node for item in items for node in walk(item)):
        if isinstance(node, ast.Let | ast.Param):
            yield node.name
        elif isinstance(node, Binder) and node.variable is not None:
            yield node.variable


def shape_text(shape: FieldShape) -> str:
    """What a field holds, and what it is called."""
    indices = f"[{', '.join(shape.indices)}]" if shape.indices else ""
    return " ".join(part for part in (indices, str(shape.type or shape.record), shape.decl.title or "") if part)


def signature_text(signature: Signature) -> str:
    """How something is called, and what it gives."""
    params = ", ".join(f"{name}: {kind}" for name, kind in signature.params)
    return " ".join(part for part in (f"({params})" if params else "", str(signature.result or "")) if part)


def answers(space: Workspace, items: Iterable[ast.Item], name: str, env: Env) -> Iterator[Offer]:
    """The answers of choices, where an example gives or lists some."""
    lines = (line for item in items if isinstance(item, ast.Example) for line in item.lines)
    if any(name in answered(line) for line in lines):
        for node in (node for item in space.rules.items for node in walk(item)):
            if isinstance(node, ast.Branch):
                yield Offer(VALUE, node.name, "EnumMember", node.title)
        for value, owners in env.owners.items():
            yield Offer(OTHER, value, "EnumMember", ", ".join(owners))
        yield Offer(OTHER, "none", "Keyword", "declines")


def answered(line: ast.ExampleLine) -> tuple[str, ...]:
    """The words of an answer in an example."""
    match line:
        case ast.ExpectedAnswer(words=said):
            return said
        case ast.ExpectedOffer(options=options):
            return tuple(word for option in options for word in option)
        case _:  # the rest: no answer
            return ()


# --- words of the language


def words(cursor: Cursor, probed: Sequence[Probed]) -> Iterator[Offer]:
    """The words of the language that may stand there, phrases as one."""
    sights = [sight for each in probed for sight in each.sights]
    first = {word for sight in sights for word in fixed_values(sight.expected)}
    best = VALUE if IS_TO_BE.search(cursor.begun.text) else FITTING
    for kind in sorted(fitting(cursor, sights) - {"STRING"}):
        for said in spellings().get(kind, ()):
            if said[0].isalpha():
                phrase = cursor.begun.phrase(kind) if kind not in MANY else said
                section = section_on(said.split()[0])
                rank = best if said in first else FITTING if cursor.is_at_line_start else WORD
                yield Offer(rank, phrase, "Keyword", section.title if section is not None else "")


def fitting(cursor: Cursor, sights: Sequence[Sight]) -> set[str]:
    """The terminals of the grammar that may stand there, by what the compiler says of a name in their place."""
    left = set(cursor.accepts)
    if cursor.is_for_names and not sights:  # a name stands there, and no value
        left -= VALUE_WORDS - TYPE_WORDS
    if sights and not any(sight.scope.draws for sight in sights):
        left -= DRAWING
    if sights and not any(sight.scope.rolling for sight in sights):
        left.discard("NATURAL")
    return left


def dice(space: Workspace, cursor: Cursor, probed: Sequence[Probed]) -> Iterator[Offer]:
    """The dice that the tables are rolled with, where some may stand."""
    if "DICE" in fitting(cursor, [sight for each in probed for sight in each.sights]):
        tables = (item for item in space.rules.items if isinstance(item, ast.Table))
        rolls = (line for table in tables for line in table.lines if isinstance(line, ast.RollLine))
        for notation in sorted({roll.dice.dice.notation for roll in rolls}):
            yield Offer(WORD, notation, "Value", "dice")


def fixed_values(expected: Type | None) -> Iterator[str]:
    """The words of the language that are values of a type."""
    if isinstance(expected, BoolType):
        yield from ("yes", "no")
    if expected is not None and expected.is_optional:
        yield "none"


MANY = frozenset(kind for kind, said in spellings().items() if len(said) > 1)
"""Terminals for which one of several words is written."""
