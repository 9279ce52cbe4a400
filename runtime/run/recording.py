"""Writing a run down as players of batches take it: the sums of throws and the indices of answers, as asked for."""

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
    """A ``roll`` whose sums are written down."""

    def roll_and_record(site: int, dice: Dice) -> int:
        shown = roll(site, dice)
        script.append(shown)
        return shown

    return roll_and_record


def record_answers(script: list[int], ask: Ask) -> Ask:
    """A policy whose answers are written down."""

    def ask_and_record(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        index = ask(site, options, score, values)
        script.append(index)
        return index

    return ask_and_record
