"""Completion: the proposals at a cursor, best first.

Keywords are those that the grammar accepts there. Names are those that the compiler would accept there
(:mod:`bombsight.service.language.probing`): first values of the expected type, then names of that type.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import get_args

from bombsight.compiler.resolve.environment import Env, Signature
from bombsight.compiler.resolve.hints import enum_value_titles
from bombsight.compiler.resolve.manifest import MANIFEST_LINES
from bombsight.compiler.resolve.scope import UnresolvedWord
from bombsight.compiler.resolve.types import is_same_kind
from bombsight.compiler.symbols import BUILTINS, FieldShape
from bombsight.dsl import ast
from bombsight.dsl.gc_pause import pause_gc
from bombsight.dsl.source import Source
from bombsight.dsl.walk import walk
from bombsight.dsl.words import VALUES, spellings
from bombsight.flat.types import BoolType, EnumType, Type, UnknownType
from bombsight.service.language.cursor import Cursor, cursor_at
from bombsight.service.language.overlay_completion import (
    propose_games,
    propose_numbered_names,
    propose_own_game,
    propose_quotations,
)
from bombsight.service.language.probing import ProbeResult, find_unused_name, probe_name
from bombsight.service.language.proposals import (
    FARTHER_RANK,
    FITTING_RANK,
    OTHER_RANK,
    VALUE_RANK,
    WORD_RANK,
    Proposal,
    RankedProposal,
    order_proposals,
)
from bombsight.service.language.workspace import Workspace
from bombsight.service.lookup.manual import section_for_word

VALUE_TERMINALS = frozenset(VALUES.split())
"""The terminals that can begin a value."""

TYPE_TERMINALS = frozenset(("YESNO", "LIST"))
"""The terminals that can begin only a type."""

ROLLING_TERMINALS = frozenset(("ROLL", "DO", "DICE"))
"""The terminals of values that throw dice or call procedures, proposed only where the compiler allows that."""


BEFORE_VALUE = re.compile(r"(?:\b(?:is|is not|to|with|return)|[=:,({])[ ]*$")
"""A line's end after which a value follows, not a condition."""

BUILTIN_KINDS = {"text": "TypeParameter"} | dict.fromkeys(MANIFEST_LINES, "Property")
"""The completion kinds of names that are built into the compiler."""


@pause_gc()
def find_completions(space: Workspace, path: Path, offset: int) -> tuple[Proposal, ...]:
    """Find the completion proposals at an offset of a file, best first."""
    cursor = cursor_at(space.source(path), offset)
    if cursor is None:
        return ()
    probes: tuple[ProbeResult, ...] = ()
    offers: list[RankedProposal] = [
        *propose_quotations(space, cursor),
        *propose_numbered_names(space, cursor),
        *propose_own_game(space, cursor),
    ]
    resolved = space.rules.resolved
    if cursor.accepts_name and resolved is not None:
        name = find_unused_name(space)
        items = cursor.items_with_name(name, resolved.env.lists)
        source, variables = cursor.source_with_name(name), {*iter_variables(items)}
        probes = tuple(probe_name(space, item, name, source, resolved.env) for item in items)
        for each in probes:
            offers += propose_names(cursor, each, variables)
        offers += propose_answers(space, items, name, resolved.env)
    offers += propose_words(cursor, probes)
    offers += propose_dice(space, cursor, probes)
    return order_proposals(offers, cursor.span)


def find_completions_without_game(source: Source, offset: int, games: Iterable[str]) -> tuple[Proposal, ...]:
    """Find completion proposals in a file of no game yet: keywords, and the game's id in an overlay's head."""
    cursor = cursor_at(source, offset)
    return (
        ()
        if cursor is None
        else order_proposals((*propose_games(cursor, games), *propose_words(cursor, ())), cursor.span)
    )


# --- names


