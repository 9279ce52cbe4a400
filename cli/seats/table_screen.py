"""The front end of a player whose table is elsewhere and who plays on the whole screen."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field
from rich.text import Text

from bombsight.cli.seats.seat_commands import SeatCommands
from bombsight.cli.seats.seat_screen_game import SeatScreenGame
from bombsight.cli.seats.table_app import TableApp
from bombsight.cli.seats.table_connection import Connection
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.beats import Pace
from bombsight.service.present.story import Detail
from bombsight.service.seats.player.seat_game import SeatGame
from bombsight.service.seats.player.table_queries import TableQueries
from bombsight.service.seats.protocol.host_messages import Revealed, Turn
from bombsight.service.seats.protocol.seat_messages import Answered, GiveUp, Thrown


@define
class TableMoves:
    """The moves of a player whose table is elsewhere: they are sent, and a refusal comes back as a message."""

    queries: TableQueries

    @property
    def is_stuck(self) -> bool:
        """Whether the game cannot go on: a message says so."""
        return False

    def answer(self, answered: Answered) -> None:
        """Send an answer to the open question."""
        self.queries.send(answered)

    def throw(self, thrown: Thrown) -> None:
        """Send the faces of the player's own dice."""
        self.queries.send(thrown)

    def give_up(self) -> None:
        """Give the game up."""
        self.queries.send(GiveUp())


@define
class TableScreen:
    """The front end of a player whose table is elsewhere and who plays on the whole screen.

    Attributes:
        connection: The connection to the table.
        detail: The level of detail of the story.
        pace: The pace of the story.
        ask_level: Which questions the player is asked.
        name: What the game is called before it has begun.
        mark_parts: What the player's place in the story is known by.
        known_turns: The turns received at this seat before.
        is_returning: Whether the player has sat here before.
        is_guest: Whether somebody else hosts the table, and may send anything.
        last_answered: The number of the last question answered at this seat before; -1 for none.
        opening_notes: The lines below the introduction.
        guest_lines: The addresses and tokens of the guests; empty for a guest.
        interrupt: The interrupt that stopped the program, or None.
        is_over: Whether the game has ended.
        revealed: The revelation of everything hidden; None while the game goes on.
    """

    connection: Connection
    detail: Detail
    pace: Pace
    ask_level: Level
    name: str
    mark_parts: tuple[str, ...] = ()
    known_turns: tuple[Turn, ...] = ()
    is_returning: bool = False
    is_guest: bool = False
    last_answered: int = -1
    opening_notes: Sequence[Text] = ()
    guest_lines: Sequence[Text] = ()
    interrupt: KeyboardInterrupt | None = None
    is_over: bool = False
    revealed: Revealed | None = None
    app: TableApp = field(init=False)
    _queries: TableQueries = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Make the application."""
        self._queries = TableQueries(self.connection.say)
        game = SeatGame(self._queries)
        for turn in self.known_turns:
            game.add_turn(turn)
        game.answered_number = self.last_answered
        commands = SeatCommands(game, self.ask_level, None, self.detail, self.pace)
        seat_game = SeatScreenGame(
            game=game,
            moves=TableMoves(self._queries),
            commands=commands,
            mark_parts=self.mark_parts,
            known_count=len(game.views) or None,
            name=self.name,
            opening_notes=self.opening_notes,
            warns_of_dice=True,
        )
        self.app = TableApp(
            self.connection,
            self._queries,
            seat_game,
            is_returning=self.is_returning,
            is_guest=self.is_guest,
            guest_lines=self.guest_lines,
        )

    def run(self) -> None:
        """Play to the end, or until the player leaves.

        Raises:
            InputError: The table is over for good.
        """
        try:
            self.app.run()
        finally:
            self._queries.close()
        self.interrupt, self.is_over = self.app.interrupt, self.app.is_over
        self.revealed = self.app.seat_game.game.revealed
        if self.app.failure is not None:
            raise self.app.failure
