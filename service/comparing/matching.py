"""Which of a game's tables and arguments the words of a transcription mean."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from attrs import evolve

from bombsight.compiler.graph.nodes import RuleGraph, Table
from bombsight.service.comparing.documents import CellDifference
from bombsight.service.comparing.game_cells import GameCell, GameTable
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


def missing_table(name: str, rows: int, file: str, place: str, alike: str = "") -> CellDifference:
    """The difference of a table that the game does not have.

    Args:
        name: Its name in the transcription.
        rows: How many rows or cells it has.
        file: The file of the transcription.
        place: Where it stands there.
        alike: Which of the game's tables has most of its rows; empty if none has.
    """
    return CellDifference(
        table=name,
        cell="",
        game="",
        other=f"a table of {rows:,} row{'' if rows == 1 else 's'}{alike}",
        place="",
        other_place=f"{file}: {place}" if place else file,
    )


def describe_likest(forms: Collection[str], tables: Iterable[GameTable]) -> str:
    """Name the table of a game in which most of some texts stand, if at least half and two do; else nothing.

    Args:
        forms: The normal forms of the texts.
        tables: The game's tables.
    """
    counted = [
        (sum(form in known for form in forms), table.table.id)
        for table in tables
        if (known := {form for cell in table.cells for form in forms_of_cell(cell)})
    ]
    count, id_ = max(counted, key=lambda each: each[0], default=(0, ""))
    if count < 2 or 2 * count < len(forms):
        return ""
    return f"; {count:,} of them stand in {id_}"


def forms_of_cell(cell: GameCell) -> Iterator[str]:
    """Yield what a cell is called: its title, or the forms of its only value."""
    if cell.title:
        yield cell.title
    elif cell.values is not None and len(cell.values) == 1:
        yield from cell.values[0]
