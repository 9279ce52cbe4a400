"""The host's record of a hosted game, beside the save: its secret, the seats' tokens, the server's port."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import field, frozen, validators

from bombsight.boundary.budget import MAX_RAISE_FACTOR
from bombsight.boundary.codec.decoding import decode_strictly
from bombsight.boundary.codec.encoding import encode
from bombsight.boundary.codec.form import Form
from bombsight.boundary.documents import INTEGER_BOUND, parse_json, read_untrusted
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.boundary.names import make_name_validator
from bombsight.boundary.texts import MAX_TEXT_LENGTH
from bombsight.runtime.saves.records import Answer
from bombsight.runtime.session.session import Session
from bombsight.service.common.files import overwrite_private_text
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import table_path
from bombsight.service.seats.protocol.commitments import MAX_MOVE, Secret, check_share_or_empty, check_share_values
from bombsight.service.seats.protocol.moves import Move, Pending
from bombsight.service.seats.protocol.seating import WITH_SEED, WITH_SHARES, TableTerms
from bombsight.service.seats.protocol.terms import TableDice
from bombsight.service.seats.protocol.undos import OpenUndo, Undo, standing_moves
from bombsight.service.seats.visibility.referee import REFEREE_SEAT
from bombsight.service.seats.visibility.seats import Seat

TOKEN_BYTES = 18
"""The number of random bytes of a token."""

TABLE_FORM = Form(unknown="ignored", longest=MAX_TEXT_LENGTH, integer_bound=INTEGER_BOUND)
"""The codec configuration of the record."""


def check_name_values(table: object, attribute: object, tokens: Mapping[str, str]) -> None:
    """Validator of a mapping from seats: raise unless all values are well-formed names."""
    make_name_validator("a token")(table, attribute, tokens.values())


def check_count_values(table: object, attribute: object, counts: Mapping[str, int]) -> None:
    """Validator of a mapping from seats: raise unless all values are counts of events, 0 or more.

    Raises:
        ValueError: One is below 0.
    """
    if any(count < 0 for count in counts.values()):
        raise ValueError("less than no events")


@frozen(kw_only=True)
class MailAcceptance:
    """A guest's acceptance of a game by mail, as the host records it.

    Attributes:
        anchor: The commitment to his shares.
        share: His share of the beginning, if he has opened it.
        asks: How many questions he answers himself.
    """

    anchor: str = field(validator=check_share_or_empty)
    share: str = field(validator=check_share_or_empty)
    asks: Level


@frozen(kw_only=True)
class TableRecord:
    """The host's record of a two-player game.

    Attributes:
        key: The arbiter's secret.
        own: The seat of the host; empty if he has none.
        autos: The seats for which the autopilot plays.
        tokens: The token of each guest's seat.
        is_seed_named: Whether somebody named the seed, so that nobody gives shares.
        protocol: How the dice are settled; 1 if an older version began the table.
        spares: Whether the guests are asked to send the host all their shares at once.
        anchors: The commitment of each guest, by seat; empty until all are there.
        roots: The roots of the chains that guests have sent to the host, by seat.
        shares: The share that each seat opened for the last complete move.
        moves: The moves made.
        pending: A move whose dice are not settled, or the beginning; None if there is none.
        asks: How many questions the host answers himself, settled together with the guests' commitments.
        accepted: The acceptances by mail, by seat.
        void: The seat that made the game void; empty while it is not.
        has_begun: Whether the first dice are settled: all have sat down.
        have: The number of events that each seat has received by mail.
        listen: The local IP address of the server.
        port: The port of the server.
        has_page: Whether the server gives browsers the table's page.
        given_up: The seat that gave the game up; empty while none has.
        turn: The seat that is to answer, as last known; empty if the game is over, None before it began, or from older
            versions.
        titles: The titles of the seats; empty from older versions.
        hides: Whether the rules hide anything from a seat; older versions kept nothing of that, so they may.
        referee: The token of the referee, who sees everything and can say nothing; empty for none.
        limit: The highest factor by which the host raised the budget of the rules. It raises nothing by itself, as
            a file from somebody else must not: the host has to pass it again, for a game ends where its budget does.
        undos: What was taken back, in order; the last one may not be carried out in the save yet.
        carried_out: How many of these are known to be carried out in the save.
        asked_undo: A request for an undo that waits for consent; None if there is none.
        undo_requests: How many requests for an undo there were.
        dice: Whether the program throws the dice, or each player his own.
    """

    key: str
    own: str = field(validator=make_name_validator("a seat", may_be_empty=True))
    autos: tuple[str, ...] = field(validator=make_name_validator("a seat"))
    tokens: Mapping[str, str] = field(validator=[make_name_validator("a seat"), check_name_values])
    is_seed_named: bool
    protocol: int = field(default=WITH_SEED, validator=validators.in_((WITH_SEED, WITH_SHARES)))
    spares: bool = False
    anchors: Mapping[str, str] = field(factory=dict, validator=[make_name_validator("a seat"), check_share_values])
    roots: Mapping[str, str] = field(factory=dict, validator=[make_name_validator("a seat"), check_share_values])
    shares: Mapping[str, str] = field(factory=dict, validator=make_name_validator("a seat"))
    moves: tuple[Move, ...] = field(default=(), validator=validators.max_len(MAX_MOVE))
    pending: Pending | None = None
    asks: Level = "all"
    accepted: Mapping[str, MailAcceptance] = field(factory=dict, validator=make_name_validator("a seat"))
    void: str = field(default="", validator=make_name_validator("a seat", may_be_empty=True))
    has_begun: bool = False
    have: Mapping[str, int] = field(factory=dict, validator=[make_name_validator("a seat"), check_count_values])
    listen: str = ""
    port: int = field(default=0, validator=[validators.ge(0), validators.le(65535)])
    has_page: bool = False
    given_up: str = field(default="", validator=make_name_validator("a seat", may_be_empty=True))
    turn: str | None = field(
        default=None, validator=validators.optional(make_name_validator("a seat", may_be_empty=True))
    )
    hides: bool = True
    referee: str = field(default="", validator=make_name_validator("a token", may_be_empty=True))
    titles: Mapping[str, str] = field(factory=dict, validator=make_name_validator("a seat"))
    limit: int = field(default=1, validator=[validators.ge(1), validators.le(MAX_RAISE_FACTOR)])
    undos: tuple[Undo, ...] = field(default=(), validator=validators.max_len(MAX_MOVE))
    carried_out: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MOVE)])
    asked_undo: OpenUndo | None = None
    undo_requests: int = field(default=0, validator=[validators.ge(0), validators.le(MAX_MOVE)])
    dice: TableDice = "seeded"

    @property
    def secret(self) -> Secret:
        """The arbiter's secret key, with its commitments."""
        return Secret(self.key)

    @property
    def guests(self) -> tuple[str, ...]:
        """The seats that contribute shares to the dice; empty for a named seed, each one's own dice, or protocol 1."""
        is_shared = self.protocol == WITH_SHARES and not self.is_seed_named and self.dice == "seeded"
        return tuple(sorted(self.tokens)) if is_shared else ()

    @property
    def persons(self) -> frozenset[str]:
        """The seats that persons play."""
        return frozenset((*self.tokens, self.own)) - {""}

    @property
    def standing_moves(self) -> tuple[int, ...]:
        """The numbers of the moves that no undo took back, in order."""
        return tuple(standing_moves(len(self.moves), self.undos))

    @property
    def admitted(self) -> Mapping[str, str]:
        """The token of each who is let in over a network: the guests, and the referee."""
        return {**self.tokens, **({REFEREE_SEAT: self.referee} if self.referee else {})}

    @property
    def terms(self) -> TableTerms:
        """The terms of the game, as its seats receive them."""
        if self.protocol == WITH_SEED:
            return TableTerms(protocol=WITH_SEED, is_seed_named=not self.shares)
        return TableTerms(
            is_seed_named=self.is_seed_named,
            host=self.own,
            autos=self.autos,
            anchors=self.anchors,
            spares=self.spares,
            asks=self.asks,
            has_referee=bool(self.referee),
            dice=self.dice,
        )

    @property
    def has_settled_host_level(self) -> bool:
        """Whether the terms settle which questions the host answers himself."""
        return bool(self.own and self.anchors)


