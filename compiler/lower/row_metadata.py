"""What people are told of rows and modifiers."""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.origins import origin_of_line, origin_of_row
from bombsight.compiler.lower.sites import render_result
from bombsight.flat.sites import ModifierInfo, RowInfo


def describe_row(row: g.Row, builder: FunctionBuilder) -> RowInfo:
    """What people are told of a row."""
    return make_row_info(row, row.label, row.title, builder)


def describe_special_row(row: g.NaturalRow | n.Beforehand, builder: FunctionBuilder) -> RowInfo:
    """What people are told of a natural row or of a result without dice."""
    prefix = "natural " if isinstance(row, g.NaturalRow) else "when "
    return make_row_info(row, prefix + row.label, "", builder)


def make_row_info(
    row: g.Row | g.NaturalRow | n.Beforehand, label: str, title: str, builder: FunctionBuilder
) -> RowInfo:
    """A row of any kind; what it does not say of its sources, its table or procedure says."""
    return RowInfo(
        label=label,
        title=title,
        text=render_result(row.body, builder.unit.enums),
        origin=origin_of_row(row, builder),
    )


def describe_modifier(modifier: g.Modifier, builder: FunctionBuilder) -> ModifierInfo:
    """What people are told of a modifier."""
    return ModifierInfo(label=modifier.label, text=modifier.text, origin=origin_of_line(modifier, builder))
