"""Queries for the variables that a node sets, reads, or uses as lists."""

from __future__ import annotations

from collections.abc import Mapping

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.walking import Node

SET: dict[type, tuple[str, ...]] = {
    fs.SetLocal: ("name",),
    fs.Draw: ("name",),
    fs.AskAgain: ("name",),
    fs.AskBranch: ("name",),
    fs.Bonus: ("total", "amount_name"),
    fs.Ask: ("variable",),
    fs.DrawMember: ("variable",),
    fs.Each: ("variable",),
    fs.Numbered: ("variable",),
    fs.RemoveWhere: ("variable",),
    fx.Quantifier: ("variable",),
    fx.Let: ("variable",),
}
"""The attributes that name a variable being set, by class."""

READ: dict[type, tuple[str, ...]] = {fx.Local: ("name",), fs.Rows: ("row",), fs.Bonus: ("total",)}
"""The attributes that name a variable being read, by class."""

LISTS: dict[type, tuple[str, ...]] = {
    fs.NewHeld: ("name",),
    fs.Append: ("variable",),
    fx.Held: ("variable",),
    fx.Length: ("variable",),
    fx.Contains: ("variable",),
}
"""The attributes that name a list variable, by class."""

NOT_SET = READ | LISTS
"""The attributes that name a variable being read or a list; no class has both."""

NAMING = frozenset({fs.Invoke, *SET, *NOT_SET})
"""The classes with attributes that name variables."""


def variables_set(node: Node) -> tuple[str, ...]:
    """Return the number variables that a node, apart from its parts, assigns, also those of a loop or quantifier."""
    if isinstance(node, fs.Invoke):
        return tuple(name for name in node.names if name is not None)
    return _attribute_names(node, SET)


def variables_read(node: Node) -> tuple[str, ...]:
    """The number variables that a node, without its parts, reads."""
    return _attribute_names(node, READ)


def list_variables(node: Node) -> tuple[str, ...]:
    """The list variables that a node, without its parts, makes, fills or reads."""
    return _attribute_names(node, LISTS)


def variables_named(node: Node) -> tuple[str, ...]:
    """All variables to which a node, without its parts, refers."""
    return (*variables_set(node), *_attribute_names(node, NOT_SET))


def _attribute_names(node: Node, attributes: Mapping[type, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the variable names in a node's attributes; ``attributes`` lists the attributes to read for each class."""
    names = attributes.get(type(node))
    return () if names is None else tuple([getattr(node, name) for name in names])
