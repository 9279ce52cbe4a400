"""The full-screen application of a player at a table of two."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from bombsight.cli.screen.held_story import HeldStory
from bombsight.cli.screen.keys import (
    SEAT_FOOT_KEYS,
    SEAT_HELP,
    SEAT_STOP_FOOT_KEYS,
    WAITING_FOOT_KEYS,
    draw_foot,
)
from bombsight.cli.screen.paced_display import prompt_of
from bombsight.cli.screen.pages import ConfirmDialog
from bombsight.cli.screen.player_app import PlayerApp
from bombsight.cli.seats.seat_screen_game import SeatScreenGame
from bombsight.service.present.command_table import SEAT_SCREEN_PHRASES
from bombsight.service.present.view import View

GIVE_UP = "give up"
"""The words that give a game up."""

GIVE_UP_TITLE = "You give the game up: it ends, and all that was hidden is revealed"
"""What is asked once more before a game is given up."""


class SeatApp(PlayerApp):
    """The full-screen application of a player at a table of two.

    Attributes:
        seat_game: The game of the seat that is shown.
    """

    command_phrases = SEAT_SCREEN_PHRASES
    key_help = SEAT_HELP
    undo_hint = ""
    seat_game: SeatScreenGame

    def __init__(self, seat_game: SeatScreenGame, *, needs_recall: bool = False) -> None:
        """Make the application of a seat.

        Args:
            seat_game: The game of the seat.
            needs_recall: Whether the player has sat there before.
        """
        self.seat_game = seat_game
        super().__init__(seat_game, needs_recall=needs_recall)

    def draw_keys(self, width: int) -> Text:
        """Render the line at the foot of the screen."""
        if self.held is not None:
            return draw_foot(width, SEAT_STOP_FOOT_KEYS)
        is_asked = self.view is not None and self.view.question is not None
        return draw_foot(width, SEAT_FOOT_KEYS if is_asked else WAITING_FOOT_KEYS)

    def draw_opening(self, width: int) -> Sequence[Text]:
        """Render the lines above the story."""
        return self.seat_game.draw_opening(width)

    # --- the story goes on

    def hold_story(self, view: View) -> HeldStory | None:
        """Add the new events to the story; at a stop they follow what is held back there."""
        held, known_count = self.held, self.transcript.event_count
        if held is None or view.kept < known_count:
            return super().hold_story(view)
        is_offer = view.question is not None and view.question.offer
        news = self.transcript.update(view.kept, prompt_of(view), offers_again=is_offer)
        self._headings_before = self.game.headings.copy()
        return held if news is None else held.extend(news.lines, news.debriefings, known_count)

    # --- what is typed

    def action_interrupt(self) -> None:
        """Key action: end the orders for the autopilot, or exit the program."""
        game = self.seat_game.game
        if not self.is_busy and any(order.is_auto for order in game.orders):
            game.stop_answering()
            self.show_notice(self.seat_game.draw_ended_orders(self.line_width))
        else:
            super().action_interrupt()

    def handle_typed(self, typed: str) -> None:
        """Execute a typed line; to give up is asked once more."""
        if typed.removeprefix("/").lower().split() == GIVE_UP.split() and not self.seat_game.game.is_over:
            self.push_screen(ConfirmDialog(GIVE_UP_TITLE, self.give_up))
            return
        super().handle_typed(typed)

    def give_up(self, is_meant: bool) -> None:
        """Give the game up, if that is meant."""
        if is_meant:
            self.run_guarded(self.seat_game.moves.give_up)
            self.advance()
