"""A game as whoever plays it sees it between two moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.flat.sites import RollSite, RowInfo
from bombsight.runtime.events.views import OutcomeView, RollView, spoken_arguments
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.present.sheet import SheetGroup


@frozen
class WantedDice:
    """Real dice that are to be thrown; or something that is to be drawn, which counts as a die with that many sides.

    Attributes:
        table: The table they are for; None for dice that no table owns.
        title: Its title, or what the dice are for; may be empty.
        dice: What they are.
        about: What its table is rolled with, in words: whose throw it is.
        leads: What the dice lead to, where that can be said in few words: what they must show, and the row.
        members: Of a draw what there is to draw from, in words: the first for a 1. Empty for dice.
    """

    table: str | None
    title: str
    dice: Dice
    about: tuple[str, ...] = ()
    leads: tuple[tuple[str, str], ...] = ()
    members: tuple[str, ...] = ()


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


DRAWN_TITLE = "Drawn"
"""What a draw is called."""

MAX_LISTED_OUTCOMES = 3
"""Of so many ways that dice can go, all are told before they are thrown."""


def wanted_dice(roll: RollSite, preview: RollView | None, rows: Mapping[int, RowInfo]) -> WantedDice:
    """The dice of a throw.

    Args:
        roll: Where they are thrown.
        preview: The throw as it was foreseen, or None.
        rows: The row that each number leads to; empty where that is not known.
    """
    about = tuple(spoken_arguments(preview.arguments)) if preview is not None else ()
    return WantedDice(roll.table, roll.title, roll.dice, about, describe_leads(rows))


def draw_as_dice(members: Sequence[str]) -> WantedDice:
    """A draw from these."""
    dice = Dice(1, len(members))
    return WantedDice(None, DRAWN_TITLE, dice, members=tuple(members))


def describe_leads(rows: Mapping[int, RowInfo]) -> tuple[tuple[str, str], ...]:
    """What the dice lead to: ``1 to 4`` and ``miss``, ``5 to 6`` and ``hit``; nothing where that is a long story."""
    if any(not row_result(row) for row in rows.values()):
        return ()
    by_result = groupby(rows.items(), lambda each: row_result(each[1]))
    results = [(result, [number for number, _ in pairs]) for result, pairs in by_result]
    if not 2 <= len(results) <= MAX_LISTED_OUTCOMES:
        return ()
    return tuple(
        (f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}", result)
        for result, numbers in results
    )


def row_result(row: RowInfo) -> str:
    """What a row says it leads to; empty where it says what is to be done."""
    return row.title or ("" if " " in row.text else row.text.replace("_", " "))