def generate_token() -> str:
    """Generate a random token that admits a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def write_table(table: TableRecord, save: Path) -> None:
    """Write the record of a table beside its save, atomically, and readable only by its owner.

    Raises:
        InputError: It cannot be written.
    """
    overwrite_private_text(table_path(save), json.dumps(encode(table, TABLE_FORM)))


def read_table(save: Path) -> TableRecord:
    """Read the record of a table from the file beside its save.

    Raises:
        InputError: There is none, or it cannot be read.
    """
    path = table_path(save)
    if not path.exists():
        raise InputError("this save is of no table of two", str(save), "`bombsight resume` goes on with a game alone.")
    content = read_input_file(str(path))
    return read_untrusted(
        lambda: decode_strictly(parse_json(content), TableRecord, TABLE_FORM),
        "this is not what is kept of a table",
        str(path),
    )


def check_table(table: TableRecord, seats: Sequence[Seat], save: Path) -> None:
    """Raise unless a table's record is consistent, and fits the seats of the game in its save.

    Raises:
        InputError: It is not so.
    """
    names = {seat.name for seat in seats}
    if {*table.autos, *table.tokens, table.own} - {""} != names or not collect_mentioned_seats(table) <= {*names, ""}:
        hint = f"Those who sit there: {', '.join(seat.name for seat in seats)}."
        raise InputError("this was kept of another game's table", str(table_path(save)), hint)
    pending, guests = table.pending, {*table.guests}
    is_agreed = table.has_begun or pending is not None
    are_shared = table.protocol == WITH_SEED or {*table.shares} == (guests if table.has_begun else set())
    is_fixed = pending is None or (pending.answered is None) != table.has_begun
    is_undone = 0 <= len(table.undos) - table.carried_out <= 1
    if not (are_shared and is_fixed and is_undone and {*table.anchors} == (guests if is_agreed else set())):
        raise InputError("what is kept of this table does not fit together", str(table_path(save)))


def collect_mentioned_seats(table: TableRecord) -> set[str]:
    """Collect the names of seats that a table's record mentions; a name may be empty."""
    pending = table.pending
    mentioned = {*table.anchors, *table.roots, *table.shares, *table.have, *table.accepted, table.void, table.given_up}
    mentioned |= {move.seat for move in table.moves} | {undo.asked_by for undo in table.undos}
    if table.asked_undo is not None:
        mentioned |= {table.asked_undo.seat, *table.asked_undo.agreed}
    return mentioned if pending is None else {*mentioned, *pending.shares, pending.seat}


def check_moves(table: TableRecord, session: Session, save: Path) -> None:
    """Raise unless the save holds exactly the moves of the table's record, and at most the fixed answer besides.

    Raises:
        InputError: It does not.
    """
    if not table.guests:
        return  # no moves are counted
    made_count = len(move_answer_indices(session))
    is_fixed = table.pending is not None and table.pending.answered is not None
    if made_count - len(table.standing_moves) not in ((0, 1) if is_fixed else (0,)):
        hint = "One of the two files was put back to how it was before."
        raise InputError("this save does not hold the moves that are kept of its table", str(save), hint)


def move_answer_indices(session: Session) -> list[int]:
    """Return the index, among all answers, of the first answer of each move, where the dice get a new seed."""
    answers = (record for record in session.records if isinstance(record, Answer))
    return [place for place, answer in enumerate(answers) if answer.seed is not None]
