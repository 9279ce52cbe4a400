"""Replays a save and checks that the same happens."""

from __future__ import annotations

from typing import assert_never

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import Dice
from bombsight.flat.program import Program
from bombsight.runtime.dice import SeededDice, ThrownBy
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.journal import Journal
from bombsight.runtime.run.play import Outcome
from bombsight.runtime.run.policies import Pause
from bombsight.runtime.run.sources import DiceSource
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.saves.records import Header, check_game
from bombsight.runtime.session.session import Session, pausing_policy


@frozen
class ReplayReport:
    """The result of a replay: the run's outcome, its journal, and where it differs from the save.

    Attributes:
        same: Whether the replay agrees with the whole save.
        outcome: The end of the run; Pending for an unfinished save; None if it broke off.
        session: The replayed session.
        difference: The first difference in words; empty if there is none.
        place: Its line in the save.
        notes: Corrections made in reading the save.
    """

    same: bool
    outcome: Outcome | None
    session: Session
    difference: str
    place: str
    notes: tuple[str, ...]

    @property
    def journal(self) -> Journal:
        """The journal of the replay."""
        return self.session.journal


class NoDice:
    """A dice source that pauses the run at any throw, for a replay beyond its save."""

    by: ThrownBy = ""
    """Empty: nobody throws."""

    position = 0
    """Always 0: there is no stream."""

    def reseed(self, seed: int) -> None:
        """Do nothing, since this source has no dice."""

    def seek(self, position: int) -> None:
        """Do nothing, since this source has no dice."""

    def restart(self) -> None:
        """Do nothing, since this source has no dice."""

    def skip(self, site: int, dice: Dice) -> None:
        """Do nothing, since this source has no dice."""

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Raise Pause, since the throw is not in the save.

        Raises:
            Pause: Always.
        """
        raise Pause


def replay_source(header: Header) -> DiceSource:
    """Make the dice source of a replay: seeded dice go on after the records, other dice pause the run."""
    match header.dice:
        case "seeded":
            return SeededDice(header.seed)
        case "manual" | "file":
            return NoDice()
        case _:
            assert_never(header.dice)


def replay(program: Program, saved: ParsedSave, path: str, *, load: Loader, reopens: bool = False) -> ReplayReport:
    """Replay a save, compare the new run with the save's records, and report the outcome or the first difference.

    Args:
        program: The program of its rules.
        saved: The parsed save.
        path: Its path, for messages.
        load: Makes a machine for the program.
        reopens: Whether it may continue beyond an end that was due to an exhausted budget.

    Raises:
        InputError: It is of another game, or of other rules.
    """
    check_game(saved.header, program, path)
    source = replay_source(saved.header)
    session = Session(
        program, saved.header, source, records=saved.records, end=saved.end, path=path, reopens=reopens, load=load
    )
    try:
        outcome = session.play(pausing_policy)
    except InputError as error:
        return ReplayReport(False, None, session, error.message, error.place, saved.notes)
    return ReplayReport(True, outcome, session, "", path, saved.notes)
