"""Run a save again, and see that the same happens."""

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
    """What came of it.

    Attributes:
        same: Whether everything that the save tells happened again.
        outcome: How the run ended; Pending for a save that goes on; None where it broke off.
        session: What was played.
        difference: The first difference in words; empty where there is none.
        place: Its line in the save.
        notes: What was put right in reading the save.
    """

    same: bool
    outcome: Outcome | None
    session: Session
    difference: str
    place: str
    notes: tuple[str, ...]

    @property
    def journal(self) -> Journal:
        """What happened."""
        return self.session.journal


class NoDice:
    """Dice for a replay beyond what the save tells: there are none."""

    by: ThrownBy = ""
    """Nobody throws them."""

    position = 0
    """They have none."""

    def reseed(self, seed: int) -> None:
        """Nothing that a seed could throw."""

    def seek(self, position: int) -> None:
        """Nothing to go to."""

    def restart(self) -> None:
        """Nothing to go back to."""

    def skip(self, site: int, dice: Dice) -> None:
        """Nothing to pass over."""

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Stop here.

        Raises:
            Pause: Always.
        """
        raise Pause


def replay_source(header: Header) -> DiceSource:
    """The dice of a session that is over: what its record does not hold is thrown by the seed, or by nobody."""
    match header.dice:
        case "seeded":
            return SeededDice(header.seed)
        case "manual" | "file":
            return NoDice()
        case _:
            assert_never(header.dice)


def replay(program: Program, saved: ParsedSave, path: str, *, load: Loader, reopens: bool = False) -> ReplayReport:
    """Run a save again, on machines that ``load`` makes.

    Args:
        program: The program, of the rules it was played with.
        saved: What the save holds.
        path: Where it lies, for messages.
        load: Makes a machine for the program.
        reopens: Whether it may go on where it ended because its rules cost more than they might then.

    Raises:
        InputError: It is another game's, or was played with other rules.
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
