"""The wording of what is said below a roll on a table."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.dsl.listing import join_names
from bombsight.service.table_odds.wording import assumptions_text
from bombsight.service.table_rolls.documents import TableRoll


def describe_remarks(roll: TableRoll) -> Iterator[str]:
    """Yield the remarks on a roll as sentences: what is open, who answered, which dice fell, what is assumed."""
    if roll.open:
        names = join_names(roll.open)
        example = f"--given '{roll.open[0]} is ...'"
        if roll.cases:
            yield f"More depends on {names}, here as when a game begins. Say what it is: {example}."
        else:
            yield f"It depends on {names}: too many cases to be shown. Say what is so: {example}."
    choices = dict.fromkeys(choice.removeprefix("choice:") for case in roll.cases for choice in case.choices)
    if choices:
        yield f"The autopilot answers on the way: {', '.join(choices)}."
    if roll.seed is not None and roll.cases:
        what = "Dice that you did not name fell" if roll.named else "The dice fell"
        yield f"{what} by seed {roll.seed}; --seed {roll.seed} has them fall so again."
    if roll.assumed and roll.cases:
        yield f"As when a game begins: {assumptions_text(roll.assumed)}."
