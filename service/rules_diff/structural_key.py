"""Structural keys of graph nodes: equal for nodes with the same meaning, whatever their place and number."""

from __future__ import annotations

from typing import Any

import attrs

from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.expressions import BaseExpr
from bombsight.compiler.graph.node import BaseNode
from bombsight.dsl.origin import Origin

NUMBERING_FIELDS = frozenset({"id", "cell"})
"""The attributes that number a node: a row inserted above changes them, but not the rule."""

TYPE_FIELD = "type"
"""The attribute of an expression that follows from its operands: a changed range of a field is reported there."""


def structural_key(part: Any, rows: tuple[g.Row, ...] = ()) -> object:
    """Compute a key that is equal for graph nodes of the same meaning; references to ``rows`` count by their row keys.

    A reference to one of `rows`, those of the table around it, is compared by the row's keys.
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
