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
    from bombsight.cli.lint.layout import show_formatted
    from bombsight.service.formatting import format_files, rules_files

    report = format_files(rules_files(path), check=check)
    show_formatted(report, check=check)
    raise typer.Exit(FINDINGS if report.findings or (check and report.changed) else DONE)
