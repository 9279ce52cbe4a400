"""The identity of a program: a hash of what its items say, wherever they stand.

Saves and rules that were pinned know their program by it. So what is hashed is written down here and does not hang on
how the syntax tree's classes are cut: a standing and a citation have each a place of their own in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import attrs

from bombsight.compiler.carried import Carried, carried
from bombsight.dsl import ast
from bombsight.dsl.origin import Origin

CITED = (ast.Base, ast.Step, ast.Reroll, ast.Example)
"""What can state a citation, but no standing."""


LATER = {"seen": "None", "keep": "'sum'"}
"""Parts that joined the language later, with what all rules said before that did not name them: it is left out, so
that these rules are still the same."""


def rules_hash(items: Sequence[ast.Item]) -> str:
    """The identity of a program."""
    return hash_of(written_items(items))


def written_items(items: Sequence[ast.Item], before: Carried[ast.Item, str] | None = None) -> Carried[ast.Item, str]:
    """What the items of a program say.

    Args:
        items: The items; its boards, which only show it, are no part of its identity.
        before: The same of a program before.
    """
    return carried((item for item in items if not isinstance(item, ast.Board)), written, before)


def hash_of(items: Carried[ast.Item, str]) -> str:
    """The identity of a program whose items say this."""
    return hashlib.sha256("\n".join(items.values).encode()).hexdigest()


def written(value: object) -> str:
    """What a part of the tree says: ``Row(keys=(...), title=None, ...)``."""
    if isinstance(value, tuple):
        return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
    if not isinstance(value, ast.Node):
        return repr(value)
    if isinstance(value, ast.By) and isinstance(value.who, ast.Name | ast.Text):
        return chooser(value.who)
    kind: type = type(value)
    parts = [(name, write(getattr(value, field))) for name, field, write in parts_of(kind)]
    said = (f"{name}={part}" for name, part in parts if LATER.get(name) != part)
    return f"{kind.__name__}({', '.join(said)})"


def chooser(who: ast.Name | ast.Text) -> str:
    """Who answers, where a name or a text says it, as all did once."""
    label = isinstance(who, ast.Text)
    return f"By(who={who.value if isinstance(who, ast.Text) else who.name!r}, is_label={label})"


Part = tuple[str, str, Callable[[Any], str]]
"""What a part of a node is called in the hash, the field that holds it, and what writes it."""


@cache
def parts_of(kind: type) -> tuple[Part, ...]:
    """The parts of a class of nodes in their order; a citation stands behind how deep calls may go."""
    found: list[Part] = []
    for name in (field.name for field in attrs.fields(kind) if field.repr):
        if name == "base_origin":
            found.append(("base_cite", name, cite))
        elif name == "origin":
            found += [] if issubclass(kind, CITED) else [("provenance", name, standing)]
            found.append(("cite", name, cite))
        else:
            found.append((name, name, written))
    names = [part[0] for part in found]
    if "deep" in names:
        found.insert(names.index("deep"), found.pop(names.index("cite")))
    return tuple(found)


def standing(origin: Origin) -> str:
    """The words for how something came down to us."""
    if not origin.standing:
        return "None"
    return f"Provenance(standing={origin.standing!r}, evidence={origin.evidence or None!r})"


def cite(origin: Origin) -> str:
    """A citation."""
    return repr(origin.cite or None)
