"""Items: the manifest, options, types and state, defines, offers, examples."""

from __future__ import annotations

from typing import Any

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Base, Params, keep, plain, text_of
from bombsight.dsl.origin import UNSAID, Origin
from bombsight.dsl.source import Span

Bounds = tuple[tuple[str, ...], int | None, int | None]
"""What an option can be: its readings, or the least and the largest number."""

Over = tuple[tuple[str, ...], bool]
"""The exceptions that one is over by name, and whether it is over all."""


class Items(Base):
    """Builds what stands in column 0, but for tables, procedures and overlays."""

    # --- manifest and switches

    def n_game(self, span: Span, name: str, title: str, *lines: ast.GameLine | None) -> ast.Game:
        return ast.Game(name, text_of(title), keep(lines), span=span)

    def n_game_line(self, span: Span, key: str, of: str | None, *values: str) -> ast.GameLine:
        return ast.GameLine(key, tuple(plain(v) for v in values), of, span=span)

    def n_option(
        self,
        span: Span,
        name: str,
        title: str,
        bounds: Bounds | None,
        default: ast.Expr,
        provenance: Origin | None,
        cite: Origin | None,
    ) -> ast.Option:
        words, low, high = bounds or ((), None, None)
        origin = self.sourced(provenance, cite)
        return ast.Option(name, text_of(title), words, low, high, default, origin, span=span)

    def n_option_words(self, span: Span, *words: str) -> Bounds:
        return words, None, None

    def n_option_span(self, span: Span, low: str, high: str) -> Bounds:
        return (), int(low), int(high)

    # --- chapters

    def n_chapter(self, span: Span, title: str, provenance: Origin | None, cite: Origin | None) -> ast.Chapter:
        return ast.Chapter(text_of(title), self.sourced(provenance, cite), span=span)

    # --- types and state

    def n_enum(self, span: Span, name: str, *values: ast.EnumValue) -> ast.Enum:
        return ast.Enum(name, values, (), UNSAID, span=span)

    def n_enum_grid(
        self, span: Span, name: str, provenance: Origin | None, cite: Origin | None, *rows: ast.GridRow
    ) -> ast.Enum:
        return ast.Enum(name, (), rows, self.sourced(provenance, cite), span=span)

    def n_value(self, span: Span, name: str, title: str | None) -> ast.EnumValue:
        return ast.EnumValue(name, text_of(title) if title else None, span=span)

    def n_record(self, span: Span, name: str, *fields: ast.FieldDecl) -> ast.Record:
        return ast.Record(name, fields, span=span)

    def n_state(self, span: Span, owner: str, *fields: ast.FieldDecl) -> ast.State:
        return ast.State(owner, fields, span=span)

    def n_field(self, span: Span, name: str, *parts: Any) -> ast.FieldDecl:
        indices = keep([part for part in parts if isinstance(part, ast.Index)])
        title, type_, full, default = [part for part in parts if not isinstance(part, ast.Index)][-4:]
        return ast.FieldDecl(
            name, indices, text_of(title) if title else None, type_, full is not None, default, span=span
        )

    def n_index(self, span: Span, name: str | None, enum: str) -> ast.Index:
        return ast.Index(name, enum, span=span)

    def n_range_type(self, span: Span, low: ast.Expr, high: ast.Expr, or_none: str | None) -> ast.RangeType:
        return ast.RangeType(low, high, or_none is not None, span=span)

    def n_list_type(self, span: Span, record: str, most: str) -> ast.ListType:
        return ast.ListType(record, int(most), span=span)

    def n_yesno_type(self, span: Span, _words: str) -> ast.YesNoType:
        return ast.YesNoType(span=span)

    def n_named_type(self, span: Span, name: str, or_none: str | None) -> ast.NamedType:
        return ast.NamedType(name, or_none is not None, span=span)

    # --- derived values

    def n_define(
        self,
        span: Span,
        name: str,
        params: Params,
        type_: ast.TypeExpr,
        base: ast.Expr,
        provenance: Origin | None,
        cite: Origin | None,
    ) -> ast.Define:
        origin = self.sourced(provenance, cite)
        return ast.Define(name, params or (), type_, base, UNSAID, (), origin, span=span)

    def n_define_block(
        self,
        span: Span,
        name: str,
        params: Params,
        type_: ast.TypeExpr,
        provenance: Origin | None,
        cite: Origin | None,
        base: ast.Base,
        *exceptions: ast.Except,
    ) -> ast.Define:
        return ast.Define(
            name,
            params or (),
            type_,
            base.values[0],
            base.origin,
            exceptions,
            self.sourced(provenance, cite),
            span=span,
        )

    def n_params(self, span: Span, *params: ast.Param | None) -> tuple[ast.Param, ...]:
        return keep(params)

    def n_base(self, span: Span, value: ast.Expr, cite: Origin | None) -> ast.Base:
        return ast.Base((value,), cite or UNSAID, span=span)

    def n_except(
        self,
        span: Span,
        name: str,
        value: ast.Expr,
        when: ast.Expr | None,
        over: Over | None,
        provenance: Origin | None,
        cite: Origin | None,
        *exceptions: ast.Except | None,
    ) -> ast.Except:
        origin = self.sourced(provenance, cite)
        names, over_all = over or ((), False)
        return ast.Except(name, value, when, names, over_all, origin, keep(exceptions), span=span)

    def n_over(self, span: Span, names: tuple[str, ...]) -> Over:
        return names, False

    def n_over_all(self, span: Span, names: tuple[str, ...] | None) -> Over:
        return names or (), True

    def n_names(self, span: Span, *names: str) -> tuple[str, ...]:
        return names

    # --- standing offers

    def n_reroll(
        self,
        span: Span,
        name: str,
        title: str,
        when: ast.Expr,
        limit: str | None,
        cite: Origin | None,
        *lines: ast.Prefer | ast.Stmt,
    ) -> ast.Reroll:
        prefers = tuple(line for line in lines if isinstance(line, ast.Prefer))
        body = tuple(line for line in lines if not isinstance(line, ast.Prefer))
        return ast.Reroll(
            name, text_of(title), when, int(limit) if limit else None, prefers, cite or UNSAID, body, span=span
        )

    def n_prefer_on(self, span: Span, table: str, when: ast.Expr) -> ast.Prefer:
        return ast.Prefer(table, when, span=span)
