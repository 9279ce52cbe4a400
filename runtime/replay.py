"""Run a save again, and see that the same happens."""

from __future__ import annotations

from attrs import frozen

from compiler.program import Program
from runtime.choices import Pause
from runtime.dice import SeededDice
from runtime.errors import InputError
from runtime.journal import Journal
from runtime.play import Outcome, Pending
from runtime.records import End, check_game
from runtime.saved import Saved
from runtime.session import Session, end_of, pause
from runtime.sources import Source


@frozen
class ReplayReport:
    """What came of it.

    Attributes:
        same: Whether everything that the save tells happened again.
        outcome: How the run ended; Pending for a save that goes on; None where it broke off.
        journal: What happened.
        difference: The first difference in words; empty where there is none.
        place: Its line in the save.
        notes: What was put right in reading the save.
    """

    same: bool
    outcome: Outcome | None
    journal: Journal
    difference: str
    place: str
    notes: tuple[str, ...]


class NoDice:
    """Dice for a replay beyond what the save tells: there are none."""

    def restart(self) -> None:
        """Nothing to go back to."""

    def skip(self, site: int, count: int, sides: int) -> None:
        """Nothing to pass over."""

    def throw(self, site: int, count: int, sides: int) -> tuple[int, ...]:
        """Stop here."""
        raise Pause


def replay(program: Program, saved: Saved, path: str) -> ReplayReport:
    """Run a save again.

    Raises:
        InputError: It is another game's, or was played with other rules.
    """
    check_game(saved.header, program, path, force=False)
    source: Source = SeededDice(saved.header.seed) if saved.header.dice == "seeded" else NoDice()
    session = Session(program, saved.header, source, records=saved.records)
    try:
        outcome = session.play(pause)
    except InputError as error:
        return ReplayReport(False, None, session.journal, error.message, path + error.place, saved.notes)
    difference = ending_difference(saved.end, outcome, session.journal)
    return ReplayReport(not difference, outcome, session.journal, difference, path, saved.notes)


def ending_difference(end: End | None, outcome: Outcome, journal: Journal) -> str:
    """How the end told by a save differs from the one reached now; empty where it does not."""
    if end is None:
        return ""
    if isinstance(outcome, Pending):
        asked = outcome.question.prompt if outcome.question else "dice are to be thrown"
        return f"the save tells its end ({end.fault or end.result}), and the game goes on: {asked}"
    now = end_of(outcome, journal)
    if (end.result, end.fault) != (now.result, now.fault):
        return f"it ended with {end.fault or end.result}, and ends with {now.fault or now.result} now"
    if end.journal and end.journal != now.journal:
        return "the result is the same, but something else happened after the last answer"
    return ""
