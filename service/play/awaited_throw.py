"""Real dice that the game waits for, with a preview of the throw's outcomes."""

from __future__ import annotations

from bombsight.flat.sites import DrawSite, Thrown
from bombsight.runtime.events.describe import Option
from bombsight.runtime.events.views import PileView, RollView
from bombsight.runtime.run.policies import find_drawn_member
from bombsight.runtime.run.sources import parse_throws
from bombsight.runtime.run.throw_preview import preview_throw, rows_by_number
from bombsight.runtime.session.session import Session
from bombsight.service.present.view import WantedDice, draw_as_dice, wanted_dice

MAX_PREVIEW_STEPS = 20_000
"""The maximum number of throws and answers that are replayed for a preview of dice."""


def describe_awaited_throw(session: Session, roll: Thrown) -> WantedDice:
    """Describe the dice or the draw that a session waits for, with the outcome of each result if known.

    If keys of rows are computed, the outcome of each number is found by trial, unless that takes too long.
    """
    if isinstance(roll, DrawSite):
        pile = session.journal.view(session.event_count - 1)
        assert isinstance(pile, PileView)
        return draw_as_dice(pile.titles)
    preview = preview_roll(session)
    rows = rows_by_number(roll, preview.modifiers) if preview is not None else None
    numbers = roll.dice.results
    if preview is not None and rows is None and len(numbers) * len(session.script) <= MAX_PREVIEW_STEPS:
        previews = {number: preview_roll(session, number) for number in numbers}
        rows = {number: view.row for number, view in previews.items() if view is not None and view.row is not None}
        rows = rows if len(rows) == len(numbers) else None
    return wanted_dice(roll, preview, rows or {})


def preview_roll(session: Session, natural: int | None = None) -> RollView | None:
    """Simulate the awaited throw with a given natural result (the lowest for None), and return the roll's view."""
    args, shown = session.header.args, session.describer.name_lookup
    return preview_throw(
        session.program,
        session.entry,
        args,
        session.script,
        session.load,
        shown,
        natural,
        checkpoints=session.checkpoints,
    )


def parse_faces(wanted: WantedDice, text: str) -> tuple[tuple[int, ...], ...] | str:
    """Parse typed throws to faces: one throw, or several of the same dice; for a draw, the title of the member.

    Returns:
        The faces of each throw, or a short error text.
    """
    if not wanted.members:
        return parse_throws(text, wanted.dice)
    member_index = find_drawn_member(
        [Option(title, title) for title in wanted.members], text.lower().split(), allow_partial=True
    )
    return member_index if isinstance(member_index, str) else ((member_index + 1,),)
