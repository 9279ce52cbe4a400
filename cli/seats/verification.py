"""The command ``verify``: compares a seat's messages with the revealed game."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.cli.failure import FINDINGS, SUCCESS
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import make_console, pluralize, reading_spinner, show_error, styled_text
from bombsight.runtime.saves.mark import HEADER_MARK
from bombsight.service.games.requests import Rules
from bombsight.service.seats.verification.checked import Checked
from bombsight.service.seats.verification.file_verification import verify_seat_file
from bombsight.service.seats.verification.shared_save_verification import verify_shared_save


def verify_and_show(file: Path, revealed_path: Path | None, rules: Rules, *, json: bool) -> int:
    """Compare what a seat was told with the revealed game, or play a save again; return the exit status.

    Args:
        file: The seat's file, or the save of a game for two at one keyboard.
        revealed_path: The file of the revelation; None for the file beside it.
        rules: Where games and house rules lie.
        json: Whether to print JSON.

    Raises:
        InputError: A file cannot be read, or the rules cannot be found.
        WrongRules: The rules have errors.
    """
    is_shared_save = is_save(file)
    if is_shared_save and revealed_path is not None:
        raise InputError("a save is verified by itself", str(revealed_path), "Name the save alone.")
    with reading_spinner():
        result = verify_shared_save(file, rules) if is_shared_save else verify_seat_file(file, revealed_path, rules)
    if json:
        print_json(result.to_json())
    elif result.faults:
        for fault in result.faults:
            show_error(InputError(fault))
        show_unknown(result)
    else:
        happened = f"{pluralize(result.answers, 'answer')} and {pluralize(result.throws, 'throw')} of dice"
        message = (
            f"The save holds what its seed and its rules give: {happened}."
            if is_shared_save
            else f"All is as it was told: {happened}, {pluralize(result.turns, 'commitment')} opened."
        )
        make_console().print(styled_text(message, "bold green"), soft_wrap=True)
        for undo in result.undos:
            make_console().print(styled_text(f"{undo}.", "yellow"), soft_wrap=True)
        show_unknown(result)
    return FINDINGS if result.faults else SUCCESS


def is_save(file: Path) -> bool:
    """Whether a file begins as a save does."""
    with suppress(OSError), file.open("rb") as stream:
        return stream.read(len(HEADER_MARK)) == HEADER_MARK
    return False


def show_unknown(result: Checked) -> None:
    """Print the facts about a finished game that cannot be verified."""
    make_console().print(styled_text("Nobody can know from this:", "dim"), soft_wrap=True)
    for each in result.unknown:
        make_console().print(styled_text(f"  {each}", "dim"), soft_wrap=True)
