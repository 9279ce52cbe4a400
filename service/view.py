"""A game as whoever plays it sees it between two moves."""

from __future__ import annotations

from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.flat.sites import RollSite
from bombsight.runtime.choices import Question
from bombsight.runtime.views import OutcomeView
from bombsight.runtime.views import View as Event
from bombsight.service.sheet import SheetGroup


@frozen
class WantedDice:
    """Real dice that are to be thrown.

    Attributes:
        table: The table they are for; None for dice that no table owns.
        title: Its title, or what the dice are for; may be empty.
        dice: What they are: ``2d6``, ``d66``.
        count: How many; two for a d66.
        sides: How many sides each has; 66 for a d66, whose dice have six.
    """

    table: str | None
    title: str
    dice: str
    count: int
    sides: int


@frozen(kw_only=True)
class View:
    """A game as it stands: what has happened since the last move, and what it waits for.

    Of ``question``, ``throw`` and ``outcome`` one is there and the others are None; all are while it was left.

    Attributes:
        kept: How many of the events told before still count: all of them, unless answers were taken back.
        events: Those that follow them.
        question: The choice to be answered.
        throw: The dice to be thrown.
        outcome: How it ended.
        sheet: The state as the player sees it, group by group.
        can_undo: Whether there is something to take back.
    """

    kept: int
    events: tuple[Event, ...]
    question: Question | None
    throw: WantedDice | None
    outcome: OutcomeView | None
    sheet: tuple[SheetGroup, ...]
    can_undo: bool


def wanted(roll: RollSite) -> WantedDice:
    """The dice of a throw."""
    return WantedDice(roll.table, roll.title, Dice(roll.count, roll.sides).notation, roll.count, roll.sides)
