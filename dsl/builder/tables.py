"""Builder methods for tables: rows, modifiers, grids, notes, keys."""

from __future__ import annotations

from typing import Any, cast

from bombsight.dsl import ast
from bombsight.dsl.aggregation import parse_aggregation
from bombsight.dsl.builder.base import Base, Heading, Keys, unquote
from bombsight.dsl.origin import Origin
from bombsight.dsl.shorthand import expand_shorthand
from bombsight.dsl.source import Span


class Tables(Base):
    """Builder of tables and their lines."""

    def n_table(self, span: Span, id_: str, title: str, heading: Heading, *lines: ast.TableLine) -> ast.Table:
        """Build a table from its lines, in which the words of its legend are expanded."""
        full = cast("tuple[ast.TableLine, ...]", expand_shorthand(lines, lines))
        return ast.Table(id_, unquote(title), *heading, full, span=span)

    def n_for_line(self, span: Span, *params: ast.Param) -> ast.ForLine:
        """Build ``for ship: Ship``: a table's parameters."""
        return ast.ForLine(params, span=span)

    def n_param(self, span: Span, name: str, type_: ast.TypeExpr) -> ast.Param:
        """Build ``name: type``: a parameter, or a part of a result."""
        return ast.Param(name, type_, span=span)

    def n_gives_type(self, span: Span, type_: ast.TypeExpr) -> ast.Gives:
        """Build ``gives 0..3``: the type of a table's result."""
        return ast.Gives(type_, span=span)

    def n_gives_parts(self, span: Span, *parts: ast.Param) -> ast.Gives:
        """Build ``gives hits: 0..3, side: Side``: the named parts of a table's result."""
        return ast.Gives(None, parts, span=span)

    def n_roll_line(self, span: Span, dice: ast.Dice) -> ast.RollLine:
        """Build ``roll 2d6``: the dice of a table."""
        return ast.RollLine(dice, span=span)

    def n_every_row(self, span: Span, words: str | None) -> ast.EveryRow:
        """Build ``every row added up``: every row applies whose key or condition holds."""
        return ast.EveryRow(parse_aggregation(words), span=span)

    def n_modifier(
        self,
        span: Span,
        amount: ast.Expr,
        label: str,
        when: ast.Expr | None,
        unless: ast.Expr | None,
        origin: Origin,
    ) -> ast.Modifier:
        """Build ``+1 veteran when e unless e``: a modifier of a roll."""
        return ast.Modifier(amount, label, when, unless, origin, span=span)

    def n_modifier_on(self, span: Span, amount: ast.Expr, label: str, *parts: Any) -> ast.ModifierOn:
        """Build ``modifier +1 fog on T-1, T-2 when e``: a modifier outside the tables that it applies to."""
        *tables, when, unless, origin = parts
        modifier = ast.Modifier(amount, label, when, unless, origin, span=span)
        return ast.ModifierOn(modifier, tuple(tables), span=span)

    def n_plus_amount(self, span: Span, _sign: str, amount: ast.Expr) -> ast.Expr:
        """Return the computed amount of a modifier: the expression ``e`` of ``+(e)``."""
        return amount

    def n_beforehand(self, span: Span, when: ast.Expr, cell: ast.Stmt | ast.Result, origin: Origin) -> ast.Beforehand:
        """Build ``when e: result``: a result without a roll."""
        return ast.Beforehand(when, (cell,), origin, span=span)

    def n_beforehand_block(self, span: Span, when: ast.Expr, origin: Origin, *body: ast.Stmt) -> ast.Beforehand:
        """Build ``when e`` with a block: statements to run instead of a roll."""
        return ast.Beforehand(when, body, origin, span=span)

    def n_natural(
        self,
        span: Span,
        keys: Keys,
        title: str | None,
        when: ast.Expr | None,
        cell: ast.Stmt | ast.Result,
        origin: Origin,
    ) -> ast.NaturalRow:
        """Build ``natural 6 "Title" when e: result``: a row for the dice before modifiers."""
        return ast.NaturalRow(keys, when, (cell,), origin, unquote(title) if title else None, span=span)

    def n_natural_block(
        self, span: Span, keys: Keys, title: str | None, when: ast.Expr | None, origin: Origin, *body: ast.Stmt
    ) -> ast.NaturalRow:
        """Build ``natural 6 "Title" when e`` with a block: a row for the dice before modifiers."""
        return ast.NaturalRow(keys, when, body, origin, unquote(title) if title else None, span=span)

    def n_row(self, span: Span, keys: Keys, title: str | None, cell: ast.Stmt | ast.Result, origin: Origin) -> ast.Row:
        """Build ``2..3 "Title": result``: a row with its result on the line."""
        return ast.Row(keys, unquote(title) if title else None, (cell,), origin, span=span)

    def n_row_block(self, span: Span, keys: Keys, title: str | None, origin: Origin, *body: ast.Stmt) -> ast.Row:
        """Build ``2..3 "Title"`` with a block: a row with statements below it."""
        return ast.Row(keys, unquote(title) if title else None, body, origin, span=span)

    def n_each(self, span: Span, *parts: Any) -> ast.Each:
        """Build ``each kind: do attack(kind)``: the action for each entry of the rows."""
        *names, call = parts
        return ast.Each(tuple(names), call, span=span)

    def n_entries(self, span: Span, *fillings: ast.Filling) -> ast.Entries:
        """Build ``brig near; sloop far``: the entries of a row, to which the ``each`` line applies."""
        return ast.Entries(fillings, span=span)

    def n_filling(self, span: Span, *words: ast.Expr) -> ast.Filling:
        """Build ``brig near``: one entry of a row, with a word for each name of the ``each`` line."""
        return ast.Filling(words, span=span)

    def n_short(self, span: Span, *legends: ast.Legend) -> ast.Short:
        """Build ``short J over_land, W over_water``: the legend of a grid."""
        return ast.Short(legends, span=span)

    def n_legend(self, span: Span, word: str, meaning: ast.Expr | ast.Key) -> ast.Legend:
        """Build ``J over_land``: a word of a legend and its meaning."""
        return ast.Legend(word, self.simplify_key(meaning) if isinstance(meaning, ast.Key) else meaning, span=span)

    def n_values(self, span: Span, *values: ast.Expr) -> ast.Result:
        """Build the result of a row: one value, or several separated by commas."""
        return ast.Result(values, span=span)

    def n_grid_row(self, span: Span, *parts: Any) -> ast.GridRow:
        """Build a row of a grid: ``| a | b |``."""
        *cells, origin = parts
        return ast.GridRow(tuple(self.make_cell(x, span) for x in cells), origin, span=span)

    def n_turned_row(self, span: Span, *cells: Any) -> tuple[ast.Cell, ...]:
        """Return the cells of a row of a turned grid, which :meth:`Items.n_enum_turned` transposes."""
        return tuple(self.make_cell(x, span) for x in cells)

    @staticmethod
    def make_cell(item: Any, span: Span) -> ast.Cell:
        """Wrap an item of a grid (an expression, a key, a note) in a cell; return a cell unchanged."""
        if isinstance(item, ast.Cell):
            return item
        if isinstance(item, ast.Key):
            item = Tables.simplify_key(item)
        return ast.Cell((item,), span=item.span)

    @staticmethod
    def simplify_key(key: ast.Key) -> ast.Expr:
        """Reduce a key with a single value to that value: ``4`` to a number, but ``2..3`` to a key in a cell."""
        if key.low is not None and key.low is key.high:
            return key.low
        return ast.CellKey(key, span=key.span)

    def n_cells(self, span: Span, *items: ast.Expr | ast.Key) -> ast.Cell:
        """Build a cell with several items, separated by commas."""
        return ast.Cell(tuple(self.simplify_key(x) if isinstance(x, ast.Key) else x for x in items), span=span)

    def n_both(self, span: Span, *names: str) -> ast.CellBoth:
        """Build a head cell of two or more names: ``front high``."""
        return ast.CellBoth(names, span=span)

    def n_typed_head(self, span: Span, name: str, type_: ast.TypeExpr) -> ast.CellTyped:
        """Build a head cell with a type: ``side: Side``."""
        return ast.CellTyped(name, type_, span=span)

    def n_short_head(self, span: Span) -> ast.Cell:
        """Build the head of the column that holds the short titles of an enum's values."""
        return ast.Cell((ast.Name("short", span=span),), span=span)

    def n_blank(self, span: Span, _dash: str) -> ast.CellBlank:
        """Build an empty cell, ``-``."""
        return ast.CellBlank(span=span)

    def n_note_cell(self, span: Span, name: str) -> ast.CellNote:
        """Build the cell ``note c``: a call of a table's note."""
        return ast.CellNote(name, span=span)

    def n_table_cell(self, span: Span, id_: str) -> ast.CellTable:
        """Build the cell ``table T-1``: the table of an enum's value."""
        return ast.CellTable(id_, span=span)

    def n_anything(self, span: Span) -> ast.CellAny:
        """Build the cell ``any``, a key that fits every value."""
        return ast.CellAny(span=span)

    def n_note(self, span: Span, name: str, title: str, block: ast.Block) -> ast.Note:
        """Build ``note c "Title"``: a table's note and its block."""
        return ast.Note(name, unquote(title), block, span=span)

    def n_keys(self, span: Span, *keys: ast.Key) -> tuple[ast.Key, ...]:
        """Return the keys of a row."""
        return keys

    def n_faces(self, span: Span, *faces: ast.Key) -> tuple[ast.Key, ...]:
        """Return the faces that single dice are asked for."""
        return faces

    def n_natural_any(self, span: Span, faces: Keys) -> Keys:
        """Return the key ``any 6`` of a natural row, which is a test of the dice in place of a total."""
        return self.test_key(span, "any", faces)

    def n_natural_all(self, span: Span, _word: str, faces: Keys) -> Keys:
        """Return the key ``all 1`` of a natural row."""
        return self.test_key(span, "all", faces)

    def n_natural_matches(self, span: Span, counts: Keys) -> Keys:
        """Return the key ``matches 3..`` of a natural row: so many dice show the same."""
        return self.test_key(span, "matches", counts)

    @staticmethod
    def test_key(span: Span, kind: ast.DiceFactKind, faces: Keys) -> Keys:
        """Return the only key of a natural row that tests single dice."""
        test = ast.DiceFact(kind, faces, ast.Natural(span=span), span=span)
        return (ast.Key(test, test, span=span),)

    def n_span(self, span: Span, low: ast.Expr, high: ast.Expr) -> ast.Key:
        """Build the key ``2..3``."""
        return ast.Key(low, high, span=span)

    def n_at_most(self, span: Span, high: ast.Expr) -> ast.Key:
        """Build the key ``..3``."""
        return ast.Key(None, high, span=span)

    def n_at_least(self, span: Span, low: ast.Expr) -> ast.Key:
        """Build the key ``6..``."""
        return ast.Key(low, None, span=span)

    def n_exactly(self, span: Span, value: ast.Expr) -> ast.Key:
        """Build the key ``4``."""
        return ast.Key(value, value, span=span)

    def n_otherwise(self, span: Span) -> ast.Key:
        """Build the key ``else``."""
        return ast.Key(None, None, True, span=span)
