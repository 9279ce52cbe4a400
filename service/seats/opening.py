"""Opening a table: its game is begun when all are there, or taken up again.

Its save is there from the beginning, with all that was agreed. The seed is put into it when all have given to the dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.flat.program import Program
from bombsight.runtime.save import SaveFile
from bombsight.runtime.saved import read_save
from bombsight.service.opening import Opening, begin, own_save, resume, table_file
from bombsight.service.requests import Rules
from bombsight.service.saved_rules import rules_of_save
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.commitments import new_share
from bombsight.service.seats.hall import Hall
from bombsight.service.seats.kept import KeptTable, keep, kept, new_token, note_given_up
from bombsight.service.seats.sight import Seat, seats

NOBODY = "none"
"""What is said for the seat of a host who does not play."""


@frozen(kw_only=True)
class Table:
    """A table that others come to.

    Attributes:
        hall: Where they come to.
        seats: All seats.
        save: Where the game is saved.
        kept: What is kept beside the save.
    """

    hall: Hall
    seats: tuple[Seat, ...]
    save: Path
    kept: KeptTable

    @property
    def own(self) -> str:
        """The seat of the host; empty where he has none."""
        return self.kept.own

    @property
    def guests(self) -> frozenset[str]:
        """The seats of those who come from elsewhere."""
        return frozenset(self.kept.tokens)

    def at(self, listen: str, port: int) -> Table:
        """The table, with where people are waited for kept."""
        found = evolve(kept(self.save), listen=listen, port=port)
        keep(found, self.save)
        return evolve(self, kept=found)


def open_table(word: str, rules: Rules, opening: Opening, seat: str | None, autos: tuple[str, ...] = ()) -> Table:
    """A table for a new game.

    Args:
        word: The game's id, or its folder.
        rules: By which rules.
        opening: How it begins.
        seat: The seat of the host; None for the first, ``none`` for none.
        autos: The seats for which the autopilot plays.

    Raises:
        InputError: There is no such game or seat, or nothing for a second player to decide.
        WrongRules: The rules have errors, or cannot be read.
    """
    with begin(word, rules, evolve(opening, save=None)) as trial:  # what is wrong is known before anybody comes
        sides = seats(trial.session.program)
        game = trial.session.header.game
    names = [each.name for each in sides]
    for name in (*autos, *([seat] if seat not in (None, NOBODY) else [])):
        if name not in names:
            hint = f"Those who sit at this table: {', '.join(names)}."
            raise InputError(f"nobody at this table is called {name}", "", hint)
    own = "" if seat == NOBODY else seat or next((name for name in names if name not in autos), "")
    guests = [name for name in names if name != own and name not in autos]
    save = opening.save or own_save(game)
    save.parent.mkdir(parents=True, exist_ok=True)
    begin(word, rules, evolve(opening, save=save, seed=opening.seed or 0)).close()
    table = KeptTable(
        key=new_share(),
        own=own,
        autos=autos,
        tokens={name: new_token() for name in guests},
        is_seed_named=opening.seed is not None,
    )
    keep(table, save)
    return Table(hall=hall_of(save, rules), seats=sides, save=save, kept=table)


def resume_table(save: Path, rules: Rules) -> Table:
    """A table that goes on, or at which nobody has sat down yet.

    Args:
        save: Its save.
        rules: Where games and house rules lie.

    Raises:
        InputError: It is no table's, in use, or its rules are not to be had.
        WrongRules: The rules have errors, or cannot be read.
    """
    table = kept(save)
    arbiter = arbiter_at(save, rules) if table.has_begun else None
    sides = arbiter.seats if arbiter is not None else seats(program_of(save, rules))
    check_seats(table, sides, save)
    return Table(hall=hall_of(save, rules, arbiter), seats=sides, save=save, kept=table)


def hall_of(save: Path, rules: Rules, arbiter: Arbiter | None = None) -> Hall:
    """Where people come to a table.

    Args:
        save: Of its game.
        rules: Where games and house rules lie.
        arbiter: Of a game that has begun.
    """
    table = kept(save)

    def start(shares: Mapping[str, str]) -> Arbiter:
        begin_table(save, shares)
        return arbiter_at(save, rules)

    return Hall(
        table.secret,
        start,
        frozenset(table.tokens),
        arbiter=arbiter,
        given_up=lambda by: note_given_up(save, by),
    )


def begin_table(save: Path, shares: Mapping[str, str]) -> None:
    """Settle the dice of a table at which all have sat down.

    Args:
        save: Of its game, of which nothing was played.
        shares: What each gives to the dice, by seat.

    Raises:
        InputError: A file cannot be read or written.
    """
    table = kept(save)
    if not table.is_seed_named:
        header = evolve(read_save(str(save)).header, seed=table.secret.seed(shares))
        new = save.with_name(f"{save.name}.new")
        new.unlink(missing_ok=True)
        SaveFile.create(str(new), header).close()
        new.replace(save)
    keep(evolve(table, shares={} if table.is_seed_named else dict(shares), has_begun=True), save)


def arbiter_at(save: Path, rules: Rules) -> Arbiter:
    """The arbiter at a game that has begun.

    Raises:
        InputError: Its save is in use, or its rules are not to be had.
        WrongRules: The rules have errors, or cannot be read.
    """
    table = kept(save)
    play = resume(save, rules.folders, house=rules.house)
    try:
        check_seats(table, seats(play.session.program), save)
        return Arbiter(play, table.secret, shares=table.shares, autos=frozenset(table.autos), given_up=table.given_up)
    except InputError:
        play.close()
        raise


def check_seats(table: KeptTable, sides: Sequence[Seat], save: Path) -> None:
    """See that a table was kept of this game: each seat is somebody's, and nobody sits elsewhere.

    Raises:
        InputError: It is not so.
    """
    names = {seat.name for seat in sides}
    taken = {*table.autos, *table.tokens, table.own} - {""}
    if taken != names or not {*table.shares, *table.have, table.given_up} <= {*names, ""}:
        hint = f"Those who sit there: {', '.join(seat.name for seat in sides)}."
        raise InputError("this was kept of another game's table", str(table_file(save)), hint)


def program_of(save: Path, rules: Rules) -> Program:
    """What is played in a save.

    Raises:
        InputError: Its rules are not to be had.
        WrongRules: The rules have errors, or cannot be read.
    """
    header = read_save(str(save)).header
    return rules_of_save(header, str(save), rules.folders, house=rules.house).program
