"""``bombsight verify``: what a seat was told, and what happened."""

from __future__ import annotations

from pathlib import Path

from bombsight.boundary.documents import structured
from bombsight.boundary.errors import InputError
from bombsight.cli.failure import DONE, FINDINGS
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import console, counted, reading, show_error, words
from bombsight.service.requests import Rules
from bombsight.service.seats.record import read_revealed, read_seat_file
from bombsight.service.seats.verifying import check


def verify(file: Path, revealed: Path | None, rules: Rules, *, json: bool) -> int:
    """Check what a seat was told; the exit status.

    Args:
        file: The seat's file.
        revealed: What was revealed; None for the file beside it.
        rules: Where games and house rules lie.
        json: Whether to print JSON.

    Raises:
        InputError: A file cannot be read, or the rules are not to be had.
        WrongRules: The rules have errors.
    """
    own, opened = read_seat_file(file), read_revealed(revealed or file.with_suffix(".revealed"))
    with reading():
        told = structured(lambda: check(own, opened, rules), "what was told and revealed makes no sense", str(file))
    if json:
        print_json(told.to_json())
    elif told.faults:
        for fault in told.faults:
            show_error(InputError(fault))
    else:
        happened = f"{counted(told.answers, 'answer')} and {counted(told.throws, 'throw')} of dice"
        said = f"All is as it was told: {happened}, {counted(told.turns, 'commitment')} opened."
        console().print(words(said, "bold green"), soft_wrap=True)
    return FINDINGS if told.faults else DONE
