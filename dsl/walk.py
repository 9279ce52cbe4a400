"""Going through a syntax tree."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from bombsight.dsl.ast import Node

FIELD_CACHE: dict[type[Node], tuple[str, ...]] = {}

HOLDER_CACHE: dict[type[Node], tuple[str, ...]] = {}
"""By class the fields that may hold nodes."""

NON_NODE_TYPE = re.compile(r"Literal\[.*\]|(?:str|int|bool|None|tuple|Origin|\W)+")
"""The annotation of a field that holds none."""


def child_fields(kind: type[Node]) -> tuple[str, ...]:
    """The names of all fields that say what a node is: nodes and words, not where it stands."""
    if kind not in FIELD_CACHE:
        FIELD_CACHE[kind] = tuple(a.name for a in attrs.fields(kind) if a.name not in ("span", "touched"))
    return FIELD_CACHE[kind]


def all_fields(node: Node) -> tuple[str, ...]:
    """The names of all fields of a node, its place among them."""
    return *child_fields(type(node)), "span", "touched"


def node_fields(kind: type[Node]) -> tuple[str, ...]:
    """The names of those that may hold nodes, be it in a tuple."""
    names = HOLDER_CACHE.get(kind)
    if names is None:
        types = {field.name: str(field.type) for field in attrs.fields(kind)}
        names = HOLDER_CACHE[kind] = tuple(
            name for name in child_fields(kind) if not NON_NODE_TYPE.fullmatch(types[name])
        )
    return names


def children(node: Node) -> list[Node]:
    """The nodes directly inside a node, in the order of the text."""
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
    """A node and all inside it, outer ones first, in the order of the text."""
    waiting = [node]
    while waiting:
        outer = waiting.pop()
        yield outer
        inner = children(outer)
        if inner:
            waiting += inner[::-1]


def are_identical(left: object, right: object) -> bool:
    """Whether two parts of trees say the same in the same places, and were changed by the same overlays.

    Nodes are equal already where they say the same.
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
