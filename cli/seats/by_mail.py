"""The command ``mail``: a game for two by exchanged files, each processed according to its kind."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import assert_never

from bombsight.boundary.documents import read_untrusted
from bombsight.boundary.errors import InputError
from bombsight.cli.seats.guest_mail import GuestMailSession
from bombsight.cli.seats.host_mail import HostMailSession
from bombsight.cli.terminal.screen import make_console
from bombsight.service.common.user_folders import saves_folder
from bombsight.service.games.requests import Rules
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import table_path
from bombsight.service.present.story import Detail
from bombsight.service.saves.save_index import known_seat_files, remember_seat_file
from bombsight.service.seats.guest.seat_file import SeatFile, StoredMessage, TableAddress, read_seat_file
from bombsight.service.seats.hosting.hosted_table import HostedTable
from bombsight.service.seats.mail.host_mail import find_save
from bombsight.service.seats.mail.mail_documents import Acceptance, Invitation, Letter, Opened, Reply, Wanted
from bombsight.service.seats.mail.mail_file import read_mail
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.protocol.seat_messages import Hello
from bombsight.service.seats.tables.table_listing import read_origin

LETTER_SUFFIXES = (".txt", ".json")
"""How names of files end that come by mail, in this version and in older ones."""

TOKEN_DIGITS = 8
"""How many digits of a token name the file of its seat."""

SEAT_FILE_HINT = (
    "The program keeps a seat in the file table-....seat that it wrote where the invitation was accepted. Open the "
    "mail there, or bring that file here and name it: --keep FILE. Nothing was written or sent."
)
"""How to go on where mail came to a place that does not know its seat."""


def find_seat_path(token: str) -> Path:
    """Find the file of a seat by its token; else where a new one is kept."""
    for path in known_seat_files():
        with suppress(InputError):
            origin = read_origin(path)
            if origin is not None and origin.token == token:
                return path
    return saves_folder() / f"table-{token[:TOKEN_DIGITS]}.seat"


def check_seat_known(mail: Invitation | Letter | Wanted, path: Path, seat_path: Path) -> None:
    """Raise unless the file of a seat is of this table, and its player has accepted: only an invitation begins one.

    A letter opened where the seat is unknown would make other shares of the dice than those that the player has
    committed himself to, and the host would look as if he cheated. Nothing has been written yet.

    Args:
        mail: The mail.
        path: Its file.
        seat_path: The file of the seat, which need not exist.

    Raises:
        InputError: The seat is not known here, or the file is of another seat.
    """
    messages = read_seat_file(seat_path) if seat_path.exists() else []
    address = next((each for each in reversed(messages) if isinstance(each, TableAddress)), None)
    if address is not None and address.token != mail.token:
        raise InputError("this is the file of another seat than that of this mail", str(seat_path), SEAT_FILE_HINT)
    if isinstance(mail, Invitation) or any(isinstance(each, Hello) for each in messages):
        return
    seat = next((each.title for each in mail.seated.seats if each.name == mail.seated.seat), mail.seated.seat)
    raise InputError(
        f"the seat of {seat} is not known here: this mail is for whoever accepted the invitation",
        str(path),
        f"{SEAT_FILE_HINT} Looked for: {seat_path}",
    )


def is_outdated(mail: Invitation | Letter | Wanted, messages: Sequence[StoredMessage]) -> bool:
    """Whether a newer letter than a mail has been read, so that `saves` goes on with that one."""
    turn = next((each for each in reversed(messages) if isinstance(each, Turn)), None)
    if turn is None:
        return False
    match mail:
        case Invitation():
            return True
        case Letter():
            return (mail.turn.undone, mail.turn.number) < (turn.undone, turn.number)
        case Wanted():
            return mail.wanted is None or mail.wanted.move <= turn.moves
        case _:
            assert_never(mail)


def process_mail(
    file_or_game: str,
    open_table: Callable[[], HostedTable],
    rules: Rules,
    *,
    folder: Path,
    save: Path | None,
    seat_path: Path | None,
    detail: Detail,
    ask_level: Level,
    agree: bool,
    wants_undo: bool = False,
) -> int:
    """Process an incoming file by its kind, a host's save, or a new game; return the exit status.

    Args:
        file_or_game: The file, or the game.
        open_table: Makes the table of a new game.
        rules: Where games and house rules lie.
        folder: The folder for outgoing files.
        save: The save of the table that an answer belongs to; None to search for it.
        seat_path: The seat file of the addressed player; None for one in the user's data folder.
        detail: The level of detail of the story.
        ask_level: Which questions the player is asked.
        agree: Whether an invited player spares letters without being asked.
        wants_undo: Whether the host, who goes on with his save, asks first to take back his last answer.

    Raises:
        InputError: The file is unusable, or belongs to another table.
        WrongRules: The rules have errors.
    """
    settings = folder, rules, detail, ask_level, make_console()
    host = HostMailSession(*settings)
    guest = GuestMailSession(*settings)
    path = Path(file_or_game)
    if not path.is_file():
        if path.suffix in LETTER_SUFFIXES:
            raise InputError("there is no such file", str(path), "Name a game, or a file that came by mail.")
        return host.send_invitations(open_table().game)
    if table_path(path).exists():
        return host.run_host(path, None, wants_undo=wants_undo)
    match read_mail(path):
        case (Acceptance() | Reply() | Opened()) as post:
            return host.run_host(save or find_save(post, folder), post)
        case (Invitation() | Letter() | Wanted()) as post:
            own_path = seat_path or find_seat_path(post.token)
            check_seat_known(post, path, own_path)
            file = SeatFile.open(own_path)
            remember_seat_file(file.path)
            try:
                if not is_outdated(post, file.messages):
                    file.store(TableAddress(token=post.token, letter=os.path.abspath(path)))
                match post:
                    case Invitation():
                        return guest.answer_invitation(post, file, agree=agree)
                    case Letter():
                        return read_untrusted(
                            lambda: guest.answer_letter(post, file),
                            "what this letter tells makes no sense",
                            file_or_game,
                        )
                    case Wanted():
                        return guest.send_share(post, file)
                    case _:
                        assert_never(post)
            finally:
                file.close()
        case never:
            assert_never(never)
