"""A save replayed to its end, for what is worked out from a whole game: its report, the luck of its dice."""

from __future__ import annotations

from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.run.sources import ManualDice
from bombsight.runtime.session.session import Session, pausing_policy
from bombsight.service.programs.loaders import load
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.saves.status import pause_on_throw
from bombsight.service.seats.tables.revealed_game import program_as_seen, read_whole_game


def replay_save(path: Path, folders: tuple[Path, ...] = (), limit: int = 1) -> Session:
    """Replay a save to its end, or to where it stands, and return the session with its outcome.

    Args:
        path: Its file; or the file of a seat whose table is over.
        folders: Folders to search for the game, besides the usual ones.
        limit: The factor by which the budgets of the rules are raised.

    Raises:
        InputError: It is no save, was played with other rules, or does not fit them.
        WrongRules: The rules cannot be used.
    """
    saved = read_whole_game(path)
    program = rules_of_save(saved.header, str(path), folders, limit=limit).program
    program = program_as_seen(program, path)
    dice = ManualDice(program, pause_on_throw, SeededDice(saved.header.seed))
    session = Session(program, saved.header, dice, records=saved.records, end=saved.end, path=str(path), load=load)
    try:
        session.play(pausing_policy)
    except InputError as error:
        raise InputError(f"the replay differs: {error.message_forms}", error.place_forms, error.hint_forms) from error
    return session
