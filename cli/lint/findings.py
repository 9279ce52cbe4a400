"""Findings in the forms they are told in."""

from __future__ import annotations

import sys

from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import clean, show_findings, tally
from bombsight.service.linting import Linted


def tell(found: Linted, form: str) -> None:
    """Findings as ``text``, ``json``, ``sarif`` or ``github``."""
    if form == "github":
        from bombsight.cli.lint.github import as_github

        sys.stdout.writelines(f"{line}\n" for line in as_github(found))
    elif form == "text":
        show_findings(found.findings, found.sources, stderr=False, summary=False)
        sys.stdout.write(f"{clean(', '.join(found.names))}: {tally(found.findings)}\n")
    else:
        from bombsight.service.findings import as_document, as_sarif

        print_json(as_document(found).to_json() if form == "json" else as_sarif(found))
