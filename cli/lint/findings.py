"""Findings in the forms they are told in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import clean, console, finding_text, print_lines, tally, words
from bombsight.dsl.diagnostic import Severity
from bombsight.service.lint.lint import Linted

if TYPE_CHECKING:
    from rich.text import Text

WAITING = "Some checks wait until the errors are mended; then there may be more to find."
"""What is said below errors, above their number: what can never happen is told only of a program without any."""


def tell(found: Linted, form: str, mended: int = 0, *, stderr: bool = False) -> None:
    """Findings as ``text``, ``json``, ``sarif`` or ``github``.

    Args:
        found: What was found.
        form: One of these words.
        mended: How many others were mended; only texts say so.
        stderr: Whether texts are messages beside what was asked for.
    """
    if form == "github":
        from bombsight.cli.lint.github import as_github

        sys.stdout.writelines(f"{line}\n" for line in as_github(found))
    elif form == "text":
        out = console(stderr=stderr)
        print_lines(out, lines_of(found))
        if not stderr and any(finding.severity is Severity.ERROR for finding in found.findings):
            out.print(words(WAITING), soft_wrap=True)
        out.print(words(summary(found, mended)), soft_wrap=True)
    else:
        from bombsight.service.lint.document import as_document
        from bombsight.service.lint.sarif import as_sarif

        print_json(as_document(found).to_json() if form == "json" else as_sarif(found))


def lines_of(found: Linted) -> Iterator[Text]:
    """Each finding as a text, what mends it or may mend it in lines of their own, and a blank line behind it."""
    for finding in found.findings:
        yield finding_text(finding, found.sources)
        if finding.fix is not None:
            yield words(f" [--fix] {finding.fix.title}.", "green")
        yield from (words(f" [perhaps] {offer.title}.") for offer in finding.offers)
        yield words("")


def summary(found: Linted, mended: int) -> str:
    """What was looked at, and how many findings it has, in a line."""
    told = f"{clean(', '.join(found.names))}: {tally(found.findings)}"
    if mended:
        told += f", {mended} mended"
    certain = sum(finding.fix is not None for finding in found.findings)
    if certain:
        which = "it" if len(found.findings) == 1 else "all" if certain == len(found.findings) else f"{certain} of them"
        told += f"; --fix mends {which}"
    return told
