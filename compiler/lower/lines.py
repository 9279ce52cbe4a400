"""What people are told of rows and modifiers."""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.origins import line_origin, row_origin
from bombsight.compiler.lower.sites import result_text
from bombsight.flat.sites import ModifierInfo, RowInfo


def row_info(row: g.Row, frame: Frame) -> RowInfo:
    """What people are told of a row."""
    return told_row(row, row.label, row.title, frame)


def other_info(row: g.NaturalRow | n.Beforehand, frame: Frame) -> RowInfo:
    """What people are told of a natural row or of a result without dice."""
    prefix = "natural " if isinstance(row, g.NaturalRow) else "when "
    return told_row(row, prefix + row.label, "", frame)


def told_row(row: g.Row | g.NaturalRow | n.Beforehand, label: str, title: str, frame: Frame) -> RowInfo:
    """A row of any kind; what it does not say of its sources, its table or procedure says."""
    return RowInfo(
        label=label,
        title=title,
        text=result_text(row.body, frame.unit.enums),
        origin=row_origin(row, frame),
    )


def modifier_info(modifier: g.Modifier, frame: Frame) -> ModifierInfo:
    """What people are told of a modifier."""
    return ModifierInfo(label=modifier.label, text=modifier.text, origin=line_origin(modifier, frame))
