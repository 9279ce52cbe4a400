"""Builder methods for boards: places and marks."""

from __future__ import annotations

from typing import Literal, cast

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Base, drop_missing, unquote
from bombsight.dsl.builder.expressions import Among
from bombsight.dsl.source import Span


class Boards(Base):
    """Builder of boards."""

    def n_board(self, span: Span, name: str, title: str, *lines: ast.BoardLine) -> ast.Board:
        return ast.Board(name, unquote(title), lines, span=span)

    def n_plan(self, span: Span, _plan: str, *parts: str | ast.PlanRow) -> ast.Plan:
        enums = tuple(str(part) for part in parts if not isinstance(part, ast.PlanRow))
        return ast.Plan(enums, tuple(part for part in parts if isinstance(part, ast.PlanRow)), span=span)

    def n_plan_row(self, span: Span, *cells: ast.PlanCell) -> ast.PlanRow:
        return ast.PlanRow(cells, span=span)

    def n_plan_places(self, span: Span, *places: ast.PlanPlace) -> ast.PlanCell:
        return ast.PlanCell(places, None, span=span)

    def n_plan_text(self, span: Span, text: str) -> ast.PlanCell:
        return ast.PlanCell((), unquote(text), span=span)

    def n_plan_blank(self, span: Span, *_hyphen: str) -> ast.PlanCell:
        return ast.PlanCell((), None, span=span)

    def n_plan_place(self, span: Span, value: ast.Expr, title: str | None) -> ast.PlanPlace:
        return ast.PlanPlace(value, unquote(title) if title else None, span=span)

    def n_map(self, span: Span, _map: str, across: tuple[int, int], down: tuple[int, int]) -> ast.Map:
        return ast.Map(across, down, span=span)

    def n_ends(self, _span: Span, low: ast.Number, high: ast.Number) -> tuple[int, int]:
        return low.value, high.value

    def n_reach(self, span: Span, first: ast.Expr, last: ast.Expr) -> ast.Reach:
        return ast.Reach(first, last, span=span)

    def n_reach_one(self, span: Span, only: ast.Expr) -> ast.Reach:
        return ast.Reach(only, None, span=span)

    def n_spot(self, span: Span, across: ast.Reach, down: ast.Reach) -> ast.Spot:
        return ast.Spot(across, down, span=span)

    def n_lined(self, span: Span, by: str, among: Among, *marks: ast.Mark | None) -> ast.Lined:
        return ast.Lined(cast(Literal["rows", "columns"], str(by)), *among, drop_missing(marks), span=span)

    def n_marked(self, span: Span, among: Among | None, at: ast.Expr | ast.Spot, *marks: ast.Mark) -> ast.Marked:
        name, domain, where = among or (None, None, None)
        return ast.Marked(name, domain, where, at, marks, span=span)

    def n_mark(self, span: Span, _mark: str, text: str, tone: str | None, when: ast.Expr | None) -> ast.Mark:
        return ast.Mark(unquote(text), "good" if tone == "good" else "bad" if tone == "bad" else "", when, span=span)
