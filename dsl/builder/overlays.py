"""Overlays: items and edits."""

from __future__ import annotations

from typing import Any

from bombsight.dsl import ast
from bombsight.dsl.builder.base import plain, text_of
from bombsight.dsl.builder.tables import Tables
from bombsight.dsl.origin import UNSAID
from bombsight.dsl.source import Span


class Overlays(Tables):
    """Builds overlays and what they quote."""

    def n_overlay(self, span: Span, c: list[Any]) -> ast.Overlay:
        kind, name, title, game, cite, author, *entries = c
        return ast.Overlay(
            str(kind),  # type: ignore[arg-type]  # the terminal holds the three words
            str(name),
            text_of(title),
            str(game) if game else None,
            cite or UNSAID,
            text_of(author) if author else None,
            tuple(entries),
            span=span,
        )

    def n_entry(self, span: Span, c: list[Any]) -> ast.Entry:
        number, title, cite, *patches = c
        return ast.Entry(str(number), text_of(title), cite or UNSAID, tuple(patches), span=span)

    def n_patch_table(self, span: Span, c: list[Any]) -> ast.EditPatch:
        id_, keys, *edits = c
        return ast.EditPatch(ast.TargetRef("table", str(id_), keys, span=span), tuple(edits), span=span)

    def n_patch_table_cell(self, span: Span, c: list[Any]) -> ast.EditPatch:
        target = ast.TargetRef("table", str(c[0]), c[1], c[2], span=span)
        return ast.EditPatch(target, (c[3],), span=span)

    def n_patch_enum(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(ast.TargetRef("enum", str(c[0]), span=span), tuple(c[1:]), span=span)

    def n_patch_enum_cell(self, span: Span, c: list[Any]) -> ast.EditPatch:
        target = ast.TargetRef("enum", str(c[0]), c[1], c[2], span=span)
        return ast.EditPatch(target, (c[3],), span=span)

    def n_patch_define(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(ast.TargetRef("define", str(c[0]), span=span), tuple(c[1:]), span=span)

    def n_patch_procedure(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(ast.TargetRef("procedure", str(c[0]), span=span), tuple(c[1:]), span=span)

    def n_patch_state(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(ast.TargetRef("state", str(c[0]), span=span), tuple(c[1:]), span=span)

    def n_patch_record(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(ast.TargetRef("record", str(c[0]), span=span), tuple(c[1:]), span=span)

    def n_column(self, span: Span, c: list[Any]) -> tuple[str | int, ...]:
        return tuple(plain(t) for t in c)

    def n_patch_was(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(None, (ast.Edit("was", (c[0],), (c[1],), span=span),), span=span)

    def n_patch_add(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(None, (ast.Edit("add", (), (c[0],), span=span),), span=span)

    def n_patch_remove(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(None, (ast.Edit("remove", (c[0],), (), span=span),), span=span)

    def n_patch_replace(self, span: Span, c: list[Any]) -> ast.ReplacePatch:
        return ast.ReplacePatch(c[0], span=span)

    def n_patch_confirms(self, span: Span, c: list[Any]) -> ast.ConfirmPatch:
        return ast.ConfirmPatch(c[0], span=span)

    def n_confirmed_table(self, span: Span, c: list[Any]) -> ast.TargetRef:
        return ast.TargetRef("table", str(c[0]), span=span)

    def n_confirmed_enum(self, span: Span, c: list[Any]) -> ast.TargetRef:
        return ast.TargetRef("enum", str(c[0]), span=span)

    def n_confirmed_procedure(self, span: Span, c: list[Any]) -> ast.TargetRef:
        return ast.TargetRef("procedure", str(c[0]), span=span)

    def n_confirmed_define(self, span: Span, c: list[Any]) -> ast.TargetRef:
        return ast.TargetRef("define", str(c[0]), span=span)

    def n_confirmed_option(self, span: Span, c: list[Any]) -> ast.TargetRef:
        return ast.TargetRef("option", str(c[0]), span=span)

    def n_cell_edit(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("was", (self.cell(c[0], span),), (self.cell(c[1], span),), span=span)

    def n_lines(self, span: Span, c: list[Any]) -> ast.Block:
        return tuple(c)

    @staticmethod
    def quoted(child: Any) -> tuple[ast.Line, ...]:
        """What an edit quotes: one line or several."""
        return child if isinstance(child, tuple) else (child,)

    def n_edit_was(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("was", self.quoted(c[0]), self.quoted(c[1]), span=span)

    def n_edit_add(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("add", (), self.quoted(c[0]), span=span)

    def n_edit_add_to(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("add", (), (c[1],), str(c[0]) if c[0] else None, span=span)

    def n_edit_remove(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("remove", self.quoted(c[0]), (), span=span)

    def n_edit_where(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit(str(c[0]), (), c[1 + 1], str(c[1]), span=span)  # type: ignore[arg-type]  # before or after

    def n_edit_start(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("start", (), c[0], span=span)

    def n_edit_end(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("end", (), c[0], span=span)

    def n_edit_branch(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("add", (), (c[1],), str(c[0]), span=span)
