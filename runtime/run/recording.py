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
    """Wrap a ``roll`` so that its sums are appended to a script."""

    def roll_and_record(site: int, dice: Dice) -> int:
        """Throw dice, and append the sum to the script."""
        shown = roll(site, dice)
        script.append(shown)
        return shown

    return roll_and_record


def record_answers(script: list[int], ask: Ask) -> Ask:
    """Wrap a policy so that its answers are appended to a script."""

    def ask_and_record(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Answer a choice, and append the answer's index to the script."""
        index = ask(site, options, score, values)
        script.append(index)
        return index

    return ask_and_record
