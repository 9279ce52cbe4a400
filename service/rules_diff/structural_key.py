"""What a part of the graph says, whatever its place and its number: equal for parts that mean the same."""

from __future__ import annotations

from typing import Any

import attrs

from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.expressions import BaseExpr
from bombsight.compiler.graph.node import BaseNode
from bombsight.dsl.origin import Origin

NUMBERING_FIELDS = frozenset({"id", "cell"})
"""Attributes that say which of its kind a part is: another row above it makes no other rule of it."""

TYPE_FIELD = "type"
"""The attribute of an expression that follows from what it names: a field with another range is a change of its own."""


def structural_key(part: Any, rows: tuple[g.Row, ...] = ()) -> object:
    """What a part says.

    Args:
        part: A part of the graph, or several in a tuple, or what stands in one.
        rows: The rows of the table that it stands in: a row that is sent to is known by its keys.
    """
    if isinstance(part, tuple):
        return tuple(structural_key(each, rows) for each in part)
    if isinstance(part, Origin):
        return part.stated_fields
    if isinstance(part, g.TreatAs) and part.row < len(rows):
        return "TreatAs", structural_key(rows[part.row].keys, ())
    if isinstance(part, BaseNode | g.BaseStmt | BaseExpr) or attrs.has(type(part)):
        own_rows = part.rolled.rows if isinstance(part, g.SubRoll) else rows
        return (
            type(part).__name__,
            *(
                structural_key(getattr(part, field.name), own_rows)
                for field in attrs.fields(type(part))
                if field.eq
                and field.name not in NUMBERING_FIELDS
                and not (field.name == TYPE_FIELD and isinstance(part, BaseExpr))
            ),
        )
    return part
