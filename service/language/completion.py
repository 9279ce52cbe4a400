"""Completion: what may be written at a cursor, what fits best first.

The words of the language are those that its grammar takes there. Names are those of which the compiler says that they
could stand there (:mod:`bombsight.service.language.probing`); of those, values of the type that the place needs come
first, then what has that type.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from bombsight.compiler.overlays.quoting import HELD, SAID, woven
from bombsight.compiler.overlays.report import named
from bombsight.compiler.resolve.environment import Env, Signature
from bombsight.compiler.resolve.hints import values
from bombsight.compiler.resolve.manifest import LINES
from bombsight.compiler.resolve.scope import Sight
from bombsight.compiler.resolve.types import same_kind
from bombsight.compiler.symbols import BUILTINS, FieldShape
from bombsight.dsl import ast
from bombsight.dsl.collecting import uncollected
from bombsight.dsl.dice import Dice
from bombsight.dsl.source import Span
from bombsight.dsl.walk import walk
from bombsight.dsl.words import VALUES, spellings
from bombsight.flat.types import BoolType, EnumType, Type, UnknownType
from bombsight.service.language.cursor import Cursor, cursor_at
from bombsight.service.language.probing import Probed, probe, unused
from bombsight.service.manual import section_on
from bombsight.service.rule_text import Sources
from bombsight.service.workspace import Workspace

VALUE_WORDS = frozenset(VALUES.split())
"""The terminals that begin a value."""

TYPE_WORDS = frozenset(("YESNO", "LIST"))
"""The terminals that begin a type alone."""

DRAWING = frozenset(("ROLL", "DO", "DICE"))
"""Those of values that are thrown or done, which stand only where the compiler says so."""


@frozen
class Proposal:
    """Something that may be written.

    Attributes:
        label: What is shown.
        kind: What it is, by the names that the Language Server Protocol has for kinds: ``EnumMember``, ``Keyword``.
        detail: Its type, its title, what it is a value of; may be empty.
        text: What is written.
        span: What that replaces: the word begun before the cursor.
    """

    label: str
    kind: str
    detail: str
    text: str
    span: Span


@frozen
class Offer:
    """A proposal before it has its place.

    Attributes:
        rank: How well it fits: the lowest fits best.
        label: What is written.
        kind: What it is.
        detail: More of it.
    """

    rank: int
    label: str
    kind: str
    detail: str = ""


QUOTES = re.compile(r"\n[ ]+(?:was|remove)[ ]+$")
"""The beginning of a line that quotes another."""

IS_TO_BE = re.compile(r"(?:\b(?:is|is not|to|with|return)|[=:,({])[ ]*$")
"""What a value stands behind, and no condition."""

BUILT_IN = {"text": "TypeParameter"} | dict.fromkeys(LINES, "Property")
"""Names that the compiler knows of itself."""

VALUE, FITTING, OTHER, FARTHER, WORD = range(5)
"""Ranks: a value of the type that is needed, what has that type, other names, names of other values, words."""


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
    offers: list[Offer] = [*quotable(space, cursor)]
    resolved = space.rules.memory.resolved
    if cursor.is_for_names and resolved is not None:
        name = unused(space)
        items = cursor.items(name, resolved.env.lists)
        source, variables = cursor.changed(name), {*bound(items)}
        probed = tuple(probe(space, item, name, source, resolved.env) for item in items)
        for each in probed:
            offers += names(cursor, each, variables)
        offers += answers(space, items, name, resolved.env)
    offers += words(space, cursor, probed)
    best: dict[str, Offer] = {}
    for offer in sorted(offers, key=lambda offer: offer.rank):
        best.setdefault(offer.label, offer)
    return tuple(Proposal(each.label, each.kind, each.detail, each.label, cursor.span) for each in best.values())


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


def bound(items: Iterable[ast.Item]) -> Iterator[str]:
    """The names of the variables of items."""
    for node in (node for item in items for node in walk(item)):
        if isinstance(node, ast.Let | ast.Param):
            yield node.name
        elif isinstance(node, ast.ForEach | ast.ForRange | ast.Choose | ast.Draw):
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
        case _:
            return ()


# --- quotations


def quotable(space: Workspace, cursor: Cursor) -> Iterator[Offer]:
    """The lines of what an overlay amends that can be quoted behind a word, where one is to be."""
    if not QUOTES.search(cursor.begun.text):
        return
    for overlay in cursor.ended():
        patch = overlay.entries[-1].patches[-1] if isinstance(overlay, ast.Overlay) else None
        if isinstance(patch, ast.EditPatch) and patch.target is not None:
            for item in space.rules.items:
                if named(item) == (patch.target.kind, patch.target.name):
                    yield from (
                        Offer(VALUE, text, "Reference", "as it stands") for text in lines_of(item, space.rules.sources)
                    )


def lines_of(node: ast.Node, sources: Sources) -> Iterator[str]:
    """What stands in a node on lines of its own, those that have blocks left out, and what says where it comes from."""
    for line in (line for name in HELD for line in getattr(node, name, ())):
        text = woven(line, sources)
        if len(text) == 1 and not isinstance(line, ast.Result):
            yield SAID.sub("", text[0])
        yield from lines_of(line, sources)


# --- words of the language


def words(space: Workspace, cursor: Cursor, probed: Sequence[Probed]) -> Iterator[Offer]:
    """The words of the language that may stand there, phrases as one."""
    left = set(cursor.accepts)
    sights = [sight for each in probed for sight in each.sights]
    if cursor.is_for_names and not sights:  # a name stands there, and no value
        left -= VALUE_WORDS - TYPE_WORDS
    if sights and not any(sight.scope.draws for sight in sights):
        left -= DRAWING
    if sights and not any(sight.scope.rolling for sight in sights):
        left.discard("NATURAL")
    first = {word for sight in sights for word in fixed_values(sight.expected)}
    best = VALUE if IS_TO_BE.search(cursor.begun.text) else FITTING
    for kind in sorted(left - {"STRING"}):
        for said in spellings().get(kind, ()):
            if said[0].isalpha():
                phrase = cursor.begun.phrase(kind) if kind not in MANY else said
                section = section_on(said.split()[0])
                rank = best if said in first else FITTING if cursor.is_at_line_start else WORD
                yield Offer(rank, phrase, "Keyword", section.title if section is not None else "")
    if "DICE" in left:
        tables = (item for item in space.rules.items if isinstance(item, ast.Table))
        rolls = (line for table in tables for line in table.lines if isinstance(line, ast.RollLine))
        for notation in sorted(
            {Dice.keeping(roll.dice.count, roll.dice.sides, roll.dice.keep).notation for roll in rolls}
        ):
            yield Offer(WORD, notation, "Value", "dice")


def fixed_values(expected: Type | None) -> Iterator[str]:
    """The words of the language that are values of a type."""
    if isinstance(expected, BoolType):
        yield from ("yes", "no")
    if expected is not None and expected.is_optional:
        yield "none"


MANY = frozenset(kind for kind, said in spellings().items() if len(said) > 1)
"""Terminals for which one of several words is written."""
