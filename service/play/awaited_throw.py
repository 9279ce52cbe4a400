"""Real dice that are waited for, with what is known of the throw before it falls."""

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
"""So many throws and answers, at most, are gone through again to tell beforehand what dice lead to."""


def describe_awaited_throw(session: Session, roll: Thrown) -> WantedDice:
    """The dice that a session waits for, or which of several was drawn.

    Where keys of rows are worked out, it is tried what each number leads to, unless there is too much to do.
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
    """The throw that is waited for, if the dice show a number; None for the lowest."""
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
    """The throws that a person types: one, or several of the same dice; of a draw what was drawn, in words.

    Returns:
        The faces of each throw, or what is wrong in a few words.
    """
    if not wanted.members:
        return parse_throws(text, wanted.dice)
    member_index = find_drawn_member(
        [Option(title, title) for title in wanted.members], text.lower().split(), allow_partial=True
    )
    return member_index if isinstance(member_index, str) else ((member_index + 1,),)
