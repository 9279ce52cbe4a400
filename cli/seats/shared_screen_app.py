"""The application of two players with one device: handed over under a cover, unless the game hides nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from bombsight.cli.play.boards import DrawnBoards
from bombsight.cli.screen.game_flow import is_waiting
from bombsight.cli.seats.arbiter_moves import ArbiterMoves
from bombsight.cli.seats.cover_screen import CoverScreen
from bombsight.cli.seats.seat_app import SeatApp
from bombsight.cli.seats.seat_screen_game import SeatScreenGame
from bombsight.cli.terminal.screen import styled_text
from bombsight.service.present.view import View
from bombsight.service.seats.arbiter.arbiter import Arbiter

PASS_ON = "Enter: pass the screen on"
"""The key that hands the screen over, behind the sentence who decides."""

PASS_ON_AT_END = "Enter: pass the screen on, for the other has not seen the end"
"""The same where the game is over."""


class SharedScreenApp(SeatApp):
    """The full-screen application of two players with one device.

    Attributes:
        arbiter: The arbiter between the seats.
        games: The game of each seat that a person plays, as he knows it; one for all if nothing is hidden.
        shown_seat: The seat that is shown; empty while the screen is covered.
        notices: What each player is told when he has the device next.
        needs_recalls: Whether the game was resumed, so that each player is first reminded of his story.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+l", "refresh")]

    def __init__(self, arbiter: Arbiter, games: Mapping[str, SeatScreenGame], *, needs_recall: bool = False) -> None:
        """Make the application; the first player is the one that is asked."""
        self.arbiter = arbiter
        self.games = games
        self.needs_recalls = needs_recall
        self.shown_seat = ""
        self.notices: dict[str, str] = {}
        self._states: dict[str, dict[str, Any]] = {}
        self._seats_at_end: set[str] = set()
        super().__init__(self.games[self.next_seat], needs_recall=needs_recall)

    @property
    def next_seat(self) -> str:
        """The seat whose screen is to be shown: that which is asked, or at the end one that has not seen it."""
        unseen = (seat for seat in self.games if seat not in self._seats_at_end)
        asked = self.arbiter.seat_to_act
        return asked if asked in self.games else next(unseen, next(iter(self.games)))

    @property
    def is_covered(self) -> bool:
        """Whether the device is handed over under a cover."""
        return len(self.games) > 1

    def start(self) -> None:
        """Begin with the first player, under a cover if the game hides anything."""
        if self.is_covered:
            self.hand_over()
        else:
            self.shown_seat = self.next_seat
            self.advance()

    # --- handing over

    def hand_over(self, next_seat: str = "", note: str = "") -> None:
        """Cover the screen, and show that of the next player when it is uncovered.

        Args:
            next_seat: The seat of the next player; empty for the one that is asked.
            note: What the cover says beside, to both.
        """
        seat = next_seat or self.next_seat
        self.cover(seat, note, lambda: self.uncover(seat))

    def cover(self, seat: str, note: str, uncover: Callable[[], None]) -> None:
        """Cover the screen until the player at a seat uncovers it; keep what was shown."""
        self.put_away()
        cover = CoverScreen(self.seat_game.game.title_of(seat), note)
        cover.on_closed = lambda goes_on: uncover() if goes_on else self.exit()
        self.push_screen(cover)

    def put_away(self) -> None:
        """Keep what a player was shown, and take it from the screen."""
        if self.shown_seat:
            shown_count = self.transcript.event_count
            self.bookmark.move(shown_count, self.game.pace)
            self._states[self.shown_seat] = self.take_story_state()
        self.shown_seat = ""
        self.clear_screen()

    def clear_screen(self) -> None:
        """Take everything that a player saw or typed from the widgets, and drop waiting keys."""
        self.view = None
        self.board_cursor.close()
        self.drop_keys_of_stop()
        self.action_return()
        self.query_one("#line", Input).suggester = None
        for name in ("head", "tabs", "story", "sheet", "keys"):
            self.line_widget(name).set_lines([])
        self.show_notice([])
        self.question_pane.set_cover(None)
        self.question_pane.set_question(None, None, [])
        self.board_pane.set_boards(DrawnBoards((), ()), ())

    def uncover(self, seat: str) -> None:
        """Show the screen of a player as he left it, and what has happened since."""
        state = self._states.pop(seat, None)
        self.seat_game = self.games[seat]
        if state is None:
            self.begin_story(self.seat_game, needs_recall=self.needs_recalls)
        else:
            self.restore_story_state(state)
            self.seat_game.renew_view()
        self.shown_seat = seat
        self.drop_keys_of_stop()
        self.advance()
        if notice := self.notices.pop(seat, ""):
            self.show_sentence(notice)

    # --- the flow of the game

    def show_position(self) -> None:
        """Show the question of the player, or who decides; hand over if nothing was told since his last answer."""
        moves = self.seat_game.moves
        assert isinstance(moves, ArbiterMoves)
        moves.take_turn()
        self.title = self.seat_game.title
        line_count, was_asked = len(self.transcript.lines), self.view is not None and not is_waiting(self.view)
        super().show_position()
        view = self.view
        if view is None or self.held is not None or self.look is not None or not was_asked:
            return
        if is_waiting(view) and len(self.transcript.lines) == line_count:
            self.pass_on()

    @property
    def can_pass_on(self) -> bool:
        """Whether Enter hands the screen over: another decides, or has not seen the end."""
        view = self.view
        if view is None or self.held is not None or self.look is not None:
            return False
        if view.outcome is not None:
            return self.is_covered and {*self.games} - self._seats_at_end - {self.shown_seat} != set()
        return is_waiting(view)

    def pass_on(self) -> None:
        """Hand the screen over, or go on where all look at one."""
        if self.view is not None and self.view.outcome is not None:
            self._seats_at_end.add(self.shown_seat)
        if self.is_covered:
            self.hand_over()
        else:
            self.advance()

    def go_on_or_answer(self) -> None:
        """Give the marked answer, go on from a stop, or hand the screen over; unread lines come first."""
        if self.can_pass_on and not self.turn_unread_page():
            self.pass_on()
        else:
            super().go_on_or_answer()

    @property
    def pass_on_hint(self) -> str:
        """What Enter does where the screen can be handed over; empty where it cannot."""
        if not self.can_pass_on:
            return ""
        return PASS_ON_AT_END if self.view is not None and self.view.outcome is not None else PASS_ON

    def show_request(self, view: View) -> None:
        """Show the question, who decides, or the end, and whether the screen is to be handed over."""
        super().show_request(view)
        if view.question is None and view.throw is None and self.pass_on_hint:
            lines = [*self.question_pane.message_lines][: 1 if is_waiting(view) else -1]
            self.question_pane.set_question(None, None, [*lines, styled_text(self.pass_on_hint, "dim")])
