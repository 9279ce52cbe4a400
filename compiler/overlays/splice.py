"""Merging of new lines into old ones: repeated text keeps its nodes, and new nodes record the overlay item."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from attrs import evolve

from bombsight.dsl import ast
from bombsight.dsl.aligning import align
from bombsight.dsl.origin import Origin
from bombsight.dsl.walk import child_fields

N = TypeVar("N", bound=ast.Node)
Lines = tuple[ast.Node, ...]

TRACKED_NODES = (
    ast.Item,
    ast.TableLine,
    ast.EnumValue,
    ast.Cell,
    ast.FieldDecl,
    ast.Except,
    ast.Branch,
    ast.Aside,
    ast.Stmt,
    ast.BoardLine,
    ast.DrawingLine,
    ast.PlanRow,
    ast.Param,
)
"""Node classes that record the overlay items that changed them."""

OMISSIBLE_FIELDS: Mapping[str, object] = MappingProxyType(
    {"title": None, "short": None, "beat": False, "chronicle": False, "drawn": ()}
)
"""Fields that a quotation may omit, besides all or part of an origin, with the value of one that does."""


def mark_touched(node: N, label: str) -> N:
    """Record on a node the label of the overlay item that changed it."""
    return node if label in node.touched else evolve(node, touched=(*node.touched, label))


def mark_inserted(node: N, label: str) -> N:
    """Record on a node and all its descendants the label of the overlay item that inserted them."""
    shared: dict[int, ast.Node] = {}  # a key of one number has the same node for both bounds

    def mark_value(value: Any) -> Any:
        """Return the value of a field with every node in it marked as inserted."""
        if isinstance(value, ast.Node):
            return shared.setdefault(id(value), mark_inserted(value, label))
        return tuple(map(mark_value, value)) if isinstance(value, tuple) else value

    fields: dict[str, Any] = {field: mark_value(getattr(node, field)) for field in child_fields(type(node))}
    return mark_touched(evolve(node, **fields), label)


def splice_lines(quoted: Lines, new: Lines, actual: Lines, label: str) -> Lines:
    """Merge new lines into the lines that they replace: unchanged lines keep their nodes.

    Args:
        quoted: The quoted lines.
        new: The new lines.
        actual: The lines that the quotation matched, line for line.
        label: The overlay item.
    """
    woven: list[ast.Node] = []
    for how, start, stop, new_start, new_stop in align(quoted, new):
        if how == "equal":
            woven.extend(actual[start:stop])
        elif stop - start == new_stop - new_start:
            trios = zip(quoted[start:stop], new[new_start:new_stop], actual[start:stop], strict=True)
            woven.extend(splice_node(*trio, label) for trio in trios)
        else:
            woven.extend(mark_inserted(line, label) for line in new[new_start:new_stop])
    return tuple(woven)


def splice_node(quoted: ast.Node, new: ast.Node, actual: ast.Node, label: str) -> ast.Node:
    """Merge a new node into the node that it replaces: unchanged parts keep their nodes.

    A title, standing or citation that neither the quotation nor the new text mentions is kept. The node records the
    item only if its own text changes; lines in it record their own changes.

    Args:
        quoted: The node as the overlay quotes it.
        new: The new node.
        actual: The node of the program.
        label: The overlay item.
    """
    if new == quoted:
        return actual
    if not type(quoted) is type(new) is type(actual) or isinstance(new, ast.BaseExpr | ast.Key):
        return mark_inserted(new, label)

    def splice_field(field: str) -> Any:
        """Return the value of a field for the merged node: the new one, in which unchanged parts stay old objects."""
        was, now, old = getattr(quoted, field), getattr(new, field), getattr(actual, field)
        if field in OMISSIBLE_FIELDS and was == now == OMISSIBLE_FIELDS[field]:
            return old
        if isinstance(old, Origin):
            return old.replace_quoted(was, now)
        if isinstance(now, ast.Node) and isinstance(was, ast.Node):
            return splice_node(was, now, old, label)
        if isinstance(now, tuple) and all(isinstance(part, ast.Node) for part in (*was, *now)):
            return splice_lines(was, now, old, label)
        return mark_inserted(now, label) if isinstance(now, ast.Node) else now

    fields: dict[str, Any] = {field: splice_field(field) for field in child_fields(type(new))}
    node = evolve(new, touched=actual.touched, **fields)
    return mark_touched(node, label) if any(is_changed(getattr(quoted, f), getattr(new, f)) for f in fields) else node


def is_changed(old: object, new: object) -> bool:
    """Whether a field's own text changes; changed lines inside it do not count, since they carry a mark themselves."""
    if isinstance(old, Origin) and isinstance(new, Origin):
        return old.stated_fields != new.stated_fields
    lines = (isinstance(part, TRACKED_NODES) for value in (old, new) if isinstance(value, tuple) for part in value)
    if any(lines) and isinstance(old, tuple) and isinstance(new, tuple):
        return len(new) < len(old)
    return old != new
