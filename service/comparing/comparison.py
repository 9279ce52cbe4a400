"""Comparison: a transcription laid beside a game's tables, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, evolve, field

from bombsight.service.comparing.documents import CellDifference, ComparedFile
from bombsight.service.comparing.game_cells import Forms, GameCell, GameTable
from bombsight.service.comparing.matching import place_columns
from bombsight.service.comparing.transcribed import Scalar, TranscribedCell, TranscribedTable
from bombsight.service.comparing.words import NONE_FORM, WordList, title_form

MAX_TOTALS = 1_000
"""The most totals of a row that are compared one by one."""


@define
class TableComparison:
    """The comparison of a game's table with a transcription of it.

    Attributes:
        game: The game's table.
        words: The words of the transcription.
        file: The file of the transcription, for places.
        is_partial: Whether a row that the transcription does not have is no difference.
        compared: How many cells were compared.
        left_out: How many could not be.
        seen: The ids of the game's rows that a cell led to, with the place of each in a grid.
        differences: What differs.
    """

    game: GameTable
    words: WordList
    file: str
    is_partial: bool = False
    compared: int = 0
    left_out: int = 0
    seen: set[int] = field(factory=set)
    differences: list[CellDifference] = field(factory=list)

    def compare(self, table: TranscribedTable) -> None:
        """Compare the dice and every cell; then list the game's cells that the transcription does not have."""
        self.left_out += table.left_out
        rolled = self.game.table.rolled
        notation = rolled.dice.notation if rolled is not None else ""
        if table.dice and notation and dice_form(table.dice) != dice_form(notation):
            self.add("", notation, table.dice, None, table.place)
        for cell in table.cells:
            self.compare_cell(cell)
        if self.compared and not table.left_out and not self.is_partial:  # else those may be what was left out
            self.add_unseen()

    def compare_cell(self, cell: TranscribedCell) -> None:
        """Compare a cell at each of its totals."""
        arguments = place_columns(cell.columns, self.game, self.words)
        if isinstance(arguments, str):
            if all(self.words.form(value) == NONE_FORM for value in cell.values):
                return  # a blank in a combination that the game does not have
            if not self.has_open_words(cell.columns):
                self.left_out += 1  # the game goes by its state, where the transcription has a column
                return
            self.add(describe_cell(cell), "", describe_values(cell.values), None, cell.place)
            return
        fitting = [(number, each) for number, each in enumerate(self.game.cells) if each.counts_for(arguments)]
        if not cell.is_rolled:
            if self.game.table.rolled is not None:
                self.left_out += 1
            else:
                self.judge(cell, fitting, None)
            return
        if self.game.table.rolled is None:
            self.left_out += 1
            return
        for total in totals_of(cell, fitting):
            here = [(number, each) for number, each in fitting if each.totals is not None and each.totals.holds(total)]
            if not here:
                here = [pair for pair in fitting if pair[1].totals is not None and pair[1].totals.is_otherwise]
            self.judge(cell, follow_subs(here, cell.subs), total)

    def has_open_words(self, columns: Sequence[str]) -> bool:
        """Whether a parameter that words can name is left when all words that name one have found it."""
        words = [token for column in columns for token in column.split()]
        named = [param for param in self.game.table.params if self.game.values[param.name]]
        known = sum(any(self.words.form(word) in self.game.values[param.name] for param in named) for word in words)
        return len(named) > known

    def judge(self, cell: TranscribedCell, found: Sequence[tuple[int, GameCell]], total: int | None) -> None:
        """Compare a cell with the cells of the game that it leads to.

        Args:
            cell: The cell.
            found: The game's cells; several if the game wants to know more.
            total: The total.
        """
        self.seen.update(number for number, _ in found)
        if not found:
            if any(self.words.form(value) != NONE_FORM for value in cell.values):
                self.add(describe_cell(cell, total), "", describe_values(cell.values), None, cell.place)
            else:
                self.compared += 1
            return
        judged = [self.gives(each, cell.values) for _, each in found]
        if None in judged or len(set(judged)) > 1 or (not judged[0] and len({each.shown for _, each in found}) > 1):
            self.left_out += 1  # it does something, or depends on more than the transcription says
            return
        self.compared += 1
        if not judged[0]:
            _, game_cell = found[0]
            last = self.differences[-1] if self.differences else None
            place = str(game_cell.span)
            if last is not None and cell.place and (last.place, last.other_place) == (place, self.place_of(cell.place)):
                self.differences[-1] = evolve(
                    last, cell=f"{last.cell.partition('..')[0]}..{total}"
                )  # a row, further on
            else:
                self.add(
                    describe_cell(cell, total), game_cell.shown, describe_values(cell.values), game_cell, cell.place
                )

    def place_of(self, place: str) -> str:
        """A place in the transcription, with its file."""
        return f"{self.file}: {place}" if place else ""

    def gives(self, game: GameCell, values: Sequence[Scalar]) -> bool | None:
        """Whether a cell of the game gives some values; None if it does something that is no value and has no title."""
        forms = [self.words.form(value) for value in values]
        text = " ".join(map(str, values))
        if game.title and game.title in (self.words.form(text), title_form(text)):
            return True
        if game.values is None:
            return False if game.title and len(values) == 1 else None
        return same_values(game.values, forms)

    def add_unseen(self) -> None:
        """Add the cells of the game to which nothing of the transcription led."""
        for number, cell in enumerate(self.game.cells):
            if number not in self.seen and not (cell.totals is not None and cell.totals.is_otherwise):
                is_blank = cell.values is not None and all(NONE_FORM in forms for forms in cell.values)
                if not is_blank:
                    self.add(cell.label, cell.shown, "", cell, "")

    def add(self, cell: str, game: str, other: str, game_cell: GameCell | None, place: str) -> None:
        """Add a difference.

        Args:
            cell: The cell, for people.
            game: What the game has; empty for nothing.
            other: What the transcription has; empty for nothing.
            game_cell: The game's cell, for its place; None without one.
            place: The place in the transcription.
        """
        self.differences.append(
            CellDifference(
                table=self.game.table.id,
                cell=cell,
                game=game,
                other=other,
                place="" if game_cell is None else str(game_cell.span),
                other_place=self.place_of(place),
            )
        )


