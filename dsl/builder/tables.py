"""Builder methods for tables: rows, modifiers, grids, notes, keys."""

from __future__ import annotations

from typing import Any, cast

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Base, Heading, Keys, unquote
from bombsight.dsl.origin import Origin
from bombsight.dsl.shorthand import expand_shorthand
from bombsight.dsl.source import Span


class Tables(Base):
    """Builder of tables and their lines."""

    def n_table(self, span: Span, id_: str, title: str, heading: Heading, *lines: ast.TableLine) -> ast.Table:
        full = cast("tuple[ast.TableLine, ...]", expand_shorthand(lines, lines))
        return ast.Table(id_, unquote(title), *heading, full, span=span)

    def n_for_line(self, span: Span, *params: ast.Param) -> ast.ForLine:
        return ast.ForLine(params, span=span)

    def n_param(self, span: Span, name: str, type_: ast.TypeExpr) -> ast.Param:
        return ast.Param(name, type_, span=span)

    def n_gives_type(self, span: Span, type_: ast.TypeExpr) -> ast.Gives:
        return ast.Gives(type_, span=span)

    def n_gives_parts(self, span: Span, *parts: ast.Param) -> ast.Gives:
        return ast.Gives(None, parts, span=span)

    def n_roll_line(self, span: Span, dice: ast.Dice) -> ast.RollLine:
        return ast.RollLine(dice, span=span)

    def n_modifier(
        self,
        span: Span,
        amount: ast.Expr,
        label: str,
        when: ast.Expr | None,
        unless: ast.Expr | None,
        origin: Origin,
    ) -> ast.Modifier:
        return ast.Modifier(amount, label, when, unless, origin, span=span)

    def n_modifier_on(self, span: Span, amount: ast.Expr, label: str, *parts: Any) -> ast.ModifierOn:
        *tables, when, unless, origin = parts
        modifier = ast.Modifier(amount, label, when, unless, origin, span=span)
        return ast.ModifierOn(modifier, tuple(tables), span=span)

    def n_plus_amount(self, span: Span, _sign: str, amount: ast.Expr) -> ast.Expr:
        return amount

    def n_beforehand(self, span: Span, when: ast.Expr, cell: ast.Stmt | ast.Result, origin: Origin) -> ast.Beforehand:
        return ast.Beforehand(when, (cell,), origin, span=span)

    def n_beforehand_block(self, span: Span, when: ast.Expr, origin: Origin, *body: ast.Stmt) -> ast.Beforehand:
        return ast.Beforehand(when, body, origin, span=span)

    def n_natural(
        self, span: Span, keys: Keys, when: ast.Expr | None, cell: ast.Stmt | ast.Result, origin: Origin
    ) -> ast.NaturalRow:
        return ast.NaturalRow(keys, when, (cell,), origin, span=span)

    def n_natural_block(
        self, span: Span, keys: Keys, when: ast.Expr | None, origin: Origin, *body: ast.Stmt
    ) -> ast.NaturalRow:
        return ast.NaturalRow(keys, when, body, origin, span=span)

    def n_row(self, span: Span, keys: Keys, title: str | None, cell: ast.Stmt | ast.Result, origin: Origin) -> ast.Row:
        return ast.Row(keys, unquote(title) if title else None, (cell,), origin, span=span)

    def n_row_block(self, span: Span, keys: Keys, title: str | None, origin: Origin, *body: ast.Stmt) -> ast.Row:
        return ast.Row(keys, unquote(title) if title else None, body, origin, span=span)

    def n_each(self, span: Span, *parts: Any) -> ast.Each:
        *names, call = parts
        return ast.Each(tuple(names), call, span=span)

    def n_entries(self, span: Span, *fillings: ast.Filling) -> ast.Entries:
        return ast.Entries(fillings, span=span)

    def n_filling(self, span: Span, *words: ast.Expr) -> ast.Filling:
        return ast.Filling(words, span=span)

    def n_short(self, span: Span, *legends: ast.Legend) -> ast.Short:
        return ast.Short(legends, span=span)

    def n_legend(self, span: Span, word: str, meaning: ast.Expr | ast.Key) -> ast.Legend:
        return ast.Legend(word, self.simplify_key(meaning) if isinstance(meaning, ast.Key) else meaning, span=span)

    def n_values(self, span: Span, *values: ast.Expr) -> ast.Result:
        return ast.Result(values, span=span)

    def n_grid_row(self, span: Span, *parts: Any) -> ast.GridRow:
        *cells, origin = parts
        return ast.GridRow(tuple(self.make_cell(x, span) for x in cells), origin, span=span)

    def n_turned_row(self, span: Span, *cells: Any) -> tuple[ast.Cell, ...]:
        return tuple(self.make_cell(x, span) for x in cells)

    @staticmethod
    def make_cell(item: Any, span: Span) -> ast.Cell:
        """Wrap an item in a cell, unless it is one."""
        if isinstance(item, ast.Cell):
            return item
        if isinstance(item, ast.Key):
            item = Tables.simplify_key(item)
        return ast.Cell((item,), span=item.span)

    @staticmethod
    def simplify_key(key: ast.Key) -> ast.Expr:
        """Reduce a key with a single value to that value."""
        if key.low is not None and key.low is key.high:
            return key.low
        return ast.CellKey(key, span=key.span)

    def n_cells(self, span: Span, *items: ast.Expr | ast.Key) -> ast.Cell:
        return ast.Cell(tuple(self.simplify_key(x) if isinstance(x, ast.Key) else x for x in items), span=span)

    def n_both(self, span: Span, *names: str) -> ast.CellBoth:
        return ast.CellBoth(names, span=span)

    def n_typed_head(self, span: Span, name: str, type_: ast.TypeExpr) -> ast.CellTyped:
        return ast.CellTyped(name, type_, span=span)

    def n_blank(self, span: Span, _dash: str) -> ast.CellBlank:
        return ast.CellBlank(span=span)

    def n_note_cell(self, span: Span, name: str) -> ast.CellNote:
        return ast.CellNote(name, span=span)

    def n_anything(self, span: Span) -> ast.CellAny:
        return ast.CellAny(span=span)

    def n_note(self, span: Span, name: str, title: str, block: ast.Block) -> ast.Note:
        return ast.Note(name, unquote(title), block, span=span)

    def n_keys(self, span: Span, *keys: ast.Key) -> tuple[ast.Key, ...]:
        return keys

    def n_span(self, span: Span, low: ast.Expr, high: ast.Expr) -> ast.Key:
        return ast.Key(low, high, span=span)

    def n_at_most(self, span: Span, high: ast.Expr) -> ast.Key:
        return ast.Key(None, high, span=span)

    def n_at_least(self, span: Span, low: ast.Expr) -> ast.Key:
        return ast.Key(low, None, span=span)

    def n_exactly(self, span: Span, value: ast.Expr) -> ast.Key:
        return ast.Key(value, value, span=span)

    def n_otherwise(self, span: Span) -> ast.Key:
        return ast.Key(None, None, True, span=span)
