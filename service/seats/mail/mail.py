"""A two-player game by mail: what its host and a guest send to each other, in files."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, assert_never, cast

from attrs import field, frozen, validators

from bombsight.boundary.documents import MALFORMED_ERRORS, parse_json
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.boundary.names import make_name_validator, path_in_folder
from bombsight.service.common.document import Document
from bombsight.service.common.files import overwrite_private_text
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import table_path
from bombsight.service.saves.save_index import find_save_files, known_save_files
from bombsight.service.seats.hosting.hosted_game import HostedGame
from bombsight.service.seats.hosting.table_record import TableRecord, read_table
from bombsight.service.seats.mail.mail_file import DAMAGED_HINT, PROGRAM_LINE, compose_mail_file, find_program_line
from bombsight.service.seats.protocol.codec import decode_message, documents_by_name, encode_message
from bombsight.service.seats.protocol.commitments import (
    MAX_MOVE,
    anchor_of,
    check_share_or_empty,
    is_share,
    previous_share,
)
from bombsight.service.seats.protocol.host_messages import (
    Answered,
    Hello,
    Looked,
    Revealed,
    Seated,
    Share,
    ShareWanted,
    Thrown,
    Turn,
    Waits,
)
from bombsight.service.seats.protocol.undos import UndoAsked, Undone, UndoReply, make_undone


@frozen(kw_only=True)
class Invitation(Document):
    """An invitation to a game by mail, which asks the guest for his commitment.

    Attributes:
        token: The token of the seat, which each of its messages must contain.
        seat: The guest's seat.
        title: The title of the game.
        waits: The commitment to the arbiter's secret, and the seats that give shares.
    """

    document = "invitation"
    version = oldest = 3

    token: str = field(validator=make_name_validator("a token"))
    seat: str = field(validator=make_name_validator("a seat"))
    title: str
    waits: Waits


@frozen(kw_only=True)
class Acceptance(Document):
    """A guest's acceptance of an invitation.

    Attributes:
        token: The token of the seat.
        seat: The guest's seat.
        hello: The guest's commitment, and how many questions he answers himself.
        share: His share of the beginning if he is the only guest, so that no other share depends on it; else empty.
        root: The root of his chain of shares, if he agrees to spare letters; else empty.
    """

    document = "acceptance"
    version = oldest = 3

    token: str = field(validator=make_name_validator("a token"))
    seat: str = field(validator=make_name_validator("a seat"))
    hello: Hello
    share: str = field(validator=check_share_or_empty)
    root: str = field(validator=check_share_or_empty)


@frozen(kw_only=True)
class Wanted(Document):
    """The host's request that a guest reveals a share of the dice seed: the first, or the one behind a fixed answer.

    Attributes:
        token: The token of the seat.
        seated: The description of the game, with all commitments.
        wanted: The answer that needs the share; None for the beginning.
    """

    document = "wanted"
    version = 3

    token: str = field(validator=make_name_validator("a token"))
    seated: Seated
    wanted: ShareWanted | None


@frozen(kw_only=True)
class Opened(Document):
    """A guest's revealed share of the dice seed.

    Attributes:
        token: The token of the seat.
        seat: The guest's seat.
        share: The share; None if he gives the game up, or refuses to open it.
    """

    document = "opened"
    version = 3

    token: str = field(validator=make_name_validator("a token"))
    seat: str = field(validator=make_name_validator("a seat"))
    share: Share | None


@frozen(kw_only=True)
class Letter(Document):
    """The host's letter to a guest: new events, and the open question.

    Attributes:
        token: The token of the seat.
        seated: The description of the game.
        turn: The events since the last answer, and the question.
        looked: The sheet and the boards.
        revealed: All hidden information; None while the game goes on.
        asked: Another's request for an undo, to which the guest replies before anything else; None for none.
        undone: The last undo to which all agreed; None for none.
        undo_requests: How many requests for an undo there were.
    """

    document = "letter"
    version = 4

    token: str = field(validator=make_name_validator("a token"))
    seated: Seated
    turn: Turn
    looked: Looked
    revealed: Revealed | None
    asked: UndoAsked | None = None
    undone: Undone | None = None
    undo_requests: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MOVE)])


@frozen(kw_only=True)
class Reply(Document):
    """A guest's answer by mail.

    Attributes:
        token: The token of the seat.
        seat: The guest's seat.
        have: The number of events that he has received.
        answered: The answer; None if he gives the game up, or ``undo`` says something else.
        undo: What he says of an undo instead of an answer: he asks for one, agrees to one, or refuses it.
        request: The number of the request that he makes or replies to; 0 for none.
        thrown: His own dice, where a throw is awaited instead of an answer; None for none.
    """

    document = "reply"
    version = 3

    token: str = field(validator=make_name_validator("a token"))
    seat: str = field(validator=make_name_validator("a seat"))
    have: int = field(validator=validators.ge(0))
    answered: Answered | None
    undo: Literal["", "asks", "agrees", "refuses"] = ""
    request: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MOVE)])
    thrown: Thrown | None = None


MailDocument = Invitation | Acceptance | Letter | Reply | Wanted | Opened
"""A file that is sent by mail."""


GuestMail = Acceptance | Reply | Opened
"""A file that a guest sends."""

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
        case Letter(turn=turn, seated=seated):
            return path_in_folder(folder, seated.seat, f"turn-{turn.number:03}-", MAIL_SUFFIX)
        case Reply(answered=Answered(number=number), seat=seat):
            return path_in_folder(folder, seat, f"answer-{number:03}-", MAIL_SUFFIX)
        case Reply(thrown=Thrown(number=number), seat=seat):
            return path_in_folder(folder, seat, f"dice-{number:03}-", MAIL_SUFFIX)
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


# --- the host's side


def make_invitations(game: HostedGame, title: str) -> tuple[Invitation, ...]:
    """Create the invitation for each guest of a hosted game."""
    tokens, waits = game.table.tokens, game.waits_message
    return tuple(Invitation(token=token, seat=seat, title=title, waits=waits) for seat, token in tokens.items())


def find_save(mail: GuestMail, nearby_folder: Path) -> Path:
    """Find the save of the table that a guest's message belongs to, in a nearby folder or among the user's saves.

    Raises:
        InputError: There is none.
    """
    for save in (*find_save_files(nearby_folder), *known_save_files()):
        if table_path(save).exists() and read_table(save).tokens.get(mail.seat) == mail.token:
            return save
    hint = "Name its save: --save FILE. Only who hosts a table takes its answers in."
    raise InputError("this answer belongs to no table that is kept here", "", hint)


def process_acceptance(game: HostedGame, acceptance: Acceptance, asks: Level) -> bool:
    """Process a guest's acceptance by mail, and return whether all guests have accepted.

    Args:
        game: The game.
        acceptance: The acceptance; it may be sent again until all have accepted.
        asks: How many questions the host answers himself.

    Raises:
        InputError: The sender has no seat at this table, or makes no commitment.
    """
    check_token(game.table, acceptance)
    seat, hello = acceptance.seat, acceptance.hello
    if game.has_agreed:
        return True
    table = game.table
    if seat in table.guests:
        check_commitment(table, acceptance)
    game.store_acceptance(seat, hello, acceptance.share, acceptance.root if table.spares else "")
    table = game.table
    if table.accepted.keys() < table.tokens.keys():
        return False
    game.settle_terms({name: table.accepted[name].anchor for name in table.guests}, asks)
    for name in table.guests:
        if share := table.accepted[name].share:
            game.open_share(name, Share(move=0, share=share))
    return True


def check_commitment(table: TableRecord, acceptance: Acceptance) -> None:
    """Raise unless an acceptance has a well-formed commitment that fits the share which it reveals.

    Raises:
        InputError: It does not.
    """
    anchor, share, root = acceptance.hello.anchor, acceptance.share, acceptance.root
    is_well_formed = is_share(anchor) and (not share or is_share(share)) and (not root or is_share(root))
    if not is_well_formed or (share and previous_share(share) != anchor) or (root and anchor_of(root) != anchor):
        raise InputError("who accepts commits himself to his shares of the dice, and this is no commitment")
    if table.spares and not root:
        raise InputError("letters can be spared only if all agree to it", "", "Begin a table without --spare-letters.")


def process_reply(game: HostedGame, reply: Reply | Opened) -> None:
    """Process a guest's answer, or a revealed share of the dice seed.

    Raises:
        InputError: It does not fit the open question, and nothing has changed; or it makes the game void.
    """
    check_token(game.table, reply)
    match reply:
        case Reply(seat=seat, have=have, undo="asks", request=request):
            store_received_count(game, seat, have)
            if request == game.table.undo_requests + 1:  # else it came twice
                game.request_undo(seat)
        case Reply(seat=seat, have=have, undo="agrees" | "refuses" as undo, request=request):
            store_received_count(game, seat, have)
            game.reply_to_undo(seat, UndoReply(number=max(1, request), agrees=undo == "agrees"))
        case Reply(thrown=Thrown() as thrown, seat=seat, have=have):
            game.throw(seat, thrown)
            store_received_count(game, seat, have)
        case Reply(answered=answered, seat=seat, have=have):
            if answered is None:
                game.give_up(seat)
            elif not was_taken(game.table, seat, answered):
                game.answer(seat, answered)
            store_received_count(game, seat, have)
        case Opened(share=share, seat=seat):
            if share is None:
                game.give_up(seat)
            else:
                game.open_share(seat, share)
        case _:
            assert_never(reply)


def was_taken(table: TableRecord, seat: str, answered: Answered) -> bool:
    """Whether a guest's answer was taken before: its letter came twice, or the host was killed behind it."""
    return any((move.seat, move.answered) == (seat, answered.without_share) for move in table.moves)


