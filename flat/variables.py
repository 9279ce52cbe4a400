"""Which variables a part of the code sets, reads, or holds lists in."""

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
"""Which attributes name what is set."""

READ: dict[type, tuple[str, ...]] = {fx.Local: ("name",), fs.Rows: ("row",), fs.Bonus: ("total",)}
"""Which attributes name what is read."""

LISTS: dict[type, tuple[str, ...]] = {
    fs.NewHeld: ("name",),
    fs.Append: ("variable",),
    fx.Held: ("variable",),
    fx.Length: ("variable",),
    fx.Contains: ("variable",),
}
"""Which attributes name lists."""

NOT_SET = READ | LISTS
"""Which attributes name what is read, or lists: nothing does both."""

NAMING = frozenset({fs.Invoke, *SET, *NOT_SET})
"""What names variables."""


def variables_set(node: Node) -> tuple[str, ...]:
    """The numbers that a part of the code sets itself, a loop's or a quantifier's own variable among them."""
    if isinstance(node, fs.Invoke):
        return tuple(name for name in node.names if name is not None)
    return _attribute_names(node, SET)


def variables_read(node: Node) -> tuple[str, ...]:
    """The numbers that a part of the code reads itself."""
    return _attribute_names(node, READ)


def list_variables(node: Node) -> tuple[str, ...]:
    """The lists that a part of the code makes, fills or looks at itself."""
    return _attribute_names(node, LISTS)


def variables_named(node: Node) -> tuple[str, ...]:
    """All variables that a part of the code names itself."""
    return (*variables_set(node), *_attribute_names(node, NOT_SET))


def _attribute_names(node: Node, attributes: Mapping[type, tuple[str, ...]]) -> tuple[str, ...]:
    """What a part of the code has in the attributes that count of its class."""
    names = attributes.get(type(node))
    return () if names is None else tuple([getattr(node, name) for name in names])
