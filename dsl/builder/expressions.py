"""Builder methods for expressions."""

from __future__ import annotations

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Args, Base, Keys, drop_missing, unquote
from bombsight.dsl.source import Span

Among = tuple[str, ast.Expr, ast.Expr | None]


class Expressions(Base):
    """Builder of expressions."""

    def n_number(self, span: Span, number: str) -> ast.Number:
        """Build a whole number: ``7``, ``-2``."""
        return ast.Number(int(number), span=span)

    def n_text(self, span: Span, text: str) -> ast.Text:
        """Build a text in double quotes."""
        return ast.Text(unquote(text), span=span)

    def n_yes(self, span: Span) -> ast.YesNo:
        """Build the value ``yes``."""
        return ast.YesNo(True, span=span)

    def n_no(self, span: Span) -> ast.YesNo:
        """Build the value ``no``."""
        return ast.YesNo(False, span=span)

    def n_none(self, span: Span) -> ast.NoneValue:
        """Build the value ``none``."""
        return ast.NoneValue(span=span)

    def n_natural_dice(self, span: Span) -> ast.Natural:
        """Build ``natural``: the dice of the current roll, before modifiers."""
        return ast.Natural(span=span)

    def n_natural_fact(self, span: Span, name: str) -> ast.Attribute:
        """Build ``natural.doubles``: a fact about the single dice of the current roll."""
        return ast.Attribute(ast.Natural(span=span.first_characters(len("natural"))), name, span=span)

    def n_any_faces(self, span: Span, faces: Keys, roll: ast.Expr) -> ast.DiceFact:
        """Build ``any 6 in found``: whether a die of a roll shows one of some faces."""
        return ast.DiceFact("any", faces, roll, span=span)

    def n_all_faces(self, span: Span, _word: str, faces: Keys, roll: ast.Expr) -> ast.DiceFact:
        """Build ``all 1 in found``: whether all dice of a roll show one of some faces."""
        return ast.DiceFact("all", faces, roll, span=span)

    def n_count_faces(self, span: Span, faces: Keys, roll: ast.Expr) -> ast.DiceFact:
        """Build ``count 5.. in found``: how many dice of a roll show one of some faces."""
        return ast.DiceFact("count", faces, roll, span=span)

    def n_option_value(self, span: Span, name: str) -> ast.OptionValue:
        """Build ``option moon``: the value of an option."""
        return ast.OptionValue(name, span=span)

    def n_ref(self, span: Span, path: ast.Expr) -> ast.Expr:
        """Return the expression of a path, such as ``ship.kind`` or ``lamp[3]``, which may be assigned to."""
        return path

    def n_name(self, span: Span, name: str) -> ast.Name:
        """Build a bare name."""
        return ast.Name(name, span=span)

    def n_attribute(self, span: Span, owner: ast.Expr, name: str) -> ast.Attribute:
        """Build ``value.name``: an attribute of a value."""
        return ast.Attribute(owner, name, span=span)

    def n_subscript(self, span: Span, owner: ast.Expr, *indices: ast.Expr) -> ast.Subscript:
        """Build ``value[index, ...]``: an indexed field."""
        return ast.Subscript(owner, indices, span=span)

    def n_call_expr(self, span: Span, name: str, *args: ast.Expr | None) -> ast.Call:
        """Build ``name(args)``: a call of a define or built-in function."""
        return ast.Call(name, drop_missing(args), span=span)

    def n_new_record(self, span: Span, name: str, *values: ast.FieldValue) -> ast.NewRecord:
        """Build ``Ship(kind: x)``: a new element of a list."""
        return ast.NewRecord(name, values, span=span)

    def n_field_value(self, span: Span, name: str, value: ast.Expr) -> ast.FieldValue:
        """Build ``kind: x``: the value of a field in a new element."""
        return ast.FieldValue(name, value, span=span)

    def n_set_lit(self, span: Span, *values: ast.Expr) -> ast.SetLiteral:
        """Build ``{a, b, c}``: a set."""
        return ast.SetLiteral(values, span=span)

    def n_plus(self, span: Span, left: ast.Expr, _sign: str, right: ast.Expr) -> ast.Binary:
        """Build ``left + right``: a sum."""
        return ast.Binary("+", left, right, span=span)

    def n_minus(self, span: Span, left: ast.Expr, _sign: str, right: ast.Expr) -> ast.Binary:
        """Build ``left - right``: a difference."""
        return ast.Binary("-", left, right, span=span)

    def n_times(self, span: Span, left: ast.Expr, right: ast.Expr) -> ast.Binary:
        """Build ``left * right``: a product."""
        return ast.Binary("*", left, right, span=span)

    def n_divide(self, span: Span, left: ast.Expr, right: ast.Expr, rounded: str | None) -> ast.Divide:
        """Build ``left / right rounded down``: a division."""
        rounding = rounded.split()[1] if rounded else None
        return ast.Divide(left, right, rounding, span=span)  # type: ignore[arg-type]  # up or down

    def n_negate(self, span: Span, _sign: str, value: ast.Expr) -> ast.Negate:
        """Build ``-value``: a negation."""
        return ast.Negate(value, span=span)

    def n_compare(self, span: Span, left: ast.Expr, sign: ast.Comparator, right: ast.Expr) -> ast.Compare:
        """Build ``left <= right``: a comparison by ``<``, ``<=``, ``>`` or ``>=``."""
        return ast.Compare(sign, left, right, span=span)

    def n_is(self, span: Span, left: ast.Expr, right: ast.Expr) -> ast.Is:
        """Build ``left is right``: an equality test."""
        return ast.Is(left, right, False, span=span)

    def n_is_not(self, span: Span, left: ast.Expr, right: ast.Expr) -> ast.Is:
        """Build ``left is not right``: an inequality test."""
        return ast.Is(left, right, True, span=span)

    def n_within(self, span: Span, value: ast.Expr, low: ast.Expr, high: ast.Expr) -> ast.Within:
        """Build ``value in low..high``: a range test."""
        return ast.Within(value, low, high, span=span)

    def n_within_at_most(self, span: Span, value: ast.Expr, high: ast.Expr) -> ast.Within:
        """Build ``value in ..high``: a range test without a lower end."""
        return ast.Within(value, None, high, span=span)

    def n_within_at_least(self, span: Span, value: ast.Expr, low: ast.Expr) -> ast.Within:
        """Build ``value in low..``: a range test without an upper end."""
        return ast.Within(value, low, None, span=span)

    def n_member(self, span: Span, value: ast.Expr, among: ast.Expr) -> ast.Member:
        """Build ``value in {a, b}`` or ``value in list``: a membership test; ``among`` is the set or list."""
        return ast.Member(value, among, span=span)

    def n_not(self, span: Span, value: ast.Expr) -> ast.Not:
        """Build ``not value``: a logical negation."""
        return ast.Not(value, span=span)

    def n_and(self, span: Span, *values: ast.Expr) -> ast.And:
        """Build ``a and b and c``: a conjunction."""
        return ast.And(values, span=span)

    def n_or(self, span: Span, *values: ast.Expr) -> ast.Or:
        """Build ``a or b or c``: a disjunction."""
        return ast.Or(values, span=span)

    def n_or_else(self, span: Span, value: ast.Expr, otherwise: ast.Expr) -> ast.OrElse:
        """Build ``value or else otherwise``: a value with a fallback for none."""
        return ast.OrElse(value, otherwise, span=span)

    def n_case(self, span: Span, value: ast.Expr, condition: ast.Expr) -> ast.ConditionalCase:
        """Build ``value when condition``: a case of a conditional."""
        return ast.ConditionalCase(value, condition, span=span)

    def n_conditional(self, span: Span, *parts: ast.ConditionalCase | ast.Expr | None) -> ast.Conditional:
        """Build ``(3 when a, else 0)``: a conditional expression."""
        cases = tuple(part for part in parts if isinstance(part, ast.ConditionalCase))
        *_, otherwise = parts
        return ast.Conditional(cases, otherwise if ast.is_expr(otherwise) else None, span=span)

    def n_count(self, span: Span, among: Among) -> ast.Quantifier:
        """Build ``count(x in domain where e)``: the number of members ``among`` a domain that satisfy a condition."""
        return ast.Quantifier("count", *among, span=span)

    def n_any(self, span: Span, among: Among) -> ast.Quantifier:
        """Build ``any(x in domain where e)``: whether a member ``among`` a domain satisfies a condition."""
        return ast.Quantifier("any", *among, span=span)

    def n_first(self, span: Span, among: Among) -> ast.Quantifier:
        """Build ``first(x in domain where e)``: the first member ``among`` a domain that satisfies a condition."""
        return ast.Quantifier("first", *among, span=span)

    def n_sum_of(self, span: Span, value: ast.Expr, among: Among) -> ast.Sum:
        """Build ``sum(value for x in domain where e)``: a sum over the members ``among`` a domain."""
        return ast.Sum(value, *among, span=span)

    def n_extreme_of(self, span: Span, function: ast.BestKind, value: ast.Expr, among: Among) -> ast.Best:
        """Build ``max(value for x in domain where e)``: the extreme value for the members ``among`` a domain."""
        return ast.Best(function, value, *among, span=span)

    def n_best(self, span: Span, kind: ast.BestKind, among: Among, value: ast.Expr) -> ast.Best:
        """Build ``lowest x in domain where e by value``: the best member ``among`` a domain."""
        return ast.Best(kind, value, *among, span=span)

    def n_among(self, span: Span, name: str, domain: ast.Expr, where: ast.Expr | None) -> Among:
        """Return the variable, domain and condition of ``x in domain where e``."""
        return name, domain, where

    def n_interval(self, span: Span, low: ast.Expr, high: ast.Expr) -> ast.Interval:
        """Build ``low..high``: a range of numbers as the domain of a loop or choice."""
        return ast.Interval(low, high, span=span)

    def n_results_of(self, span: Span, table: str, args: Args) -> ast.ResultsOf:
        """Build ``results of T(args)``: the possible results of a table as a domain."""
        return ast.ResultsOf(table, args or (), span=span)

    def n_look_up(self, span: Span, table: str, args: tuple[ast.Expr, ...], part: str | None) -> ast.LookUp:
        """Build ``look up T(args).part``: a table look-up, or one part of its result."""
        return ast.LookUp(table, args, part, span=span)

    def n_table_column(self, span: Span, column: ast.Attribute) -> ast.Attribute:
        """Return the value and its column of tables: ``v.column``, of which the terminal before it has made sure."""
        return column

    def n_look_up_column(
        self, span: Span, column: ast.Attribute, args: tuple[ast.Expr, ...], part: str | None
    ) -> ast.LookUpColumn:
        """Build ``look up v.column(args).part``: a look-up of the table that an enum value has in a column."""
        return ast.LookUpColumn(column.value, column.name, args, part, span=span)

    def n_modifiers_on(self, span: Span, table: str, args: Args) -> ast.ModifiersOn:
        """Build ``modifiers on T(args)``: the sum of the modifiers that would apply to a roll now."""
        return ast.ModifiersOn(table, args or (), span=span)
