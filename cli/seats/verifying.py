"""``bombsight verify``: what a seat was told, and what happened."""

from __future__ import annotations

from pathlib import Path

from bombsight.boundary.documents import structured
from bombsight.boundary.errors import InputError
from bombsight.cli.failure import DONE, FINDINGS
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import console, counted, reading, show_error, words
from bombsight.service.games.requests import Rules
from bombsight.service.seats.record import read_revealed, read_seat_file
from bombsight.service.seats.verifying import Checked, check


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
    with reading():
        own = read_seat_file(file)
        beside = file.with_suffix(".revealed")  # only what has been read has a name for certain: `.` has none
        found = read_revealed(revealed or beside) if revealed is not None or beside.exists() else None
        told = structured(lambda: check(own, found, rules), "what was told and revealed makes no sense", str(file))
    if json:
        print_json(told.to_json())
    elif told.faults:
        for fault in told.faults:
            show_error(InputError(fault))
        show_unknown(told)
    else:
        happened = f"{counted(told.answers, 'answer')} and {counted(told.throws, 'throw')} of dice"
        said = f"All is as it was told: {happened}, {counted(told.turns, 'commitment')} opened."
        console().print(words(said, "bold green"), soft_wrap=True)
        show_unknown(told)
    return FINDINGS if told.faults else DONE


def show_unknown(told: Checked) -> None:
    """Show what cannot be known of a game."""
    console().print(words("Nobody can know from this:", "dim"), soft_wrap=True)
    for each in told.unknown:
        console().print(words(f"  {each}", "dim"), soft_wrap=True)
