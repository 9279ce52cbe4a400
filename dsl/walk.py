"""Going through a syntax tree."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from bombsight.dsl.ast import Node

FIELDS: dict[type[Node], tuple[str, ...]] = {}

HOLDERS: dict[type[Node], tuple[str, ...]] = {}
"""By class the fields that may hold nodes."""

NO_NODE = re.compile(r"Literal\[.*\]|(?:str|int|bool|None|tuple|Origin|\W)+")
"""The annotation of a field that holds none."""


def child_fields(kind: type[Node]) -> tuple[str, ...]:
    """The names of all fields that say what a node is: nodes and words, not where it stands."""
    if kind not in FIELDS:
        FIELDS[kind] = tuple(a.name for a in attrs.fields(kind) if a.name not in ("span", "touched"))
    return FIELDS[kind]


def all_fields(node: Node) -> tuple[str, ...]:
    """The names of all fields of a node, its place among them."""
    return *child_fields(type(node)), "span", "touched"


def holders(kind: type[Node]) -> tuple[str, ...]:
    """The names of those that may hold nodes, be it in a tuple."""
    names = HOLDERS.get(kind)
    if names is None:
        types = {field.name: str(field.type) for field in attrs.fields(kind)}
        names = HOLDERS[kind] = tuple(name for name in child_fields(kind) if not NO_NODE.fullmatch(types[name]))
    return names


def children(node: Node) -> list[Node]:
    """The nodes directly inside a node, in the order of the text."""
    kind = type(node)
    names = HOLDERS.get(kind)
    if names is None:
        names = holders(kind)
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


def identical(one: object, other: object) -> bool:
    """Whether two parts of trees say the same in the same places, and were changed by the same overlays.

    Nodes are equal already where they say the same.
    """
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(identical, one, other))
    if isinstance(one, Node):
        return all(identical(getattr(one, name), getattr(other, name)) for name in all_fields(one))
    return one == other
