"""Scripts of what is known: a run's first throws and answers, told before."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl.dice import Dice
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
    Score,
    Values,
)
from bombsight.runtime.machine import Event, Log


class ScriptedCallbacks:
    """Throws and answers that are known, and what comes behind them.

    Until the last of them is given nothing is told: whoever knows them has the events.

    Args:
        script: The sums of throws and the indices of answers, in the order in which they are asked for.
        roll, ask: Who throws and who answers behind them.
        log: Takes the events behind them; None where nothing is told.
    """

    def __init__(self, script: Sequence[int], roll: Roll, ask: Ask, log: Log | None = None) -> None:
        self.script, self.end = script, len(script)
        self.live_roll, self.live_ask, self.live_log = roll, ask, log
        self.rewind()

    def rewind(self) -> None:
        """Go back to the first."""
        self.position = 0

    def roll(self, site: int, dice: Dice) -> int:
        """A throw."""
        if self.position == self.end:
            return self.live_roll(site, dice)
        self.position += 1
        return self.script[self.position - 1]

    def ask(self, site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """An answer."""
        if self.position == self.end:
            return self.live_ask(site, options, score, values)
        self.position += 1
        return self.script[self.position - 1]

    def log(self, event: Event) -> None:
        """An event."""
        if self.position == self.end and self.live_log is not None:
            self.live_log(event)
