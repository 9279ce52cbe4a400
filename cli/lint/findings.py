"""The output of findings as text, JSON, SARIF or GitHub commands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import (
    draw_finding,
    make_console,
    print_lines,
    sanitize,
    styled_text,
    summarize_findings,
)
from bombsight.dsl.diagnostic import Severity
from bombsight.service.lint.lint import Linted

if TYPE_CHECKING:
    from rich.text import Text

WAITING_NOTE = "Some checks wait until the errors are mended; then there may be more to find."
"""The note below errors that more findings may follow: dead code is reported only for programs without errors."""


def print_findings(linted: Linted, form: str, fixed_count: int = 0, *, stderr: bool = False) -> None:
    """Print findings as ``text``, ``json``, ``sarif`` or ``github``.

    Args:
        linted: The findings.
        form: The format.
        fixed_count: How many others were fixed; shown in text only.
        stderr: Whether texts go to stderr, as messages beside other output.
    """
    if form == "github":
        from bombsight.cli.lint.github import format_github_commands

        sys.stdout.writelines(f"{line}\n" for line in format_github_commands(linted))
    elif form == "text":
        out = make_console(stderr=stderr)
        print_lines(out, draw_findings(linted))
        if not stderr and any(finding.severity is Severity.ERROR for finding in linted.findings):
            out.print(styled_text(WAITING_NOTE), soft_wrap=True)
        out.print(styled_text(format_summary(linted, fixed_count)), soft_wrap=True)
    else:
        from bombsight.service.lint.document import to_document
        from bombsight.service.lint.sarif import to_sarif

        print_json(to_document(linted).to_json() if form == "json" else to_sarif(linted))


def draw_findings(linted: Linted) -> Iterator[Text]:
    """Render each finding as text, with its fixes on lines of their own, followed by a blank line."""
    for finding in linted.findings:
        yield draw_finding(finding, linted.sources)
        if finding.fix is not None:
            yield styled_text(f" [--fix] {finding.fix.title}.", "green")
        yield from (styled_text(f" [perhaps] {offer.title}.") for offer in finding.offers)
        yield styled_text("")


def format_summary(linted: Linted, fixed_count: int) -> str:
    """Format the names of the checked games and the number of findings in a line: ``packet: 1 error``."""
    text = f"{sanitize(', '.join(linted.names))}: {summarize_findings(linted.findings)}"
    if fixed_count:
        text += f", {fixed_count} mended"
    certain = sum(finding.fix is not None for finding in linted.findings)
    if certain:
        which = (
            "it" if len(linted.findings) == 1 else "all" if certain == len(linted.findings) else f"{certain} of them"
        )
        text += f"; --fix mends {which}"
    return text
