"""Cells of a table in CSV, Markdown, HTML or a spreadsheet, read as the game's table has them.

The columns with the arguments and the total come first, as in a grid of rules. Of the others each names a value of the
arguments that are left, or a part of the result.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from bombsight.flat.types import PartsType
from bombsight.service.comparing.game_cells import GameTable
from bombsight.service.comparing.transcribed import Scalar, TranscribedCell, TranscribedTable
from bombsight.service.comparing.words import WordList
from bombsight.service.importing.dice_notation import parse_throw
from bombsight.service.importing.keys import Span, parse_keys, rows_of_keys
from bombsight.service.importing.layouts import KEY_HEADS
from bombsight.service.importing.model import CellTable, ImportedRow

Ranges = tuple[tuple[int | None, int | None], ...]
"""The totals of a row; an open end is None."""

TABLE_HEADS = ("table", "tables", "chart")
"""The heads of a column that names the table of each line."""

VALUE_HEADS = ("value", "result", "results", "gives", "outcome", "text")
"""The heads of a column with the values of all lines, whatever the table calls them."""


@frozen
class Columns:
    """What the columns of lines are.

    Attributes:
        params: The number of the column for each parameter that has one.
        total: The number of the column of totals; None without one.
        others: The numbers of the columns of values.
        first: The number of the first line below the head.
        dice: The dice that the head says; empty without any.
    """

    params: dict[str, int]
    total: int | None
    others: tuple[int, ...]
    first: int
    dice: str


def split_by_table(table: CellTable) -> list[CellTable]:
    """Split lines of which each names its table into tables; others stay as they are."""
    head = [cell.strip().casefold() for cell in table.lines[0]] if table.lines else []
    column = next((number for number, cell in enumerate(head) if cell in TABLE_HEADS), None)
    if column is None:
        return [table]
    groups: dict[str, list[int]] = {}
    for number, line in enumerate(table.lines[1:], 1):
        if column < len(line) and line[column].strip():
            groups.setdefault(line[column].strip(), []).append(number)
    return [
        CellTable(
            name,
            tuple(without_cell(table.lines[number], column) for number in (0, *numbers)),
            tuple(table.places[number] for number in (0, *numbers)),
        )
        for name, numbers in groups.items()
    ]


def without_cell(line: Sequence[str], column: int) -> tuple[str, ...]:
    """A line without one of its cells."""
    return tuple(cell for number, cell in enumerate(line) if number != column)


def read_lines(table: CellTable, game: GameTable, words: WordList) -> TranscribedTable:
    """Read lines as cells of the game's table."""
    lines = [[cell.strip() for cell in line] for line in table.lines]
    head = next((line for line in lines if any(line)), [])
    names = (table.title, *table.keys)
    columns = find_columns(lines, head, game, words)
    cells: list[TranscribedCell] = []
    left_out = 0
    ranges = read_totals(lines, columns) if columns.total is not None else {}
    parts = [part.name for part in game.table.result.parts] if isinstance(game.table.result, PartsType) else []
    open_params = [param.name for param in game.table.params if param.name not in columns.params]
    for number, line in enumerate(lines):
        if number < columns.first or not any(line):
            continue
        place = table.places[number] if number < len(table.places) else ""
        key = [line[column] for column in columns.params.values() if column < len(line)]
        if columns.total is not None and number not in ranges:
            left_out += 1
            continue
        values = [(column, line[column] if column < len(line) else "") for column in columns.others]
        is_rolled = columns.total is not None
        found: list[tuple[tuple[str, ...], tuple[Scalar, ...]]] = []
        if open_params and columns.first and len(values) >= 1 and names_values(head, columns, game, open_params, words):
            found += [((*key, head[column]), split_value(value, len(parts))) for column, value in values]
        elif len(parts) > 1 and len(values) == len(parts):
            found.append((tuple(key), tuple(value for _, value in values)))
        elif values:
            found.append((tuple(key), split_value(values[0][1], len(parts))))
        cells += [
            TranscribedCell(where, low, high, is_rolled, given, (), place)
            for where, given in found
            for low, high in ranges.get(number, ((None, None),))
        ]
    return TranscribedTable(names, columns.dice, tuple(cells), left_out, table.places[0] if table.places else "")


