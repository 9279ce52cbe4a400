"""Edits of a syntax tree, with their effect on the text; and a tree walk that knows each node's ancestors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast

from attrs import evolve, frozen

from bombsight.dsl import ast
from bombsight.dsl.source import Source
from bombsight.dsl.walk import child_fields

N = TypeVar("N", bound=ast.Node)

SKIPPED_FIELDS = frozenset({"prefer", "prefers", "asides"})
"""Attributes without rules: preferences only steer the autopilot, asides are only displayed."""

SKIPPED_NODES = (ast.TypeExpr, ast.Dice, ast.Text)
"""Nodes that are not mutated: types, dice, texts."""


@frozen(eq=False)
class NodeEdit:
    """The replacement of a syntax node by another.

    Attributes:
        old: The replaced node.
        new: The new node.
        text: The text of the new node.
    """

    old: ast.Node
    new: ast.Node
    text: str


Variant = tuple[NodeEdit, ...]
"""Edits that are applied together."""


@frozen(eq=False)
class MutationPoint:
    """A place where the rules can be mutated.

    Attributes:
        kind: The kind of mutation, one of `KINDS`.
        variants: Alternative mutations, of which one suffices.
        ancestors: The nodes around it, outermost first, then the changed node.
    """

    kind: str
    variants: tuple[Variant, ...]
    ancestors: tuple[ast.Node, ...]


@frozen(eq=False)
class TreePosition:
    """A position in a tree walk: a node with its ancestors.

    Attributes:
        name: The attribute of the parent that holds it.
        ancestors: The nodes around it, outermost first, then itself.
        text: The text of its source.
    """

    node: ast.Node
    name: str
    ancestors: tuple[ast.Node, ...]
    text: str

    def source_of(self, node: ast.Node) -> str:
        """The source text of a node."""
        return self.text[node.span.start : node.span.end]

    def mutation_point(self, kind: str, *variants: Variant) -> MutationPoint:
        """Make the mutation point of this position, with its alternative edits (variants)."""
        return MutationPoint(kind, variants, self.ancestors)


def walk_with_ancestors(item: ast.Item, sources: Mapping[str, Source]) -> Iterator[TreePosition]:
    """Yield every node of an item that may be mutated, in preorder, as a position with its ancestors."""
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
    """Yield the syntax nodes in one attribute of a node, which may hold a node, a tuple or another value."""
    value = getattr(node, field)
    for member in value if isinstance(value, tuple) else (value,):
        if isinstance(member, ast.Node):
            yield member


def apply_edits(node: N, edits: Variant) -> N:
    """Return a syntax tree with edits applied; unchanged subtrees are shared with the original."""
    return cast(N, _apply_edits(node, {id(edit.old): edit.new for edit in edits}))


def _apply_edits(node: ast.Node, replacements: Mapping[int, ast.Node]) -> ast.Node:
    """Return a syntax tree with nodes replaced; ``replacements`` has the new node by the ``id()`` of the old one."""
    if id(node) in replacements:
        return replacements[id(node)]
    changed_fields: dict[str, Any] = {}
    for field in child_fields(type(node)):
        value = getattr(node, field)
        if isinstance(value, ast.Node):
            other: Any = _apply_edits(value, replacements)
            changed = other is not value
        elif isinstance(value, tuple) and any(isinstance(member, ast.Node) for member in value):
            other = tuple(
                _apply_edits(member, replacements) if isinstance(member, ast.Node) else member for member in value
            )
            changed = any(one is not another for one, another in zip(other, value, strict=True))
        else:
            continue
        if changed:
            changed_fields[field] = other
    return cast(ast.Node, evolve(cast(Any, node), **changed_fields)) if changed_fields else node
