"""Expressions."""

from __future__ import annotations

from typing import Any, cast

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Base, keep, text_of
from bombsight.dsl.source import Span


class Expressions(Base):
    """Builds what has a value."""

    def n_number(self, span: Span, c: list[Any]) -> ast.Number:
        return ast.Number(int(c[0]), span=span)

    def n_text(self, span: Span, c: list[Any]) -> ast.Text:
        return ast.Text(text_of(c[0]), span=span)

    def n_yes(self, span: Span, c: list[Any]) -> ast.YesNo:
        return ast.YesNo(True, span=span)

    def n_no(self, span: Span, c: list[Any]) -> ast.YesNo:
        return ast.YesNo(False, span=span)

    def n_none(self, span: Span, c: list[Any]) -> ast.NoneValue:
        return ast.NoneValue(span=span)

    def n_natural_dice(self, span: Span, c: list[Any]) -> ast.Natural:
        return ast.Natural(span=span)

    def n_option_value(self, span: Span, c: list[Any]) -> ast.OptionValue:
        return ast.OptionValue(str(c[0]), span=span)

    def n_ref(self, span: Span, c: list[Any]) -> ast.Expr:
        return cast(ast.Expr, c[0])

    def n_name(self, span: Span, c: list[Any]) -> ast.Name:
        return ast.Name(str(c[0]), span=span)

    def n_attribute(self, span: Span, c: list[Any]) -> ast.Attribute:
        return ast.Attribute(c[0], str(c[1]), span=span)

    def n_subscript(self, span: Span, c: list[Any]) -> ast.Subscript:
        return ast.Subscript(c[0], tuple(c[1:]), span=span)

    def n_call_expr(self, span: Span, c: list[Any]) -> ast.Call:
        return ast.Call(str(c[0]), keep(c[1:]), span=span)

    def n_new_record(self, span: Span, c: list[Any]) -> ast.NewRecord:
        return ast.NewRecord(str(c[0]), tuple(c[1:]), span=span)

    def n_field_value(self, span: Span, c: list[Any]) -> ast.FieldValue:
        return ast.FieldValue(str(c[0]), c[1], span=span)

    def n_set_lit(self, span: Span, c: list[Any]) -> ast.SetLiteral:
        return ast.SetLiteral(tuple(c), span=span)

    def n_plus(self, span: Span, c: list[Any]) -> ast.Binary:
        return ast.Binary("+", c[0], c[2], span=span)

    def n_minus(self, span: Span, c: list[Any]) -> ast.Binary:
        return ast.Binary("-", c[0], c[2], span=span)

    def n_times(self, span: Span, c: list[Any]) -> ast.Binary:
        return ast.Binary("*", c[0], c[1], span=span)

    def n_divide(self, span: Span, c: list[Any]) -> ast.Divide:
        rounding = str(c[2]).split()[1] if c[2] else None
        return ast.Divide(c[0], c[1], rounding, span=span)  # type: ignore[arg-type]  # up or down

    def n_negate(self, span: Span, c: list[Any]) -> ast.Negate:
        return ast.Negate(c[1], span=span)

    def n_compare(self, span: Span, c: list[Any]) -> ast.Compare:
        return ast.Compare(str(c[1]), c[0], c[2], span=span)  # type: ignore[arg-type]  # the terminal holds the four

    def n_is(self, span: Span, c: list[Any]) -> ast.Is:
        return ast.Is(c[0], c[1], False, span=span)

    def n_is_not(self, span: Span, c: list[Any]) -> ast.Is:
        return ast.Is(c[0], c[1], True, span=span)

    def n_within(self, span: Span, c: list[Any]) -> ast.Within:
        return ast.Within(c[0], c[1], c[2], span=span)

    def n_member(self, span: Span, c: list[Any]) -> ast.Member:
        return ast.Member(c[0], c[1], span=span)

    def n_not(self, span: Span, c: list[Any]) -> ast.Not:
        return ast.Not(c[0], span=span)

    def n_and(self, span: Span, c: list[Any]) -> ast.And:
        return ast.And(tuple(c), span=span)

    def n_or(self, span: Span, c: list[Any]) -> ast.Or:
        return ast.Or(tuple(c), span=span)

    def n_count(self, span: Span, c: list[Any]) -> ast.Quantifier:
        return ast.Quantifier("count", *c[0], span=span)

    def n_any(self, span: Span, c: list[Any]) -> ast.Quantifier:
        return ast.Quantifier("any", *c[0], span=span)

    def n_first(self, span: Span, c: list[Any]) -> ast.Quantifier:
        return ast.Quantifier("first", *c[0], span=span)

    def n_among(self, span: Span, c: list[Any]) -> tuple[str, ast.Expr, ast.Expr | None]:
        return str(c[0]), c[1], c[2]

    def n_among_span(self, span: Span, c: list[Any]) -> tuple[str, ast.Expr, ast.Expr | None]:
        return str(c[0]), ast.Interval(c[1], c[2], span=span), c[3]

    def n_results_of(self, span: Span, c: list[Any]) -> ast.ResultsOf:
        return ast.ResultsOf(str(c[0]), c[1] or (), span=span)

    def n_look_up(self, span: Span, c: list[Any]) -> ast.LookUp:
        return ast.LookUp(str(c[0]), c[1], str(c[2]) if c[2] else None, span=span)

    def n_modifiers_on(self, span: Span, c: list[Any]) -> ast.ModifiersOn:
        return ast.ModifiersOn(str(c[0]), c[1] or (), span=span)
