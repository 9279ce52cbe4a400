"""Going through a rule graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g

NAMES: dict[type, tuple[str, ...]] = {}


def child_names(kind: type) -> tuple[str, ...]:
    """The names of the fields in which parts may stand, and of what tells a part from its like."""
    if kind not in NAMES:
        fields = attrs.fields(kind) if attrs.has(kind) else ()
        NAMES[kind] = tuple(a.name for a in fields if a.name not in ("span", "origin", "origins", "type", "result"))
    return NAMES[kind]


def children(part: Any) -> tuple[object, ...]:
    """What stands directly in a part. A field that is only written is not one of them, its indices are."""
    match part:
        case g.Assign(target=x.Read() as target, value=value) | g.Increase(target=x.Read() as target, value=value):
            return (target.element, target.indices, value)
        case g.Assign(value=value) | g.Increase(value=value):
            return (value,)
        case _:
            return tuple(getattr(part, name) for name in child_names(type(part)))


def inside(node: object) -> Iterator[object]:
    """A part of the graph and all inside it, in the order of the text."""
    open_: list[object] = [node]
    while open_:
        part = open_.pop()
        if isinstance(part, tuple):
            open_.extend(reversed(part))
        elif part is not None and not isinstance(part, str | int):
            yield part
            open_.extend(reversed(children(part)))
