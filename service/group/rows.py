"""Export of a group's result as Parquet, with a row for each player."""

from __future__ import annotations

from pathlib import Path

from bombsight.boundary.errors import InputError, reason_of
from bombsight.service.group.umpire import Umpired
from bombsight.service.simulating.output_files import check_writable
from bombsight.service.simulating.parquet import arrow_field, arrow_type, check_extra_installed, is_own_file
from bombsight.service.simulating.rows import Cell, OutputColumn

PARQUET_SUFFIX = ".parquet"


def check_rows_path(path: Path) -> None:
    """Raise InputError unless a Parquet file may be written to a path; called before the records' slow verification.

    Raises:
        InputError: The suffix is wrong, the extra is missing, another file lies there, or its folder does not exist.
    """
    if path.suffix.lower() != PARQUET_SUFFIX:
        raise InputError("rows cannot be written to such a file", str(path), f"Its name ends with {PARQUET_SUFFIX}.")
    check_extra_installed()
    check_writable(path, is_own_file)


def write_rows(path: Path, group_result: Umpired) -> None:
    """Write a Parquet file with a row for each player whose record counts: name, dice, outcome, tallies.

    Raises:
        InputError: It cannot be written.
    """
    import pyarrow
    from pyarrow import parquet

    columns = make_columns(group_result)
    arrays = [pyarrow.array(cells, arrow_type(head, dictionary=True)) for head, cells in columns]
    about = {
        "game": group_result.game,
        "title": group_result.title,
        "rules": group_result.rules,
        "group": group_result.group,
        "entry": group_result.entry,
    }
    metadata = {f"bombsight.{name}": text for name, text in about.items()}
    schema = pyarrow.schema([arrow_field(head) for head, _ in columns], metadata)
    try:
        parquet.write_table(pyarrow.table(arrays, schema=schema), path, compression="zstd")
    except OSError as error:
        raise InputError(f"cannot be written: {reason_of(error)}", str(path)) from error


def make_columns(group_result: Umpired) -> list[tuple[OutputColumn, list[Cell]]]:
    """Build the columns of the Parquet export, each with its cells, one for each player."""
    players = group_result.players
    columns: list[tuple[OutputColumn, list[Cell]]] = [
        (OutputColumn("player", "player", "word"), [each.player for each in players]),
        (OutputColumn("dice", "dice", "word"), [each.dice for each in players]),
        (OutputColumn("result", "result", "word"), [each.result for each in players]),
    ]
    own = {head.name for head, _ in columns}
    for at, tally in enumerate(players[0].tallies if players else ()):
        tallies = [each.tallies[at] for each in players]
        name = f"{tally.name}_tally" if tally.name in own else tally.name
        if tally.is_number:
            columns.append((OutputColumn(name, tally.title, "number"), [each.number for each in tallies]))
        else:
            columns.append((OutputColumn(name, tally.title, "word"), [each.value for each in tallies]))
    return columns
