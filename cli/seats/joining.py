"""The command ``join``: a seat at a table on another machine."""

from __future__ import annotations

import sys
from contextlib import suppress
from getpass import getpass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.boundary.documents import read_untrusted
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.boundary.texts import MAX_TEXT_LENGTH, decode_utf8
from bombsight.cli.failure import SUCCESS
from bombsight.cli.play.question_input import InputEnded, read_line
from bombsight.cli.seats.seat_head import UNENCRYPTED_WARNING
from bombsight.cli.seats.table_front_end import TableFrontEnd
from bombsight.cli.terminal.quoting import quote_argument
from bombsight.cli.terminal.screen import make_console, print_notice, styled_text
from bombsight.cli.terminal.signals import exit_status_of
from bombsight.cli.terminal.streams import is_interactive
from bombsight.service.common.user_folders import saves_folder
from bombsight.service.play.standing_orders import Level
from bombsight.service.present.beats import Pace
from bombsight.service.present.story import Detail
from bombsight.service.saves.save_index import is_seat_file, known_seat_files, remember_seat_file
from bombsight.service.seats.guest.guest import pending_answer
from bombsight.service.seats.guest.seat_file import SeatFile, TableAddress
from bombsight.service.seats.network.address import Address, parse_address
from bombsight.service.seats.network.remote_seat import RemoteSeat
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.tables.table_listing import read_origin

if TYPE_CHECKING:  # what draws the screen is loaded on use
    from bombsight.cli.seats.table_screen import TableScreen

HASH_DIGITS = 12
"""How many digits of a token's hash name the file of its seat."""


TOKEN_VISIBLE_WARNING = (
    "The token stands in the list of processes, where others at this machine can read it. "
    "Leave it out of the call: you are asked for it then."
)
"""The warning if the call contains a token."""


def find_seat_path(address: Address) -> Path:
    """Find the file of a seat by its token, at whatever address the table was before; else where a new one is kept."""
    for path in known_seat_files():
        with suppress(InputError):
            origin = read_origin(path)
            if origin is not None and origin.token == address.token:
                return path
    older = seat_path_of(address.url)  # older versions called it by the address
    return older if older.exists() else seat_path_of(address.token)


def seat_path_of(text: str) -> Path:
    """Return the path in the folder of saves for the file of a seat, from the hash of its address or token."""
    return saves_folder() / f"table-{sha256(text.encode()).hexdigest()[:HASH_DIGITS]}.seat"


def read_kept_seat(path: Path) -> Address:
    """Read from a seat's file the address at which its table was last, with the token.

    Raises:
        InputError: It cannot be read, or does not say; or the table is over.
    """
    if path.with_suffix(".revealed").exists():
        hint = f"bombsight replay {quote_argument(str(path))} --watch shows it with all cards up."
        raise InputError("this table is over", str(path), hint)
    origin = read_origin(path)
    if origin is None or not origin.place:
        hint = f"bombsight join ADDRESS --keep {quote_argument(str(path))}"
        raise InputError("this seat's file does not say where its table is", str(path), hint)
    return evolve(parse_address(origin.place), token=origin.token)


def last_answered_number(file: SeatFile) -> int:
    """The number of the last question that the seat answered, if it is still open; -1 for none."""
    answer = pending_answer(file)
    return -1 if answer is None else answer.number


