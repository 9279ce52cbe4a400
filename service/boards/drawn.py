"""Boards that notebooks show as pictures."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import fields, frozen

from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.svg import MAX_COLUMNS, draw_svg, render_svg
from bombsight.service.common.markup import render_markup
from bombsight.service.common.notebook import without_ids


@frozen(kw_only=True)
class DrawnBoard(BoardShown):
    """A board of the present state that can be drawn."""

    def svg(self) -> str:
        """Draw the board as an SVG document, which can also be embedded in a page."""
        return render_svg(self)

    def _repr_html_(self) -> str:
        """Draw the board for a notebook."""
        return render_markup(without_ids(draw_svg(self, self.name, MAX_COLUMNS))) + "\n"


class DrawnBoards(tuple[DrawnBoard, ...]):
    """The boards of the present state, drawn one below another in a notebook."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Draw all boards for a notebook."""
        return "".join(f"<p>{board._repr_html_()}</p>\n" for board in self)


def make_drawn_boards(boards: Iterable[BoardShown]) -> DrawnBoards:
    """Make boards that can be drawn of boards as values."""
    names = [each.name for each in fields(BoardShown)]
    return DrawnBoards(DrawnBoard(**{name: getattr(board, name) for name in names}) for board in boards)
