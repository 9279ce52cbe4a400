"""The host of a game by mail: invitations, letters to the guests, and what becomes of the replies."""

from __future__ import annotations

from pathlib import Path
from typing import assert_never

from bombsight.boundary.errors import InputError
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import table_path
from bombsight.service.saves.save_index import find_save_files, known_save_files
from bombsight.service.seats.arbiter.answer_records import find_person_answers
from bombsight.service.seats.hosting.hosted_game import HostedGame
from bombsight.service.seats.hosting.table_record import TableRecord, read_table
from bombsight.service.seats.mail.mail_documents import Acceptance, GuestMail, Invitation, Letter, Opened, Reply, Wanted
from bombsight.service.seats.protocol.commitments import anchor_of, is_share, previous_share
from bombsight.service.seats.protocol.seat_messages import Answered, Share, Thrown
from bombsight.service.seats.protocol.undos import UndoReply, make_undone


def make_invitations(game: HostedGame, title: str) -> tuple[Invitation, ...]:
    """Create the invitation for each guest of a hosted game."""
    table, waits = game.table, game.waits_message
    return tuple(
        Invitation(token=token, seat=seat, title=title, waits=waits, seat_title=table.titles.get(seat, ""))
        for seat, token in table.tokens.items()
    )


def find_save(mail: GuestMail, nearby_folder: Path) -> Path:
    """Find the save of the table that a guest's message belongs to, in a nearby folder or among the user's saves.

    Raises:
        InputError: There is none.
    """
    for save in (*find_save_files(nearby_folder), *known_save_files()):
        if table_path(save).exists() and read_table(save).tokens.get(mail.seat) == mail.token:
            return save
    hint = (
        "It is for the host, where the save of the table lies with its .table file; name that save by --save FILE. "
        "Nothing was written or sent."
    )
    raise InputError("this mail belongs to no table that is kept here", "", hint)


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


def find_news_of_undo(game: HostedGame, seat: str) -> str:
    """Return the seat whose last answer was taken back since a seat last answered: its next letter says so.

    It is empty for none.
    """
    if not game.table.undos:
        return ""
    undo = game.table.undos[-1]
    answers = find_person_answers(game.running_arbiter.play.session)
    return "" if any(each.record >= undo.kept and each.seat == seat for each in answers) else undo.asked_by


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
