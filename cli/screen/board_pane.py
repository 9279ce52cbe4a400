"""The widget of the boards on the full screen: pieces that answer are lit, and a cursor goes from one to another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Spacing
from textual.message import Message

from bombsight.cli.play.boards import MARGIN, DrawnBoards
from bombsight.cli.screen.board_stops import BoardStop, find_stops, first_stop, next_stop, stop_at
from bombsight.cli.screen.line_widget import LineWidget
from bombsight.cli.screen.piece_answers import PieceAnswer

LIT_STYLE = "bold underline"
"""The style of a piece that answers the question."""

MARK_STYLE = "bold black on yellow"
"""The style of the mark of a piece that is taken."""

CURSOR_STYLE = "bold reverse"
"""The style of what is at the cursor."""

SIGHT_MARGIN = 2
"""The lines above and below the cursor that are kept in sight: a piece's name may stand in them."""

WORD = re.compile(r"[^\s\u2500-\u257f\u2800-\u28ff]+")
"""What is lit of a piece: words and signs, but neither frames nor the Braille dots of shapes."""

NO_BOARDS = DrawnBoards((), ())


class BoardPane(LineWidget, can_focus=False):
    """The widget of the boards. With the focus it has a cursor, which stands on a piece.

    It cannot be focused until a screen lets it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(0, -1)", show=False),
        Binding("down", "point(0, 1)", show=False),
        Binding("left", "point(-1, 0)", show=False),
        Binding("right", "point(1, 0)", show=False),
        Binding("enter,space", "choose", show=False),
        Binding("tab,escape", "leave", show=False),
    ]

    class Moved(Message):
        """The widget message that the cursor stands elsewhere, or where it was after the question has changed."""

    class Chosen(Message):
        """The widget message that the player has chosen the piece at the cursor."""

    class Left(Message):
        """The widget message that the player leaves the boards."""

    def __init__(self) -> None:
        """Make an empty pane."""
        super().__init__("boards", scrolls_sideways=True)
        self.drawn = NO_BOARDS
        self.answers: Sequence[PieceAnswer] = ()
        self.stops: Sequence[BoardStop] = ()
        self._at: int | None = None
        self._offset_before = Offset(0, 0)

    @property
    def stop(self) -> BoardStop | None:
        """The stop at the cursor; None if there is no cursor."""
        return None if self._at is None else self.stops[self._at]

    def set_boards(self, drawn: DrawnBoards, answers: Sequence[PieceAnswer]) -> None:
        """Show drawn boards with the pieces lit that answer; the cursor stays at its piece, if that is still there."""
        name = self.stop.name if self.stop is not None else ""
        is_other = self.answers != answers
        self.drawn, self.answers = drawn, answers
        self.stops = find_stops(drawn.targets, answers)
        found = next((number for number, stop in enumerate(self.stops) if name and stop.name == name), None)
        self._at = first_stop(self.stops, None) if self._at is not None and found is None and self.stops else found
        self.draw_pieces()
        if is_other and self._at is None:
            self.call_after_refresh(self.show_answers)

    def show_answers(self) -> None:
        """Scroll to the first piece that answers, unless one is in sight already."""
        stops = [stop for stop in self.stops if stop.answers]
        top, bottom = self.scroll_offset.y, self.scroll_offset.y + self.scrollable_content_region.height
        if stops and not any(top <= stop.top and stop.bottom <= bottom for stop in stops):
            self.scroll_to(y=max(0, min(stop.top for stop in stops) - SIGHT_MARGIN), animate=False)

    def begin(self, preferred: PieceAnswer | None) -> bool:
        """Put the cursor on the piece of the preferred answer, or another one; return whether there is any."""
        self._offset_before = self.scroll_offset
        self._at = first_stop(self.stops, preferred) if self.stops else None
        self.draw_pieces()
        self.show_cursor()
        return self._at is not None

    def end(self) -> None:
        """Take the cursor away, and scroll back to where the boards stood."""
        self._at = None
        self.draw_pieces()
        self.scroll_to(*self._offset_before, animate=False)

    def draw_pieces(self) -> None:
        """Draw the boards with what is lit, and the cursor."""
        lines = [*self.drawn.lines]
        for stop in self.stops:
            if stop.answers and stop is not self.stop:
                light_cells(lines, stop, LIT_STYLE, fill=False)
            for mark in {answer.mark for answer in stop.answers if answer.mark}:
                write_mark(lines, stop, mark)
        if self.stop is not None:
            light_cells(lines, self.stop, CURSOR_STYLE, fill=True)
        self.set_lines(lines)

    def show_cursor(self) -> None:
        """Scroll to the cursor, and tell where it stands."""
        if self.stop is not None:
            stop = self.stop
            left = max(0, stop.left - MARGIN)
            width = min(stop.right - left, self.scrollable_content_region.width)  # of what is wider its beginning
            region = Region(left, stop.top, width, stop.bottom - stop.top)
            around = Spacing.vertical(SIGHT_MARGIN)
            self.call_after_refresh(self.scroll_to_region, region, spacing=around, animate=False)
            self.post_message(self.Moved())

    def action_point(self, across: int, down: int) -> None:
        """Key action: move the cursor to the nearest piece in a direction; 1 to the right or down, -1 back."""
        if self._at is not None:
            self._at = next_stop(self.stops, self._at, across, down)
            self.draw_pieces()
            self.show_cursor()

    def action_choose(self) -> None:
        """Key action: choose the piece at the cursor."""
        if self.stop is not None:
            self.post_message(self.Chosen())

    def action_leave(self) -> None:
        """Key action: leave the boards."""
        self.post_message(self.Left())

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked piece; leave the boards if there is none."""
        if not self.can_focus:
            return
        offset = event.get_content_offset(self)
        found = None
        if offset is not None:
            found = stop_at(self.stops, offset.x + self.scroll_offset.x, offset.y + self.scroll_offset.y)
        if found is None:
            self.action_leave()
            return
        self._at = found
        self.draw_pieces()
        self.show_cursor()
        self.action_choose()


def write_mark(lines: list[Text], stop: BoardStop, mark: str) -> None:
    """Write how a piece is marked into lines, in place: over the end of its sign, or before its name."""
    for number in range(stop.top, min(stop.bottom, len(lines))):
        line = lines[number]
        word = WORD.search(line.plain, stop.left, stop.right)
        if word is None:
            continue
        is_sign = not any(map(str.isalnum, word[0]))
        end = word.end() if is_sign else word.start() - 1
        begin = end - len(mark)
        if begin >= 0 and WORD.search(line.plain, begin, end - is_sign) is None:
            lines[number] = Text().append_text(line[:begin]).append(mark, MARK_STYLE).append_text(line[end:])
        return


def light_cells(lines: list[Text], stop: BoardStop, style: str, *, fill: bool) -> None:
    """Light the cells of a stop in lines, in place: all of them to ``fill`` it, else those that are not blank."""
    for number in range(stop.top, min(stop.bottom, len(lines))):
        line = lines[number].copy()
        if fill:
            line.pad_right(max(0, stop.right - len(line)))
            line.stylize(style, stop.left, stop.right)
        else:
            for word in WORD.finditer(line.plain, stop.left, stop.right):
                line.stylize(style, *word.span())
        lines[number] = line
