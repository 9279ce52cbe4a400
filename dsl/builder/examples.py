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
        """Build an example (a worked case, run as a test) from its lines."""
        return ast.Example(unquote(title), origin, lines, span=span)

    # --- the scene

    def n_given(self, span: Span, target: ast.Expr, value: ast.Expr) -> ast.Given:
        """Build ``given x = e``: the value of a field when the example begins."""
        return ast.Given(target, value, span=span)

    def n_given_do(self, span: Span, do: ast.Do) -> ast.GivenDo:
        """Build ``given do p``: a procedure to run before the example begins."""
        return ast.GivenDo(do, span=span)

    def n_given_add(self, span: Span, value: ast.Expr, target: ast.Expr, name: str | None) -> ast.GivenAdd:
        """Build ``given add Ship(...) to ships as s``: an element to add before the example begins."""
        return ast.GivenAdd(value, target, name, span=span)

    def n_given_option(self, span: Span, name: str, value: str) -> ast.GivenOption:
        """Build ``given option moon = yes``: the value of an option in the example."""
        return ast.GivenOption(name, value, span=span)

    def n_yes_word(self, span: Span) -> str:
        """Return the word ``yes``, the value of an option in an example."""
        return "yes"

    def n_no_word(self, span: Span) -> str:
        """Return the word ``no``, the value of an option in an example."""
        return "no"

    def n_given_overlay(self, span: Span, kind: str, name: str) -> ast.GivenOverlay:
        """Build ``given variant fog`` or ``given without sheet``: an overlay to apply, or to leave out."""
        return ast.GivenOverlay(cast(Literal["without", "variant"], kind), name, span=span)

    def n_leave_out(self, span: Span, _words: str, left_out: ast.LeaveOut, values: ast.Result | None) -> ast.LeaveOut:
        """Build ``leave out do p = 3``: a call to skip, and the values to use instead."""
        return ast.LeaveOut(left_out.kind, left_out.name, values.values if values else (), span=span)

    def n_left_out_do(self, span: Span, name: str) -> ast.LeaveOut:
        """Build ``do p``, a call that the example skips; :meth:`n_leave_out` adds the results used in its place."""
        return ast.LeaveOut("procedure", name, (), span=span)

    def n_left_out_roll(self, span: Span, table: str) -> ast.LeaveOut:
        """Build the skipped roll on a table, to which :meth:`n_leave_out` adds the values."""
        return ast.LeaveOut("table", table, (), span=span)

    # --- the call, and the expected events in the order of play

    def n_call(self, span: Span, call: ast.RollOn | ast.LookUp | ast.Do) -> ast.ExampleCall:
        """Build the line with the call that an example tests."""
        return ast.ExampleCall(call, span=span)

    def n_rolls(self, span: Span, table: str, *dice: str) -> ast.ExpectedRoll:
        """Build ``roll G-9 3 4``: the faces of the next throw, on table G-9, or on any table for ``-``."""
        return ast.ExpectedRoll(None if table == "-" else table, tuple(int(d) for d in dice), span=span)

    def n_rolls_in(self, span: Span, owner: str, *dice: str) -> ast.ExpectedRoll:
        """Build ``roll in leak 4``: the faces of the next throw that the procedure or table ``owner`` itself makes."""
        return ast.ExpectedRoll(None, tuple(int(d) for d in dice), owner, span=span)

    def n_answer(self, span: Span, choice: str | None, *words: str) -> ast.ExpectedAnswer:
        """Build ``answer order: brig late``: the player's next answer."""
        return ast.ExpectedAnswer(words, choice, span=span)

    def n_drawn(self, span: Span, choice: str | None, *words: str) -> ast.ExpectedAnswer:
        """Build ``drawn card: ace``: the next result of a random draw."""
        return ast.ExpectedAnswer(words, choice, True, span=span)

    def n_words(self, span: Span, *words: str) -> tuple[str, ...]:
        """Return the words that name one option of a question: ``brig late``."""
        return words

    def n_offered(self, span: Span, _word: str, *options: tuple[str, ...]) -> ast.ExpectedOffer:
        """Build ``offered hold, drop``: the exact options of the next question."""
        return ast.ExpectedOffer(options, span=span)

    def n_leads(self, span: Span, never: str | None, _words: str, name: str) -> ast.LeadsTo:
        """Build ``leads to T``, the next call, or ``never leads to T``, a call that must not occur."""
        return ast.LeadsTo(name, never is not None, span=span)

    def n_expect(self, span: Span, condition: ast.Expr) -> ast.Expect:
        """Build ``expect e``: a condition that must hold after the call."""
        return ast.Expect(condition, span=span)

    def n_expect_nothing_else(self, span: Span, _words: str) -> ast.ExpectNothingElse:
        """Build ``expect nothing else changed``: no state changed but what the other lines name."""
        return ast.ExpectNothingElse(span=span)

    def n_expect_ended(self, span: Span, procedure: str, _word: str) -> ast.ExpectEnded:
        """Build ``expect mission ended``: a procedure must have been ended."""
        return ast.ExpectEnded(procedure, span=span)

    # --- cases

    def n_case_row(self, span: Span, *cells: ast.CaseHead | ast.CaseCell | Item) -> ast.CaseRow:
        """Build a row of a grid of cases: ``| 3 | ace | - |``."""
        whole = (cell if isinstance(cell, ast.CaseHead | ast.CaseCell) else self.make_case_cell(cell) for cell in cells)
        return ast.CaseRow(tuple(whole), span=span)

    def make_case_cell(self, item: Item) -> ast.CaseCell:
        """Wrap a single item in a cell of a grid of cases; return a cell unchanged."""
        return ast.CaseCell((item,), span=item.span)

    def n_case_items(self, span: Span, *items: Item) -> ast.CaseCell:
        """Build a cell with several values, separated by commas."""
        return ast.CaseCell(items, span=span)

    def n_case_blank(self, span: Span, _dash: str) -> ast.CaseCell:
        """Build an empty cell of a case, ``-``."""
        return ast.CaseCell((), span=span)

    def n_case_words(self, span: Span, *words: str) -> ast.CaseWords:
        """Build a value of several words in a cell: ``brig late``."""
        return ast.CaseWords(words, span=span)

    def n_case_id(self, span: Span, word: str) -> ast.CaseWords:
        """Build the id of a table in a cell: ``G-9``."""
        return ast.CaseWords((word,), span=span)

    def n_case_span(self, span: Span, low: str, high: str) -> ast.CaseSpan:
        """Build a range of numbers in a cell: ``2..5``."""
        return ast.CaseSpan(int(low), int(high), span=span)

    def n_case_given(self, span: Span, target: ast.Expr) -> ast.CaseHead:
        """Build the head of a column of field values: ``given x``."""
        return ast.CaseHead("given", target, span=span)

    def n_case_option(self, span: Span, name: str) -> ast.CaseHead:
        """Build the head of a column of option values: ``given option moon``."""
        return ast.CaseHead("option", name, span=span)

    def n_case_roll(self, span: Span, table: str) -> ast.CaseHead:
        """Build the head of a column of throws for a table: ``roll G-9``."""
        return ast.CaseHead("roll", None if table == "-" else table, span=span)

    def n_case_roll_in(self, span: Span, owner: str) -> ast.CaseHead:
        """Build a column's head ``roll in leak``: throws that the procedure or table ``owner`` makes by itself."""
        return ast.CaseHead("roll in", owner, span=span)

    def n_case_answer(self, span: Span, choice: str | None) -> ast.CaseHead:
        """Build the heading ``answer order`` of a column in a grid of cases, whose cells answer that question."""
        return ast.CaseHead("answer", choice, span=span)

    def n_case_drawn(self, span: Span, choice: str) -> ast.CaseHead:
        """Build the head of a column of results of a draw: ``drawn card``."""
        return ast.CaseHead("drawn", choice, span=span)

    def n_case_offered(self, span: Span, _word: str) -> ast.CaseHead:
        """Build the head of a column of options of a question: ``offered``."""
        return ast.CaseHead("offered", None, span=span)

    def n_case_expect(self, span: Span, condition: ast.Expr) -> ast.CaseHead:
        """Build the head of a column of expected values: ``expect e``."""
        return ast.CaseHead("expect", condition, span=span)

    def n_case_leads(self, span: Span, _words: str) -> ast.CaseHead:
        """Build the head of a column of next calls: ``leads to``."""
        return ast.CaseHead("leads", None, span=span)
