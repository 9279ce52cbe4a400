"""The display of formatted rules files."""

from __future__ import annotations

from bombsight.cli.lint.patches import show_patch
from bombsight.cli.terminal.output import print_verbatim
from bombsight.cli.terminal.screen import make_console, pluralize, print_notice, show_findings, styled_text
from bombsight.dsl.source import Source
from bombsight.service.lint.format import FormatResult


def show_formatted(report: FormatResult, *, check: bool, diff: bool) -> None:
    """Print which files were or would be reformatted, or their patches; then syntax errors."""
    out = make_console(stderr=diff)
    for file in report.changed:
        if diff:
            show_patch(file)
        else:
            out.print(styled_text(f"{'would change' if check else 'changed'} {file.path}"), soft_wrap=True)
    show_syntax_errors(report)
    changes = pluralize(len(report.changed), "file") if report.changed else "nothing"
    out.print(
        styled_text(f"{pluralize(report.files, 'file')}, {changes} {'to change' if check or diff else 'changed'}")
    )


def show_formatted_text(report: FormatResult, source: Source, *, check: bool, diff: bool) -> None:
    """Print the formatted text of standard input; or whether it would change, or a patch.

    Args:
        report: The result of formatting.
        source: The text.
        check: Whether to report only.
        diff: Whether to print a patch.
    """
    if diff:
        for file in report.changed:
            show_patch(file)
    elif check:
        print_notice(f"{'would change' if report.changed else 'would not change'} {source.path}")
    else:
        print_verbatim(report.changed[0].after if report.changed else source.text)
    show_syntax_errors(report)


def show_syntax_errors(report: FormatResult) -> None:
    """Print the syntax errors of the files that could not be formatted."""
    show_findings(report.findings, report.sources)
    if report.findings:
        print_notice("What cannot be read stays as it is.")
