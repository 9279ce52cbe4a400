"""Real dice that are waited for, with what is known of the throw before it falls."""

from __future__ import annotations

from bombsight.flat.sites import DrawSite, Thrown
from bombsight.runtime.events.describe import Option
from bombsight.runtime.events.views import PileView, RollView
from bombsight.runtime.run.policies import find_drawn
from bombsight.runtime.run.sources import typed_throws
from bombsight.runtime.run.throw_preview import foresee, rows_by_number
from bombsight.runtime.session.session import Session
from bombsight.service.present.view import WantedDice, drawn, wanted

FORESEEN = 20_000
"""So many throws and answers, at most, are gone through again to tell beforehand what dice lead to."""


def throw_wanted(session: Session, roll: Thrown) -> WantedDice:
    """The dice that a session waits for, or which of several was drawn.

    Where keys of rows are worked out, it is tried what each number leads to, unless there is too much to do.
    """
    if isinstance(roll, DrawSite):
        pile = session.journal.view(session.happened - 1)
        assert isinstance(pile, PileView)
        return drawn(pile.titles)
    coming = foreseen(session)
    rows = rows_by_number(roll, coming.modifiers) if coming is not None else None
    numbers = roll.dice.results
    if coming is not None and rows is None and len(numbers) * len(session.script) <= FORESEEN:
        tried = {number: foreseen(session, number) for number in numbers}
        rows = {number: view.row for number, view in tried.items() if view is not None and view.row is not None}
        rows = rows if len(rows) == len(numbers) else None
    return wanted(roll, coming, rows or {})


def foreseen(session: Session, natural: int | None = None) -> RollView | None:
    """The throw that is waited for, if the dice show a number; None for the lowest."""
    args, shown = session.header.args, session.describer.shown
    return foresee(
        session.program, session.entry, args, session.script, session.load, shown, natural, past=session.past
    )


def typed_faces(wanted: WantedDice, text: str) -> tuple[tuple[int, ...], ...] | str:
    """The throws that a person types: one, or several of the same dice; of a draw what was drawn, in words.

    Returns:
        The faces of each throw, or what is wrong in a few words.
    """
    if not wanted.members:
        return typed_throws(text, wanted.dice)
    found = find_drawn([Option(title, title) for title in wanted.members], text.lower().split(), loosely=True)
    return found if isinstance(found, str) else ((found + 1,),)
