"""Edits of a syntax tree, each with what it makes of the text, and a way through a tree that knows where it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast

from attrs import evolve, frozen

from bombsight.dsl import ast
from bombsight.dsl.source import Source
from bombsight.dsl.walk import child_fields

N = TypeVar("N", bound=ast.Node)

SKIPPED_FIELDS = frozenset({"prefer", "prefers", "asides"})
"""Attributes that are no rules: a preference steers the autopilot alone, an aside is told and no more."""

SKIPPED_NODES = (ast.TypeExpr, ast.Dice, ast.Text)
"""Nodes in which nothing is changed: what a value may be, which dice are thrown, and texts."""


@frozen(eq=False)
class NodeEdit:
    """A node of a tree that gives way to another.

    Attributes:
        old: The node.
        new: What stands in its place.
        text: That as it is written.
    """

    old: ast.Node
    new: ast.Node
    text: str


Variant = tuple[NodeEdit, ...]
"""Edits that are made together."""


@frozen(eq=False)
class MutationPoint:
    """A place of change.

    Attributes:
        kind: What is changed there, one of `KINDS`.
        variants: The ways in which it may be, one of which is enough.
        ancestors: What it stands in, from the outside in, the changed node last.
    """

    kind: str
    variants: tuple[Variant, ...]
    ancestors: tuple[ast.Node, ...]


@frozen(eq=False)
class TreePosition:
    """A node on the way through a tree.

    Attributes:
        node: The node.
        name: The attribute of its parent that it stands in.
        ancestors: What it stands in, from the outside in, itself last.
        text: The text that it was read from.
    """

    node: ast.Node
    name: str
    ancestors: tuple[ast.Node, ...]
    text: str

    def source_of(self, node: ast.Node) -> str:
        """A node as it is written."""
        return self.text[node.span.start : node.span.end]

    def mutation_point(self, kind: str, *variants: Variant) -> MutationPoint:
        """A place of change here."""
        return MutationPoint(kind, variants, self.ancestors)


def walk_with_ancestors(item: ast.Item, sources: Mapping[str, Source]) -> Iterator[TreePosition]:
    """Every node of an item in which rules may be changed, outer ones first, in the order of the text."""
    waiting: list[tuple[ast.Node, str, tuple[ast.Node, ...]]] = [(item, "", ())]
    while waiting:
        node, name, outer = waiting.pop()
        if isinstance(node, SKIPPED_NODES):
            continue
        ancestors = (*outer, node)
        source = sources.get(node.span.path)
        if source is not None:
            yield TreePosition(node, name, ancestors, source.text)
        inner = [(child, field, ancestors) for field in child_fields(type(node)) for child in child_nodes(node, field)]
        waiting += reversed([found for found in inner if found[1] not in SKIPPED_FIELDS])


def child_nodes(node: ast.Node, field: str) -> Iterator[ast.Node]:
    """The nodes that stand in an attribute of a node."""
    value = getattr(node, field)
    for member in value if isinstance(value, tuple) else (value,):
        if isinstance(member, ast.Node):
            yield member


def apply_edits(node: N, edits: Variant) -> N:
    """A tree with other nodes in the place of some."""
    return cast(N, _apply_edits(node, {id(edit.old): edit.new for edit in edits}))


def _apply_edits(node: ast.Node, new: Mapping[int, ast.Node]) -> ast.Node:
    if id(node) in new:
        return new[id(node)]
    changed_fields: dict[str, Any] = {}
    for field in child_fields(type(node)):
        value = getattr(node, field)
        if isinstance(value, ast.Node):
            other: Any = _apply_edits(value, new)
            changed = other is not value
        elif isinstance(value, tuple) and any(isinstance(member, ast.Node) for member in value):
            other = tuple(_apply_edits(member, new) if isinstance(member, ast.Node) else member for member in value)
            changed = any(one is not another for one, another in zip(other, value, strict=True))
        else:
            continue
        if changed:
            changed_fields[field] = other
    return cast(ast.Node, evolve(cast(Any, node), **changed_fields)) if changed_fields else node
