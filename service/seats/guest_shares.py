"""What a guest gives to the dice: his chain of shares, and when he opens which.

All of it rests on the seat's own file, so that it is the same however often he leaves and is back. A share is opened
once: with his own answer, or for the one answer of another to which the host has committed himself.
"""

from __future__ import annotations

from bombsight.boundary.errors import InputError
from bombsight.service.play.standing_orders import Level
from bombsight.service.seats.commitments import anchor_of, generate_secret, share_of
from bombsight.service.seats.messages import Answered, Hello, Seated, Share, ShareWanted, Turn, Waits
from bombsight.service.seats.seat_file import Root, SeatFile
from bombsight.service.seats.seating import WITH_SEED

HOST_CHEATS_HINT = "Play no further with this host. What you were told is kept: `bombsight verify` tells what it shows."


def make_hello(file: SeatFile, waits: Waits, asks: Level) -> Hello:
    """What somebody says as he sits down, or is back.

    Args:
        file: His file; what he commits himself to is in it from here on.
        waits: What the host told before.
        asks: How much he is asked.

    Raises:
        InputError: The host has another secret than before; or the table's dice are settled by an older way, and he has
            not sat there before.
    """
    earlier_waits = [each for each in file.messages if isinstance(each, Waits)]
    seated = next((each for each in file.messages if isinstance(each, Seated)), None)
    if seated is not None and any(each.seal != waits.seal for each in earlier_waits):
        raise InputError("the host has another secret than before the game began", "", HOST_CHEATS_HINT)
    if waits.protocol == WITH_SEED:
        earlier_hello = next((each for each in file.messages if isinstance(each, Hello) and each.share), None)
        if earlier_hello is None or (seated is not None and seated.protocol != WITH_SEED):
            hint = "The host begins a new one, with this version of Bombsight."
            raise InputError("this table was begun by an older version, and its host could choose the dice", "", hint)
        hello = Hello(share=earlier_hello.share, asks=asks)
    elif seated is not None and seated.protocol == WITH_SEED:
        raise InputError("this table's dice were settled otherwise before", "", HOST_CHEATS_HINT)
    else:
        hello = Hello(anchor=anchor_of(load_or_create_root(file)) if waits.guests else "", asks=asks)
    file.store(waits)
    file.store(hello)
    return hello


def load_or_create_root(file: SeatFile) -> str:
    """The secret beginning of the chain in a seat's file; a new one where there is none."""
    root = file.last_message(Root)
    if root is None:
        root = Root(root=generate_secret())
        file.store(root)
    return root.root


def store_terms(file: SeatFile, seated: Seated) -> None:
    """Take what is agreed at the table, once for all.

    Raises:
        InputError: It is another than before, or one's own commitment or that of another guest is none of it.
    """
    stored = file.last_message(Seated)
    if stored is not None and stored != seated:
        raise InputError("the host tells of another game, or of other commitments, than before", "", HOST_CHEATS_HINT)
    waits = file.last_message(Waits)
    if waits is not None and waits.protocol != WITH_SEED:
        own = {seated.seat: anchor_of(load_or_create_root(file))} if waits.guests else {}
        if seated.protocol != waits.protocol or {*seated.anchors} != {*waits.guests} or seated.spares != waits.spares:
            raise InputError("what the dice rest on is another than was told before", "", HOST_CHEATS_HINT)
        if not waits.guests and seated.seed is None:
            raise InputError("nobody gives shares of the dice, and no seed of them is named", "", HOST_CHEATS_HINT)
        if any(seated.anchors.get(seat) != anchor for seat, anchor in own.items()):
            raise InputError("the host has not taken what this seat committed itself to", "", HOST_CHEATS_HINT)
    file.store(seated)


def open_first_share(file: SeatFile) -> Share | None:
    """The share of the beginning, now that all is agreed; None where nobody gives any."""
    seated = file.last_message(Seated)
    if seated is None or not seated.anchors:
        return None
    return open_share(file, 0)


def open_wanted_share(file: SeatFile, wanted: ShareWanted) -> Share:
    """The share of the dice behind another's answer.

    Raises:
        InputError: The host wants it for another answer than before, or out of turn.
    """
    stored = next((each for each in file.messages if isinstance(each, ShareWanted) and each.move == wanted.move), None)
    if stored is not None and stored != wanted:
        raise InputError(f"the host has taken back the answer of move {wanted.move}", "", HOST_CHEATS_HINT)
    if stored is None and wanted.move != last_opened_move(file) + 1:
        raise InputError(f"the host wants a share of move {wanted.move} out of turn", "", HOST_CHEATS_HINT)
    file.store(wanted)
    return open_share(file, wanted.move)


def add_share(file: SeatFile, answered: Answered) -> Answered:
    """An own answer with the share of the dice behind it; kept, so that it is the same if it is sent again.

    Raises:
        InputError: The host has had this share for another's answer, or counts moves otherwise: who has a share knows
            all that are opened before it.
    """
    seated, turn = file.last_message(Seated), file.last_message(Turn)
    if seated is not None and seated.anchors and turn is not None:
        move, last = turn.moves + 1, last_opened_move(file)
        if move not in (last, last + 1) and not seated.spares:
            raise InputError(f"the host wants a share of move {move} out of turn", "", HOST_CHEATS_HINT)
        if any(isinstance(each, ShareWanted) and each.move == move for each in file.messages):
            raise InputError(f"the host has had the share of move {move} for another answer", "", HOST_CHEATS_HINT)
        share = share_of(load_or_create_root(file), move)
        answered = Answered(
            number=answered.number, names=answered.names, together=answered.together, move=move, share=share
        )
    file.store(answered)
    return answered


def open_share(file: SeatFile, move: int) -> Share:
    """A share, kept as opened before it is told."""
    share = Share(move=move, share=share_of(load_or_create_root(file), move))
    file.store(share)
    return share


def last_opened_move(file: SeatFile) -> int:
    """The number of the last move of which the share was opened; -1 where none was."""
    return max((each.move for each in file.messages if isinstance(each, Share | Answered)), default=-1)
