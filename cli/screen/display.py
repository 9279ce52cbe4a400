"""The widgets of the full screen, and the display of the present state in them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from rich.text import Text
from textual.app import App, ComposeResult
from textual.events import Resize
from textual.widgets import Input

from bombsight.boundary.errors import InputError
from bombsight.cli.play.boards import draw_changes
from bombsight.cli.screen.board_pane import BoardPane
from bombsight.cli.screen.command_line import CommandLine
from bombsight.cli.screen.drawn_story import MAX_SHOWN_LINES, DrawnStory
from bombsight.cli.screen.frame_lines import (
    FULL_BOARD_WIDTH,
    PANE_KEYS,
    PANES,
    draw_all_boards,
    draw_head,
    draw_tabs,
)
from bombsight.cli.screen.keys import draw_foot
from bombsight.cli.screen.line_widget import LineWidget
from bombsight.cli.screen.piece_answers import PieceAnswer
from bombsight.cli.screen.question_pane import QuestionPane
from bombsight.cli.screen.static_lines import BaseScreen, BlankContainer
from bombsight.cli.screen.style import CSS, MIN_WIDE_COLUMNS, PANE_PADDING, TERMINAL_THEME
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.changes import Change
from bombsight.service.present.glance import Fact
from bombsight.service.present.headings import Heading
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.sheet_lines import render_sheet

MAX_CHANGE_LINES = 3
"""How many lines stand above the boards of a narrow screen to say what has changed on them."""

UNREAD_PLACEHOLDER = "Enter: the rest of the page"
"""The placeholder in the empty input line while new lines are out of sight below."""


class GameDisplay(App[None]):
    """A full screen that displays a state of a game; :class:`GameApp` and :class:`FilmApp` add the behaviour.

    Attributes:
        drawn: The story so far.
        is_busy: Whether automatic answers are running.
        shown_pane: The visible pane, if there is room for one only.
    """

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (MIN_WIDE_COLUMNS, "-wide")]  # noqa: RUF012 - declared so by the base class

    def __init__(self, title: str, drawn: DrawnStory) -> None:
        """Make the screen of a game with a title, which shows ``drawn`` as its story."""
        super().__init__()
        self.ansi_theme_dark = TERMINAL_THEME
        self.title = title
        self.drawn = drawn
        self.is_busy = False
        self.shown_pane = "story"
        self._drawn_size = (0, 0, 0)

    # --- what is shown

    @property
    def pane_keys(self) -> Sequence[str]:
        """The keys that show story, boards and sheet on a narrow screen; empty for a pane without one."""
        return PANE_KEYS

    @property
    def shown_headings(self) -> Sequence[Heading]:
        """The headings that are open where the story stands."""
        raise NotImplementedError

    @property
    def shown_facts(self) -> Sequence[Fact]:
        """What matters most where the story stands."""
        raise NotImplementedError

    @property
    def shown_sheet(self) -> Sequence[SheetGroup]:
        """The sheet where the story stands."""
        raise NotImplementedError

    @property
    def shown_boards(self) -> Sequence[BoardShown]:
        """The boards where the story stands.

        Raises:
            InputError: The game cannot go on.
        """
        raise NotImplementedError

    @property
    def shown_changes(self) -> Sequence[Change]:
        """What differs on the boards from what they are compared with.

        Raises:
            InputError: The game cannot go on.
        """
        raise NotImplementedError

    def find_piece_answers(self, boards: Sequence[BoardShown]) -> Sequence[PieceAnswer]:
        """Find what the pieces on boards answer; nothing where nothing is asked."""
        return ()

    def draw_opening(self, width: int) -> Sequence[Text]:
        """Render the lines above the story."""
        raise NotImplementedError

    @property
    def placeholder(self) -> str:
        """What the empty input line says, unless new lines are out of sight."""
        raise NotImplementedError

    # --- widgets

    def get_default_screen(self) -> BaseScreen:
        """Make the base screen, below all pages."""
        return BaseScreen(id="_default")

    def compose(self) -> ComposeResult:
        """Lay out the widgets from the top: heading, story and boards, question, input line, keys."""
        yield LineWidget("head")
        yield LineWidget("tabs")
        with BlankContainer(id="top"):
            yield LineWidget("story")
            with BlankContainer(id="side"):
                yield BoardPane()
                yield LineWidget("sheet")
        yield LineWidget("notice")
        yield QuestionPane()
        yield CommandLine(id="line", compact=True, select_on_focus=False)
        yield LineWidget("keys")

    def on_resize(self, event: Resize) -> None:
        """Redraw everything at the new size."""
        self.call_after_refresh(self.redraw)

    def on_line_widget_resized(self) -> None:
        """Draw again what was drawn for another size of its pane: the layout comes after the drawing."""
        if self._drawn_size != (0, 0, 0) and self.pane_size != self._drawn_size:
            self.redraw()

    @property
    def pane_size(self) -> tuple[int, int, int]:
        """What the panes' lines are drawn for: the width of the story, width and height of the boards."""
        return self.width_of_pane("story"), self.width_of_pane("boards"), self.height_of_boards()

    def redraw(self) -> None:
        """Draw everything again, if there is anything to draw yet."""
        self.draw_game()

    @property
    def is_wide(self) -> bool:
        """Whether the screen is wide enough to show all panes side by side."""
        return self.size.width >= MIN_WIDE_COLUMNS

    @property
    def rows_of_story(self) -> int:
        """The rows in which the story stands now."""
        return self.line_widget("story").visible_height

    @property
    def line_width(self) -> int:
        """The maximum width in columns of lines that span the screen."""
        return max(20, self.size.width - 2)

    @property
    def question_pane(self) -> QuestionPane:
        """The widget of the question."""
        return self.screen_stack[0].query_one(QuestionPane)

    @property
    def board_pane(self) -> BoardPane:
        """The widget of the boards."""
        return self.screen_stack[0].query_one(BoardPane)

    def line_widget(self, name: str) -> LineWidget:
        """The widget of lines with an id."""
        return self.screen_stack[0].query_one(f"#{name}", LineWidget)

    def draw_game(self) -> None:
        """Draw the present state in all widgets."""
        self.draw_head()
        self.line_widget("keys").set_lines([self.draw_keys(self.line_width)])
        self._drawn_size = self.pane_size
        width = min(100, self.width_of_pane("story"))
        opening = self.draw_opening(width) if len(self.drawn.lines) < MAX_SHOWN_LINES else []
        unread_count = self.drawn.count_unread_rows(width)
        self.line_widget("story").set_lines(self.drawn.draw_last_lines(width, opening), "end", unread_count)
        self.draw_panes()
        self.call_after_refresh(self.update_placeholder)

    def draw_head(self) -> None:
        """Draw the headings at the head of the screen, and what matters most."""
        self.line_widget("head").set_lines(
            draw_head(self.title, self.shown_headings, self.shown_facts, self.line_width)
        )

    def draw_keys(self, width: int) -> Text:
        """Render the line at the foot of the screen."""
        return draw_foot(width)

    def update_placeholder(self) -> None:
        """Show in the empty input line what Enter does."""
        is_reading = self.shown_pane == "story" and self.board_pane.stop is None
        is_unread = is_reading and self.line_widget("story").unread_below
        line = self.screen_stack[0].query_one("#line", Input)
        line.placeholder = UNREAD_PLACEHOLDER if is_unread else self.placeholder

    def turn_unread_page(self) -> bool:
        """Turn the page of the story if new lines are out of sight below; return whether some were."""
        is_turned = self.shown_pane == "story" and self.line_widget("story").turn_unread_page()
        if is_turned:
            self.call_after_refresh(self.update_placeholder)
        return is_turned

    def draw_panes(self) -> None:
        """Draw the panes of boards and fields if they are visible, else the story alone."""
        changes: Sequence[Change] = ()
        if not self.is_wide and not self.is_busy:
            with contextlib.suppress(InputError):  # the error is reported with the next view
                changes = self.shown_changes
        self.line_widget("tabs").set_lines([draw_tabs(self.shown_pane, self.pane_keys, has_changes=bool(changes))])
        for name in PANES:
            self.screen_stack[0].set_class(name == self.shown_pane, f"at-{name}")
        if self.is_wide or self.shown_pane == "sheet":
            self.line_widget("sheet").set_lines(draw_lines(render_sheet(self.shown_sheet), self.width_of_pane("sheet")))
        if (self.is_wide or self.shown_pane == "boards") and not self.is_busy:
            width = self.width_of_pane("boards")
            widest = None if self.is_wide else max(width, FULL_BOARD_WIDTH)
            box = (width, self.height_of_boards()) if self.is_wide else None  # a narrow screen scrolls
            with contextlib.suppress(InputError):  # the error is reported with the next view
                boards = self.shown_boards
                drawn = draw_all_boards(boards, width, box, widest)
                change_lines = draw_changes(changes, width, MAX_CHANGE_LINES)
                self.board_pane.set_boards(drawn.move_below(change_lines), self.find_piece_answers(boards))

    def width_of_pane(self, pane: str) -> int:
        """The maximum width in columns of lines in a pane, without its scroll bar.

        On a narrow screen a pane is as wide as the screen, also before it is laid out anew.
        """
        narrow_width = self.size.width - PANE_PADDING
        pane_width = (self.is_wide and self.line_widget(pane).container_size.width) or narrow_width
        return max(20, pane_width - 3)

    def height_of_boards(self) -> int:
        """The maximum height in lines of a picture on the boards of a wide screen."""
        return max(6, self.line_widget("boards").size.height or self.size.height) if self.is_wide else 0

    def show_notice(self, lines: Sequence[Text]) -> None:
        """Show a notice above the question until the next effective key."""
        notice = self.line_widget("notice")
        notice.set_lines(lines)
        notice.display = bool(lines)

    def show_refusal(self, problem: str) -> None:
        """Show above the question why typed input is invalid."""
        self.show_notice([*wrap_text(styled_text(problem, "yellow"), 0, self.line_width)])

    def action_turn(self, by: int) -> None:
        """Key action: scroll the visible pane by a number of pages down (negative: up)."""
        pane = self.line_widget(self.shown_pane)
        pane.scroll_relative(y=by * max(1, pane.size.height - 1), animate=False)

    def action_scroll_sideways(self, by: int) -> None:
        """Key action: scroll boards that are wider than their pane, by half panes to the right (negative: left)."""
        pane = self.line_widget("boards")
        pane.scroll_relative(x=by * max(1, pane.size.width // 2), animate=False)
