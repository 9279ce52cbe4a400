"""Builder methods for expressions."""

from __future__ import annotations

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Args, Base, drop_missing, unquote
from bombsight.dsl.source import Span

Among = tuple[str, ast.Expr, ast.Expr | None]


class Expressions(Base):
    """Builder of expressions."""

    def n_number(self, span: Span, number: str) -> ast.Number:
        return ast.Number(int(number), span=span)

    def n_text(self, span: Span, text: str) -> ast.Text:
        return ast.Text(unquote(text), span=span)

    def n_yes(self, span: Span) -> ast.YesNo:
        return ast.YesNo(True, span=span)

    def n_no(self, span: Span) -> ast.YesNo:
        return ast.YesNo(False, span=span)

    def n_none(self, span: Span) -> ast.NoneValue:
        return ast.NoneValue(span=span)

    def n_natural_dice(self, span: Span) -> ast.Natural:
        return ast.Natural(span=span)

    def n_option_value(self, span: Span, name: str) -> ast.OptionValue:
        return ast.OptionValue(name, span=span)

    def n_ref(self, span: Span, path: ast.Expr) -> ast.Expr:
        return path

    def n_name(self, span: Span, name: str) -> ast.Name:
        return ast.Name(name, span=span)

    def n_attribute(self, span: Span, owner: ast.Expr, name: str) -> ast.Attribute:
        return ast.Attribute(owner, name, span=span)

    def n_subscript(self, span: Span, owner: ast.Expr, *indices: ast.Expr) -> ast.Subscript:
        return ast.Subscript(owner, indices, span=span)

    def n_call_expr(self, span: Span, name: str, *args: ast.Expr | None) -> ast.Call:
        return ast.Call(name, drop_missing(args), span=span)

    def n_new_record(self, span: Span, name: str, *values: ast.FieldValue) -> ast.NewRecord:
        return ast.NewRecord(name, values, span=span)

    def n_field_value(self, span: Span, name: str, value: ast.Expr) -> ast.FieldValue:
        return ast.FieldValue(name, value, span=span)

    def n_set_lit(self, span: Span, *values: ast.Expr) -> ast.SetLiteral:
        return ast.SetLiteral(values, span=span)

    def n_plus(self, span: Span, left: ast.Expr, _sign: str, right: ast.Expr) -> ast.Binary:
        return ast.Binary("+", left, right, span=span)

    def n_minus(self, span: Span, left: ast.Expr, _sign: str, right: ast.Expr) -> ast.Binary:
        return ast.Binary("-", left, right, span=span)

    def n_times(self, span: Span, left: ast.Expr, right: ast.Expr) -> ast.Binary:
        return ast.Binary("*", left, right, span=span)

    def n_divide(self, span: Span, left: ast.Expr, right: ast.Expr, rounded: str | None) -> ast.Divide:
        rounding = rounded.split()[1] if rounded else None
        return ast.Divide(left, right, rounding, span=span)  # type: ignore[arg-type]  # up or down

    def n_negate(self, span: Span, _sign: str, value: ast.Expr) -> ast.Negate:
        return ast.Negate(value, span=span)

    def n_compare(self, span: Span, left: ast.Expr, sign: ast.Comparator, right: ast.Expr) -> ast.Compare:
        return ast.Compare(sign, left, right, span=span)

    def n_is(self, span: Span, left: ast.Expr, right: ast.Expr) -> ast.Is:
        return ast.Is(left, right, False, span=span)

    def n_is_not(self, span: Span, left: ast.Expr, right: ast.Expr) -> ast.Is:
        return ast.Is(left, right, True, span=span)

    def n_within(self, span: Span, value: ast.Expr, low: ast.Expr, high: ast.Expr) -> ast.Within:
        return ast.Within(value, low, high, span=span)

    def n_within_at_most(self, span: Span, value: ast.Expr, high: ast.Expr) -> ast.Within:
        return ast.Within(value, None, high, span=span)

    def n_within_at_least(self, span: Span, value: ast.Expr, low: ast.Expr) -> ast.Within:
        return ast.Within(value, low, None, span=span)

    def n_member(self, span: Span, value: ast.Expr, among: ast.Expr) -> ast.Member:
        return ast.Member(value, among, span=span)

    def n_not(self, span: Span, value: ast.Expr) -> ast.Not:
        return ast.Not(value, span=span)

    def n_and(self, span: Span, *values: ast.Expr) -> ast.And:
        return ast.And(values, span=span)

    def n_or(self, span: Span, *values: ast.Expr) -> ast.Or:
        return ast.Or(values, span=span)

    def n_or_else(self, span: Span, value: ast.Expr, otherwise: ast.Expr) -> ast.OrElse:
        return ast.OrElse(value, otherwise, span=span)

    def n_count(self, span: Span, among: Among) -> ast.Quantifier:
        return ast.Quantifier("count", *among, span=span)

    def n_any(self, span: Span, among: Among) -> ast.Quantifier:
        return ast.Quantifier("any", *among, span=span)

    def n_first(self, span: Span, among: Among) -> ast.Quantifier:
        return ast.Quantifier("first", *among, span=span)

    def n_sum_of(self, span: Span, value: ast.Expr, among: Among) -> ast.Sum:
        return ast.Sum(value, *among, span=span)

    def n_among(self, span: Span, name: str, domain: ast.Expr, where: ast.Expr | None) -> Among:
        return name, domain, where

    def n_interval(self, span: Span, low: ast.Expr, high: ast.Expr) -> ast.Interval:
        return ast.Interval(low, high, span=span)

    def n_results_of(self, span: Span, table: str, args: Args) -> ast.ResultsOf:
        return ast.ResultsOf(table, args or (), span=span)

    def n_look_up(self, span: Span, table: str, args: tuple[ast.Expr, ...], part: str | None) -> ast.LookUp:
        return ast.LookUp(table, args, part, span=span)

    def n_modifiers_on(self, span: Span, table: str, args: Args) -> ast.ModifiersOn:
        return ast.ModifiersOn(table, args or (), span=span)
