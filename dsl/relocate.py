"""Relocation: moves a syntax tree to another place in its file.

Typing in a file shifts all items below, which stay the same: moving a tree takes a fifth of the time of parsing it.
"""

from __future__ import annotations

from functools import cache
from types import NoneType
from typing import TypeVar

import attrs

from bombsight.dsl.source import Span

T = TypeVar("T")


def move_tree(tree: T, offset: int, line_offset: int) -> T:
    """Copy a syntax tree with its spans moved by characters and lines within its file; return other values as they are.

    Args:
        tree: The tree; all its spans are of one file, and each line keeps its columns.
        offset: The number of characters.
        line_offset: The number of lines.
    """
    kind: type = type(tree)
    changed: dict[str, object] = {}
    for name in attribute_names(kind):
        old = new = getattr(tree, name)
        if type(old) is Span:
            new = old.shift(offset, line_offset) if old.path else old
        elif type(old) is tuple:
            new = tuple([part if type(part) is str else move_tree(part, offset, line_offset) for part in old])
        elif type(old) not in PLACELESS_TYPES:
            new = move_tree(old, offset, line_offset)
        if new is not old:
            changed[name] = new
    if not changed:
        return tree
    made: T = object.__new__(kind)
    for name in attribute_names(kind):
        object.__setattr__(made, name, changed[name] if name in changed else getattr(tree, name))
    return made


PLACELESS_TYPES = (str, int, bool, NoneType)
"""The most frequent types of attributes without spans."""


@cache
def attribute_names(kind: type) -> tuple[str, ...]:
    """The attribute names of a node class; empty for other classes."""
    return tuple(field.name for field in attrs.fields(kind)) if attrs.has(kind) else ()
