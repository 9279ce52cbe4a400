"""Going through a syntax tree."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from bombsight.dsl.ast import Node

FIELDS: dict[type[Node], tuple[str, ...]] = {}


def child_fields(kind: type[Node]) -> tuple[str, ...]:
    """The names of a node's fields that may hold nodes."""
    if kind not in FIELDS:
        FIELDS[kind] = tuple(a.name for a in attrs.fields(kind) if a.name not in ("span", "touched"))
    return FIELDS[kind]


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the order of the text."""
    for name in child_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item


def walk(node: Node) -> Iterator[Node]:
    """A node and all inside it, outer ones first, in the order of the text."""
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        yield inner
        waiting += [*children(inner)][::-1]
