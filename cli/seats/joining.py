"""``bombsight join``: a seat at a table elsewhere."""

from __future__ import annotations

import sys
from getpass import getpass
from hashlib import sha256
from pathlib import Path

from attrs import evolve

from bombsight.boundary.documents import structured
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_bytes
from bombsight.boundary.texts import LONGEST, decode
from bombsight.cli.failure import DONE
from bombsight.cli.play.asking import Ended, read_line
from bombsight.cli.seats.at_table import UNPROTECTED, AtTable
from bombsight.cli.terminal.quoting import quoted
from bombsight.cli.terminal.screen import console, note, words
from bombsight.cli.terminal.signals import status_of
from bombsight.cli.terminal.streams import is_interactive
from bombsight.service.common.user_folders import saves_folder
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.story import Detail
from bombsight.service.seats.address import Address, parse_address
from bombsight.service.seats.guest import answer_given
from bombsight.service.seats.joining import JoinedTable
from bombsight.service.seats.messages import Turn
from bombsight.service.seats.record import SeatFile, write_revealed

DIGITS = 12
"""How many digits of an address's hash name the file of its seat."""


SHOWN = (
    "The token stands in the list of processes, where others at this machine can read it. "
    "Leave it out of the call: you are asked for it then."
)
"""Said where the call holds a token."""


def seat_file(address: Address) -> Path:
    """The file of a seat that nobody named one for: the same for the same address."""
    return saves_folder() / f"table-{sha256(address.url.encode()).hexdigest()[:DIGITS]}.seat"


def answered_last(file: SeatFile) -> int:
    """The number of the question that was answered before the seat was left, and is still open; -1 for none."""
    given = answer_given(file)
    return -1 if given is None else given.number


def join(word: str | None, path: Path | None, *, detail: Detail, asks: Level) -> int:
    """Sit at a table elsewhere to the end of its game, or until one leaves; the exit status.

    Args:
        word: The address of the table as it stands in the call; see :func:`read_address`.
        path: The seat's own file; None for one in the user's data folder.
        detail: How much of the story is told.
        asks: How much is asked.

    Raises:
        InputError: The address is none, nobody wants us there, or what is told there makes no sense.
    """
    out = console()
    address = read_address(word)
    if not address.is_protected:
        out.print(words(UNPROTECTED, "yellow"), soft_wrap=True)
    file = SeatFile.open(path or seat_file(address))
    known = tuple(each for each in file.messages if isinstance(each, Turn))
    line = JoinedTable(address, file, asks)
    seat = AtTable(line, out, detail, known=known, again=bool(known), answered=answered_last(file))
    stop: KeyboardInterrupt | None = None
    try:
        structured(seat.sit, "what this table tells makes no sense", address.place)
        stop = seat.stop
    except KeyboardInterrupt as interrupt:
        stop = interrupt
    finally:
        line.close()
    if seat.revealed is None:
        again = f"Left. To sit down again with the same token: bombsight join {quoted(address.place)}"
        out.print(words(again, "yellow"), soft_wrap=True)
        return DONE if stop is None else status_of(stop)
    shown = file.path.with_suffix(".revealed")
    write_revealed(seat.revealed, shown)
    said = f"What you were told is in {file.path}, and what was hidden beside it. To check that nobody cheated:"
    out.print(words(said, "dim"), soft_wrap=True)
    out.print(words(f"bombsight verify {quoted(str(file.path))}", "dim"), soft_wrap=True)
    return DONE


def read_address(word: str | None) -> Address:
    """The address of a table, and its token, which is asked for where the call does not say it.

    Args:
        word: As it stands in the call: an address, with its token or without; ``-`` for the next line of the input;
            ``@FILE`` for the first line of a file; None where it is asked for, too.

    Raises:
        InputError: It is none, or there is nothing to read.
    """
    match word:
        case None | "-":
            address = parse_address(read_hidden("Address", hide=False))
        case _ if word.startswith("@"):
            path = word.removeprefix("@")
            address = parse_address(decode(read_bytes(path, LONGEST), path).partition("\n")[0].strip())
        case _:
            address = parse_address(word)
            if address.token:
                note(SHOWN)
    if address.token:
        return address
    token = read_hidden("Token", hide=True)
    if not token:
        raise InputError("nobody sits down without a token", "", "The host of the table shows it beside the address.")
    return evolve(address, token=token)


def read_hidden(what: str, *, hide: bool) -> str:
    """A line that is asked for, of which no transcript shows anything where it comes from elsewhere than a terminal.

    Args:
        what: What is asked for.
        hide: Whether the terminal does not show it either.

    Raises:
        InputError: There is nothing to read.
    """
    try:
        if not is_interactive():
            return sys.stdin.readline(LONGEST).strip()
        if hide:
            return getpass(f"{what} (it is not shown): ").strip()
        return read_line(console(), f"{what}: ")
    except Ended as end:
        if end.stop is not None:
            raise end.stop from end
    except (EOFError, ValueError):
        pass
    raise InputError(f"no {what.lower()} was given")
