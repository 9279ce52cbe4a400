"""Traversal of syntax trees."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from bombsight.dsl.ast import Node

FIELD_CACHE: dict[type[Node], tuple[str, ...]] = {}

HOLDER_CACHE: dict[type[Node], tuple[str, ...]] = {}
"""By class, the fields that may hold nodes."""

NON_NODE_TYPE = re.compile(r"Literal\[.*\]|(?:str|int|bool|None|tuple|Origin|\W)+")
"""Matches the annotation of a field that holds no nodes."""


def child_fields(kind: type[Node]) -> tuple[str, ...]:
    """List the names of a node class's fields with content: all but the span and the overlay items that amend it."""
    if kind not in FIELD_CACHE:
        FIELD_CACHE[kind] = tuple(a.name for a in attrs.fields(kind) if a.name not in ("span", "touched"))
    return FIELD_CACHE[kind]


def all_fields(node: Node) -> tuple[str, ...]:
    """The names of all fields of a node, including span and amendments."""
    return *child_fields(type(node)), "span", "touched"


def node_fields(kind: type[Node]) -> tuple[str, ...]:
    """List the names of a node class's fields whose values may be nodes or tuples of nodes."""
    names = HOLDER_CACHE.get(kind)
    if names is None:
        types = {field.name: str(field.type) for field in attrs.fields(kind)}
        names = HOLDER_CACHE[kind] = tuple(
            name for name in child_fields(kind) if not NON_NODE_TYPE.fullmatch(types[name])
        )
    return names


def children(node: Node) -> list[Node]:
    """The child nodes of a node, in source order."""
    kind = type(node)
    names = HOLDER_CACHE.get(kind)
    if names is None:
        names = node_fields(kind)
    found: list[Node] = []
    for name in names:
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif type(value) is tuple:
            for item in value:
                if isinstance(item, Node):
                    found.append(item)
    return found


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes inside it, in preorder."""
    waiting = [node]
    while waiting:
        outer = waiting.pop()
        yield outer
        inner = children(outer)
        if inner:
            waiting += inner[::-1]


def are_identical(left: object, right: object) -> bool:
    """Whether two parts of syntax trees are equal, including their spans and amendments.

    Plain equality of nodes ignores both.
    """
    if left is right:
        return True
    if type(left) is not type(right):
        return False
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(are_identical, left, right))
    if isinstance(left, Node):
        return all(are_identical(getattr(left, name), getattr(right, name)) for name in all_fields(left))
    return left == right
