"""Opening a table (a hosted two-player game): a new one that begins when all are seated, or a resumed one.

The save exists from the start, with the settled terms. Its seed is added when all guests have opened their first shares
of the dice.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.visibility.visibility import has_secrets
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import MANUAL, GameSetup, new_save_path, start_game
from bombsight.service.seats.hosting.hosted_game import HostedGame
from bombsight.service.seats.hosting.hosted_state import program_of_save
from bombsight.service.seats.hosting.lobby import Lobby
from bombsight.service.seats.hosting.table_record import TableRecord, generate_token, read_table, write_table
from bombsight.service.seats.protocol.commitments import generate_secret
from bombsight.service.seats.protocol.seating import WITH_SHARES
from bombsight.service.seats.protocol.terms import TableDice
from bombsight.service.seats.visibility.seats import Seat, seats_of

NO_SEAT = "none"
"""The word that a host gives for his seat if he does not play."""


@frozen(kw_only=True)
class HostedTable:
    """A hosted two-player game that guests connect to.

    Attributes:
        hall: The lobby of the table.
        game: The game, on the host's side.
        seats: All seats.
        kept: The record beside the save.
    """

    hall: Lobby
    game: HostedGame
    seats: tuple[Seat, ...]
    kept: TableRecord

    @property
    def save(self) -> Path:
        """The path of the save."""
        return self.game.save

    @property
    def host_seat(self) -> str:
        """The name of the host's own seat; empty for a host who does not play."""
        return self.kept.own

    @property
    def guests(self) -> frozenset[str]:
        """The names of the guests' seats."""
        return frozenset(self.kept.tokens)

    def with_address(self, listen: str, port: int, *, has_page: bool) -> HostedTable:
        """Record the server's address and port, and whether it has a page, and return the table with them."""
        record = evolve(read_table(self.save), listen=listen, port=port, has_page=has_page)
        write_table(record, self.save)
        return evolve(self, kept=record)


def open_table(
    word: str,
    rules: Rules,
    opening: GameSetup,
    seat: str | None,
    autos: tuple[str, ...] = (),
    *,
    spares: bool = False,
    has_referee: bool = False,
    dice: TableDice = "seeded",
) -> HostedTable:
    """Open a table (a hosted two-player game) for a new game.

    Args:
        word: The game's id, or its folder.
        rules: Where games and house rules lie.
        opening: The setup of the game.
        seat: The seat of the host; None for the first, ``none`` for none.
        autos: The seats for which the autopilot plays.
        spares: Whether the guests are asked to send the host all their shares of the dice at once.
        has_referee: Whether a referee is let in, who sees everything and can say nothing.
        dice: Whether the program throws the dice, or each player his own.

    Raises:
        InputError: The game or the seat does not exist, or a second player has nothing to decide.
        WrongRules: The rules have errors, or cannot be read.
    """
    if dice == "own":
        check_own_dice(opening, autos, spares=spares)
        opening = evolve(opening, dice=MANUAL)
    with start_game(word, rules, evolve(opening, save=None)) as trial:  # reports errors before guests connect
        table_seats, hides = seats_of(trial.session.program), has_secrets(trial.session.program)
        game = trial.session.header.game
    names = [each.name for each in table_seats]
    for name in (*autos, *([seat] if seat not in (None, NO_SEAT) else [])):
        if name not in names:
            hint = f"Those who sit at this table: {', '.join(names)}."
            raise InputError(f"nobody at this table is called {name}", "", hint)
    host_seat = "" if seat == NO_SEAT else seat or next((name for name in names if name not in autos), "")
    guests = [name for name in names if name != host_seat and name not in autos]
    save = opening.save or new_save_path(game)
    save.parent.mkdir(parents=True, exist_ok=True)
    start_game(word, rules, evolve(opening, save=save, seed=opening.seed or 0)).close()
    table = TableRecord(
        key=generate_secret(),
        protocol=WITH_SHARES,
        spares=spares,
        own=host_seat,
        hides=hides,
        referee=generate_token() if has_referee else "",
        titles={each.name: each.title for each in table_seats},
        autos=autos,
        tokens={name: generate_token() for name in guests},
        is_seed_named=opening.seed is not None,
        dice=dice,
    )
    try:
        write_table(table, save)
    except InputError:
        with suppress(OSError):
            save.unlink()  # nothing was played, and it would block a second try
        raise
    return make_table(save, rules, table_seats)


def check_own_dice(opening: GameSetup, autos: tuple[str, ...], *, spares: bool) -> None:
    """Raise if what begins a table has no sense where each throws his own dice.

    Raises:
        InputError: A seed is named, the autopilot plays, or letters are spared.
    """
    conflicts = {"--seed": opening.seed is not None, "--autopilot": bool(autos), "--spare-letters": spares}
    for flag, is_given in conflicts.items():
        if is_given:
            raise InputError(f"--dice own and {flag} exclude each other", "", "Each player throws his own dice.")


def resume_table(save: Path, rules: Rules) -> HostedTable:
    """Reopen a table from its save, whether its game has begun or not.

    Raises:
        InputError: The save is no table's or is in use, or its rules cannot be found.
        WrongRules: The rules have errors, or cannot be read.
    """
    read_table(save)
    return make_table(save, rules, seats_of(program_of_save(read_save(str(save)).header, save, rules)))


def make_table(save: Path, rules: Rules, table_seats: tuple[Seat, ...]) -> HostedTable:
    """Create the hosted table of a saved game, with its lobby and seats."""
    game = HostedGame(save, rules)
    return HostedTable(hall=Lobby(game), game=game, seats=table_seats, kept=game.table)
