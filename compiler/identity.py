"""The identity of a program: hashes of what its items say, wherever they stand.

:func:`rules_hash` identifies what can happen in play: saves know their rules by it. What only presents the game to its
player is no part of it: titles, prompts, lines that are said, boards, citations, examples. So a changed sentence
refuses no save. :func:`wording_hash` identifies all that items say but boards; saves of stories of version 1
(:data:`bombsight.runtime.events.views.STORY_VERSION`), which count sentences too, know their rules by that.

What is hashed is written down here and does not hang on how the syntax tree's classes are cut.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, assert_never

import attrs
from attrs import evolve

from bombsight.compiler.incremental.memo import Memo, map_with_memo
from bombsight.compiler.incremental.query import query
from bombsight.compiler.overlays.report import item_title
from bombsight.dsl import ast
from bombsight.dsl.ast.node import PRESENTS
from bombsight.dsl.dice import D66_SIDES
from bombsight.dsl.origin import Origin

PRESENTATION_NODES = (ast.Board, ast.Chapter, ast.Example, ast.Say, ast.Nothing, ast.Beside)
"""Nodes without which the same happens."""

PLAY_MANIFEST_KEYS = frozenset(("mission", "career", "players"))
"""The lines of a manifest that say what is played; the others tell of the game."""


def rules_hash(items: Sequence[ast.Item]) -> str:
    """The identity of the rules of a program."""
    return hash_texts(canonical_rules(items))


def wording_hash(items: Sequence[ast.Item]) -> str:
    """The identity of rules and sentences of a program."""
    return hash_texts(canonical_wording(items))


@query
def canonical_rules(previous: Memo[ast.Item, str] | None, items: Sequence[ast.Item]) -> Memo[ast.Item, str]:
    """Each item of a program as its rules are hashed."""
    return map_with_memo(
        (item for item in items if not isinstance(item, PRESENTATION_NODES)), serialize_rules, previous
    )


@query
def canonical_wording(previous: Memo[ast.Item, str] | None, items: Sequence[ast.Item]) -> Memo[ast.Item, str]:
    """Each item of a program as its rules and sentences are hashed."""
    return map_with_memo((item for item in items if not isinstance(item, ast.Board)), serialize_wording, previous)


def hash_texts(texts: Memo[ast.Item, str]) -> str:
    """The hash of a program whose items are written so."""
    return hashlib.sha256("\n".join(texts.values).encode()).hexdigest()


def differing_items(old: Sequence[ast.Item], new: Sequence[ast.Item]) -> Iterator[tuple[str, str]]:
    """The items whose rules differ, in the order in which they stand now, those that are gone behind them.

    Returns:
        Of each what it is called, such as ``table O-6``, and ``changed``, ``new`` or ``gone``.
    """
    before, after = rule_texts_by_title(old), rule_texts_by_title(new)
    for name, texts in after.items():
        if texts != before.get(name):
            yield name, "changed" if name in before else "new"
    for name in before:
        if name not in after:
            yield name, "gone"


def rule_texts_by_title(items: Sequence[ast.Item]) -> dict[str, list[str]]:
    """The rules of items by what each is called; of several without a name together."""
    found: dict[str, list[str]] = {}
    for item in items:
        if not isinstance(item, PRESENTATION_NODES):
            found.setdefault(item_title(item), []).append(serialize_rules(item))
    return found


# --- what happens in play


def serialize_rules(value: object) -> str:
    """A part of the tree without what presents it: ``Row(keys=(...), body=(...))``."""
    if isinstance(value, tuple):
        return f"({', '.join(serialize_rules(member) for member in value if not is_presentation(member))})"
    if not isinstance(value, ast.Node) or is_presentation(value):
        return repr(None if isinstance(value, ast.Node) else value)
    if isinstance(value, ast.Enum) and value.rows:
        value = evolve(value, rows=drop_title_column(value.rows))
    kind: type = type(value)
    if isinstance(value, ast.Dice):
        parts = [f"{name}={part}" for name, part in hashed_dice_fields(value)]
    else:
        parts = [f"{name}={serialize_rules(getattr(value, name))}" for name in hashed_rule_fields(kind)]
    return f"{kind.__name__}({', '.join(parts)})"


def hashed_dice_fields(dice: ast.Dice) -> tuple[tuple[str, str], ...]:
    """The parts of dice as all rules have been hashed: a ``d66`` with 66 for sides."""
    match dice.thrown.keep:
        case "digits":
            sides = D66_SIDES
        case "sum" | "lowest" | "highest":
            sides = dice.thrown.sides
        case _:
            assert_never(dice.thrown.keep)
    return ("count", repr(dice.thrown.count)), ("sides", repr(sides)), ("keep", repr(dice.kept or "sum"))


def is_presentation(value: object) -> bool:
    """Whether a node only presents the game: the same happens without it."""
    if isinstance(value, ast.GameLine):
        return value.key not in PLAY_MANIFEST_KEYS
    if isinstance(value, ast.By) and isinstance(value.who, ast.Text):
        return True  # what somebody is called who sits at no seat of the rules
    return isinstance(value, PRESENTATION_NODES)


def drop_title_column(rows: Sequence[ast.GridRow]) -> tuple[ast.GridRow, ...]:
    """The rows of an enum's grid without its column of titles."""
    heads = [cell.items[0] if cell.items else None for cell in rows[0].cells]
    at = next((at for at, head in enumerate(heads) if isinstance(head, ast.Name) and head.name == "title"), len(heads))
    return tuple(evolve(row, cells=(*row.cells[:at], *row.cells[at + 1 :])) for row in rows)


