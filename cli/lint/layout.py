"""What laying out rules files did."""

from __future__ import annotations

from bombsight.cli.terminal.screen import console, counted, note, show_findings, words
from bombsight.service.formatting import Formatted


def show_formatted(report: Formatted, *, check: bool) -> None:
    """The files that were changed, or would be, and what could not be read in them."""
    out = console()
    for file in report.changed:
        out.print(words(f"{'would change' if check else 'changed'} {file}"), soft_wrap=True)
    show_findings(report.findings, report.sources)
    if report.findings:
        note("What cannot be read stays as it is.")
    changes = counted(len(report.changed), "file") if report.changed else "nothing"
    out.print(words(f"{counted(report.files, 'file')}, {changes} {'to change' if check else 'changed'}"))