def propose_names(cursor: Cursor, probe: ProbeResult, variables: Collection[str]) -> Iterator[RankedProposal]:
    """Propose the names that the compiler found valid at the cursor by a ``probe``; ``variables``: the local ones."""
    env = probe.env
    for candidates in probe.candidates:
        for name, title in candidates.items():
            kind, detail = ("Variable", "") if name in variables else describe_name(env, name)
            kind = "Field" if cursor.is_behind_dot else kind
            yield RankedProposal(VALUE_RANK, name, kind, detail or str(title or ""))
    for sight in probe.unresolved_words:
        yield from propose_values(sight, env)


def propose_values(unresolved_word: UnresolvedWord, env: Env) -> Iterator[RankedProposal]:
    """Propose names that stand for a value (variables, fields, enum values ...), those of the expected type first."""
    expected = unresolved_word.expected
    enum = env.enums.get(expected.enum) if isinstance(expected, EnumType) else None
    if enum is not None:
        for value, title in enum_value_titles(enum).items():
            yield RankedProposal(VALUE_RANK, value, "EnumMember", title)

    def rank_of(value_type: Type | None) -> int:
        """Return the rank of a proposed value: ahead if its type is the one expected at the cursor."""
        fits = expected is not None and not isinstance(expected, UnknownType)
        return (
            FITTING_RANK
            if fits and value_type is not None and expected is not None and is_same_kind(value_type, expected)
            else OTHER_RANK
        )

    for name, variable in unresolved_word.scope.variables.items():
        yield RankedProposal(rank_of(variable.type), name, "Variable", str(variable.type))
    for name, shape in env.fields.items():
        yield RankedProposal(rank_of(shape.type), name, *describe_name(env, name))
    for name, signature in env.defines.items():
        yield RankedProposal(rank_of(signature.result), name, *describe_name(env, name))
    for name in sorted(BUILTINS):
        yield RankedProposal(OTHER_RANK, name, "Function")
    if expected is None or isinstance(expected, UnknownType):
        for value, owners in env.owners.items():
            yield RankedProposal(FARTHER_RANK, value, "EnumMember", ", ".join(owners))


def describe_name(env: Env, name: str) -> tuple[str, str]:
    """Describe a declared name by its completion kind (such as ``Function``) and a detail text."""
    if name in env.fields:
        return "Field", describe_field(env.fields[name])
    if name in env.defines:
        return "Function", describe_signature(env.defines[name])
    if name in env.procedures:
        return "Method", describe_signature(env.procedures[name])
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
    return BUILTIN_KINDS.get(name, "Reference"), ""


BinderNode = (
    ast.ForEach
    | ast.ForRange
    | ast.RemoveEach
    | ast.Choose
    | ast.Draw
    | ast.Quantifier
    | ast.Sum
    | ast.Best
    | ast.Lined
    | ast.Marked
    | ast.MarkedEach
)
"""The syntax nodes that bind a variable: loops, choices, draws, quantifiers ..."""

BINDER_CLASSES = frozenset(get_args(BinderNode))


def iter_variables(items: Iterable[ast.Item]) -> Iterator[str]:
    """Yield the names of all variables that some items bind."""
    for node in (node for item in items for node in walk(item)):
        if isinstance(node, ast.Let | ast.Param):
            yield node.name
        elif isinstance(node, BinderNode) and node.variable is not None:
            yield node.variable


def describe_field(shape: FieldShape) -> str:
    """Describe a field by its type and title, as the detail of a proposal."""
    indices = f"[{', '.join(shape.indices)}]" if shape.indices else ""
    return " ".join(part for part in (indices, str(shape.type or shape.record), shape.decl.title or "") if part)


def describe_signature(signature: Signature) -> str:
    """Describe a callable item by its parameters and result, as the detail of a proposal."""
    params = ", ".join(f"{name}: {kind}" for name, kind in signature.params)
    return " ".join(part for part in (f"({params})" if params else "", str(signature.result or "")) if part)


