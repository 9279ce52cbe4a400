"""Places in a program: the way to a line, and what it takes to change something there.

A way goes by the spans of the nodes it passes, not by their positions. So it holds while
lines come and go around it, and two ways can be compared although other edits lie between.
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
"""A path: field and span of every node passed, from the program to the one meant."""

NodeKinds = tuple[type, ...]
"""Kinds of lines."""

N = TypeVar("N", bound=ast.Node)


@cache
def list_fields(kind: type) -> tuple[str, ...]:
    """The names of the fields that may hold lines, by their annotations; most nodes have none."""
    types = {field.name: str(field.type) for field in attrs.fields(kind)}
    several = (name for name in node_fields(kind) if types[name].startswith(("tuple[", "Block")))
    return tuple(name for name in several if types[name] != "tuple[Expr, ...]")


def line_lists(node: ast.Node) -> list[tuple[str, Lines]]:
    """The fields of a node that hold lines, in the order of the text."""
    kind: type = type(node)
    fields = list_fields(kind)
    if not fields:  # most nodes, and they are asked often
        return []
    found = []
    for field in fields:
        value = getattr(node, field)
        if value and isinstance(value[0], ast.Node) and not isinstance(value[0], ast.BaseExpr):
            found.append((field, value))
    return found


@frozen
class NodeRange:
    """A node range, neighbouring lines of one node: ``owner.field[start:stop]``, and the way to the owner."""

    node_path: NodePath
    owner: ast.Node
    field: str
    start: int
    stop: int

    @property
    def lines(self) -> Lines:
        """The lines themselves."""
        lines: Lines = getattr(self.owner, self.field)
        return lines[self.start : self.stop]

    @property
    def node_paths(self) -> tuple[NodePath, ...]:
        """The way to each line."""
        return tuple((*self.node_path, (self.field, line.span)) for line in self.lines)

    @property
    def first(self) -> ast.Node:
        """The first line; the only one where the stretch stands for a single line."""
        return self.lines[0]

    def windows(self, size: int) -> Iterator[NodeRange]:
        """Every stretch of ``size`` neighbouring lines of this one."""
        for start in range(self.start, self.stop - size + 1):
            yield NodeRange(self.node_path, self.owner, self.field, start, start + size)

    def nested_ranges(self, kinds: NodeKinds | None = None) -> Iterator[NodeRange]:
        """The stretch itself, and every list of lines beneath it.

        Args:
            kinds: The kinds of lines that are looked for: what holds none of them, and no lists, is left out; None for
                all.
        """
        yield self
        if self.stop - self.start == 1:
            yield from cached_line_lists(Identity(self.first), (*self.node_path, (self.field, self.first.span)), kinds)
            return
        for line in self.lines:
            yield from walk_line_lists(line, (*self.node_path, (self.field, line.span)), kinds)

    def single_lines(self) -> Iterator[NodeRange]:
        """Every single line of this stretch and beneath it."""
        for stretch in self.nested_ranges():
            yield from stretch.windows(1)


def walk_line_lists(line: ast.Node, node_path: NodePath, kinds: NodeKinds | None) -> Iterator[NodeRange]:
    """Every list of lines beneath a line, in the order of the text.

    Args:
        line: The line.
        node_path: The way to it.
        kinds: As for :meth:`NodeRange.nested_ranges`.
    """
    waiting = own_line_lists(line, node_path, kinds)
    while waiting:
        node_range = waiting.pop()
        yield node_range
        for inner in reversed(node_range.lines):
            waiting += own_line_lists(inner, (*node_range.node_path, (node_range.field, inner.span)), kinds)


def own_line_lists(line: ast.Node, node_path: NodePath, kinds: NodeKinds | None) -> list[NodeRange]:
    """The lists that a line itself holds, the last first; see :func:`walk_line_lists`."""
    return [
        NodeRange(node_path, line, field, 0, len(lines))
        for field, lines in reversed(line_lists(line))
        if kinds is None or any(type(inner) in kinds for inner in lines) or any(map(line_lists, lines))
    ]


class Identity:
    """A node as a key: equal to itself alone, and compared without looking into it."""

    __slots__ = ("node",)

    def __init__(self, node: ast.Node) -> None:
        self.node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.node is other.node

    def __hash__(self) -> int:
        return id(self.node)


@lru_cache(16)
def cached_line_lists(line: Identity, node_path: NodePath, kinds: NodeKinds | None) -> Sequence[NodeRange]:
    """The same, kept: hundreds of edits may look for what they quote in one item."""
    return [*walk_line_lists(line.node, node_path, kinds)]


def whole_program(program: ast.File) -> NodeRange:
    """All the items of a program."""
    return NodeRange((), program, "items", 0, len(program.items))


START_OF = attrgetter("span.start")
"""Where a line begins."""


def indices_at(lines: Sequence[ast.Node], span: Span) -> Iterator[int]:
    """Which of several lines stand in a place; nearly all the others are told from it by where they begin."""
    start = span.start
    return (at for at, begun in enumerate(map(START_OF, lines)) if begun == start and lines[at].span == span)


def node_at(node: ast.Node, node_path: NodePath) -> ast.Node | None:
    """What stands at the end of a way, or None if nothing does any more."""
    for field, span in node_path:
        value = getattr(node, field)
        lines = value if isinstance(value, tuple) else (value,)
        found = next(indices_at(lines, span), None)
        if found is None:
            return None
        node = lines[found]
    return node


def change_at(node: N, node_path: NodePath, change: Callable[[ast.Node], ast.Node]) -> N:
    """``node`` with ``change`` made at the end of ``way``; what is passed on the way is not changed itself."""
    if not node_path:
        return change(node)  # type: ignore[return-value]  # a change keeps the kind of node
    (field, span), *rest = node_path
    lines: list[ast.Node] = [*getattr(node, field)]
    for at in indices_at(lines, span):
        lines[at] = change_at(lines[at], tuple(rest), change)
    return evolve(node, **{field: tuple(lines)})  # type: ignore[arg-type]  # the field is named by the way
