"""The lines of a table's card that counted for a throw: its row or cell, and the modifiers."""

from __future__ import annotations

from collections.abc import Container, Sequence

from attrs import frozen

from bombsight.dsl.source import Span
from bombsight.flat.sites import RollSite, Site
from bombsight.runtime.events.views import BeforehandView, RollView, View
from bombsight.runtime.session.session import Session
from bombsight.service.lookup.cards import Card, Line, ModifierLine


@frozen
class CardMarks:
    """The lines of a card that counted for a throw.

    Attributes:
        places: Where its row and its modifiers stand in the rules.
        cell: The line and the column of its cell in the grid; None for none.
    """

    places: Container[Span]
    cell: tuple[int, int] | None = None

    def has(self, line: Line | ModifierLine) -> bool:
        """Whether a row or a modifier of the card counted."""
        return line.origin.place in self.places


def table_of_throw(view: View) -> str:
    """Return the table of a throw, or of a result without dice; empty for none."""
    return (view.table or "") if isinstance(view, RollView | BeforehandView) else ""


def find_card_marks(session: Session, event: int, card: Card) -> CardMarks:
    """Find the lines of a table's card that counted for the throw, or for the result without dice, of an event."""
    return marks_of_throw(session.journal.view(event), session.program.sites[session.journal.events[event][0]], card)


def marks_of_throw(view: View, site: Site, card: Card, beside: Sequence[RollView | BeforehandView] = ()) -> CardMarks:
    """Find the lines of a table's card that counted for a throw, or for a result without dice.

    Args:
        view: Its event.
        site: The site of the event.
        card: The card.
        beside: The events of the other rows that apply in the same call.
    """
    if not isinstance(view, RollView | BeforehandView) or view.row is None:
        return CardMarks(())
    row = view.row.origin.place
    modifiers = view.modifiers if isinstance(view, RollView) else ()
    places = [row, *(modifier.origin.place for modifier in modifiers)]
    places += [each.row.origin.place for each in beside if each.row is not None]
    if any(line.origin.place == row for line in rows_of_card(card)):
        return CardMarks(places)
    return CardMarks(places, find_cell(site, row, card) if isinstance(site, RollSite) else None)


def rows_of_card(card: Card) -> Sequence[Line]:
    """Return the rows of a card, with and without dice."""
    return (*card.before, *card.rows)


def find_cell(site: RollSite, row: Span, card: Card) -> tuple[int, int] | None:
    """Find the cell of a card's grid that is a row of the rules; None if the grid is not of that table.

    The rows of a table that stand in its grid follow one another as its cells do, line by line; keys stand at the left.

    Args:
        site: The site of the throw.
        row: Where the row stands in the rules.
        card: The card.
    """
    others = {line.origin.place for line in rows_of_card(card)}
    places = [each.origin.place for each in site.rows if each.origin.place not in others]
    if row not in places or not card.grid or len(places) % len(card.grid):
        return None
    width = len(places) // len(card.grid)
    line, column = divmod(places.index(row), width)
    return line, len(card.head) - width + column
