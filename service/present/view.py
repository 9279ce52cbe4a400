"""The view of a game while it waits for input, as its player sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.flat.sites import RollSite, RowInfo
from bombsight.runtime.events.views import OutcomeView, RollView, argument_titles
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.present.sheet import SheetGroup


@frozen
class WantedDice:
    """The real dice to throw; a draw counts as one die with as many sides as the pile has members.

    Attributes:
        table: The table they are for; None for dice that no table owns.
        title: Its title, or the purpose of the dice; may be empty.
        dice: The dice to throw.
        about: The table's arguments in words: whose throw it is.
        leads: The outcomes, if few words can say them: faces, and the row.
        members: For a draw, the members in words, the first for a 1. Empty for dice.
    """

    table: str | None
    title: str
    dice: Dice
    about: tuple[str, ...] = ()
    leads: tuple[tuple[str, str], ...] = ()
    members: tuple[str, ...] = ()


@frozen(kw_only=True)
class View:
    """The state of a game that waits for input: the events since the last move, and the open question or throw.

    One of ``question``, ``throw`` and ``outcome`` is set and the others are None; all are None after the game was left.

    Attributes:
        kept: How many of the events before still count: all of them, unless answers were taken back.
        events: The events that follow them.
        question: The open question.
        throw: The real dice to throw.
        outcome: The result of the game.
        sheet: The state as the player sees it, group by group.
        can_undo: Whether a decision can be taken back.
    """

    kept: int
    events: tuple[Event, ...]
    question: Question | None
    throw: WantedDice | None
    outcome: OutcomeView | None
    sheet: tuple[SheetGroup, ...]
    can_undo: bool


DRAWN_TITLE = "Drawn"
"""The title of a draw."""

NO_TITLES: Mapping[str, str] = {}
"""Titles of no values."""

MAX_LISTED_OUTCOMES = 3
"""The maximum number of outcomes of dice that are shown before the throw."""


def wanted_dice(
    roll: RollSite,
    preview: RollView | None,
    rows: Mapping[int, RowInfo],
    purpose: str = "",
    value_titles: Mapping[str, str] = NO_TITLES,
) -> WantedDice:
    """Make the request for the real dice of a throw, with the outcomes they can lead to.

    Args:
        roll: The site of the roll.
        preview: The preview of the throw, or None.
        rows: The row for each number; empty if not known.
        purpose: What dice without a title are for.
        value_titles: The titles of enum values by name, for rows without titles.
    """
    about = tuple(argument_titles(preview.arguments)) if preview is not None else ()
    return WantedDice(roll.table, roll.title or purpose, roll.dice, about, describe_outcomes(rows, value_titles))


def draw_as_dice(members: Sequence[str], purpose: str = "") -> WantedDice:
    """Make the request for a draw: one die with a side for each member; ``purpose`` is what the draw is for."""
    dice = Dice(1, len(members))
    return WantedDice(None, purpose or DRAWN_TITLE, dice, members=tuple(members))


def describe_outcomes(rows: Mapping[int, RowInfo], value_titles: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Describe which dice lead to which row: ``1 to 4`` and ``miss``, ``5 to 6`` and ``hit``; empty for long texts."""
    if any(not row_result(row, value_titles) for row in rows.values()):
        return ()
    by_result = groupby(rows.items(), lambda each: row_result(each[1], value_titles))
    results = [(result, [number for number, _ in pairs]) for result, pairs in by_result]
    if not 2 <= len(results) <= MAX_LISTED_OUTCOMES:
        return ()
    return tuple(
        (f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}", result)
        for result, numbers in results
    )


def row_result(row: RowInfo, value_titles: Mapping[str, str]) -> str:
    """Return the result of a table row in words, for display before a throw; empty for a row with actions."""
    if row.title or " " in row.text:
        return row.title
    return value_titles.get(row.text) or row.text.replace("_", " ")