def propose_answers(space: Workspace, items: Iterable[ast.Item], name: str, env: Env) -> Iterator[RankedProposal]:
    """Propose the answers of choices, if the probed name stands in an answer of an example.

    Args:
        space: The workspace.
        items: The items with the name at the cursor.
        name: The name.
        env: The environment: what the program declares.
    """
    lines = (line for item in items if isinstance(item, ast.Example) for line in item.lines)
    if any(name in answer_words(line) for line in lines):
        for node in (node for item in space.rules.items for node in walk(item)):
            if isinstance(node, ast.Branch):
                yield RankedProposal(VALUE_RANK, node.name, "EnumMember", node.title)
        for value, owners in env.owners.items():
            yield RankedProposal(OTHER_RANK, value, "EnumMember", ", ".join(owners))
        yield RankedProposal(OTHER_RANK, "none", "Keyword", "declines")


def answer_words(line: ast.ExampleLine) -> tuple[str, ...]:
    """List the words of the answers that a line of an example gives or expects."""
    match line:
        case ast.ExpectedAnswer(words=said):
            return said
        case ast.ExpectedOffer(options=options):
            return tuple(word for option in options for word in option)
        case _:  # the rest: no answer
            return ()


# --- keywords


def propose_words(cursor: Cursor, probes: Sequence[ProbeResult]) -> Iterator[RankedProposal]:
    """Propose the keywords that the grammar accepts at the cursor, phrases of several words as one proposal."""
    sights = [sight for each in probes for sight in each.unresolved_words]
    literals = {word for sight in sights for word in literal_values(sight.expected)}
    best_rank = VALUE_RANK if BEFORE_VALUE.search(cursor.prefix.text) else FITTING_RANK
    for kind in sorted(fitting_terminals(cursor, sights) - {"STRING", "JOINED"}):
        for spelling in spellings().get(kind, ()):
            if spelling[0].isalpha():
                phrase = cursor.prefix.phrase_for(kind) if kind not in MULTI_WORD_TERMINALS else spelling
                section = section_for_word(spelling.split()[0])
                rank = best_rank if spelling in literals else FITTING_RANK if cursor.is_at_line_start else WORD_RANK
                yield RankedProposal(rank, phrase, "Keyword", section.title if section is not None else "")


def fitting_terminals(cursor: Cursor, unresolved_words: Sequence[UnresolvedWord]) -> set[str]:
    """Compute the grammar's terminals that fit at the cursor, by syntax and by the expected types."""
    remaining = set(cursor.accepts)
    if cursor.accepts_name and not unresolved_words:  # a name is expected, not a value
        remaining -= VALUE_TERMINALS - TYPE_TERMINALS
    if unresolved_words and not any(sight.scope.draws for sight in unresolved_words):
        remaining -= ROLLING_TERMINALS
    if unresolved_words and not any(sight.scope.rolling for sight in unresolved_words):
        remaining.discard("NATURAL")
    return remaining


def propose_dice(space: Workspace, cursor: Cursor, probes: Sequence[ProbeResult]) -> Iterator[RankedProposal]:
    """Propose the dice, such as ``2d6``, that the game's tables throw, if dice can stand at the cursor."""
    if "DICE" in fitting_terminals(cursor, [sight for each in probes for sight in each.unresolved_words]):
        tables = (item for item in space.rules.items if isinstance(item, ast.Table))
        rolls = (line for table in tables for line in table.lines if isinstance(line, ast.RollLine))
        for notation in sorted({roll.dice.dice.notation for roll in rolls}):
            yield RankedProposal(WORD_RANK, notation, "Value", "dice")


def literal_values(expected_type: Type | None) -> Iterator[str]:
    """Yield the keywords that are literals of an expected type: ``yes``, ``no``, ``none``."""
    if isinstance(expected_type, BoolType):
        yield from ("yes", "no")
    if expected_type is not None and expected_type.is_optional:
        yield "none"


MULTI_WORD_TERMINALS = frozenset(kind for kind, said in spellings().items() if len(said) > 1)
"""The terminals that can be spelled by more than one word."""
