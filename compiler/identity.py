"""The identity of a program: hashes of its items, independent of their places.

:func:`rules_hash` covers all that affects play; saves record it. It leaves out mere presentation: titles, prompts,
messages, boards, luck, explanations, citations, examples; and forecasts, which no rule reads. So rewording a sentence
invalidates no save. Of a title it takes the values that throw dice.
:func:`wording_hash` covers everything but boards, luck, forecasts, explanations and primers; saves of stories of
version 1 (:data:`bombsight.runtime.events.views.STORY_VERSION`), which number sentences too, record that one.

The hashed form is defined here and does not depend on the layout of the syntax tree's classes.
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
from bombsight.compiler.resolve.row_titles import TITLE_HOLE
from bombsight.compiler.resolve.texts import parse_expression, split_template
from bombsight.compiler.symbols import TITLE_COLUMNS
from bombsight.dsl import ast
from bombsight.dsl.ast.node import PRESENTS
from bombsight.dsl.dice import D66_SIDES
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import NOWHERE
from bombsight.dsl.walk import walk

PRESENTATION_NODES = (
    ast.Board,
    ast.Luck,
    ast.Forecast,
    ast.Chapter,
    ast.Example,
    ast.Say,
    ast.Chronicle,
    ast.Nothing,
    ast.Beside,
    ast.Explain,
    ast.Primer,
)
"""Node classes that do not affect play."""

PLAY_MANIFEST_KEYS = frozenset(("mission", "career", "players"))
"""The manifest lines that affect play; the others only describe the game."""

RELEASE_MANIFEST_KEYS = frozenset(("version", "licence", "needs", "home"))
"""The manifest lines about a release, which players do not read in the story; they are in no hash."""


def rules_hash(items: Sequence[ast.Item]) -> str:
    """Hash all items of a program without what only presents them: equal hashes mean equal play."""
    return hash_texts(canonical_rules(items))


def wording_hash(items: Sequence[ast.Item]) -> str:
    """Hash all items of a program together with the sentences that players read."""
    return hash_texts(canonical_wording(items))


@query
def canonical_rules(previous: Memo[ast.Item, str] | None, items: Sequence[ast.Item]) -> Memo[ast.Item, str]:
    """Serialize each item's rules for hashing (memoized query; ``previous`` is its earlier result)."""
    return map_with_memo(
        (item for item in items if not isinstance(item, PRESENTATION_NODES)), serialize_rules, previous
    )


@query
def canonical_wording(previous: Memo[ast.Item, str] | None, items: Sequence[ast.Item]) -> Memo[ast.Item, str]:
    """Serialize each item's rules and sentences for hashing (memoized query; ``previous`` is its earlier result)."""
    unworded = (
        ast.Board,
        ast.Luck,
        ast.Forecast,
        ast.Explain,
        ast.Primer,
    )  # newer than the stories that number sentences
    return map_with_memo((item for item in items if not isinstance(item, unworded)), serialize_wording, previous)


def hash_texts(texts: Memo[ast.Item, str]) -> str:
    """Hash the canonical texts of a program's items (SHA-256)."""
    return hashlib.sha256("\n".join(texts.values).encode()).hexdigest()


def differing_items(old: Sequence[ast.Item], new: Sequence[ast.Item]) -> Iterator[tuple[str, str]]:
    """Yield the title of each item whose rules differ between two versions, with ``changed``, ``new`` or ``gone``.

    Returns:
        The title of each differing item, such as ``table O-6``, with ``changed``, ``new`` or ``gone``; those gone last.
    """
    before, after = rule_texts_by_title(old), rule_texts_by_title(new)
    for name, texts in after.items():
        if texts != before.get(name):
            yield name, "changed" if name in before else "new"
    for name in before:
        if name not in after:
            yield name, "gone"


def rule_texts_by_title(items: Sequence[ast.Item]) -> dict[str, list[str]]:
    """Group the canonical rule texts of items by title, such as ``table O-6``; items without a name share one group."""
    found: dict[str, list[str]] = {}
    for item in items:
        if not isinstance(item, PRESENTATION_NODES):
            found.setdefault(item_title(item), []).append(serialize_rules(item))
    return found


# --- rules: all that affects play


def serialize_rules(value: object) -> str:
    """Serialize a syntax node for the rules hash, without presentation: ``Row(keys=(...), body=(...))``."""
    if isinstance(value, tuple):
        return f"({', '.join(serialize_rules(member) for member in value if not is_presentation(member))})"
    if not isinstance(value, ast.Node) or is_presentation(value):
        return repr(None if isinstance(value, ast.Node) else value)
    if isinstance(value, ast.Enum) and value.rows:
        value = evolve(value, rows=drop_title_columns(value.rows))
    kind: type = type(value)
    if isinstance(value, ast.Dice):
        parts = [f"{name}={part}" for name, part in hashed_dice_fields(value)]
        parts += [f"number={serialize_rules(value.number)}"] * (value.number is not None)
    else:
        parts = [f"{name}={serialize_rules(getattr(value, name))}" for name in hashed_rule_fields(kind)]
        if isinstance(value, ast.Row | ast.NaturalRow) and isinstance(value.title, str) and "{" in value.title:
            parts += [f"throws={serialize_rules(hole)}" for hole in title_throws(value.title)]
    return f"{kind.__name__}({', '.join(parts)})"


def title_throws(title: str) -> Iterator[ast.Expr]:
    """Yield the values in the title of a row that throw dice; all else in a title only presents the game."""
    for piece in split_template(title, NOWHERE, {}, TITLE_HOLE):
        hole = None if isinstance(piece, str) else parse_expression(*piece)
        if hole is not None and any(isinstance(part, ast.Dice) for part in walk(hole)):
            yield hole


