"""What a key opens beside the question on the full screen: pages, panes, the input line; and how one leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from textual.suggester import SuggestFromList
from textual.widgets import Input

from bombsight.cli.play.question_input import answer_phrases
from bombsight.cli.screen.frame_lines import draw_all_boards
from bombsight.cli.screen.game_flow import GameFlow
from bombsight.cli.screen.keys import PLAYER_HELP, draw_entries
from bombsight.cli.screen.pages import Page, StoryPage
from bombsight.cli.screen.question_pane import QuestionPane
from bombsight.cli.terminal.lines import draw_lines
from bombsight.service.present.command_table import PHRASES
from bombsight.service.present.sheet_lines import render_sheet


class GamePages(GameFlow):
    """A full screen whose keys open pages, panes and the input line."""

    command_phrases: Sequence[str] = PHRASES
    """What Tab completes in the line, beside the answers."""

    key_help: Mapping[str, Sequence[tuple[str, str]]] = PLAYER_HELP
    """The sections of the page of help."""

    def action_open_line(self, text: str = "") -> None:
        """Open the input line with an initial text."""
        self.leave_history()
        line = self.query_one("#line", Input)
        question = self.view.question if self.view is not None else None
        line.suggester = SuggestFromList(
            [*answer_phrases(question), *self.command_phrases] if question is not None else [], case_sensitive=False
        )
        line.value = text
        self.screen_stack[0].set_focus(line)  # at once, so that it receives the next key
        line.cursor_position = len(text)

    def action_return(self) -> None:
        """Key action: go back from the input line to the question, or from another pane to the story."""
        line = self.query_one("#line", Input)
        self.board_cursor.close()
        if self.leave_history():
            return
        if not line.has_focus and self.shown_pane != "story":
            self.action_pane("story")
        line.value = ""
        self.screen_stack[0].set_focus(self.query_one(QuestionPane))  # at once: the next key is for the question

    def action_odds(self) -> None:
        """Key action: show the odds of each answer on a page."""
        self.leave_history()
        if self.is_busy or self.view is None:
            return
        if self.view.question is None or self.held is not None:
            self.show_refusal("No question is open.")
            return
        self.push_screen(self.game.make_odds_page(self.view.question, self.find_group(self.view)))

    def action_pane(self, name: str) -> None:
        """Key action: toggle between a pane and the story; on a wide screen open the pane as a page."""
        if self.is_busy or self.view is None:
            return
        self.board_cursor.close()
        sheet = self.shown_sheet
        if not self.is_wide:
            self.shown_pane = "story" if self.shown_pane == name else name
            self.draw_panes()
        elif name == "sheet":
            self.push_screen(Page("The sheet", lambda width: draw_lines(render_sheet(sheet, everything=True), width)))
        elif name == "boards":
            boards = self.shown_boards
            self.push_screen(Page("Boards", lambda width: draw_all_boards(boards, width).lines))

    def action_log(self) -> None:
        """Key action: show the whole story on a page."""
        if not self.is_busy and self.view is not None:
            title = "The story so far; `why N` takes its numbers"
            event_count = self.held.part.event_count if self.held is not None else None
            if self.look is not None:
                event_count = self.look.history.event_count(self.look.number)
            draw_log = self.transcript.make_log_drawer(event_count)
            self.push_screen(StoryPage(title, draw_log, is_slow=self.transcript.is_brief))

    def action_help(self) -> None:
        """Key action: show the keys and commands on a page."""
        self.push_screen(Page("Help", partial(draw_entries, self.key_help)))

    def action_leave(self) -> None:
        """Key action: leave the game, which can be resumed."""
        self.is_over = self.view is not None and self.view.outcome is not None and self.held is None
        self.exit()