def store_received_count(game: HostedGame, seat: str, received_count: int) -> None:
    """Record the number of events that a seat has received by mail."""
    game.store_received_count(seat, max(0, received_count))


def make_letter(game: HostedGame, seat: str) -> Letter:
    """Build the letter to a seat: new events, and the open question."""
    arbiter, table = game.running_arbiter, game.table
    asked = game.make_undo_asked(seat)
    return Letter(
        token=table.tokens[seat],
        seated=arbiter.make_seated(seat),
        turn=arbiter.make_turn(seat, table.have.get(seat, 0)),
        looked=arbiter.make_state_message(seat),
        revealed=game.make_revealed() if game.is_over else None,
        asked=asked if asked is not None and asked.seat != seat else None,
        undone=make_undone(table.undos[-1]) if table.undos else None,
        undo_requests=table.undo_requests,
    )


def make_wanted(game: HostedGame, seat: str) -> Wanted:
    """Build the request that a seat reveals its share of the dice seed."""
    return Wanted(token=game.table.tokens[seat], seated=game.make_seated(seat), wanted=game.share_wanted)


def check_token(table: TableRecord, mail: GuestMail) -> None:
    """Raise unless a guest's message has the secret token of its seat.

    Raises:
        InputError: It has not.
    """
    if table.tokens.get(mail.seat) != mail.token:
        raise InputError("who sent this has no seat at this table")