def join_table(
    address_text: str | None, seat_path: Path | None, *, detail: Detail, ask_level: Level, pace: Pace | None = None
) -> int:
    """Play as a guest at another machine's table until the game ends or the player leaves.

    Args:
        address_text: The address of the table in the call, see :func:`read_address`; or the file of a seat, to sit
            down again.
        seat_path: The seat file; None for one in the user's data folder.
        detail: The level of detail of the story.
        ask_level: Which questions the player is asked.
        pace: The pace of the story on the whole screen; None to play in lines.

    Raises:
        InputError: The address is invalid, the table refuses the player, or its messages are inconsistent.
    """
    out = make_console()
    if address_text is not None and is_seat_file(Path(address_text)):
        if seat_path is not None:
            raise InputError("the seat is named twice", "", "Leave --keep out, or name the address of the table.")
        seat_path = Path(address_text)
        address = read_kept_seat(seat_path)
    else:
        address = read_address(address_text)
    if not address.is_protected:
        out.print(styled_text(UNENCRYPTED_WARNING, "yellow"), soft_wrap=True)
    file = SeatFile.open(seat_path or find_seat_path(address))
    remember_seat_file(file.path)
    known_turns = tuple(each for each in file.messages if isinstance(each, Turn))
    joined_table = RemoteSeat(address, file, ask_level)
    seat: TableFrontEnd | TableScreen
    if pace is None:
        seat = TableFrontEnd(
            joined_table,
            out,
            detail,
            known_turns=known_turns,
            is_returning=bool(known_turns),
            last_answered=last_answered_number(file),
        )
    else:
        seat = open_screen(joined_table, detail, pace, ask_level, known_turns)
    stop: KeyboardInterrupt | None = None
    try:
        read_untrusted(seat.run, "what this table tells makes no sense", address.place)
        stop = seat.interrupt
    except KeyboardInterrupt as interrupt:
        stop = interrupt
    finally:
        joined_table.close()
    if seat.revealed is None:
        is_kept = any(isinstance(each, TableAddress) for each in file.messages)
        rejoin = file.path if is_kept else address.place
        rejoin_hint = f"Left. To sit down again: bombsight join {quote_argument(str(rejoin))}"
        out.print(styled_text(rejoin_hint, "yellow"), soft_wrap=True)
        return SUCCESS if stop is None else exit_status_of(stop)
    message = f"What you were told is in {file.path}, and what was hidden beside it. To check that nobody cheated:"
    out.print(styled_text(message, "dim"), soft_wrap=True)
    out.print(styled_text(f"bombsight verify {quote_argument(str(file.path))}", "dim"), soft_wrap=True)
    watch = f"To watch it with all cards up: bombsight replay {quote_argument(str(file.path))} --watch"
    out.print(styled_text(watch, "dim"), soft_wrap=True)
    return SUCCESS


def open_screen(
    joined_table: RemoteSeat, detail: Detail, pace: Pace, ask_level: Level, known_turns: tuple[Turn, ...]
) -> TableScreen:
    """Make the whole screen of a guest.

    Args:
        joined_table: The connection to the table.
        detail: The level of detail of the story.
        pace: The pace of the story.
        ask_level: Which questions the player is asked.
        known_turns: The turns received at this seat before.
    """
    from bombsight.cli.seats.table_screen import TableScreen

    address, file = joined_table.address, joined_table.file
    return TableScreen(
        joined_table,
        detail,
        pace,
        ask_level,
        name=f"The table at {address.place}",
        mark_parts=("guest", str(file.path.resolve())),
        known_turns=known_turns,
        is_returning=bool(known_turns),
        is_guest=True,
        last_answered=last_answered_number(file),
        opening_notes=[] if address.is_protected else [styled_text(UNENCRYPTED_WARNING, "yellow")],
    )


def read_address(address_text: str | None) -> Address:
    """Parse the address of a table, and ask for its secret token if the call lacks it.

    Args:
        address_text: The argument: an address, with its token or without; ``-`` for the next line of the input;
            ``@FILE`` for the first line of a file; None to ask for it.

    Raises:
        InputError: The address is invalid, or the input has ended.
    """
    match address_text:
        case None | "-":
            address = parse_address(read_hidden("Address", hide=False))
        case _ if address_text.startswith("@"):
            path = address_text.removeprefix("@")
            address = parse_address(
                decode_utf8(read_input_file(path, MAX_TEXT_LENGTH), path).partition("\n")[0].strip()
            )
        case _:
            address = parse_address(address_text)
            if address.token:
                print_notice(TOKEN_VISIBLE_WARNING)
    if address.token:
        return address
    token = read_hidden("Token", hide=True)
    if not token:
        raise InputError("nobody sits down without a token", "", "The host of the table shows it beside the address.")
    return evolve(address, token=token)


def read_hidden(label: str, *, hide: bool) -> str:
    """Ask for a line of input such as a token; with ``hide`` it is not echoed.

    Raises:
        InputError: The input has ended.
    """
    try:
        if not is_interactive():
            return sys.stdin.readline(MAX_TEXT_LENGTH).strip()
        if hide:
            return getpass(f"{label} (it is not shown): ").strip()
        return read_line(make_console(), f"{label}: ")
    except InputEnded as end:
        if end.interrupt is not None:
            raise end.interrupt from end
    except (EOFError, ValueError):
        pass
    raise InputError(f"no {label.lower()} was given")
