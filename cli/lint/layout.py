"""What laying out rules files did."""

from __future__ import annotations

from bombsight.cli.lint.patches import show_patch
from bombsight.cli.terminal.output import print_exactly
from bombsight.cli.terminal.screen import console, counted, note, show_findings, words
from bombsight.dsl.source import Source
from bombsight.service.lint.format import Formatted


def show_formatted(report: Formatted, *, check: bool, diff: bool) -> None:
    """The files that were changed, or would be, and what could not be read in them."""
    out = console(stderr=diff)
    for file in report.changed:
        if diff:
            show_patch(file)
        else:
            out.print(words(f"{'would change' if check else 'changed'} {file.path}"), soft_wrap=True)
    show_unread(report)
    changes = counted(len(report.changed), "file") if report.changed else "nothing"
    out.print(words(f"{counted(report.files, 'file')}, {changes} {'to change' if check or diff else 'changed'}"))


def show_text(report: Formatted, source: Source, *, check: bool, diff: bool) -> None:
    """A text laid out; or whether it would change, or what of it would."""
    if diff:
        for file in report.changed:
            show_patch(file)
    elif check:
        note(f"{'would change' if report.changed else 'would not change'} {source.path}")
    else:
        print_exactly(report.changed[0].after if report.changed else source.text)
    show_unread(report)


def show_unread(report: Formatted) -> None:
    """What could not be read."""
    show_findings(report.findings, report.sources)
    if report.findings:
        note("What cannot be read stays as it is.")
