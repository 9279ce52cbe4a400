"""The files of a game by mail: a letter that people can read, and behind it one line for the program.

The readable part is never read back. A mail program may wrap, quote or sign it, and change the ends of lines; the line
for the program is found among whatever stands around it, and has to be whole.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import assert_never, cast

from bombsight.boundary.documents import MALFORMED_ERRORS, parse_json
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.boundary.names import path_in_folder
from bombsight.service.common.files import overwrite_private_text
from bombsight.service.seats.mail.mail_documents import (
    Acceptance,
    Invitation,
    Letter,
    MailDocument,
    Opened,
    Reply,
    Wanted,
)
from bombsight.service.seats.protocol.codec import decode_message, documents_by_name, encode_message
from bombsight.service.seats.protocol.seat_messages import Answered, Share, Thrown
from bombsight.service.seats.protocol.undos import UndoAsked

PROGRAM_MARK = "--- For the program: leave the next line as it is. ---"
"""The line that separates the readable part from the line for the program."""

PROGRAM_LINE = re.compile(rb'\{\s*"document"\s*:')
"""Matches the beginning of the line for the program."""

QUOTE_SIGNS = b"> \t\xef\xbb\xbf\xc2\xa0"
"""What mail programs put before a line that they quote, and text programs before the first: blanks and marks."""

DAMAGED_HINT = (
    "Have it sent again, as an attached file. Who wrote it makes the same anew by the call of `bombsight mail` that "
    "made it first."
)


def compose_mail_file(readable: str, line: str) -> str:
    """Compose a file from its readable part and the line for the program; the line alone if there is no such part."""
    if not readable:
        return f"{line}\n"
    line = json.dumps(json.loads(line), separators=(",", ":"))  # in ASCII: a mail program may change the encoding
    harmless = readable.replace('{"', '{ "').rstrip()  # nothing that a game calls itself is taken for the line
    return f"{harmless}\n\n{PROGRAM_MARK}\n{line}\n"


def find_program_line(content: bytes) -> bytes:
    """Find the line for the program in a file as it came: quoted, signed, with other ends of lines.

    A file without a readable part, as older versions wrote it, is such a line.

    Raises:
        InputError: There are several different ones, or it was lost on its way.
    """
    lines = [line.strip(b" \t\xef\xbb\xbf") for line in re.split(rb"\r\n|\r|\n", content)]
    own = [line for line in lines if PROGRAM_LINE.match(line)]
    quoted = [line.lstrip(QUOTE_SIGNS) for line in lines if line.startswith(b">")]
    found = {*own} or {line for line in quoted if PROGRAM_LINE.match(line)}
    if len(found) > 1:
        raise InputError("this file holds several letters", "", "Save each by itself.")
    if found:
        return found.pop()
    if PROGRAM_MARK.encode() in content:
        raise InputError("the line for the program was lost on its way", "", DAMAGED_HINT)
    return content


MAIL_SUFFIX = ".txt"
"""The end of the names of files by mail, so that mail programs show them."""


def read_mail(path: Path) -> MailDocument:
    """Read a received file into its message: the line for the program in it, whatever stands around.

    Raises:
        InputError: It cannot be read, is no mail, or its line for the program was damaged.
    """
    try:
        line = find_program_line(read_input_file(str(path)))
        try:
            parse_json(line)
        except MALFORMED_ERRORS as error:
            if PROGRAM_LINE.match(line):
                raise InputError("the line for the program was damaged on its way", "", DAMAGED_HINT) from error
        return cast(MailDocument, decode_message(line, documents_by_name(MailDocument)))
    except InputError as error:
        raise InputError(
            error.message_forms, str(path), error.hint_forms or "A file that came by mail is wanted."
        ) from error


def write_mail(mail: MailDocument, folder: Path, readable: str = "") -> Path:
    """Write a message to a file for sending, replacing an older file of the same name.

    Args:
        mail: The message.
        folder: The folder of the file.
        readable: The same for people; it is not read back.

    Returns:
        The path of the file.

    Raises:
        InputError: It cannot be written.
    """
    path = mail_path(mail, folder)
    overwrite_private_text(path, compose_mail_file(readable, encode_message(mail)))
    return path


def mail_path(mail: MailDocument, folder: Path) -> Path:
    """Return the path of a message's file, from kind, number and seat: ``turn-003-north.txt``."""
    match mail:
        case Letter(asked=UndoAsked(number=number), seated=seated):
            return path_in_folder(folder, seated.seat, f"asked-{number:03}-", MAIL_SUFFIX)
        case Letter(turn=turn, seated=seated, undo_requests=requests):
            return path_in_folder(folder, seated.seat, f"turn-{turn.number:03}-{again_part(requests)}", MAIL_SUFFIX)
        case Reply(answered=Answered(number=number), seat=seat, request=requests):
            return path_in_folder(folder, seat, f"answer-{number:03}-{again_part(requests)}", MAIL_SUFFIX)
        case Reply(thrown=Thrown(number=number), seat=seat, request=requests):
            return path_in_folder(folder, seat, f"dice-{number:03}-{again_part(requests)}", MAIL_SUFFIX)
        case Reply(seat=seat, request=request) if mail.undo:
            return path_in_folder(folder, seat, f"undo-{request:03}-", MAIL_SUFFIX)
        case Reply(seat=seat):
            return path_in_folder(folder, seat, "answer-last-", MAIL_SUFFIX)
        case Wanted(seated=seated, wanted=wanted):
            return path_in_folder(
                folder, seated.seat, f"wanted-{0 if wanted is None else wanted.move:03}-", MAIL_SUFFIX
            )
        case Opened(share=Share(move=move), seat=seat):
            return path_in_folder(folder, seat, f"share-{move:03}-", MAIL_SUFFIX)
        case Opened(seat=seat):
            return path_in_folder(folder, seat, "share-refused-", MAIL_SUFFIX)
        case Invitation() | Acceptance():
            return path_in_folder(folder, mail.seat, f"{mail.document}-", MAIL_SUFFIX)
        case _:
            assert_never(mail)


def again_part(requests: int) -> str:
    """Return the part of a file's name behind so many requests for an undo, as questions are asked again; else nothing.

    An older file may have the same number, and stays as it is.
    """
    return f"again-{requests:03}-" if requests else ""
