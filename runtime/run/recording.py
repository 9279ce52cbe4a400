"""Recording of a run's script as batch players take it: sums of throws and indices of answers."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl.dice import Dice
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
    Score,
    Values,
)


def record_rolls(script: list[int], roll: Roll) -> Roll:
    """Wrap a ``roll`` callback (which throws dice) so that each total is appended to the script."""

    def roll_and_record(site: int, dice: Dice) -> int:
        """Callback ``roll``: throw dice by the wrapped callback, append the total to the script, and return it."""
        shown = roll(site, dice)
        script.append(shown)
        return shown

    return roll_and_record


def record_answers(script: list[int], ask: Ask) -> Ask:
    """Wrap a policy (a callback that answers choices) so that each answer's index is appended to the script."""

    def ask_and_record(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: answer a choice by the wrapped policy, append the index to the script, and return it."""
        index = ask(site, options, score, values)
        script.append(index)
        return index

    return ask_and_record
