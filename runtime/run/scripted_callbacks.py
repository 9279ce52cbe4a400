"""Callbacks that replay a script of a run's first throws and answers."""

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
    """Callbacks that replay known throws and answers, then delegate to others.

    Events are dropped until the script ends, for the caller has them.

    Args:
        script: Sums of throws and indices of answers, in order.
        roll, ask: The callbacks after the script.
        log: Takes the events after the script; None for no log.
    """

    def __init__(self, script: Sequence[int], roll: Roll, ask: Ask, log: Log | None = None) -> None:
        self.script, self.end = script, len(script)
        self.live_roll, self.live_ask, self.live_log = roll, ask, log
        self.rewind()

    def rewind(self) -> None:
        """Go back to the start of the script."""
        self.position = 0

    def roll(self, site: int, dice: Dice) -> int:
        """Throw dice: by the script as long as it lasts, then by the other source."""
        if self.position == self.end:
            return self.live_roll(site, dice)
        self.position += 1
        return self.script[self.position - 1]

    def ask(self, site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Answer by the script while it lasts, then by the policy; see :data:`bombsight.runtime.callbacks.Ask`."""
        if self.position == self.end:
            return self.live_ask(site, options, score, values)
        self.position += 1
        return self.script[self.position - 1]

    def log(self, event: Event) -> None:
        """Log an event, unless the script is still being replayed."""
        if self.position == self.end and self.live_log is not None:
            self.live_log(event)
