"""The messages after an import: what came in, what did not, and next steps."""

from __future__ import annotations

from bombsight.cli.games.new_game import show_commands
from bombsight.cli.terminal.quoting import quote_argument
from bombsight.cli.terminal.screen import make_console, pluralize, styled_text
from bombsight.service.importing.importing import ImportedGame
from bombsight.service.importing.rules_writer import TableReport

MAX_SHOWN_NOTES = 10
"""The most notes of a file that are shown; all of them stand in the rules."""

MAX_SHOWN_FILES = 40
"""The most files that are listed one by one."""


MAX_SHOWN_TABLES = 40
"""The most tables of a file that are listed one by one."""


def show_import(imported: ImportedGame) -> None:
    """Print what came of each file, what of it is not as in the source, and commands to try next."""
    out = make_console()
    for report in imported.reports[:MAX_SHOWN_FILES]:
        came = f"{pluralize(len(report.tables), 'table')}, {pluralize(report.rows, 'row')}"
        out.print(styled_text(f"{report.path}: {came if report.tables else 'no tables'}"), soft_wrap=True)
        for table in report.details[:MAX_SHOWN_TABLES]:
            out.print(styled_text(f"  {table_line(table)}"), soft_wrap=True)
        if len(report.details) > MAX_SHOWN_TABLES:
            out.print(styled_text(f"  and {len(report.details) - MAX_SHOWN_TABLES:,} more tables"))
        for note in report.notes[:MAX_SHOWN_NOTES]:
            out.print(styled_text(f"  {note}", "yellow"), soft_wrap=True)
        if len(report.notes) > MAX_SHOWN_NOTES:
            rest = len(report.notes) - MAX_SHOWN_NOTES
            out.print(styled_text(f"  and {rest:,} more notes, in the rules beside the tables", "yellow"))
    if len(imported.reports) > MAX_SHOWN_FILES:
        out.print(styled_text(f"and {len(imported.reports) - MAX_SHOWN_FILES:,} more files"))
    place = quote_argument(str(imported.folder))
    files = pluralize(len(imported.files), "file")
    tables = pluralize(imported.table_count, "table")
    if imported.is_new:
        out.print(styled_text(f"{tables}, {files} in {imported.folder}. Try:"), soft_wrap=True)
        show_commands([f"lint {place}", f"play {place}", f"pack {place}", "help import"])
    else:
        for left in imported.notes:
            out.print(styled_text(left, "yellow"), soft_wrap=True)
        came = f"{tables}, {files} written in" if imported.files else f"{tables}, nothing to change in"
        out.print(styled_text(f"{came} {imported.folder}. Try:"), soft_wrap=True)
        show_commands([f"lint {place}", "help import"])


def table_line(table: TableReport) -> str:
    """Word what came of a table: its id, title, sheet, dice and rows, and what was guessed."""
    sheet = f" (sheet {table.sheet})" if table.sheet not in ("", table.title) else ""
    parts = [f"{table.title}{sheet}", *([table.dice] if table.dice else []), pluralize(table.rows, "row")]
    return "; ".join([f"{table.id}: {', '.join(parts)}", *table.guesses])
