"""``bombsight fmt``: canonical layout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from bombsight.boundary.errors import InputError
from bombsight.dsl.source import Source

Paths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="Rules files, folders of them, or - alone.")]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; exit status 1 where something would change.")]
Diff = Annotated[bool, typer.Option("--diff", help="The same, and show what.")]
StandsFor = Annotated[
    Path | None,
    typer.Option("--stdin-filename", metavar="FILE", help="The file that standard input is.", show_default=False),
]


def fmt(path: Paths, check: Check = False, diff: Diff = False, stdin_filename: StandsFor = None) -> None:
    """Lay rules files out in the one canonical way. Only spaces and blank lines change; - is standard input."""
    from bombsight.cli.failure import DONE, FINDINGS
    from bombsight.cli.lint.layout import show_formatted, show_text
    from bombsight.service.games.stdin import standing
    from bombsight.service.lint.format import format_files, format_text, rules_files
    from bombsight.service.lint.rewriting import write

    keeps = check or diff
    words, texts = standing([*map(str, path)], stdin_filename, sys.stdin.buffer.read)
    if texts:
        if len(words) > 1:
            raise InputError("standard input is laid out alone", "", "Name - and nothing else.")
        text = Source(words[0], *texts.values())
        report = format_text(text)
        show_text(report, text, check=check, diff=diff)
    else:
        report = format_files(rules_files(path))
        if not keeps:
            write(report.changed)
        show_formatted(report, check=check, diff=diff)
    raise typer.Exit(FINDINGS if report.findings or (keeps and report.changed) else DONE)
