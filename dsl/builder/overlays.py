"""Builder methods for overlays: entries, patches and edits."""

from __future__ import annotations

from typing import Any, Literal

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Keys, token_value, unquote
from bombsight.dsl.builder.tables import Tables
from bombsight.dsl.file_kind import OverlayKind
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.source import Span

Column = tuple[str | int, ...]
Quoted = ast.Line | tuple[ast.Line, ...]


class Overlays(Tables):
    """Builder of overlays and their quotations."""

    def n_overlay(
        self,
        span: Span,
        kind: OverlayKind,
        name: str,
        title: str,
        game: str | None,
        cite: Origin | None,
        author: str | None,
        *lines: ast.Relation | ast.Entry,
    ) -> ast.Overlay:
        """Build an overlay (errata, variant or house rules) from its relations to others and its entries."""
        return ast.Overlay(
            kind,
            name,
            unquote(title),
            game,
            cite or NO_ORIGIN,
            unquote(author) if author else None,
            tuple(line for line in lines if isinstance(line, ast.Entry)),
            tuple(line for line in lines if isinstance(line, ast.Relation)),
            span=span,
        )

    def n_relation(self, span: Span, kind: Literal["needs", "excludes"], *names: str) -> ast.Relation:
        """Build the line that names overlays which an overlay needs or excludes: ``needs coffee``."""
        return ast.Relation(kind, names, span=span)

    def n_entry(self, span: Span, number: str, title: str, origin: Origin, *patches: ast.Patch) -> ast.Entry:
        """Build a numbered entry of an overlay, with its patches."""
        return ast.Entry(number, unquote(title), origin, patches, span=span)

    def n_patch_table(self, span: Span, id_: str, keys: Keys | None, *edits: ast.Edit) -> ast.EditPatch:
        """Build the edits of ``in table T``, or of the row with these keys: ``in table T row 3``."""
        return ast.EditPatch(ast.TargetRef("table", id_, keys, span=span), edits, span=span)

    def n_patch_table_cell(self, span: Span, id_: str, keys: Keys, column: Column, edit: ast.Edit) -> ast.EditPatch:
        """Build the edit of one cell of a table: ``in table T row 3 column high``."""
        target = ast.TargetRef("table", id_, keys, column, span=span)
        return ast.EditPatch(target, (edit,), span=span)

    def n_patch_enum(self, span: Span, name: str, *edits: ast.Edit) -> ast.EditPatch:
        """Build the edits of an enum: ``in enum Sky``."""
        return ast.EditPatch(ast.TargetRef("enum", name, span=span), edits, span=span)

    def n_patch_enum_cell(self, span: Span, name: str, keys: Keys, column: Column, edit: ast.Edit) -> ast.EditPatch:
        """Build the edit of one cell of an enum's grid: ``in enum Sky row fog column range``."""
        target = ast.TargetRef("enum", name, keys, column, span=span)
        return ast.EditPatch(target, (edit,), span=span)

    def n_patch_define(self, span: Span, name: str, *edits: ast.Edit) -> ast.EditPatch:
        """Build the edits of a define: ``in define far``."""
        return ast.EditPatch(ast.TargetRef("define", name, span=span), edits, span=span)

    def n_patch_tally(self, span: Span, name: str, *edits: ast.Edit) -> ast.EditPatch:
        """Build the edits of a tally: ``in tally lost``."""
        return ast.EditPatch(ast.TargetRef("tally", name, span=span), edits, span=span)

    def n_patch_forecast(self, span: Span, name: str, *edits: ast.Edit) -> ast.EditPatch:
        """Build the edits of a forecast: ``in forecast balance``."""
        return ast.EditPatch(ast.TargetRef("forecast", name, span=span), edits, span=span)

    def n_patch_board(self, span: Span, name: str, *edits: ast.Edit) -> ast.EditPatch:
        """Build the edits of a board: ``in board sea``."""
        return ast.EditPatch(ast.TargetRef("board", name, span=span), edits, span=span)

    def n_patch_procedure(self, span: Span, name: str, *edits: ast.Edit) -> ast.EditPatch:
        """Build the edits of a procedure: ``in procedure night``."""
        return ast.EditPatch(ast.TargetRef("procedure", name, span=span), edits, span=span)

    def n_patch_state(self, span: Span, name: str, *edits: ast.Edit) -> ast.EditPatch:
        """Build the edits of a state's fields: ``in state night``."""
        return ast.EditPatch(ast.TargetRef("state", name, span=span), edits, span=span)

    def n_patch_record(self, span: Span, name: str, *edits: ast.Edit) -> ast.EditPatch:
        """Build the edits of a record's fields: ``in record Ship``."""
        return ast.EditPatch(ast.TargetRef("record", name, span=span), edits, span=span)

    def n_column(self, span: Span, *words: str) -> tuple[str | int, ...]:
        """Return the words that name a column of a grid."""
        return tuple(token_value(t) for t in words)

    def n_patch_was(self, span: Span, was: ast.Item, now: ast.Item) -> ast.EditPatch:
        """Build the replacement of a one-line item: ``was option ... now option ...``."""
        return ast.EditPatch(None, (ast.Edit("was", (was,), (now,), span=span),), span=span)

    def n_patch_add(self, span: Span, item: ast.Item) -> ast.EditPatch:
        """Build the addition of a one-line item: ``add option ...``."""
        return ast.EditPatch(None, (ast.Edit("add", (), (item,), span=span),), span=span)

    def n_patch_remove(self, span: Span, item: ast.Item) -> ast.EditPatch:
        """Build the removal of a one-line item: ``remove option ...``."""
        return ast.EditPatch(None, (ast.Edit("remove", (item,), (), span=span),), span=span)

    def n_patch_remove_table(self, span: Span, id_: str) -> ast.RemovePatch:
        """Build the removal of a whole table: ``remove table G-9``."""
        return ast.RemovePatch(ast.TargetRef("table", id_, span=span), span=span)

    def n_patch_remove_procedure(self, span: Span, name: str) -> ast.RemovePatch:
        """Build the removal of a whole procedure: ``remove procedure watch``."""
        return ast.RemovePatch(ast.TargetRef("procedure", name, span=span), span=span)

    def n_patch_replace(self, span: Span, item: ast.Table | ast.Procedure | ast.Define) -> ast.ReplacePatch:
        """Build ``replace``: a whole table, procedure, define, tally or forecast in place of the one of that name."""
        return ast.ReplacePatch(item, span=span)

    def n_patch_confirms(self, span: Span, target: ast.TargetRef) -> ast.ConfirmPatch:
        """Build ``confirms table G-9``: a clarification that changes nothing."""
        return ast.ConfirmPatch(target, span=span)

    def n_confirmed_table(self, span: Span, id_: str) -> ast.TargetRef:
        """Build the reference to a table that an overlay confirms."""
        return ast.TargetRef("table", id_, span=span)

    def n_confirmed_enum(self, span: Span, name: str) -> ast.TargetRef:
        """Build the reference to an enum that an overlay confirms."""
        return ast.TargetRef("enum", name, span=span)

    def n_confirmed_procedure(self, span: Span, name: str) -> ast.TargetRef:
        """Build the reference to a procedure that an overlay confirms."""
        return ast.TargetRef("procedure", name, span=span)

    def n_confirmed_define(self, span: Span, name: str) -> ast.TargetRef:
        """Build the reference to a define that an overlay confirms."""
        return ast.TargetRef("define", name, span=span)

    def n_confirmed_tally(self, span: Span, name: str) -> ast.TargetRef:
        """Build the reference to a tally that an overlay confirms."""
        return ast.TargetRef("tally", name, span=span)

    def n_confirmed_forecast(self, span: Span, name: str) -> ast.TargetRef:
        """Build the reference to a forecast that an overlay confirms."""
        return ast.TargetRef("forecast", name, span=span)

    def n_confirmed_option(self, span: Span, name: str) -> ast.TargetRef:
        """Build the reference to an option that an overlay confirms."""
        return ast.TargetRef("option", name, span=span)

    def n_cell_edit(self, span: Span, was: Any, now: Any) -> ast.Edit:
        """Build the edit of one cell of a grid: ``was 3 now 4``."""
        return ast.Edit("was", (self.make_cell(was, span),), (self.make_cell(now, span),), span=span)

    def n_lines(self, span: Span, *lines: ast.Line) -> tuple[ast.Line, ...]:
        """Return the lines that an edit quotes or adds."""
        return lines

    @staticmethod
    def as_lines(child: Quoted) -> tuple[ast.Line, ...]:
        """Wrap a single quoted line in a tuple; return a tuple of lines unchanged."""
        return child if isinstance(child, tuple) else (child,)

    def n_edit_was(self, span: Span, was: Quoted, now: Quoted) -> ast.Edit:
        """Build an edit that replaces lines: ``was ... now ...``."""
        return ast.Edit("was", self.as_lines(was), self.as_lines(now), span=span)

    def n_edit_add(self, span: Span, now: Quoted) -> ast.Edit:
        """Build an edit that adds lines: ``add ...``."""
        return ast.Edit("add", (), self.as_lines(now), span=span)

    def n_preferred(self, span: Span, value: ast.Expr) -> ast.Preferred:
        """Build a choice's ``prefer e``, the autopilot's score, as an overlay quotes it."""
        return ast.Preferred(value, span=span)

    def n_preferred_answer(self, span: Span, name: str, value: ast.Expr) -> ast.Preferred:
        """Build a named answer's ``prefer e``, the autopilot's score, as an overlay quotes it."""
        return ast.Preferred(value, name, span=span)

    def n_edit_add_to(
        self, span: Span, name: str | None, now: ast.Except | ast.Branch | ast.Aside | ast.Preferred
    ) -> ast.Edit:
        """Build an edit that adds an answer, exception or remark to a named choice or exception: ``add to haze``."""
        return ast.Edit("add", (), (now,), name, span=span)

    def n_edit_remove(self, span: Span, was: Quoted) -> ast.Edit:
        """Build an edit that removes lines: ``remove ...``."""
        return ast.Edit("remove", self.as_lines(was), (), span=span)

    def n_edit_where(
        self, span: Span, where: Literal["before", "after"], name: str, last: str | None, block: ast.Block
    ) -> ast.Edit:
        """Build an edit that inserts statements before or after a named step: ``after watch ...``."""
        return ast.Edit(where, (), block, name, last is not None, span=span)

    def n_edit_where_line(
        self, span: Span, where: Literal["before", "after"], line: ast.Stmt, last: str | None, new: Quoted
    ) -> ast.Edit:
        """Build an edit that inserts statements before or after a quoted one: ``after line set lamp to 3 add ...``."""
        return ast.Edit(where, (line,), self.as_lines(new), None, last is not None, span=span)

    def n_edit_start(self, span: Span, last: str | None, block: ast.Block) -> ast.Edit:
        """Build an edit that inserts statements at the start of a procedure."""
        return ast.Edit("start", (), block, last=last is not None, span=span)

    def n_edit_end(self, span: Span, last: str | None, block: ast.Block) -> ast.Edit:
        """Build an edit that inserts statements at the end of a procedure."""
        return ast.Edit("end", (), block, last=last is not None, span=span)
