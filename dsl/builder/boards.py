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
        """Build a board (a picture of the state) from its layout and its marks."""
        return ast.Board(name, unquote(title), lines, span=span)

    def n_plan(self, span: Span, _plan: str, *parts: str | ast.PlanRow) -> ast.Plan:
        """Build a board's layout ``plan Sky, Ship`` from the names of enums whose values it shows, and its rows."""
        enums = tuple(str(part) for part in parts if not isinstance(part, ast.PlanRow))
        return ast.Plan(enums, tuple(part for part in parts if isinstance(part, ast.PlanRow)), span=span)

    def n_plan_row(self, span: Span, *cells: ast.PlanCell) -> ast.PlanRow:
        """Build a row of a plan: ``| a, b | "text" | - |``."""
        return ast.PlanRow(cells, span=span)

    def n_plan_places(self, span: Span, *places: ast.PlanPlace) -> ast.PlanCell:
        """Build the cell of a plan that holds enum values."""
        return ast.PlanCell(places, None, span=span)

    def n_plan_text(self, span: Span, text: str) -> ast.PlanCell:
        """Build the cell of a plan that holds a text."""
        return ast.PlanCell((), unquote(text), span=span)

    def n_plan_blank(self, span: Span, *_hyphen: str) -> ast.PlanCell:
        """Build an empty cell of a plan, ``-``."""
        return ast.PlanCell((), None, span=span)

    def n_plan_place(self, span: Span, value: ast.Expr, title: str | None) -> ast.PlanPlace:
        """Build an enum value in a cell of a plan, with its label there, if any."""
        return ast.PlanPlace(value, unquote(title) if title else None, span=span)

    def n_map(self, span: Span, _map: str, across: tuple[int, int], down: tuple[int, int]) -> ast.Map:
        """Build the layout ``map 0..90, 0..60`` from its extent across and down."""
        return ast.Map(across, down, span=span)

    def n_ends(self, _span: Span, low: ast.Number, high: ast.Number) -> tuple[int, int]:
        """Build the extent of a map in one direction: the pair 0 and 90 for ``0..90``."""
        return low.value, high.value

    def n_reach(self, span: Span, first: ast.Expr, last: ast.Expr) -> ast.Reach:
        """Build the range of numbers that a rectangle on a map covers in one direction: ``10..20``."""
        return ast.Reach(first, last, span=span)

    def n_reach_one(self, span: Span, only: ast.Expr) -> ast.Reach:
        """Build the one number that a point on a map has in one direction."""
        return ast.Reach(only, None, span=span)

    def n_spot(self, span: Span, across: ast.Reach, down: ast.Reach) -> ast.Spot:
        """Build a point or a rectangle on a map: ``b.x, b.y``, ``10..20, 5..9``."""
        return ast.Spot(across, down, span=span)

    def n_lined(self, span: Span, direction: str, among: Among, *marks: ast.Mark | None) -> ast.Lined:
        """Build a board's layout ``rows s in Ship where e``: a row (or column) for each member that ``among`` finds."""
        return ast.Lined(cast(Literal["rows", "columns"], str(direction)), *among, drop_missing(marks), span=span)

    def n_headline(self, span: Span) -> ast.Headline:
        """Build the layout ``headline``: marks in one line."""
        return ast.Headline(span=span)

    def n_marked(self, span: Span, among: Among | None, at: ast.Expr | ast.Spot, *marks: ast.Mark) -> ast.Marked:
        """Build ``for each s in ships at s.side`` with the marks below it; for ``at harbour``, ``among`` is None."""
        name, domain, where = among or (None, None, None)
        return ast.Marked(name, domain, where, at, marks, span=span)

    def n_mark(self, span: Span, _mark: str, text: str, tone: str | None, when: ast.Expr | None) -> ast.Mark:
        """Build ``mark "lost" bad when lost[s]``: a text with a tone, shown while a condition holds."""
        return ast.Mark(unquote(text), "good" if tone == "good" else "bad" if tone == "bad" else "", when, span=span)
