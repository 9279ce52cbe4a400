"""What is shown on the whole screen of a player whose table is elsewhere: who decides, the state, the news."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from bombsight.cli.screen.game_flow import is_waiting
from bombsight.cli.seats.consent_app import ConsentApp
from bombsight.cli.seats.seat_lines import LINE_LOST
from bombsight.cli.seats.seat_screen_game import SeatScreenGame
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.wrapping import wrap_text

GUESTS_HINT = "/ guests shows the addresses and tokens again, by which others sit down."
"""What stands above a host's story."""


class TableDisplay(ConsentApp):
    """The full-screen application of a player whose table is elsewhere, as far as it shows what has arrived.

    Attributes:
        guest_lines: The addresses and tokens of the guests; empty for a guest.
        draws_stakes: Whether what was at stake at a throw has arrived, and is to be drawn.
    """

    def __init__(self, seat_game: SeatScreenGame, guest_lines: Sequence[Text], *, needs_recall: bool) -> None:
        """Make the application; ``needs_recall`` is whether the player has sat there before."""
        super().__init__(seat_game, needs_recall=needs_recall)
        self.guest_lines = guest_lines
        self.draws_stakes = False
        self._has_news = False
        self._draws_state = False

    # --- drawing

    def note_line(self, *, is_lost: bool) -> None:
        """Note whether the line to the table is lost, and say so: in the pane, or above a question or a stop."""
        game = self.seat_game.game
        if game.is_lost == is_lost:
            self.draw_waiting()
            return
        game.is_lost = is_lost
        if is_lost:
            self.queries.forget_all()
        if self.view is not None and (self.held is not None or not is_waiting(self.view)):
            self.show_notice([styled_text(LINE_LOST, "yellow")] if is_lost else [])
        self.draw_waiting()

    def draw_waiting(self) -> None:
        """Draw for whom the game waits, if it asks nothing here, and no part of the story waits for a key."""
        if (self.view is not None and not is_waiting(self.view)) or self.held is not None:
            return
        lines = self.game.draw_waiting(self.line_width - 2) or ()
        self.question_pane.set_question(None, None, lines)
        if self.view is None:
            self.draw_game()

    def draw_panes(self) -> None:
        """Draw the panes of boards and fields, once the game has begun."""
        if self.seat_game.game.seated is not None:
            super().draw_panes()

    def draw_opening(self, width: int) -> Sequence[Text]:
        """Render the lines above the story; before the game has begun, the addresses of the guests."""
        if self.seat_game.game.seated is None:
            return [each for line in self.guest_lines for each in wrap_text(line, 0, width)]
        hint = [styled_text(GUESTS_HINT, "dim")] if self.guest_lines else []
        return [*super().draw_opening(width), *hint]

    def draw_later(self) -> None:
        """Draw the state beside the story when no more messages wait: a stop asks for many at once."""
        if not self._draws_state:
            self._draws_state = True
            self.call_after_refresh(self._draw_state)

    def _draw_state(self) -> None:
        """Draw the state beside the story, and what was at stake in it, as far as they have arrived."""
        self._draws_state = False
        if self.view is None:
            return
        if self.draws_stakes and self.held is not None and self.look is None and not self.is_reading:
            self.add_stakes(self.held)
            self.fill_pane(self.held)
            self.draw_game()
        else:
            self.draw_head()
            self.draw_panes()
        self.draws_stakes = False

    # --- news

    def note_news(self) -> None:
        """Note that something has happened, and show it at once if nothing covers the story."""
        self._has_news = True
        self.show_news()

    def show_news(self) -> None:
        """Show what has happened, unless a page is open, a part of the story is read, or a beat is looked back at."""
        is_covered = self.is_reading or self.look is not None or len(self.screen_stack) > 1
        if not self._has_news or is_covered or self.is_busy:
            return
        self._has_news = False
        was_asked = self.is_asked
        if not was_asked and not self.seat_game.is_renamed:
            self.show_notice([])
        self.advance()
        if not was_asked and self.is_asked:
            self.drop_keys_of_stop()  # a key that was meant for the story must not answer

    @property
    def is_asked(self) -> bool:
        """Whether the player is shown a question, or dice that he is to throw."""
        return self.view is not None and (self.view.question is not None or self.view.throw is not None)

    def advance(self) -> None:
        """Show where the game stands: answers by the player's orders are sent, and the table replies by a message."""
        if self.seat_game.game.seated is not None:
            self.run_guarded(self.show_position)
