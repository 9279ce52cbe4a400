"""A table by mail: what goes between its host and a player, as small files."""

from __future__ import annotations

from pathlib import Path
from typing import assert_never, cast

from attrs import evolve, field, frozen, validators

from bombsight.boundary.errors import InputError, reason
from bombsight.boundary.files import read_bytes, write_private
from bombsight.boundary.names import name_validator, path_of_name
from bombsight.service.document import Document
from bombsight.service.opening import TABLE
from bombsight.service.seats.arbiter import Arbiter
from bombsight.service.seats.kept import KeptTable, keep, kept
from bombsight.service.seats.messages import Answered, Looked, Revealed, Seated, Turn
from bombsight.service.seats.wire import by_name, encode, read
from bombsight.service.user_folders import saves_folder


@frozen(kw_only=True)
class Invitation(Document):
    """Asks somebody to a table by mail, and for what he gives to the dice.

    Attributes:
        token: Of his seat: what he sends must have it.
        seat: Whose seat it is.
        title: Of the game.
        seal: The commitment to the arbiter's secret.
    """

    document = "invitation"

    token: str = field(validator=name_validator("a token"))
    seat: str = field(validator=name_validator("a seat"))
    title: str
    seal: str


@frozen(kw_only=True)
class Acceptance(Document):
    """Somebody will play.

    Attributes:
        token: Of his seat.
        seat: Whose seat it is.
        share: What he gives to the dice.
    """

    document = "acceptance"

    token: str = field(validator=name_validator("a token"))
    seat: str = field(validator=name_validator("a seat"))
    share: str


@frozen(kw_only=True)
class Letter(Document):
    """What has happened, and what is asked.

    Attributes:
        token: Of the seat.
        seated: What is played.
        turn: What has happened since the last answer, and the question.
        looked: How things stand.
        revealed: All that was hidden; None while the game goes on.
    """

    document = "letter"

    token: str = field(validator=name_validator("a token"))
    seated: Seated
    turn: Turn
    looked: Looked
    revealed: Revealed | None


@frozen(kw_only=True)
class Reply(Document):
    """An answer by mail.

    Attributes:
        token: Of the seat.
        seat: Whose seat it is.
        have: How many events he was told.
        answered: The answer; None where he gives the game up.
    """

    document = "reply"

    token: str = field(validator=name_validator("a token"))
    seat: str = field(validator=name_validator("a seat"))
    have: int = field(validator=validators.ge(0))
    answered: Answered | None


Post = Invitation | Acceptance | Letter | Reply
"""What is sent."""


def read_post(path: Path) -> Post:
    """What somebody sent.

    Raises:
        InputError: It cannot be read, or is something else.
    """
    try:
        return cast(Post, read(read_bytes(str(path)), by_name(Post)))
    except InputError as error:
        raise InputError(error.message, str(path), error.hint or "A file that came by mail is wanted.") from error


def write_post(post: Post, folder: Path) -> Path:
    """Write a file that is to be sent; an older one of the same name goes.

    Returns:
        Its path.

    Raises:
        InputError: It cannot be written.
    """
    path = path_of_post(post, folder)
    try:
        write_private(path, f"{encode(post)}\n".encode())
    except OSError as error:
        raise InputError(f"cannot be written: {reason(error)}", str(path)) from error
    return path


def path_of_post(post: Post, folder: Path) -> Path:
    """Where a file that is to be sent lies: ``turn-003-north.json``, ``answer-003-north.json``."""
    match post:
        case Letter(turn=turn, seated=seated):
            return path_of_name(folder, seated.seat, f"turn-{turn.number:03}-", ".json")
        case Reply(answered=Answered(number=number), seat=seat):
            return path_of_name(folder, seat, f"answer-{number:03}-", ".json")
        case Reply(seat=seat):
            return path_of_name(folder, seat, "answer-last-", ".json")
        case Invitation() | Acceptance():
            return path_of_name(folder, post.seat, f"{post.document}-", ".json")
        case _:
            assert_never(post)


# --- the host's side


def invitations(table: KeptTable, title: str) -> tuple[Invitation, ...]:
    """What is sent first, to each who is to come."""
    seal = table.secret.seal
    return tuple(Invitation(token=token, seat=seat, title=title, seal=seal) for seat, token in table.tokens.items())


def save_for(post: Acceptance | Reply, near: Path) -> Path:
    """The save of the table that somebody's mail belongs to.

    Args:
        post: The mail.
        near: A folder to look in, besides the one for saves.

    Raises:
        InputError: There is none.
    """
    for folder in (near, saves_folder()):
        for path in sorted(folder.glob(f"*{TABLE}")):
            save = path.with_name(path.name.removesuffix(TABLE))
            if save.exists() and kept(save).tokens.get(post.seat) == post.token:
                return save
    hint = "Name its save: --save FILE. Only who hosts a table takes its answers in."
    raise InputError("this answer belongs to no table that is kept here", "", hint)


def accept(save: Path, acceptance: Acceptance) -> bool:
    """Take in that somebody will play; whether all have said so.

    Raises:
        InputError: He has no seat at this table.
    """
    table = kept(save)
    check_token(table, acceptance)
    if table.has_begun or acceptance.seat in table.shares:
        return table.has_begun or table.shares.keys() >= table.tokens.keys()
    table = evolve(table, shares={**table.shares, acceptance.seat: acceptance.share})
    keep(table, save)
    return table.shares.keys() >= table.tokens.keys()


def take_in(arbiter: Arbiter, save: Path, reply: Reply) -> None:
    """Take in an answer.

    Raises:
        InputError: It is none, or not the answer to what is open: nothing has changed.
    """
    table = kept(save)
    check_token(table, reply)
    if reply.answered is None:
        arbiter.give_up(reply.seat)
        table = evolve(table, given_up=reply.seat)
    else:
        arbiter.answer(reply.seat, reply.answered)
    told(save, table, reply.seat, reply.have)


def told(save: Path, table: KeptTable, seat: str, have: int) -> None:
    """Keep how much a seat was told."""
    keep(evolve(table, have={**table.have, seat: max(0, have)}), save)


def letter(arbiter: Arbiter, table: KeptTable, seat: str) -> Letter:
    """What is sent to a seat."""
    return Letter(
        token=table.tokens[seat],
        seated=arbiter.seated(seat),
        turn=arbiter.told(seat, table.have.get(seat, 0)),
        looked=arbiter.looked(seat),
        revealed=arbiter.revealed() if arbiter.is_over else None,
    )


def check_token(table: KeptTable, post: Acceptance | Reply) -> None:
    """See that who sent this has the seat.

    Raises:
        InputError: He has not.
    """
    if table.tokens.get(post.seat) != post.token:
        raise InputError("who sent this has no seat at this table")
