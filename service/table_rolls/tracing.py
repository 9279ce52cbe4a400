"""A machine that rolls one table and keeps the journal of a roll, with the faces of its dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.runtime.callbacks import Score, Values
from bombsight.runtime.events.reader import FAULTED, Reader
from bombsight.runtime.run.journal import Journal
from bombsight.service.table_odds.roller import Case, Roller, RunOutcome
from bombsight.service.table_rolls.dice import NamedDice


@frozen
class RollTrace:
    """One roll with given dice.

    Attributes:
        outcome: Its outcome.
        journal: Its journal.
        own_event: The index of the event of the table's own roll, or result without dice; -1 for none. Of several it is
            the last; of a table that throws again, each row once, the first.
    """

    outcome: RunOutcome
    journal: Journal
    own_event: int


class TracingRoller(Roller):
    """A machine that rolls one table, and keeps the journal of a roll with given dice."""

    keeps_every_throw = True

    def __init__(self, *args: Any, **settings: Any) -> None:
        """Compile the table and load the machine, with the arguments of :class:`Roller`."""
        super().__init__(*args, **settings)
        self._reader = Reader(self.program)
        self._reader.describer.slots = self._machine.slots
        self._named_dice: NamedDice | None = None
        self._journal: Journal | None = None
        self._own_events: list[int] = []
        """The indices in the journal of the table's own rolls, or its results without dice."""

    def trace_case(self, case: Case, dice: NamedDice) -> RollTrace:
        """Roll once in a case with given dice.

        Raises:
            InputError: The dice do not fit, or a choice is refused.
        """
        self._named_dice = dice
        try:
            outcome = self.run_case(case, {})
            journal = self._journal
            assert journal is not None
            if outcome.fault is not None:
                journal.log((FAULTED, outcome.fault))
            own_event = self._own_events[self._place_of_own_roll()] if self._own_events else -1
            return RollTrace(outcome, journal, own_event)
        finally:
            self._named_dice = self._journal = None

    def _start_case(self, case: Case, forced_modifiers: Mapping[int, int]) -> tuple[int, ...]:
        """Reset the machine to a case; the journal begins behind it."""
        self._journal = None
        elements = super()._start_case(case, forced_modifiers)
        if self._named_dice is not None:
            self._journal, self._own_events = Journal(self._reader), []
        return elements

    def _roll(self, site: int, dice: Dice) -> int:
        """Callback of the machine: throw the dice that are given, or as the enumeration of all runs decides."""
        if self._named_dice is None:
            return super()._roll(site, dice)
        if self._journal is not None:
            return self._journal.logged_roll(self._named_dice.throw)(site, dice)
        faces = self._named_dice.throw_unnamed(site, dice)
        return dice.outcome(faces)

    def _ask(self, site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback of the machine: answer a choice as the autopilot does, and record the answer."""
        index = super()._ask(site, options, score, values)
        if self._journal is not None:
            self._journal.log_and_read((site, index, len(options), *options, *values()))
        return index

    def _log(self, event: tuple[int, ...]) -> None:
        """Callback of the machine: record an event."""
        own_rolls = len(self._outermost)
        super()._log(event)
        if self._journal is not None:
            if len(self._outermost) > own_rolls:
                self._own_events.append(len(self._journal.events))
            self._journal.log_and_read(event)