def hashed_dice_fields(dice: ast.Dice) -> tuple[tuple[str, str], ...]:
    """Return the name and text of each hashed field of dice; a ``d66`` keeps its historic 66 sides."""
    match dice.thrown.keep:
        case "digits":
            sides = D66_SIDES
        case "sum" | "lowest" | "highest" | "fate":
            sides = dice.thrown.sides
        case _:
            assert_never(dice.thrown.keep)
    keep = dice.kept or ("fate" if dice.thrown.keep == "fate" else "sum")
    return (
        ("count", repr(dice.thrown.count)),
        ("sides", repr(sides)),
        ("keep", repr(keep)),
        *[("kept", repr(dice.kept_count))] * (dice.kept_count > 1),
        *[("others", repr(dice.thrown.groups[1:]))] * bool(dice.thrown.others),
    )


def is_presentation(value: object) -> bool:
    """Whether a node only presents the game and does not affect play."""
    if isinstance(value, ast.GameLine):
        return value.key not in PLAY_MANIFEST_KEYS
    if isinstance(value, ast.By) and isinstance(value.who, ast.Text):
        return True  # the name of a person at no seat
    return isinstance(value, PRESENTATION_NODES)


def drop_title_columns(rows: Sequence[ast.GridRow]) -> tuple[ast.GridRow, ...]:
    """Return the rows of an enum's grid without the columns that only hold titles, long or short."""
    heads = [cell.items[0] if cell.items else None for cell in rows[0].cells]
    titles = {at for at, head in enumerate(heads) if isinstance(head, ast.Name) and head.name in TITLE_COLUMNS}
    return tuple(
        evolve(row, cells=tuple(cell for at, cell in enumerate(row.cells) if at not in titles)) for row in rows
    )


def is_release_line(value: object) -> bool:
    """Whether a node is a line of the manifest about a release, as ``version``."""
    return isinstance(value, ast.GameLine) and value.key in RELEASE_MANIFEST_KEYS


@cache
def hashed_rule_fields(node_class: type) -> tuple[str, ...]:
    """Return the attributes of a syntax node class that enter the rules hash, because they affect play."""
    return tuple(
        field.name
        for field in attrs.fields(node_class)
        if field.repr and field.metadata != PRESENTS and not field.name.endswith("origin")
    )


# --- rules and sentences

CITED_NODES = (ast.Base, ast.Step, ast.Reroll, ast.Example)
"""Node classes that can have a citation but no standing."""

LATER_FIELD_DEFAULTS = {
    "seen": "None",
    "keep": "'sum'",
    "chronicle": "False",
    "short": "None",
    "NaturalRow.title": "None",
}
"""Fields that joined the language later, of all nodes or of one class, with their defaults: a default is not hashed, so
the hashes of older rules stay the same.
"""


def serialize_wording(value: object) -> str:
    """Serialize a syntax node for the wording hash: ``Row(keys=(...), title=None, ...)``."""
    if isinstance(value, tuple):
        members = [member for member in value if not is_release_line(member)]
        return f"({', '.join(map(serialize_wording, members))}{',' if len(members) == 1 else ''})"
    if not isinstance(value, ast.Node):
        return repr(value)
    if isinstance(value, ast.By) and isinstance(value.who, ast.Name | ast.Text):
        return serialize_chooser(value.who)
    kind: type = type(value)
    if isinstance(value, ast.Dice):
        parts = [*hashed_dice_fields(value)]
        parts += [("number", serialize_wording(value.number))] * (value.number is not None)
    else:
        parts = [(name, write(getattr(value, field))) for name, field, write in hashed_wording_fields(kind)]
    texts = (
        f"{name}={part}"
        for name, part in parts
        if part not in (LATER_FIELD_DEFAULTS.get(name), LATER_FIELD_DEFAULTS.get(f"{kind.__name__}.{name}"))
    )
    return f"{kind.__name__}({', '.join(texts)})"


def serialize_chooser(who: ast.Name | ast.Text) -> str:
    """Serialize the `by` of a choice in its historic form, if a name or a text names the chooser."""
    label = isinstance(who, ast.Text)
    return f"By(who={who.value if isinstance(who, ast.Text) else who.name!r}, is_label={label})"


HashedField = tuple[str, str, Callable[[Any], str]]
"""A field of a node class: its name in the hash, its attribute, and its serializer."""


@cache
def hashed_wording_fields(node_class: type) -> tuple[HashedField, ...]:
    """Return the attributes of a syntax node class that enter the wording hash, in a fixed order."""
    found: list[HashedField] = []
    for name in (field.name for field in attrs.fields(node_class) if field.repr):
        if name == "base_origin":
            found.append(("base_cite", name, serialize_cite))
        elif name == "beat":
            continue  # where play waits for a key is no sentence
        elif name == "origin":
            found += [] if issubclass(node_class, CITED_NODES) else [("provenance", name, serialize_standing)]
            found.append(("cite", name, serialize_cite))
        else:
            found.append((name, name, serialize_wording))
    names = [part[0] for part in found]
    if "deep" in names:
        found.insert(names.index("deep"), found.pop(names.index("cite")))
    return tuple(found)


def serialize_standing(origin: Origin) -> str:
    """Serialize the standing (reliability) and the evidence of an origin for the wording hash."""
    if not origin.standing:
        return "None"
    return f"Provenance(standing={origin.standing!r}, evidence={origin.evidence or None!r})"


def serialize_cite(origin: Origin) -> str:
    """Serialize the citation of an origin for the wording hash."""
    return repr(origin.cite or None)
