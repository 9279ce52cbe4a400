"""A row for each player of a group, as Parquet."""

from __future__ import annotations

from pathlib import Path

from bombsight.boundary.errors import InputError, reason
from bombsight.service.group.umpire import Umpired
from bombsight.service.simulating.parquet import arrow_type, check_extra, field, is_ours
from bombsight.service.simulating.rows import Cell, Head
from bombsight.service.simulating.writing import check_place

SUFFIX = ".parquet"


def check_rows(path: Path) -> None:
    """See that rows may be written to a file of this name: before records are run again for them.

    Raises:
        InputError: Its suffix is another, the extra is missing, something else lies there, or its folder is not there.
    """
    if path.suffix.lower() != SUFFIX:
        raise InputError("rows cannot be written to such a file", str(path), f"Its name ends with {SUFFIX}.")
    check_extra()
    check_place(path, is_ours)


def write_rows(path: Path, told: Umpired) -> None:
    """Write a row for each player whose record counts: name, dice, outcome, what was counted.

    Raises:
        InputError: It cannot be written.
    """
    import pyarrow
    from pyarrow import parquet

    columns = columns_of(told)
    arrays = [pyarrow.array(cells, arrow_type(head, dictionary=True)) for head, cells in columns]
    about = {"game": told.game, "title": told.title, "rules": told.rules, "group": told.group, "entry": told.entry}
    metadata = {f"bombsight.{name}": text for name, text in about.items()}
    schema = pyarrow.schema([field(head) for head, _ in columns], metadata)
    try:
        parquet.write_table(pyarrow.table(arrays, schema=schema), path, compression="zstd")
    except OSError as error:
        raise InputError(f"cannot be written: {reason(error)}", str(path)) from error


def columns_of(told: Umpired) -> list[tuple[Head, list[Cell]]]:
    """The columns, each with its cells."""
    players = told.players
    found: list[tuple[Head, list[Cell]]] = [
        (Head("player", "player", "word"), [each.player for each in players]),
        (Head("dice", "dice", "word"), [each.dice for each in players]),
        (Head("result", "result", "word"), [each.result for each in players]),
    ]
    own = {head.name for head, _ in found}
    for at, tally in enumerate(players[0].tallies if players else ()):
        of_all = [each.tallies[at] for each in players]
        name = f"{tally.name}_tally" if tally.name in own else tally.name
        if tally.is_number:
            found.append((Head(name, tally.title, "number"), [each.number for each in of_all]))
        else:
            found.append((Head(name, tally.title, "word"), [each.value for each in of_all]))
    return found
