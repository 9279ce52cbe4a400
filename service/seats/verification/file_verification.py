"""Verification of the file that a seat kept, with the file of what was revealed at the end."""

from __future__ import annotations

from pathlib import Path

from bombsight.boundary.documents import read_untrusted
from bombsight.service.games.requests import Rules
from bombsight.service.seats.guest.seat_file import read_revealed, read_seat_file
from bombsight.service.seats.verification.checked import Checked
from bombsight.service.seats.verification.seat_verification import verify_seat_messages


def verify_seat_file(file: Path, revealed_path: Path | None, rules: Rules) -> Checked:
    """Compare the messages stored in a seat's file with the revealed game.

    Args:
        file: The seat's file.
        revealed_path: The file of the revelation; None for the file beside it.
        rules: Where games and house rules lie.

    Raises:
        InputError: A file cannot be read, or the rules cannot be found.
        WrongRules: The rules have errors.
    """
    seat_record = read_seat_file(file)
    default_path = file.with_suffix(".revealed")  # after reading it surely has a file name: `.` has none
    revealed_record = (
        read_revealed(revealed_path or default_path) if revealed_path is not None or default_path.exists() else None
    )
    return read_untrusted(
        lambda: verify_seat_messages(seat_record, revealed_record, rules),
        "what was told and revealed makes no sense",
        str(file),
    )
