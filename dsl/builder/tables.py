"""Tables: rows, modifiers, grids, notes, keys."""

from __future__ import annotations

from typing import Any, cast

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Base, text_of
from bombsight.dsl.source import Span


class Tables(Base):
    """Builds tables and their lines."""

    def n_table(self, span: Span, c: list[Any]) -> ast.Table:
        id_, title, provenance, deep, cite, *lines = c
        return ast.Table(str(id_), text_of(title), self.sourced(provenance, cite), deep, tuple(lines), span=span)

    def n_for_line(self, span: Span, c: list[Any]) -> ast.ForLine:
        return ast.ForLine(tuple(c), span=span)

    def n_param(self, span: Span, c: list[Any]) -> ast.Param:
        return ast.Param(str(c[0]), c[1], span=span)

    def n_gives_type(self, span: Span, c: list[Any]) -> ast.Gives:
        return ast.Gives(c[0], span=span)

    def n_gives_parts(self, span: Span, c: list[Any]) -> ast.Gives:
        return ast.Gives(None, tuple(c), span=span)

    def n_roll_line(self, span: Span, c: list[Any]) -> ast.RollLine:
        return ast.RollLine(c[0], span=span)

    def n_modifier(self, span: Span, c: list[Any]) -> ast.Modifier:
        amount, label, when, unless, provenance, cite = c
        return ast.Modifier(amount, str(label), when, unless, self.sourced(provenance, cite), span=span)

    def n_modifier_on(self, span: Span, c: list[Any]) -> ast.ModifierOn:
        amount, label, *tables, when, unless, provenance, cite = c
        modifier = ast.Modifier(amount, str(label), when, unless, self.sourced(provenance, cite), span=span)
        return ast.ModifierOn(modifier, tuple(str(t) for t in tables), span=span)

    def n_plus_amount(self, span: Span, c: list[Any]) -> ast.Expr:
        return cast(ast.Expr, c[1])

    def n_beforehand(self, span: Span, c: list[Any]) -> ast.Beforehand:
        return ast.Beforehand(c[0], self.cell_block(c[1]), self.sourced(c[2], c[3]), span=span)

    def n_beforehand_block(self, span: Span, c: list[Any]) -> ast.Beforehand:
        return ast.Beforehand(c[0], c[3], self.sourced(c[1], c[2]), span=span)

    def n_natural(self, span: Span, c: list[Any]) -> ast.NaturalRow:
        return ast.NaturalRow(c[0], c[1], self.cell_block(c[2]), self.sourced(c[3], c[4]), span=span)

    def n_natural_block(self, span: Span, c: list[Any]) -> ast.NaturalRow:
        return ast.NaturalRow(c[0], c[1], c[4], self.sourced(c[2], c[3]), span=span)

    def n_row(self, span: Span, c: list[Any]) -> ast.Row:
        keys, title, cell, provenance, cite = c
        origin = self.sourced(provenance, cite)
        return ast.Row(keys, text_of(title) if title else None, self.cell_block(cell), origin, span=span)

    def n_row_block(self, span: Span, c: list[Any]) -> ast.Row:
        keys, title, provenance, cite, block = c
        return ast.Row(keys, text_of(title) if title else None, block, self.sourced(provenance, cite), span=span)

    @staticmethod
    def cell_block(cell: Any) -> ast.Block:
        """A row's result is a block like any other."""
        return (cell,)

    def n_values(self, span: Span, c: list[Any]) -> ast.Result:
        return ast.Result(tuple(c), span=span)

    def n_grid_row(self, span: Span, c: list[Any]) -> ast.GridRow:
        *cells, provenance, cite = c
        return ast.GridRow(tuple(self.cell(x, span) for x in cells), self.sourced(provenance, cite), span=span)

    @staticmethod
    def cell(item: Any, span: Span) -> ast.Cell:
        """A cell of one item is that item."""
        if isinstance(item, ast.Cell):
            return item
        if isinstance(item, ast.Key):
            item = Tables.cell_key(item)
        return ast.Cell((item,), span=item.span)

    @staticmethod
    def cell_key(key: ast.Key) -> ast.Expr:
        """A key with a single value is that value; a span stays a key."""
        if key.low is not None and key.low is key.high:
            return key.low
        return ast.CellKey(key, span=key.span)

    def n_cells(self, span: Span, c: list[Any]) -> ast.Cell:
        return ast.Cell(tuple(self.cell_key(x) if isinstance(x, ast.Key) else x for x in c), span=span)

    def n_both(self, span: Span, c: list[Any]) -> ast.CellBoth:
        return ast.CellBoth(tuple(str(n) for n in c), span=span)

    def n_typed_head(self, span: Span, c: list[Any]) -> ast.CellTyped:
        return ast.CellTyped(str(c[0]), c[1], span=span)

    def n_blank(self, span: Span, c: list[Any]) -> ast.CellBlank:
        return ast.CellBlank(span=span)

    def n_note_cell(self, span: Span, c: list[Any]) -> ast.CellNote:
        return ast.CellNote(str(c[0]), span=span)

    def n_anything(self, span: Span, c: list[Any]) -> ast.CellAny:
        return ast.CellAny(span=span)

    def n_note(self, span: Span, c: list[Any]) -> ast.Note:
        return ast.Note(str(c[0]), text_of(c[1]), c[2], span=span)

    def n_keys(self, span: Span, c: list[Any]) -> tuple[ast.Key, ...]:
        return tuple(c)

    def n_span(self, span: Span, c: list[Any]) -> ast.Key:
        return ast.Key(c[0], c[1], span=span)

    def n_at_most(self, span: Span, c: list[Any]) -> ast.Key:
        return ast.Key(None, c[0], span=span)

    def n_at_least(self, span: Span, c: list[Any]) -> ast.Key:
        return ast.Key(c[0], None, span=span)

    def n_exactly(self, span: Span, c: list[Any]) -> ast.Key:
        return ast.Key(c[0], c[0], span=span)

    def n_otherwise(self, span: Span, c: list[Any]) -> ast.Key:
        return ast.Key(None, None, True, span=span)
