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
        """Make callbacks that replay a script of totals and answers, then call ``roll``, ``ask`` and ``log``."""
        self.script, self.end = script, len(script)
        self.live_roll, self.live_ask, self.live_log = roll, ask, log
        self.rewind()

    def replace_script(self, script: Sequence[int]) -> None:
        """Replay another script, from its beginning."""
        self.script, self.end = script, len(script)
        self.rewind()

    def rewind(self) -> None:
        """Go back to the start of the script, for another run."""
        self.position = 0

    def roll(self, site: int, dice: Dice) -> int:
        """Callback ``roll``: return the script's next total; after its end, throw dice by the wrapped callback."""
        if self.position == self.end:
            return self.live_roll(site, dice)
        self.position += 1
        return self.script[self.position - 1]

    def ask(self, site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: return the script's next answer index; after its end, answer by the wrapped policy."""
        if self.position == self.end:
            return self.live_ask(site, options, score, values)
        self.position += 1
        return self.script[self.position - 1]

    def log(self, event: Event) -> None:
        """Callback ``log``: log an event by the wrapped callback; ignore events while the script is replayed."""
        if self.position == self.end and self.live_log is not None:
            self.live_log(event)
