"""Which of a game's tables and arguments the words of a transcription mean."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.compiler.graph.nodes import RuleGraph, Table
from bombsight.service.comparing.documents import CellDifference
from bombsight.service.comparing.game_cells import GameTable
from bombsight.service.comparing.transcribed import TranscribedTable
from bombsight.service.comparing.words import WordList, normal_form

LEFT_OUT = "-"
"""What a list of words says of a table that is not to be compared."""


def place_columns(columns: Sequence[str], game: GameTable, words: WordList) -> dict[str, int] | str:
    """Find the arguments that words name, each for the first parameter that has such a value; else return the word."""
    arguments: dict[str, int] = {}
    tokens: list[str] = []
    for column in columns:
        form = words.form(column)
        if any(form in game.values[param.name] for param in game.table.params):
            tokens.append(column)
        else:
            tokens += column.split()
    while tokens:
        for length in range(len(tokens), 0, -1):
            form = words.form(" ".join(tokens[:length]))
            param = next(
                (
                    param.name
                    for param in game.table.params
                    if param.name not in arguments and form in game.values[param.name]
                ),
                None,
            )
            if param is not None:
                arguments[param] = game.values[param][form]
                tokens = tokens[length:]
                break
        else:
            return tokens[0]
    return arguments


def find_game_table(
    names: Sequence[str], graph: RuleGraph, words: WordList, *, are_ids: bool = False
) -> Table | str | None:
    """Find the game's table that one of some names means: its id, its title, or both behind one another.

    Args:
        names: The names.
        graph: The game.
        words: The words of the transcription.
        are_ids: Whether they are ids, with nothing behind one another.

    Returns:
        The table; None if there is none, and ``LEFT_OUT`` if the list of words says that it is not to be compared.
    """
    by_id = {table.id: table for table in graph.tables}
    ids = {normal_form(table.id): table for table in graph.tables}
    titles = {normal_form(table.title): table for table in graph.tables if table.title}
    for name in names:
        form = normal_form(name)
        given = words.tables.get(form)
        if given is not None:
            if given == LEFT_OUT:
                return LEFT_OUT
            return by_id.get(given) or ids.get(normal_form(given))
        if form in ids or form in titles:
            return ids.get(form) or titles[form]
    for name in () if are_ids else names:
        parts = normal_form(name).split()
        for count in range(len(parts) - 1, 0, -1):
            table = ids.get(" ".join(parts[:count]))
            if table is not None:
                return table
    return None


def split_halves(table: TranscribedTable, words: WordList) -> list[TranscribedTable]:
    """Split a table whose columns are tables of their own in the game, as the list of words says by ``NAME COLUMN``."""
    name = table.names[0]
    halves = {
        cell.columns[0]
        for cell in table.cells
        if cell.columns and normal_form(f"{name} {cell.columns[0]}") in words.tables
    }
    if not halves:
        return [table]
    found = [
        evolve(
            table,
            names=(f"{name} {half}",),
            cells=tuple(evolve(cell, columns=cell.columns[1:]) for cell in table.cells if cell.columns[:1] == (half,)),
            left_out=0,
        )
        for half in sorted(halves)
    ]
    rest = tuple(cell for cell in table.cells if not set(cell.columns[:1]) & halves)
    return [*found, evolve(table, cells=rest)] if rest or table.left_out else found


def missing_table(name: str, count: int, file: str, place: str) -> CellDifference:
    """The difference of a table that the game does not have.

    Args:
        name: Its name in the transcription.
        count: How many cells it has.
        file: The file of the transcription.
        place: Where it stands there.
    """
    return CellDifference(
        table=name,
        cell="",
        game="",
        other=f"a table of {count:,} cells",
        place="",
        other_place=f"{file}: {place}" if place else file,
    )
