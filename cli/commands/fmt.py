"""The command ``fmt``: formats rules files in the canonical layout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit

from bombsight.boundary.errors import InputError
from bombsight.cli.signatures import Argument, Option
from bombsight.dsl.source import Source

PathsArgument = Annotated[list[Path], Argument(metavar="PATH...", help="Rules files, folders of them, or - alone.")]
CheckFlag = Annotated[bool, Option("--check", help="Write nothing; exit status 1 where something would change.")]
DiffFlag = Annotated[bool, Option("--diff", help="The same, and show what.")]
StdinFilename = Annotated[
    Path | None,
    Option("--stdin-filename", metavar="FILE", help="The file that standard input is."),
]


def fmt(
    path: PathsArgument, check: CheckFlag = False, diff: DiffFlag = False, stdin_filename: StdinFilename = None
) -> None:
    """Lay rules files out in the one canonical way. Only spaces and blank lines change; - is standard input."""
    from bombsight.cli.failure import FINDINGS, SUCCESS
    from bombsight.cli.lint.layout import show_formatted, show_formatted_text
    from bombsight.service.games.stdin import substitute_stdin
    from bombsight.service.lint.format import find_rules_files, format_files, format_text
    from bombsight.service.lint.rewritten_files import overwrite_files

    is_dry_run = check or diff
    words, texts = substitute_stdin([*map(str, path)], stdin_filename, sys.stdin.buffer.read)
    if texts:
        if len(words) > 1:
            raise InputError("standard input is laid out alone", "", "Name - and nothing else.")
        text = Source(words[0], *texts.values())
        report = format_text(text)
        show_formatted_text(report, text, check=check, diff=diff)
    else:
        report = format_files(find_rules_files(path))
        if not is_dry_run:
            overwrite_files(report.changed)
        show_formatted(report, check=check, diff=diff)
    raise Exit(FINDINGS if report.findings or (is_dry_run and report.changed) else SUCCESS)
