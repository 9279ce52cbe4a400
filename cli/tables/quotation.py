"""The output of a quotation: the start of a house-rule file."""

from __future__ import annotations

import sys

from bombsight.cli.games.graphs import write_or_print
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import sanitize
from bombsight.service.lookup.quotation import Quoted


def show_quotation(quotation: Quoted, *, json: bool) -> None:
    """Print the quoted lines of rules as the start of a house-rule file, or with ``json`` as JSON."""
    if json:
        print_json(quotation.to_json())
    else:
        write_or_print(sanitize(quotation.text) if sys.stdout.isatty() else quotation.text, None)
