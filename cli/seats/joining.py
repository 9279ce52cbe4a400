"""``bombsight join``: a seat at a table elsewhere."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from bombsight.cli.failure import DONE
from bombsight.cli.seats.at_table import AtTable
from bombsight.cli.terminal.quoting import quoted
from bombsight.cli.terminal.screen import console, words
from bombsight.cli.terminal.signals import status_of
from bombsight.service.seats.guest import answer_given
from bombsight.service.seats.joining import JoinedTable, checked
from bombsight.service.seats.messages import Turn
from bombsight.service.seats.record import SeatFile, write_revealed
from bombsight.service.standing import Level
from bombsight.service.story import Detail
from bombsight.service.user_folders import saves_folder

DIGITS = 12
"""How many digits of an address's hash name the file of its seat."""


def seat_file(address: str) -> Path:
    """The file of a seat that nobody named one for: the same for the same address."""
    return saves_folder() / f"table-{sha256(address.encode()).hexdigest()[:DIGITS]}.seat"


def answered_last(file: SeatFile) -> int:
    """The number of the question that was answered before the seat was left, and is still open; -1 for none."""
    given = answer_given(file)
    return -1 if given is None else given.number


def join(address: str, path: Path | None, *, detail: Detail, asks: Level) -> int:
    """Sit at a table elsewhere to the end of its game, or until one leaves; the exit status.

    Args:
        address: Of the table, as its host shows it.
        path: The seat's own file; None for one in the user's data folder.
        detail: How much of the story is told.
        asks: How much is asked.

    Raises:
        InputError: The address is none, or nobody wants us there.
    """
    out = console()
    whole = checked(address)
    file = SeatFile.open(path or seat_file(whole))
    known = tuple(each for each in file.messages if isinstance(each, Turn))
    line = JoinedTable(whole, file, asks)
    seat = AtTable(line, out, detail, known=known, again=bool(known), answered=answered_last(file))
    stop: KeyboardInterrupt | None = None
    try:
        seat.sit()
        stop = seat.stop
    except KeyboardInterrupt as interrupt:
        stop = interrupt
    finally:
        line.close()
    if seat.revealed is None:
        out.print(words(f"Left. To sit down again: bombsight join {quoted(address)}", "yellow"), soft_wrap=True)
        return DONE if stop is None else status_of(stop)
    shown = file.path.with_suffix(".revealed")
    write_revealed(seat.revealed, shown)
    said = f"What you were told is in {file.path}, and what was hidden beside it. To check that nobody cheated:"
    out.print(words(said, "dim"), soft_wrap=True)
    out.print(words(f"bombsight verify {quoted(str(file.path))}", "dim"), soft_wrap=True)
    return DONE
