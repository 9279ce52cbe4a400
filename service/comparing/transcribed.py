"""The model of a transcription: cells of tables, as somebody took them from a source."""

from __future__ import annotations

from attrs import field, frozen

Scalar = str | int | bool | None
"""A word, a figure, yes or no, or nothing."""


@frozen
class TranscribedCell:
    """A cell of a table.

    Attributes:
        columns: The words that name its column, or its key in a table without dice.
        low, high: The totals of its row; None for an open end, and both for a table without dice.
        is_rolled: Whether it has totals at all.
        values: What it gives: one value, or one for each part.
        subs: The totals of dice that follow, one after the other.
        place: Where it stands.
    """

    columns: tuple[str, ...]
    low: int | None
    high: int | None
    is_rolled: bool
    values: tuple[Scalar, ...]
    subs: tuple[int, ...] = ()
    place: str = ""


@frozen
class TranscribedTable:
    """A table.

    Attributes:
        names: Its names: id, title.
        dice: Its dice; empty if they are not said.
        cells: Its cells.
        left_out: How many of its cells say more than a value, and cannot be compared.
        place: Where it stands.
    """

    names: tuple[str, ...]
    dice: str
    cells: tuple[TranscribedCell, ...]
    left_out: int = 0
    place: str = field(default="")
