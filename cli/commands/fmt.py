"""``bombsight fmt``: canonical layout."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Paths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="Rules files, or folders of them.")]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; exit status 1 where something would change.")]


def fmt(path: Paths, check: Check = False) -> None:
    """Lay rules files out in the one canonical way. Only spaces and blank lines change."""
    from bombsight.cli.failure import DONE, FINDINGS
    from bombsight.cli.terminal.screen import console, counted, note, show_findings, words
    from bombsight.service.formatting import format_files, rules_files

    out = console()
    report = format_files(rules_files(path), check=check)
    for file in report.changed:
        out.print(words(f"{'would change' if check else 'changed'} {file}"), soft_wrap=True)
    show_findings(report.findings, report.sources)
    if report.findings:
        note("What cannot be read stays as it is.")
    changes = counted(len(report.changed), "file") if report.changed else "nothing"
    out.print(words(f"{counted(report.files, 'file')}, {changes} {'to change' if check else 'changed'}"))
    raise typer.Exit(FINDINGS if report.findings or (check and report.changed) else DONE)
