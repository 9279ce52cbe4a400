"""The whole screen of two players with one device, as a front end of the command ``play``."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from bombsight.cli.seats.arbiter_moves import ArbiterMoves, hides_something
from bombsight.cli.seats.seat_commands import SeatCommands
from bombsight.cli.seats.seat_screen_game import SeatScreenGame
from bombsight.cli.seats.shared_undo_app import SharedUndoApp
from bombsight.cli.terminal.screen import styled_text
from bombsight.runtime.session.session import Session
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.beats import Pace
from bombsight.service.present.story import Detail
from bombsight.service.saves.bookmarks import fingerprint_of
from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.arbiter.arbiter_queries import ArbiterQueries
from bombsight.service.seats.player.seat_game import SeatGame


@define
class SharedScreen:
    """The front end of two players who share a device and play on its whole screen.

    Attributes:
        arbiter: The arbiter between the seats.
        detail: The level of detail of the story.
        pace: The pace of the story.
        ask_level: Which questions the players are asked.
        needs_recall: Whether the game was resumed.
        interrupt: The interrupt that stopped the program, or None.
        is_over: Whether the game has ended.
    """

    arbiter: Arbiter
    detail: Detail
    pace: Pace
    ask_level: Level
    needs_recall: bool = False
    interrupt: KeyboardInterrupt | None = None
    is_over: bool = False
    app: SharedUndoApp = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Make the application, with the game of each seat."""
        for seat in self.arbiter.seats:
            self.arbiter.change_level(seat.name, self.ask_level)
        players = [seat.name for seat in self.arbiter.seats if seat.name not in self.arbiter.autos]
        is_hiding = hides_something(self.arbiter)
        seats = players if is_hiding else [self.arbiter.seat_to_act or players[0]]
        games = {seat: self._make_game(seat, is_hiding=is_hiding) for seat in seats}
        self.app = SharedUndoApp(self.arbiter, games, needs_recall=self.needs_recall)

    def _make_game(self, seat: str, *, is_hiding: bool) -> SeatScreenGame:
        """Make the game of a seat; without secrets, that of whoever is asked."""
        arbiter = self.arbiter
        game = SeatGame(ArbiterQueries(arbiter, seat, self._note_renamed), arbiter.make_seated(seat))
        moves = ArbiterMoves(arbiter, seat, game, follows_turn=not is_hiding, note_renamed=self._note_renamed)

        def change_level(level: Level) -> None:
            """Change which questions the player who is asked is asked."""
            arbiter.change_level(moves.seat, level)

        commands = SeatCommands(game, self.ask_level, change_level, self.detail, self.pace)
        session = arbiter.play.session
        parts = find_mark_parts(session, seat if is_hiding else "")
        saved = [styled_text(f"Saved as you play in {session.save.path}", "dim")] if session.save is not None else []
        screen_game = SeatScreenGame(
            game=game, moves=moves, commands=commands, mark_parts=parts, names_asked=not is_hiding, opening_notes=saved
        )
        moves.taker = screen_game
        if not self.needs_recall:
            screen_game.keep_beginning()
        return screen_game

    def _note_renamed(self, changed: Mapping[str, int]) -> None:
        """Let each player read the events anew that a renaming has changed."""
        self.app.retell(changed)

    def run(self) -> None:
        """Play to the end, or until a player leaves.

        Raises:
            InputError: The game cannot go on.
        """
        self.app.run()
        self.interrupt, self.is_over = self.app.interrupt, self.app.is_over
        if self.app.failure is not None:
            raise self.app.failure

    def show_remaining(self) -> None:
        """Do nothing: each has seen on the screen what he may see."""


def find_mark_parts(session: Session, seat: str) -> tuple[str, ...]:
    """Return what the place of a seat in the story of a saved game is known by; nothing without a save."""
    if session.save is None:
        return ()
    return "two", fingerprint_of(session.header, ()), str(session.save.path), seat
