"""A quotation printed: the beginning of a file of house rules."""

from __future__ import annotations

import sys

from bombsight.cli.games.graphs import put
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import clean
from bombsight.service.lookup.quotation import Quoted


def show_quotation(told: Quoted, *, json: bool) -> None:
    """Print a house rule so that it can be put into a file, or, with ``json``, for programs."""
    if json:
        print_json(told.to_json())
    else:
        put(clean(told.text) if sys.stdout.isatty() else told.text, None)