def dice_form(notation: str) -> str:
    """Bring dice to the form in which they are compared."""
    return notation.lower().replace(" ", "")


def same_values(game: Sequence[Forms], other: Sequence[str]) -> bool:
    """Whether values of the game are those of a transcription, part by part; parts that are none may be left out."""
    if len(game) == len(other):
        return all(form in forms for forms, form in zip(game, other, strict=True))
    left = [forms for forms in game if NONE_FORM not in forms and "no" not in forms]
    said = [form for form in other if form != NONE_FORM]
    return len(left) == len(said) and all(form in forms for forms, form in zip(left, said, strict=True))


def totals_of(cell: TranscribedCell, fitting: Sequence[tuple[int, GameCell]]) -> Iterator[int]:
    """Yield the totals of a cell; of an open end those up to the last figure of the game's keys."""
    figures = [
        end
        for _, each in fitting
        if each.totals is not None
        for span in each.totals.spans
        for end in span
        if end is not None
    ]
    low = cell.low if cell.low is not None else min([*figures, cell.high or 0])
    high = cell.high if cell.high is not None else max([*figures, cell.low or 0])
    yield from range(low, min(high, low + MAX_TOTALS) + 1)


def follow_subs(cells: Sequence[tuple[int, GameCell]], subs: Sequence[int]) -> list[tuple[int, GameCell]]:
    """Of some cells take those to which the totals of dice that follow lead."""
    return [
        (number, cell)
        for number, cell in cells
        if all(
            totals.holds(sub)
            or (
                totals.is_otherwise
                and not any(other.subs[level : level + 1] and other.subs[level].holds(sub) for _, other in cells)
            )
            for level, (sub, totals) in enumerate(zip(subs, cell.subs, strict=False))
        )
    ]


def describe_cell(cell: TranscribedCell, total: int | None = None) -> str:
    """Name a cell of a transcription: its columns, its total, the dice that follow."""
    if total is None and cell.is_rolled:
        total = cell.low if cell.low is not None else cell.high
    parts = [*cell.columns, *([] if total is None else [str(total)]), *map(str, cell.subs)]
    return " ".join(parts)


def describe_values(values: Sequence[Scalar]) -> str:
    """Write the values of a transcription for people."""
    return ", ".join("none" if value is None else str(value) for value in values) or "nothing"


def compared_file(file: str, comparisons: Sequence[TableComparison], missing: Sequence[CellDifference]) -> ComparedFile:
    """Put together what came of the tables of a file."""
    return ComparedFile(
        file=file,
        tables=tuple(dict.fromkeys(each.game.table.id for each in comparisons)),
        cells=sum(each.compared for each in comparisons),
        left_out=sum(each.left_out for each in comparisons),
        differences=(*missing, *(difference for each in comparisons for difference in each.differences)),
    )
