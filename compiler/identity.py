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

from bombsight.compiler.incremental.memo import Carried, carried
from bombsight.compiler.incremental.query import query
from bombsight.compiler.overlays.report import title
from bombsight.dsl import ast
from bombsight.dsl.ast.node import PRESENTS
from bombsight.dsl.dice import D66_SIDES
from bombsight.dsl.origin import Origin

PRESENTED = (ast.Board, ast.Chapter, ast.Example, ast.Say, ast.Nothing, ast.Beside)
"""Nodes without which the same happens."""

PLAYED = frozenset(("mission", "career", "players"))
"""The lines of a manifest that say what is played; the others tell of the game."""


def rules_hash(items: Sequence[ast.Item]) -> str:
    """The identity of the rules of a program."""
    return hash_of(rules_texts(items))


def wording_hash(items: Sequence[ast.Item]) -> str:
    """The identity of rules and sentences of a program."""
    return hash_of(wording_texts(items))


@query
def rules_texts(before: Carried[ast.Item, str] | None, items: Sequence[ast.Item]) -> Carried[ast.Item, str]:
    """Each item of a program as its rules are hashed."""
    return carried((item for item in items if not isinstance(item, PRESENTED)), write_rules, before)


@query
def wording_texts(before: Carried[ast.Item, str] | None, items: Sequence[ast.Item]) -> Carried[ast.Item, str]:
    """Each item of a program as its rules and sentences are hashed."""
    return carried((item for item in items if not isinstance(item, ast.Board)), write_wording, before)


def hash_of(texts: Carried[ast.Item, str]) -> str:
    """The hash of a program whose items are written so."""
    return hashlib.sha256("\n".join(texts.values).encode()).hexdigest()


def differing_items(was: Sequence[ast.Item], now: Sequence[ast.Item]) -> Iterator[tuple[str, str]]:
    """The items whose rules differ, in the order in which they stand now, those that are gone behind them.

    Returns:
        Of each what it is called, such as ``table O-6``, and ``changed``, ``new`` or ``gone``.
    """
    before, after = items_by_title(was), items_by_title(now)
    for name, texts in after.items():
        if texts != before.get(name):
            yield name, "changed" if name in before else "new"
    for name in before:
        if name not in after:
            yield name, "gone"


def items_by_title(items: Sequence[ast.Item]) -> dict[str, list[str]]:
    """The rules of items by what each is called; of several without a name together."""
    found: dict[str, list[str]] = {}
    for item in items:
        if not isinstance(item, PRESENTED):
            found.setdefault(title(item), []).append(write_rules(item))
    return found


# --- what happens in play


def write_rules(value: object) -> str:
    """A part of the tree without what presents it: ``Row(keys=(...), body=(...))``."""
    if isinstance(value, tuple):
        return f"({', '.join(write_rules(member) for member in value if not is_presented(member))})"
    if not isinstance(value, ast.Node) or is_presented(value):
        return repr(None if isinstance(value, ast.Node) else value)
    if isinstance(value, ast.Enum) and value.rows:
        value = evolve(value, rows=without_titles(value.rows))
    kind: type = type(value)
    if isinstance(value, ast.Dice):
        parts = [f"{name}={part}" for name, part in dice_parts(value)]
    else:
        parts = [f"{name}={write_rules(getattr(value, name))}" for name in rule_fields(kind)]
    return f"{kind.__name__}({', '.join(parts)})"


def dice_parts(dice: ast.Dice) -> tuple[tuple[str, str], ...]:
    """The parts of dice as all rules have been hashed: a ``d66`` with 66 for sides."""
    match dice.thrown.keep:
        case "digits":
            sides = D66_SIDES
        case "sum" | "lowest" | "highest":
            sides = dice.thrown.sides
        case _:
            assert_never(dice.thrown.keep)
    return ("count", repr(dice.thrown.count)), ("sides", repr(sides)), ("keep", repr(dice.kept or "sum"))


def is_presented(value: object) -> bool:
    """Whether a node only presents the game: the same happens without it."""
    if isinstance(value, ast.GameLine):
        return value.key not in PLAYED
    if isinstance(value, ast.By) and isinstance(value.who, ast.Text):
        return True  # what somebody is called who sits at no seat of the rules
    return isinstance(value, PRESENTED)


def without_titles(rows: Sequence[ast.GridRow]) -> tuple[ast.GridRow, ...]:
    """The rows of an enum's grid without its column of titles."""
    heads = [cell.items[0] if cell.items else None for cell in rows[0].cells]
    at = next((at for at, head in enumerate(heads) if isinstance(head, ast.Name) and head.name == "title"), len(heads))
    return tuple(evolve(row, cells=(*row.cells[:at], *row.cells[at + 1 :])) for row in rows)


@cache
def rule_fields(kind: type) -> tuple[str, ...]:
    """The attributes of a class of nodes that say what happens."""
    return tuple(
        field.name
        for field in attrs.fields(kind)
        if field.repr and field.metadata != PRESENTS and not field.name.endswith("origin")
    )


# --- rules and sentences

CITED = (ast.Base, ast.Step, ast.Reroll, ast.Example)
"""What can state a citation, but no standing."""

LATER = {"seen": "None", "keep": "'sum'"}
"""Parts that joined the language later, with what all rules said before that did not name them: it is left out, so
that these rules are still the same."""


def write_wording(value: object) -> str:
    """A part of the tree with all that it says: ``Row(keys=(...), title=None, ...)``."""
    if isinstance(value, tuple):
        return f"({', '.join(map(write_wording, value))}{',' if len(value) == 1 else ''})"
    if not isinstance(value, ast.Node):
        return repr(value)
    if isinstance(value, ast.By) and isinstance(value.who, ast.Name | ast.Text):
        return write_chooser(value.who)
    kind: type = type(value)
    if isinstance(value, ast.Dice):
        parts = [*dice_parts(value)]
    else:
        parts = [(name, write(getattr(value, field))) for name, field, write in wording_parts(kind)]
    texts = (f"{name}={part}" for name, part in parts if LATER.get(name) != part)
    return f"{kind.__name__}({', '.join(texts)})"


def write_chooser(who: ast.Name | ast.Text) -> str:
    """Who answers, where a name or a text says it, as all did once."""
    label = isinstance(who, ast.Text)
    return f"By(who={who.value if isinstance(who, ast.Text) else who.name!r}, is_label={label})"


Part = tuple[str, str, Callable[[Any], str]]
"""What a part of a node is called in the hash, the field that holds it, and what writes it."""


@cache
def wording_parts(kind: type) -> tuple[Part, ...]:
    """The parts of a class of nodes in their order; a citation stands behind how deep calls may go."""
    found: list[Part] = []
    for name in (field.name for field in attrs.fields(kind) if field.repr):
        if name == "base_origin":
            found.append(("base_cite", name, write_cite))
        elif name == "origin":
            found += [] if issubclass(kind, CITED) else [("provenance", name, write_standing)]
            found.append(("cite", name, write_cite))
        else:
            found.append((name, name, write_wording))
    names = [part[0] for part in found]
    if "deep" in names:
        found.insert(names.index("deep"), found.pop(names.index("cite")))
    return tuple(found)


def write_standing(origin: Origin) -> str:
    """The words for how something came down to us."""
    if not origin.standing:
        return "None"
    return f"Provenance(standing={origin.standing!r}, evidence={origin.evidence or None!r})"


def write_cite(origin: Origin) -> str:
    """A citation."""
    return repr(origin.cite or None)
