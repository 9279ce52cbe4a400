"""The result of a comparison, as a document."""

from __future__ import annotations

from attrs import frozen

from bombsight.service.common.document import Document


@frozen(kw_only=True)
class CellDifference:
    """A cell that differs, or that only one side has.

    Attributes:
        table: The id of the game's table; the name of the other's, if the game has none.
        cell: The cell: ``front high 8``; empty for the table as a whole, and for its dice.
        game: What the game has; empty if it has no such cell.
        other: What the transcription has; empty if it has no such cell.
        place: Where it stands in the rules; empty if the game has no such cell.
        other_place: Where it stands in the transcription; empty if it has no such cell.
    """

    table: str
    cell: str
    game: str
    other: str
    place: str
    other_place: str


@frozen(kw_only=True)
class ComparedFile:
    """What came of a transcription.

    Attributes:
        file: The file.
        tables: The ids of the game's tables that it has.
        cells: How many cells were compared.
        left_out: How many of its cells could not be compared: they do more than give a value, or the game needs to know
            more to tell what it gives.
        differences: What differs.
    """

    file: str
    tables: tuple[str, ...]
    cells: int
    left_out: int
    differences: tuple[CellDifference, ...]


@frozen(kw_only=True)
class Compared(Document):
    """The result of laying transcriptions beside a game.

    Attributes:
        game: The game's id.
        rules: The hash of the rules.
        files: What came of each file.
        missing: The ids of tables that no file has.
    """

    document = "compared"

    game: str
    rules: str
    files: tuple[ComparedFile, ...]
    missing: tuple[str, ...]

    @property
    def has_differences(self) -> bool:
        """Whether anything differs."""
        return any(file.differences for file in self.files)
