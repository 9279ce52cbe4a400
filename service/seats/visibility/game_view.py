"""The view of a game that a seat, or a referee, has: its events, its states and what was at stake."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from bombsight.runtime.boards import BoardShown
from bombsight.service.present.glance import Fact
from bombsight.service.present.sheet import SheetGroup


@frozen
class SeatState:
    """What a seat may know of a state of the game.

    Attributes:
        event_count: How many of the seat's events had happened.
        sheet: The groups of the sheet.
        boards: The boards.
        facts: What matters most, for a line.
        pieces: The pieces on the boards, by their titles, so that answers find them.
    """

    event_count: int
    sheet: tuple[SheetGroup, ...]
    boards: tuple[BoardShown, ...]
    facts: tuple[Fact, ...]
    pieces: Mapping[str, str]