@cache
def hashed_rule_fields(kind: type) -> tuple[str, ...]:
    """The attributes of a class of nodes that say what happens."""
    return tuple(
        field.name
        for field in attrs.fields(kind)
        if field.repr and field.metadata != PRESENTS and not field.name.endswith("origin")
    )


# --- rules and sentences

CITED_NODES = (ast.Base, ast.Step, ast.Reroll, ast.Example)
"""What can state a citation, but no standing."""

LATER_FIELD_DEFAULTS = {"seen": "None", "keep": "'sum'"}
"""Parts that joined the language later, with what all rules said before that did not name them: it is left out, so
that these rules are still the same."""


def serialize_wording(value: object) -> str:
    """A part of the tree with all that it says: ``Row(keys=(...), title=None, ...)``."""
    if isinstance(value, tuple):
        return f"({', '.join(map(serialize_wording, value))}{',' if len(value) == 1 else ''})"
    if not isinstance(value, ast.Node):
        return repr(value)
    if isinstance(value, ast.By) and isinstance(value.who, ast.Name | ast.Text):
        return serialize_chooser(value.who)
    kind: type = type(value)
    if isinstance(value, ast.Dice):
        parts = [*hashed_dice_fields(value)]
    else:
        parts = [(name, write(getattr(value, field))) for name, field, write in hashed_wording_fields(kind)]
    texts = (f"{name}={part}" for name, part in parts if LATER_FIELD_DEFAULTS.get(name) != part)
    return f"{kind.__name__}({', '.join(texts)})"


def serialize_chooser(who: ast.Name | ast.Text) -> str:
    """Who answers, where a name or a text says it, as all did once."""
    label = isinstance(who, ast.Text)
    return f"By(who={who.value if isinstance(who, ast.Text) else who.name!r}, is_label={label})"


HashedField = tuple[str, str, Callable[[Any], str]]
"""What a part of a node is called in the hash, the field that holds it, and what writes it."""


@cache
def hashed_wording_fields(kind: type) -> tuple[HashedField, ...]:
    """The parts of a class of nodes in their order; a citation stands behind how deep calls may go."""
    found: list[HashedField] = []
    for name in (field.name for field in attrs.fields(kind) if field.repr):
        if name == "base_origin":
            found.append(("base_cite", name, serialize_cite))
        elif name == "origin":
            found += [] if issubclass(kind, CITED_NODES) else [("provenance", name, serialize_standing)]
            found.append(("cite", name, serialize_cite))
        else:
            found.append((name, name, serialize_wording))
    names = [part[0] for part in found]
    if "deep" in names:
        found.insert(names.index("deep"), found.pop(names.index("cite")))
    return tuple(found)


def serialize_standing(origin: Origin) -> str:
    """The words for how something came down to us."""
    if not origin.standing:
        return "None"
    return f"Provenance(standing={origin.standing!r}, evidence={origin.evidence or None!r})"


def serialize_cite(origin: Origin) -> str:
    """A citation."""
    return repr(origin.cite or None)
