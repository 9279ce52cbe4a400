"""Builder methods for boards: places and marks."""

from __future__ import annotations

from typing import Any, Literal, cast

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Base, drop_missing, parse_matters, unquote
from bombsight.dsl.builder.expressions import Among
from bombsight.dsl.source import Span

Pair = tuple[int, int]
"""The two ends of an extent, or a point: its numbers across and down."""


class Boards(Base):
    """Builder of boards."""

    def n_board(self, span: Span, name: str, title: str, *lines: ast.BoardLine) -> ast.Board:
        """Build a board (a picture of the state) from its layout and its marks."""
        return ast.Board(name, unquote(title), lines, span=span)

    def n_plan(self, span: Span, _plan: str, *parts: str | ast.PlanRow) -> ast.Plan:
        """Build a board's layout ``plan Sky, Ship`` from the names of enums whose values it shows, and its rows."""
        enums = tuple(str(part) for part in parts if not isinstance(part, ast.PlanRow))
        return ast.Plan(enums, tuple(part for part in parts if isinstance(part, ast.PlanRow)), span=span)

    def n_cross_plan(self, span: Span, _plan: str, columns: str, rows: str) -> ast.CrossPlan:
        """Build a board's layout ``plan Column by Row`` from the names of two enums."""
        return ast.CrossPlan(columns, rows, span=span)

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

    def n_map(self, span: Span, _map: str, across: Pair, down: Pair, *drawn: ast.DrawingLine | None) -> ast.Map:
        """Build the layout ``map 0..90, 0..60`` from its extent across and down, and what is drawn on it."""
        return ast.Map(across, down, drop_missing(drawn), span=span)

    def n_picture(self, span: Span, *parts: str | Pair | ast.DrawingLine | None) -> ast.Picture:
        """Build the layout ``picture Signal 0..200, 0..140`` from its enums, its extent, and what is drawn on it."""
        across, down = (part for part in parts if isinstance(part, tuple))
        enums = tuple(part for part in parts if isinstance(part, str))
        drawn = tuple(part for part in parts if isinstance(part, ast.BaseDrawingLine))
        return ast.Picture(enums, across, down, drawn, span=span)

    def n_ends(self, _span: Span, low: ast.Number, high: ast.Number) -> Pair:
        """Build the extent of a map in one direction: the pair 0 and 90 for ``0..90``."""
        return low.value, high.value

    def n_point(self, _span: Span, across: ast.Number, down: ast.Number) -> Pair:
        """Build a fixed point of a map or picture: the pair 20 and 60 for ``20, 60``."""
        return across.value, down.value

    def n_outline(
        self,
        span: Span,
        path: str,
        mirrored: str | None,
        text: str | None,
        tone: str | None,
        when: ast.Expr | None,
    ) -> ast.Outline:
        """Build ``outline "M 0 0 L 9 9" mirrored "The hull" good when e``: a shape on a map or picture.

        Args:
            span: The place.
            path: The path of its lines.
            mirrored: The word ``mirrored``, if it is there.
            text: What it means.
            tone: The word ``good`` or ``bad``.
            when: The condition under which it is drawn.
        """
        title = unquote(text) if text else None
        return ast.Outline(unquote(path), mirrored is not None, title, parse_matters(tone), when, span=span)

    def n_circle(
        self, span: Span, at: Pair, radius: str, text: str | None, tone: str | None, when: ast.Expr | None
    ) -> ast.Circle:
        """Build ``circle 100, 70 radius 60``; the further parts as those of an outline."""
        return ast.Circle(at, int(radius), unquote(text) if text else None, parse_matters(tone), when, span=span)

    def n_arc(self, span: Span, at: Pair, *numbers_and_parts: Any) -> ast.Arc:
        """Build ``arc 100, 4 radius 30 from 300 to 60``; the further parts as those of an outline."""
        radius, first, last, text, tone, when = numbers_and_parts
        title = unquote(text) if text else None
        return ast.Arc(at, int(radius), int(first), int(last), title, parse_matters(tone), when, span=span)

    def n_caption(self, span: Span, text: str, at: Pair) -> ast.Caption:
        """Build ``text "Port" at 20, 60``: a text on a map or picture."""
        return ast.Caption(unquote(text), at, span=span)

    def n_scale(self, span: Span, numbers: str, unit: str) -> ast.Scale:
        """Build ``scale 10 "inches"``: the scale of a map or picture."""
        return ast.Scale(int(numbers), unquote(unit), span=span)

    def n_compass(self, span: Span, degrees: str, text: str) -> ast.Compass:
        """Build ``north 0 "12 o'clock"``: the compass of a map or picture."""
        return ast.Compass(int(degrees), unquote(text), span=span)

    def n_placed(self, span: Span, value: ast.Expr, across: Pair, down: Pair, title: str | None) -> ast.PicturePlace:
        """Build the place of an enum value on a picture: ``bell at 92..108, 4..16 "Bell"``."""
        return ast.PicturePlace(value, across, down, unquote(title) if title else None, span=span)

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

    def n_marked(
        self, span: Span, among: Among | None, at: ast.Expr | ast.Spot, *marks: ast.Mark | ast.Ring
    ) -> ast.Marked:
        """Build ``for each s in ships at s.side`` with the marks below it; for ``at harbour``, ``among`` is None."""
        name, domain, where = among or (None, None, None)
        return ast.Marked(name, domain, where, at, marks, span=span)

    def n_marked_each(self, span: Span, among: Among, *lines: ast.Marked | ast.MarkedEach) -> ast.MarkedEach:
        """Build ``for each c in Column`` with further loops, or places, below it."""
        name, domain, where = among
        return ast.MarkedEach(name, domain, where, lines, span=span)

    def n_mark(
        self, span: Span, _mark: str, text: str, tone: str | None, sign: ast.Sign | None, when: ast.Expr | None
    ) -> ast.Mark:
        """Build ``mark "lost" bad as cross when lost[s]``: a text with a tone, shown while a condition holds.

        Args:
            span: The place.
            text: The text.
            tone: The word ``good`` or ``bad``.
            sign: The sign that is drawn for it.
            when: The condition.
        """
        return ast.Mark(unquote(text), parse_matters(tone), when, sign, span=span)

    def n_sign(self, span: Span, name: str, _turned: str | None, turned: ast.Expr | None) -> ast.Sign:
        """Build ``as arrow turned 90``: the sign of a mark, and the degrees by which it is turned."""
        return ast.Sign(name, turned, span=span)

    def n_ring(self, span: Span, radius: ast.Expr, tone: str | None, when: ast.Expr | None) -> ast.Ring:
        """Build ``ring radius 40 bad when lit``: a circle about a thing."""
        return ast.Ring(radius, parse_matters(tone), when, span=span)
