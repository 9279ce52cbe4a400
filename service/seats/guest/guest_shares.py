"""A guest's shares of the dice (commit and reveal): his hash chain, and when each share is revealed.

All state is in the seat's own file, so it survives a reconnection. Each share is opened once: with the guest's own
answer, or for the one answer of another seat to which the host has committed.
"""

from __future__ import annotations

from bombsight.boundary.errors import InputError
from bombsight.service.play.standing_orders import Level
from bombsight.service.seats.guest.seat_file import Root, SeatFile
from bombsight.service.seats.protocol.commitments import anchor_of, generate_secret, share_of
from bombsight.service.seats.protocol.host_messages import ShareWanted, Turn
from bombsight.service.seats.protocol.seat_messages import Answered, Hello, Share
from bombsight.service.seats.protocol.seating import WITH_SEED
from bombsight.service.seats.protocol.terms import Seated, Waits
from bombsight.service.seats.visibility.referee import REFEREE_SEAT

HOST_CHEATS_HINT = "Play no further with this host. What you were told is kept: `bombsight verify` tells what it shows."


class BrokenProtocolError(InputError):
    """Raised when a host's message breaks the protocol, as no honest host's does; its hint says so."""

    def __init__(self, message: str) -> None:
        """Make the exception from what the host did."""
        super().__init__(message, "", HOST_CHEATS_HINT)


def make_hello(file: SeatFile, waits: Waits, asks: Level) -> Hello:
    """Build the greeting of a guest who sits down or reconnects, with his commitment.

    Args:
        file: The seat's file; the guest's commitment is recorded in it.
        waits: The host's message before.
        asks: How many questions the guest answers himself.

    Raises:
        InputError: The host has another secret than before; or the table has an older dice protocol, and the guest
            is new to it.
    """
    earlier_waits = [each for each in file.messages if isinstance(each, Waits)]
    seated = next((each for each in file.messages if isinstance(each, Seated)), None)
    if seated is not None and any(each.seal != waits.seal for each in earlier_waits):
        raise BrokenProtocolError("the host has another secret than before the game began")
    if waits.protocol == WITH_SEED:
        earlier_hello = next((each for each in file.messages if isinstance(each, Hello) and each.share), None)
        if earlier_hello is None or (seated is not None and seated.protocol != WITH_SEED):
            hint = "The host begins a new one, with this version of Bombsight."
            raise InputError("this table was begun by an older version, and its host could choose the dice", "", hint)
        hello = Hello(share=earlier_hello.share, asks=asks)
    elif seated is not None and seated.protocol == WITH_SEED:
        raise BrokenProtocolError("this table's dice were settled otherwise before")
    else:
        hello = Hello(anchor=anchor_of(load_or_create_root(file)) if waits.guests else "", asks=asks)
    file.store(waits)
    file.store(hello)
    return hello


def load_or_create_root(file: SeatFile) -> str:
    """Read the secret root of the guest's hash chain from the seat's file, or generate and record it."""
    root = file.last_message(Root)
    if root is None:
        root = Root(root=generate_secret())
        file.store(root)
    return root.root


def store_terms(file: SeatFile, seated: Seated) -> None:
    """Record the terms of a table; raise if they contradict earlier messages.

    Raises:
        InputError: The terms differ from earlier ones, or lack the commitment of this seat or of another guest.
    """
    stored = file.last_message(Seated)
    if stored is not None and stored != seated:
        raise BrokenProtocolError("the host tells of another game, or of other commitments, than before")
    waits = file.last_message(Waits)
    if waits is not None and waits.protocol != WITH_SEED:
        gives_shares = bool(waits.guests) and seated.seat != REFEREE_SEAT
        own = {seated.seat: anchor_of(load_or_create_root(file))} if gives_shares else {}
        if seated.protocol != waits.protocol or {*seated.anchors} != {*waits.guests} or seated.spares != waits.spares:
            raise BrokenProtocolError("what the dice rest on is another than was told before")
        if seated.dice != waits.dice:
            raise BrokenProtocolError("the dice are others than were told before")
        if not waits.guests and seated.seed is None and seated.dice == "seeded":
            raise BrokenProtocolError("nobody gives shares of the dice, and no seed of them is named")
        if any(seated.anchors.get(seat) != anchor for seat, anchor in own.items()):
            raise BrokenProtocolError("the host has not taken what this seat committed itself to")
    file.store(seated)


def open_first_share(file: SeatFile) -> Share | None:
    """Reveal the guest's share of the first dice seed; None if the players give no shares."""
    seated = file.last_message(Seated)
    if seated is None or not seated.anchors or seated.seat == REFEREE_SEAT:
        return None
    return open_share(file, 0)


def open_wanted_share(file: SeatFile, wanted: ShareWanted) -> Share:
    """Reveal the guest's share of the dice seed behind another seat's answer, once the host has committed to that.

    Raises:
        InputError: The host wants it for another answer than before, or out of turn.
    """
    stored = next((each for each in file.messages if isinstance(each, ShareWanted) and each.move == wanted.move), None)
    if stored is not None and stored != wanted:
        raise BrokenProtocolError(f"the host has taken back the answer of move {wanted.move}")
    if stored is None and wanted.move != last_opened_move(file) + 1:
        raise BrokenProtocolError(f"the host wants a share of move {wanted.move} out of turn")
    file.store(wanted)
    return open_share(file, wanted.move)


def add_share(file: SeatFile, answered: Answered) -> Answered:
    """Add the share of the dice seed to the guest's own answer, and record it so that a resent answer is the same.

    Raises:
        InputError: The host has had this share for another's answer, or counts moves otherwise. Both matter: from a
            share all earlier ones follow.
    """
    seated, turn = file.last_message(Seated), file.last_message(Turn)
    if seated is not None and seated.anchors and turn is not None:
        move, last = turn.moves + 1, last_opened_move(file)
        if move not in (last, last + 1) and not seated.spares:
            raise BrokenProtocolError(f"the host wants a share of move {move} out of turn")
        if any(isinstance(each, ShareWanted) and each.move == move for each in file.messages):
            raise BrokenProtocolError(f"the host has had the share of move {move} for another answer")
        share = share_of(load_or_create_root(file), move)
        answered = Answered(
            number=answered.number, names=answered.names, together=answered.together, move=move, share=share
        )
    file.store(answered)
    return answered


def open_share(file: SeatFile, move: int) -> Share:
    """Reveal the guest's share for a move, recorded in the seat's file before it is sent."""
    share = Share(move=move, share=share_of(load_or_create_root(file), move))
    file.store(share)
    return share


def last_opened_move(file: SeatFile) -> int:
    """Return the number of the last move whose share was revealed; -1 for no move."""
    return max((each.move for each in file.messages if isinstance(each, Share | Answered)), default=-1)
