"""Opening a table: its game is begun when all are there, or taken up again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, frozen

from bombsight.runtime.errors import InputError
from bombsight.service.opening import Opening, begin, own_save, resume
from bombsight.service.requests import Rules
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.commitments import new_share
from bombsight.service.seats.hall import Hall
from bombsight.service.seats.kept import KeptTable, keep, kept, new_token
from bombsight.service.seats.sight import Seat, seats

NOBODY = "none"
"""What is said for the seat of a host who does not play."""


@frozen(kw_only=True)
class Table:
    """A table that others come to.

    Attributes:
        hall: Where they come to.
        seats: All seats.
        own: The seat of the host; empty where he has none.
        guests: The seats of those who come from elsewhere.
        save: Where the game is saved.
        kept: What is kept beside the save.
    """

    hall: Hall
    seats: tuple[Seat, ...]
    own: str
    save: Path
    kept: KeptTable

    @property
    def guests(self) -> frozenset[str]:
        """The seats of those who come from elsewhere."""
        return frozenset(self.kept.tokens)

    def at(self, listen: str, port: int) -> Table:
        """The table, with where people are waited for kept."""
        found = evolve(self, kept=evolve(self.kept, listen=listen, port=port))
        keep(found.kept, found.save)
        return found


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
    table = KeptTable(key=new_share(), own=own, autos=autos, tokens={name: new_token() for name in guests}, shares={})

    def start(shares: Mapping[str, str]) -> Arbiter:
        nonlocal table
        seed = table.secret.seed(shares) if opening.seed is None else opening.seed
        given = shares if opening.seed is None else {}
        table = evolve(table, shares=dict(given))
        keep(evolve(kept(save), shares=dict(given)), save)
        play = begin(word, rules, evolve(opening, save=save, seed=seed))
        return Arbiter(play, table.secret, shares=given, autos=frozenset(autos))

    save.parent.mkdir(parents=True, exist_ok=True)
    if save.exists():
        raise InputError("this file exists already", str(save), "Name another file, or go on with it: --resume FILE.")
    keep(table, save)
    hall = Hall(table.secret, start, frozenset(guests), given_up=lambda by: note_given_up(save, by))
    return Table(hall=hall, seats=sides, own=own, save=save, kept=table)


def resume_table(save: Path, rules: Rules) -> Table:
    """A table that goes on.

    Args:
        save: Its save.
        rules: Where games and house rules lie.

    Raises:
        InputError: It is no table's, in use, or its rules are not to be had.
        WrongRules: The rules have errors, or cannot be read.
    """
    table = kept(save)
    play = resume(save, rules.folders, house=rules.house)
    try:
        arbiter = Arbiter(
            play, table.secret, shares=table.shares, autos=frozenset(table.autos), given_up=table.given_up
        )
    except InputError:
        play.close()
        raise

    def start(shares: Mapping[str, str]) -> Arbiter:
        return arbiter

    hall = Hall(
        table.secret,
        start,
        frozenset(table.tokens),
        arbiter=arbiter,
        given_up=lambda by: note_given_up(save, by),
    )
    return Table(hall=hall, seats=arbiter.seats, own=table.own, save=save, kept=table)


def note_given_up(save: Path, by: str) -> None:
    """Keep who gave a game up."""
    keep(evolve(kept(save), given_up=by), save)
