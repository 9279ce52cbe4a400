"""Builder methods for examples: scene, call, expected events, grids of cases."""

from __future__ import annotations

from typing import Literal, cast

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Base, unquote
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Span

Item = ast.Expr | ast.CaseWords | ast.CaseSpan


class Examples(Base):
    """Builder of examples."""

    def n_example(self, span: Span, title: str, origin: Origin, *lines: ast.ExampleLine) -> ast.Example:
        return ast.Example(unquote(title), origin, lines, span=span)

    # --- the scene

    def n_given(self, span: Span, target: ast.Expr, value: ast.Expr) -> ast.Given:
        return ast.Given(target, value, span=span)

    def n_given_do(self, span: Span, do: ast.Do) -> ast.GivenDo:
        return ast.GivenDo(do, span=span)

    def n_given_add(self, span: Span, value: ast.Expr, target: ast.Expr, name: str | None) -> ast.GivenAdd:
        return ast.GivenAdd(value, target, name, span=span)

    def n_given_option(self, span: Span, name: str, value: str) -> ast.GivenOption:
        return ast.GivenOption(name, value, span=span)

    def n_yes_word(self, span: Span) -> str:
        return "yes"

    def n_no_word(self, span: Span) -> str:
        return "no"

    def n_given_overlay(self, span: Span, kind: str, name: str) -> ast.GivenOverlay:
        return ast.GivenOverlay(cast(Literal["without", "variant"], kind), name, span=span)

    def n_leave_out(self, span: Span, _words: str, left_out: ast.LeaveOut, values: ast.Result | None) -> ast.LeaveOut:
        return ast.LeaveOut(left_out.kind, left_out.name, values.values if values else (), span=span)

    def n_left_out_do(self, span: Span, name: str) -> ast.LeaveOut:
        return ast.LeaveOut("procedure", name, (), span=span)

    def n_left_out_roll(self, span: Span, table: str) -> ast.LeaveOut:
        return ast.LeaveOut("table", table, (), span=span)

    # --- the call, and the expected events in the order of play

    def n_call(self, span: Span, call: ast.RollOn | ast.LookUp | ast.Do) -> ast.ExampleCall:
        return ast.ExampleCall(call, span=span)

    def n_rolls(self, span: Span, table: str, *dice: str) -> ast.ExpectedRoll:
        return ast.ExpectedRoll(None if table == "-" else table, tuple(int(d) for d in dice), span=span)

    def n_rolls_in(self, span: Span, within: str, *dice: str) -> ast.ExpectedRoll:
        return ast.ExpectedRoll(None, tuple(int(d) for d in dice), within, span=span)

    def n_answer(self, span: Span, choice: str | None, *words: str) -> ast.ExpectedAnswer:
        return ast.ExpectedAnswer(words, choice, span=span)

    def n_drawn(self, span: Span, choice: str | None, *words: str) -> ast.ExpectedAnswer:
        return ast.ExpectedAnswer(words, choice, True, span=span)

    def n_words(self, span: Span, *words: str) -> tuple[str, ...]:
        return words

    def n_offered(self, span: Span, _word: str, *options: tuple[str, ...]) -> ast.ExpectedOffer:
        return ast.ExpectedOffer(options, span=span)

    def n_leads(self, span: Span, never: str | None, _words: str, name: str) -> ast.LeadsTo:
        return ast.LeadsTo(name, never is not None, span=span)

    def n_expect(self, span: Span, condition: ast.Expr) -> ast.Expect:
        return ast.Expect(condition, span=span)

    def n_expect_nothing_else(self, span: Span, _words: str) -> ast.ExpectNothingElse:
        return ast.ExpectNothingElse(span=span)

    def n_expect_ended(self, span: Span, procedure: str, _word: str) -> ast.ExpectEnded:
        return ast.ExpectEnded(procedure, span=span)

    # --- cases

    def n_case_row(self, span: Span, *cells: ast.CaseHead | ast.CaseCell | Item) -> ast.CaseRow:
        whole = (cell if isinstance(cell, ast.CaseHead | ast.CaseCell) else self.make_case_cell(cell) for cell in cells)
        return ast.CaseRow(tuple(whole), span=span)

    def make_case_cell(self, item: Item) -> ast.CaseCell:
        """Wrap a single item in a cell."""
        return ast.CaseCell((item,), span=item.span)

    def n_case_items(self, span: Span, *items: Item) -> ast.CaseCell:
        return ast.CaseCell(items, span=span)

    def n_case_blank(self, span: Span, _dash: str) -> ast.CaseCell:
        return ast.CaseCell((), span=span)

    def n_case_words(self, span: Span, *words: str) -> ast.CaseWords:
        return ast.CaseWords(words, span=span)

    def n_case_id(self, span: Span, word: str) -> ast.CaseWords:
        return ast.CaseWords((word,), span=span)

    def n_case_span(self, span: Span, low: str, high: str) -> ast.CaseSpan:
        return ast.CaseSpan(int(low), int(high), span=span)

    def n_case_given(self, span: Span, target: ast.Expr) -> ast.CaseHead:
        return ast.CaseHead("given", target, span=span)

    def n_case_option(self, span: Span, name: str) -> ast.CaseHead:
        return ast.CaseHead("option", name, span=span)

    def n_case_roll(self, span: Span, table: str) -> ast.CaseHead:
        return ast.CaseHead("roll", None if table == "-" else table, span=span)

    def n_case_roll_in(self, span: Span, within: str) -> ast.CaseHead:
        return ast.CaseHead("roll in", within, span=span)

    def n_case_answer(self, span: Span, choice: str | None) -> ast.CaseHead:
        return ast.CaseHead("answer", choice, span=span)

    def n_case_drawn(self, span: Span, choice: str) -> ast.CaseHead:
        return ast.CaseHead("drawn", choice, span=span)

    def n_case_offered(self, span: Span, _word: str) -> ast.CaseHead:
        return ast.CaseHead("offered", None, span=span)

    def n_case_expect(self, span: Span, condition: ast.Expr) -> ast.CaseHead:
        return ast.CaseHead("expect", condition, span=span)

    def n_case_leads(self, span: Span, _words: str) -> ast.CaseHead:
        return ast.CaseHead("leads", None, span=span)
