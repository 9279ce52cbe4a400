"""A quotation printed: the beginning of a file of house rules."""

from __future__ import annotations

import sys
from collections.abc import Collection

from bombsight.cli.games.graphs import put
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import clean
from bombsight.compiler.request import Request
from bombsight.service.quotation import quotation


def show_quotation(
    request: Request, word: str, row: str, column: str, *, kinds: Collection[str] = (), json: bool = False
) -> None:
    """Print the house rule that quotes a thing, or a row or cell of it.

    Args:
        request: The game and by which rules.
        word: What somebody typed.
        row: The keys of a row, or the name of a line; may be empty.
        column: The head of a column of that row; may be empty.
        kinds: The kinds of things that may be meant; any where none is named.
        json: Whether it is for programs.

    Raises:
        InputError: There is no such thing, or it cannot be quoted.
        WrongRules: The rules have errors.
    """
    told = quotation(request, word, row, column, kinds)
    if json:
        print_json(told.to_json())
    else:
        put(clean(told.text) if sys.stdout.isatty() else told.text, None)