def split_value(value: str, parts: int) -> tuple[Scalar, ...]:
    """Split a cell into the parts of a result, ``2, 1``; whole if it does not have as many."""
    if parts > 1:
        for separator in (",", ";", "/"):
            pieces = [piece.strip() for piece in value.split(separator)]
            if len(pieces) == parts:
                return tuple(pieces)
    return (value,)


def names_values(
    head: Sequence[str], columns: Columns, game: GameTable, open_params: Sequence[str], words: WordList
) -> bool:
    """Whether the heads of the columns of values name values of the parameters without a column.

    Args:
        head: The head.
        columns: What the columns are.
        game: The game's table.
        open_params: The parameters.
        words: The words of the transcription.
    """
    return any(
        any(words.form(token) in game.values[param] for param in open_params)
        for column in columns.others
        if column < len(head)
        for token in (head[column], *head[column].split())
    )


def find_columns(lines: Sequence[Sequence[str]], head: Sequence[str], game: GameTable, words: WordList) -> Columns:
    """Find out what the columns of lines are, by their heads and by what stands in them."""
    filled = [number for number, line in enumerate(lines) if any(line)]
    body = [lines[number] for number in filled[1:]]
    width = max(map(len, lines), default=0)
    params: dict[str, int] = {}
    total: int | None = None
    dice = ""
    empty: set[int] = set()
    by_head = {words.form(param.name): param.name for param in game.table.params}
    for column in range(width):
        name = head[column] if column < len(head) else ""
        below = [line[column] for line in body if column < len(line) and line[column]]
        if not below and body:
            empty.add(column)
            continue
        throw = parse_throw(name)
        param = by_head.get(words.form(name))
        if game.table.rolled and total is None and (throw is not None or KEY_HEADS.fullmatch(name)) and below:
            total = column
            dice = throw.dice if throw is not None else ""
        elif param is not None and param not in params:
            params[param] = column
        elif name and words.form(name) in VALUE_HEADS:
            break
        elif below and len(params) < len(game.table.params):
            fits = [
                each.name
                for each in game.table.params
                if each.name not in params
                and game.values[each.name]
                and all(words.form(cell) in game.values[each.name] for cell in below)
            ]
            if not fits or (game.table.rolled and total is None and all(map(parse_keys, below))):
                break
            params[fits[0]] = column
        else:
            break
    if game.table.rolled and total is None:
        total = next(
            (
                column
                for column in range(width)
                if column not in params.values()
                and body
                and all(parse_keys(line[column]) for line in body if column < len(line) and line[column])
            ),
            None,
        )
    has_head = bool(filled) and not is_line(head, params, total, game, words)
    taken = {*params.values(), *empty, *([] if total is None else [total])}
    others = tuple(column for column in range(width) if column not in taken)
    first = (filled[1] if len(filled) > 1 else len(lines)) if has_head else (filled[0] if filled else 0)
    return Columns(params, total, others, first, dice)


def is_line(head: Sequence[str], params: dict[str, int], total: int | None, game: GameTable, words: WordList) -> bool:
    """Whether the first line is none of heads: its keys are keys like those below.

    Args:
        head: The first line.
        params: The columns of parameters.
        total: The column of totals.
        game: The game's table.
        words: The words of the transcription.
    """
    if total is not None:
        return total < len(head) and parse_keys(head[total]) != ()
    return bool(params) and all(
        column < len(head) and words.form(head[column]) in game.values[name] for name, column in params.items()
    )


def read_totals(lines: Sequence[Sequence[str]], columns: Columns) -> dict[int, Ranges]:
    """Read the totals of lines, by their numbers; a line whose key is none has none here."""
    assert columns.total is not None
    keys: dict[int, tuple[Span, ...]] = {}
    for number, line in enumerate(lines):
        if number >= columns.first and columns.total < len(line) and (spans := parse_keys(line[columns.total])):
            keys[number] = spans
    if not keys:
        return {}
    rows = [ImportedRow(None, None, "") for _ in keys]
    _, keyed = rows_of_keys([*keys.values()], rows, parse_throw(columns.dice) if columns.dice else None)
    return {number: row.ranges for number, row in zip(keys, keyed, strict=True)}
