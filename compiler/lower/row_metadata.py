"""Descriptions of rows and modifiers, for display."""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.origins import origin_of_line, origin_of_row
from bombsight.compiler.lower.sites import render_result
from bombsight.flat.sites import ModifierInfo, RowInfo


def describe_row(row: g.Row, builder: FunctionBuilder) -> RowInfo:
    """Describe a row that is selected by a total or by parameters, for display."""
    return make_row_info(row, row.label, row.title, builder)


def describe_special_row(row: g.NaturalRow | n.Beforehand, builder: FunctionBuilder) -> RowInfo:
    """Describe a natural row, or a ``when`` row that needs no dice, for display."""
    if isinstance(row, g.NaturalRow):
        return make_row_info(row, f"natural {row.label}", row.title, builder)
    return make_row_info(row, f"when {row.label}", "", builder)


def make_row_info(
    row: g.Row | g.NaturalRow | n.Beforehand, label: str, title: str, builder: FunctionBuilder
) -> RowInfo:
    """Make the display description of a row; missing provenance comes from its table or procedure.

    Args:
        row: The row.
        label: Its keys as text.
        title: Its title, or empty.
        builder: The function context.
    """
    return RowInfo(
        label=label,
        title=title,
        text=render_result(row.body, builder.unit.enums),
        origin=origin_of_row(row, builder),
    )


def describe_modifier(modifier: g.Modifier, builder: FunctionBuilder) -> ModifierInfo:
    """Describe a modifier for display."""
    return ModifierInfo(label=modifier.label, text=modifier.text, origin=origin_of_line(modifier, builder))
