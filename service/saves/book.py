"""The book of a game's careers: each save ranked, with how it ended, its ships, its best men and its lists.

All of it is what the rules keep under a title; the book adds nothing of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.service.saves.careers import Career, Column
from bombsight.service.saves.ranking import rank_by_tallies, rated_tallies
from bombsight.service.saves.status import SaveStatus

SHOWN_TALLIES = 3
"""How many tallies an entry shows, the most important ones."""


@frozen
class BookFigure:
    """A figure of the book: its title, and its value in words."""

    title: str
    value: str


@frozen
class BookEntry:
    """A game in the book.

    Attributes:
        rank: Its rank among the finished games of its kind, from 1; 0 while it goes on.
        save: The save.
        entry: `mission` or `career`.
        args: The values of the entry's parameters.
        ended: How it ended, in the words of the rules; empty while it goes on.
        where: The procedures in progress; empty if it is over.
        ships: The names of its things: those that come from a list of names of their own, each once.
        counted: Its most important tallies.
        best: The highest figure of each kind that is good, with the name of whom it belongs to.
        lists: The length of each of its lists.
    """

    rank: int
    save: str
    entry: str
    args: tuple[int, ...]
    ended: str
    where: tuple[str, ...]
    ships: tuple[str, ...]
    counted: tuple[BookFigure, ...]
    best: tuple[BookFigure, ...]
    lists: tuple[BookFigure, ...]


@frozen
class BookSave:
    """A save for the book: its name, what was played, and how it stands."""

    save: str
    entry: str
    args: tuple[int, ...]
    standing: SaveStatus


def make_book(saves: Sequence[BookSave]) -> tuple[BookEntry, ...]:
    """Make the book of a game's saves: careers first, each kind by rank, those that go on at its end."""
    entries: list[BookEntry] = []
    for kind in sorted({save.entry for save in saves}):
        own = [save for save in saves if save.entry == kind]
        over = [save for save in own if save.standing.is_over]
        ranked = rank_by_tallies(over, lambda save: save.standing.tallies)
        entries += [make_entry(rank, save) for rank, save in ranked]
        entries += [make_entry(0, save) for save in own if not save.standing.is_over]
    return tuple(entries)


def make_entry(rank: int, save: BookSave) -> BookEntry:
    """Make the entry of a save with its rank."""
    standing = save.standing
    career = standing.career
    tallies = rated_tallies(standing.tallies)[:SHOWN_TALLIES]
    return BookEntry(
        rank=rank,
        save=save.save,
        entry=save.entry,
        args=save.args,
        ended=standing.outcome,
        where=standing.where,
        ships=tuple(dict.fromkeys(ships_of(career))),
        counted=tuple(BookFigure(tally.title, tally.value) for tally in tallies),
        best=tuple(best_figures(career)),
        lists=tuple(BookFigure(table.title, str(len(table.rows))) for table in career.tables if table.title),
    )


def ships_of(career: Career) -> Iterator[str]:
    """Yield the names of a career's things, from its lists and then its single values."""
    for table in career.tables:
        for at, column in enumerate(table.columns):
            if column.names:
                yield from (row[at] for row in table.rows if row[at])
    yield from (fact.value for fact in career.facts if fact.names and fact.value)


def best_figures(career: Career) -> Iterator[BookFigure]:
    """Yield the highest figure above 0 of each good column beside names, with the first name that has it."""
    best: dict[str, tuple[int, str]] = {}
    for table in career.tables:
        name_at = find_name_column(table.columns)
        for at, column in enumerate(table.columns):
            if name_at is None or not column.is_number or column.matters != "good":
                continue
            for row in table.rows:
                figure = int(row[at] or 0)
                if figure > best.get(column.title.lower(), (0, ""))[0]:
                    best[column.title.lower()] = figure, row[name_at]
    yield from (BookFigure(title, f"{name} {figure}") for title, (figure, name) in best.items())


def find_name_column(columns: Sequence[Column]) -> int | None:
    """Find the column of people's names; None if there is none."""
    return next((at for at, column in enumerate(columns) if column.names == ""), None)
