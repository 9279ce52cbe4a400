"""The full-screen application of a player at a table of two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text

from bombsight.cli.screen.held_story import HeldStory
from bombsight.cli.screen.keys import (
    END_FOOT_KEYS,
    SEAT_FOOT_KEYS,
    SEAT_HELP,
    SEAT_STOP_FOOT_KEYS,
    WAITING_FOOT_KEYS,
    draw_foot,
)
from bombsight.cli.screen.paced_display import prompt_of
from bombsight.cli.screen.pages import ConfirmDialog
from bombsight.cli.screen.player_app import PlayerApp
from bombsight.cli.seats.seat_lines import LOOKS_ON
from bombsight.cli.seats.seat_screen_game import SeatScreenGame
from bombsight.cli.seats.undo_words import NOTHING_GIVEN, describe_own_request
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.present import sentences
from bombsight.service.present.command_table import SEAT_SCREEN_PHRASES
from bombsight.service.present.commands import Command, ShowDecisions, Undo, UndoAll, UndoBeat, UndoTo
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
    undo_hint: ClassVar[str] = " / undo asks to take your last answer back."
    leave_throw_hint: ClassVar[str] = ""
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
        if self.view is not None and self.view.question is not None:
            return draw_foot(width, SEAT_FOOT_KEYS)
        game = self.seat_game.game
        is_final = game.is_over or game.is_referee or game.turn is None
        return draw_foot(width, END_FOOT_KEYS if is_final else WAITING_FOOT_KEYS)

    def draw_opening(self, width: int) -> Sequence[Text]:
        """Render the lines above the story."""
        return self.seat_game.draw_opening(width)

    # --- the story goes on

    def hold_story(self, view: View) -> HeldStory | None:
        """Add the new events to the story; at a stop they follow what is held back there.

        If something was renamed, the story is told anew, up to the same stop.
        """
        held, known_count = self.held, self.transcript.event_count
        is_renamed, self.seat_game.is_renamed = self.seat_game.is_renamed, False
        if held is None or (view.kept < known_count and not is_renamed):
            return super().hold_story(view)
        is_offer = view.question is not None and view.question.offer
        news = self.transcript.update(view.kept, prompt_of(view), offers_again=is_offer)
        self._headings_before = self.game.headings.copy()
        if is_renamed:
            return held.divide_rest(self.transcript.lines, self.game.pace)
        return held if news is None else held.extend(news.lines, news.debriefings, known_count)

    def go_to_present(self) -> None:
        """Close all pages and leave the story's stops and its past, since its end was taken back."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.look = self.held = None
        self.is_reading = False
        self.drawn.hidden_count = self.drawn.unread_count = 0
        self.drawn.marked_count = None
        self.action_return()
        self.drop_keys_of_stop()

    # --- notices

    def draw_request(self) -> Sequence[Text]:
        """Render what stands above every notice: a request for an undo that is open."""
        return ()

    def show_notice(self, lines: Sequence[Text]) -> None:
        """Show a notice above the question, below a request that is open."""
        super().show_notice([*self.draw_request(), *lines])

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence as a notice."""
        self.show_notice([*wrap_text(styled_text(sanitize(sentence), "yellow"), 0, self.line_width)])

    # --- undo

    def ask_for_undo(self) -> None:
        """Ask the player whether he means to ask the others to take back his last answer."""
        game = self.seat_game.game
        if game.is_referee:
            self.show_refusal(LOOKS_ON)
        elif game.is_over:
            self.show_refusal("The game is over, and nothing is taken back.")
        elif game.find_last_decision() is None:
            self.show_refusal(NOTHING_GIVEN)
        else:
            dialog = ConfirmDialog(
                describe_own_request(game), lambda is_meant: self.request_undo() if is_meant else None
            )
            self.push_screen(dialog)

    def request_undo(self) -> None:
        """Ask the others to take back the player's last answer."""
        raise NotImplementedError

    # --- what is typed

    def run_command(self, typed: str, command: Command, view: View) -> None:
        """Execute a parsed command, and show the result; an undo is asked of the others.

        Raises:
            PlayerLeft: The person leaves.
            InputError: The game cannot go on.
        """
        match command:
            case Undo(count=1):
                self.ask_for_undo()
            case Undo() | UndoTo() | UndoAll() | UndoBeat() | ShowDecisions():
                self.show_refusal(sentences.UNDO_ONLY_LAST)
            case _:  # the rest: replies of the game
                super().run_command(typed, command, view)

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
            if self.seat_game.game.is_referee:
                self.show_refusal(LOOKS_ON)
                return
            self.push_screen(ConfirmDialog(GIVE_UP_TITLE, self.give_up))
            return
        super().handle_typed(typed)

    def give_up(self, is_meant: bool) -> None:
        """Give the game up, if that is meant."""
        if is_meant:
            self.run_guarded(self.seat_game.moves.give_up)
            self.advance()
