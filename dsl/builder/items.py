"""Items: the manifest, options, types and state, defines, offers, examples."""

from __future__ import annotations

from typing import Any

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Base, keep, plain, text_of
from bombsight.dsl.origin import UNSAID
from bombsight.dsl.source import Span


class Items(Base):
    """Builds what stands in column 0, but for tables, procedures and overlays."""

    # --- manifest and switches

    def n_game(self, span: Span, c: list[Any]) -> ast.Game:
        return ast.Game(str(c[0]), text_of(c[1]), keep(c[2:]), span=span)

    def n_game_line(self, span: Span, c: list[Any]) -> ast.GameLine:
        return ast.GameLine(str(c[0]), tuple(plain(v) for v in c[2:]), str(c[1]) if c[1] else None, span=span)

    def n_option(self, span: Span, c: list[Any]) -> ast.Option:
        name, title, bounds, default, provenance, cite = c
        words, low, high = bounds or ((), None, None)
        origin = self.sourced(provenance, cite)
        return ast.Option(str(name), text_of(title), words, low, high, default, origin, span=span)

    def n_option_words(self, span: Span, c: list[Any]) -> Any:
        return tuple(str(w) for w in c), None, None

    def n_option_span(self, span: Span, c: list[Any]) -> Any:
        return (), int(c[0]), int(c[1])

    # --- types and state

    def n_enum(self, span: Span, c: list[Any]) -> ast.Enum:
        return ast.Enum(str(c[0]), tuple(c[1:]), (), UNSAID, span=span)

    def n_enum_grid(self, span: Span, c: list[Any]) -> ast.Enum:
        name, provenance, cite, *rows = c
        return ast.Enum(str(name), (), tuple(rows), self.sourced(provenance, cite), span=span)

    def n_value(self, span: Span, c: list[Any]) -> ast.EnumValue:
        return ast.EnumValue(str(c[0]), text_of(c[1]) if c[1] else None, span=span)

    def n_record(self, span: Span, c: list[Any]) -> ast.Record:
        return ast.Record(str(c[0]), tuple(c[1:]), span=span)

    def n_state(self, span: Span, c: list[Any]) -> ast.State:
        return ast.State(str(c[0]), tuple(c[1:]), span=span)

    def n_field(self, span: Span, c: list[Any]) -> ast.FieldDecl:
        name, *middle = c
        indices = keep([m for m in middle if isinstance(m, ast.Index)])
        title, type_, full, default = [m for m in middle if not isinstance(m, ast.Index)][-4:]
        return ast.FieldDecl(
            str(name), indices, text_of(title) if title else None, type_, full is not None, default, span=span
        )

    def n_index(self, span: Span, c: list[Any]) -> ast.Index:
        return ast.Index(str(c[0]) if c[0] else None, str(c[1]), span=span)

    def n_range_type(self, span: Span, c: list[Any]) -> ast.RangeType:
        return ast.RangeType(c[0], c[1], c[2] is not None, span=span)

    def n_list_type(self, span: Span, c: list[Any]) -> ast.ListType:
        return ast.ListType(str(c[0]), int(c[1]), span=span)

    def n_yesno_type(self, span: Span, c: list[Any]) -> ast.YesNoType:
        return ast.YesNoType(span=span)

    def n_named_type(self, span: Span, c: list[Any]) -> ast.NamedType:
        return ast.NamedType(str(c[0]), c[1] is not None, span=span)

    # --- derived values

    def n_define(self, span: Span, c: list[Any]) -> ast.Define:
        name, params, type_, base, provenance, cite = c
        origin = self.sourced(provenance, cite)
        return ast.Define(str(name), params or (), type_, base, UNSAID, (), origin, span=span)

    def n_define_block(self, span: Span, c: list[Any]) -> ast.Define:
        name, params, type_, provenance, cite, base, *exceptions = c
        return ast.Define(
            str(name),
            params or (),
            type_,
            base.values[0],
            base.origin,
            tuple(exceptions),
            self.sourced(provenance, cite),
            span=span,
        )

    def n_params(self, span: Span, c: list[Any]) -> tuple[ast.Param, ...]:
        return keep(c)

    def n_base(self, span: Span, c: list[Any]) -> ast.Base:
        return ast.Base((c[0],), c[1] or UNSAID, span=span)

    def n_except(self, span: Span, c: list[Any]) -> ast.Except:
        name, value, when, over, provenance, cite, *exceptions = c
        origin = self.sourced(provenance, cite)
        return ast.Except(str(name), value, when, over or (), origin, keep(exceptions), span=span)

    def n_names(self, span: Span, c: list[Any]) -> tuple[str, ...]:
        return tuple(str(n) for n in c)

    # --- standing offers

    def n_reroll(self, span: Span, c: list[Any]) -> ast.Reroll:
        name, title, when, limit, cite, *lines = c
        prefers = tuple(line for line in lines if isinstance(line, ast.Prefer))
        body = tuple(line for line in lines if not isinstance(line, ast.Prefer))
        return ast.Reroll(
            str(name), text_of(title), when, int(limit) if limit else None, prefers, cite or UNSAID, body, span=span
        )

    def n_prefer_on(self, span: Span, c: list[Any]) -> ast.Prefer:
        return ast.Prefer(str(c[0]), c[1], span=span)

    # --- examples

    def n_example(self, span: Span, c: list[Any]) -> ast.Example:
        title, cite, *lines = c
        return ast.Example(text_of(title), cite or UNSAID, tuple(lines), span=span)

    def n_given(self, span: Span, c: list[Any]) -> ast.Given:
        return ast.Given(c[0], c[1], span=span)

    def n_given_do(self, span: Span, c: list[Any]) -> ast.GivenDo:
        return ast.GivenDo(c[0], span=span)

    def n_call(self, span: Span, c: list[Any]) -> ast.ExampleCall:
        return ast.ExampleCall(c[0], span=span)

    def n_rolls(self, span: Span, c: list[Any]) -> ast.ExpectedRoll:
        table = None if c[0] == "-" else str(c[0])
        return ast.ExpectedRoll(table, tuple(int(d) for d in c[1:]), span=span)

    def n_answer(self, span: Span, c: list[Any]) -> ast.ExpectedAnswer:
        return ast.ExpectedAnswer(tuple(str(w) for w in c), span=span)

    def n_expect(self, span: Span, c: list[Any]) -> ast.Expect:
        return ast.Expect(c[0], span=span)
