"""Paths to lines of a program, and functions that read and change the tree at a path.

A path consists of spans, not of positions. So it stays valid when lines around it are added or removed, and two paths
can be compared although other edits lie between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import TypeVar

import attrs
from attrs import evolve

from bombsight.compiler.overlays.splice import Lines
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.dsl.walk import node_fields

NodePath = tuple[tuple[str, Span], ...]
"""A path: field and span of every node passed, from the program to the target."""

NodeKinds = tuple[type, ...]
"""Line classes."""

N = TypeVar("N", bound=ast.Node)


@cache
def list_fields(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a node class that may hold lines of rules, by their annotations."""
    types = {field.name: str(field.type) for field in attrs.fields(kind)}
    several = (name for name in node_fields(kind) if types[name].startswith(("tuple[", "Block")))
    return tuple(name for name in several if types[name] != "tuple[Expr, ...]")


def line_lists(node: ast.Node) -> list[tuple[str, Lines]]:
    """List the fields of a node that hold lines of rules, as pairs of a field name and its lines, in text order."""
    kind: type = type(node)
    fields = list_fields(kind)
    if not fields:  # a fast path, since most nodes have none
        return []
    found = []
    for field in fields:
        value = getattr(node, field)
        if value and isinstance(value[0], ast.Node) and not isinstance(value[0], ast.BaseExpr):
            found.append((field, value))
    return found


@frozen
class NodeRange:
    """A range of adjacent lines in one node: ``owner.field[start:stop]``, with the path to the owner."""

    node_path: NodePath
    owner: ast.Node
    field: str
    start: int
    stop: int

    @property
    def lines(self) -> Lines:
        """The lines of the range."""
        lines: Lines = getattr(self.owner, self.field)
        return lines[self.start : self.stop]

    @property
    def node_paths(self) -> tuple[NodePath, ...]:
        """The path to each line."""
        return tuple((*self.node_path, (self.field, line.span)) for line in self.lines)

    @property
    def first(self) -> ast.Node:
        """The first line of the range."""
        return self.lines[0]

    def windows(self, size: int) -> Iterator[NodeRange]:
        """Yield every range of ``size`` adjacent lines inside this range."""
        for start in range(self.start, self.stop - size + 1):
            yield NodeRange(self.node_path, self.owner, self.field, start, start + size)

    def nested_ranges(self, kinds: NodeKinds | None = None) -> Iterator[NodeRange]:
        """Yield the range itself, and every list of lines nested inside it.

        Args:
            kinds: The line classes of interest: leaf lists without any of them are skipped; None for all.
        """
        yield self
        if self.stop - self.start == 1:
            yield from nested_line_ranges(Identity(self.first), (*self.node_path, (self.field, self.first.span)), kinds)
            return
        for line in self.lines:
            yield from walk_line_lists(line, (*self.node_path, (self.field, line.span)), kinds)

    def single_lines(self) -> Iterator[NodeRange]:
        """Yield each line of this range, and each line nested inside, as a range of one line."""
        for stretch in self.nested_ranges():
            yield from stretch.windows(1)


def walk_line_lists(line: ast.Node, node_path: NodePath, kinds: NodeKinds | None) -> Iterator[NodeRange]:
    """Yield a range for every list of lines nested inside a line; see :meth:`NodeRange.nested_ranges`."""
    waiting = own_line_lists(line, node_path, kinds)
    while waiting:
        node_range = waiting.pop()
        yield node_range
        for inner in reversed(node_range.lines):
            waiting += own_line_lists(inner, (*node_range.node_path, (node_range.field, inner.span)), kinds)


def own_line_lists(line: ast.Node, node_path: NodePath, kinds: NodeKinds | None) -> list[NodeRange]:
    """Return a range for each list of lines directly in a line, last one first, that holds lines of the ``kinds``."""
    return [
        NodeRange(node_path, line, field, 0, len(lines))
        for field, lines in reversed(line_lists(line))
        if kinds is None or any(type(inner) in kinds for inner in lines) or any(map(line_lists, lines))
    ]


class Identity:
    """A node as a dictionary key that hashes and compares by identity."""

    __slots__ = ("node",)

    def __init__(self, node: ast.Node) -> None:
        """Make a dictionary key from a node."""
        self.node = node

    def __eq__(self, other: object) -> bool:
        """Whether another key is of the very same node object."""
        return isinstance(other, Identity) and self.node is other.node

    def __hash__(self) -> int:
        """Return the hash of the node's ``id()``."""
        return id(self.node)


@lru_cache(16)
def nested_line_ranges(line: Identity, node_path: NodePath, kinds: NodeKinds | None) -> Sequence[NodeRange]:
    """Return the range of nodes of each list of lines inside a line, cached, since many edits search one item."""
    return [*walk_line_lists(line.node, node_path, kinds)]


def whole_program(program: ast.File) -> NodeRange:
    """Return the range of all items of a program."""
    return NodeRange((), program, "items", 0, len(program.items))


START_OF = attrgetter("span.start")
"""Getter of the start offset of a line."""


def indices_at(lines: Sequence[ast.Node], span: Span) -> Iterator[int]:
    """Yield the indices of the lines whose source range is a span."""
    start = span.start
    return (at for at, begun in enumerate(map(START_OF, lines)) if begun == start and lines[at].span == span)


def node_at(node: ast.Node, node_path: NodePath) -> ast.Node | None:
    """Return the node at the end of a path, or None if it is gone."""
    for field, span in node_path:
        value = getattr(node, field)
        lines = value if isinstance(value, tuple) else (value,)
        found = next(indices_at(lines, span), None)
        if found is None:
            return None
        node = lines[found]
    return node


def change_at(node: N, node_path: NodePath, change: Callable[[ast.Node], ast.Node]) -> N:
    """Return a copy of a tree with ``change`` applied to the node at a path; only nodes on the path are rebuilt."""
    if not node_path:
        return change(node)  # type: ignore[return-value]  # a change keeps the kind of node
    (field, span), *rest = node_path
    lines: list[ast.Node] = [*getattr(node, field)]
    for at in indices_at(lines, span):
        lines[at] = change_at(lines[at], tuple(rest), change)
    return evolve(node, **{field: tuple(lines)})  # type: ignore[arg-type]  # the field is named by the way
