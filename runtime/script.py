"""Scripts of what is known: a run's first throws and answers, told before."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.runtime.choices import Ask, Score, Values
from bombsight.runtime.dice import Roll
from bombsight.runtime.machine import Log


def scripted(script: Sequence[int], roll: Roll, ask: Ask, log: Log) -> tuple[Roll, Ask, Log]:
    """What a machine calls, so that its first throws and answers are those of a script.

    Until the last of them is given nothing is told: whoever knows them has the events.

    Args:
        script: The sums of throws and the indices of answers, in the order in which they are asked for.
        roll: Who throws behind them.
        ask: Who answers behind them.
        log: Takes the events behind them.
    """
    at, end = 0, len(script)

    def rolled(site: int, count: int, sides: int) -> int:
        nonlocal at
        if at == end:
            return roll(site, count, sides)
        at += 1
        return script[at - 1]

    def asked(site: int, options: Sequence[int], score: Score, values: Values) -> int:
        nonlocal at
        if at == end:
            return ask(site, options, score, values)
        at += 1
        return script[at - 1]

    def told(*event: int) -> None:
        if at == end:
            log(*event)

    return rolled, asked, told
