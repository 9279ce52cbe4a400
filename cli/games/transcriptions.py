"""The display of a comparison of transcriptions with a game's tables."""

from __future__ import annotations

from rich.console import Console

from bombsight.cli.terminal.screen import pluralize, sanitize, styled_text
from bombsight.service.comparing.documents import CellDifference, Compared, ComparedFile

MAX_SHOWN = 50
"""The most differences of a file that are shown; ``--json`` has all."""


HOW_TABLES_ARE_FOUND = (
    "A table is found by its id or its title, which a file of one table may have for its name: weather.csv. "
    "Or --words FILE tells them: bombsight help compare."
)


def show_comparison(compared: Compared, out: Console) -> None:
    """Print what differs, file by file, and how much was compared."""
    for file in compared.files:
        for difference in file.differences[:MAX_SHOWN]:
            show_difference(difference, out)
        if len(file.differences) > MAX_SHOWN:
            rest = len(file.differences) - MAX_SHOWN
            out.print(styled_text(f"and {rest:,} more differences; --json has all"), soft_wrap=True)
        if any(not (difference.cell or difference.game) for difference in file.differences):
            out.print(styled_text(HOW_TABLES_ARE_FOUND), soft_wrap=True)
        out.print(styled_text(f"{file.file}: {describe_file(file)}"), soft_wrap=True)
    if compared.missing:
        count = len(compared.missing)
        names = ", ".join(compared.missing[:8]) + (f" and {count - 8:,} more" if count > 8 else "")
        tables = pluralize(count, "table")
        out.print(styled_text(f"{tables} of {compared.game} in none of the files: {names}", "dim"), soft_wrap=True)


def show_difference(difference: CellDifference, out: Console) -> None:
    """Print a difference: the cell, what either side has, and the places."""
    head = styled_text("differs", "bold red")
    name = " ".join(filter(None, (difference.table, difference.cell)))
    places = ", ".join(filter(None, (difference.place, difference.other_place)))
    head.append(sanitize(f" {name}" + (f" ({places})" if places else "")), style="default not bold")
    out.print(head, soft_wrap=True)
    out.print(styled_text(f"  the game  {difference.game or 'has nothing'}"), soft_wrap=True)
    out.print(styled_text(f"  the file  {difference.other or 'has nothing'}"), soft_wrap=True)


def describe_file(file: ComparedFile) -> str:
    """Say what came of a file in a line."""
    compared = f"{pluralize(file.cells, 'cell')} of {pluralize(len(file.tables), 'table')} compared"
    left_out = f", {file.left_out:,} left out, for they give no value" if file.left_out else ""
    differences = pluralize(len(file.differences), "difference") if file.differences else "no differences"
    return f"{compared}{left_out}; {differences}"
