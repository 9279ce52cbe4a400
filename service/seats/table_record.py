"""What an arbiter keeps beside the save of a table: his secret, who may sit where, and at which port."""

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
from bombsight.service.common.files import write_private
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import table_path
from bombsight.service.seats.commitments import MAX_MOVE, Secret, check_share_or_empty, check_share_values
from bombsight.service.seats.messages import Move, Pending
from bombsight.service.seats.seating import WITH_SEED, WITH_SHARES, TableTerms
from bombsight.service.seats.visibility import Seat

TOKEN_BYTES = 18
"""Of a token by chance."""

TABLE_FORM = Form(unknown="ignored", longest=MAX_TEXT_LENGTH, integer_bound=INTEGER_BOUND)
"""The form of what is kept."""


def check_name_values(table: object, attribute: object, tokens: Mapping[str, str]) -> None:
    """A validator: what the seats are mapped to are names."""
    make_name_validator("a token")(table, attribute, tokens.values())


def check_count_values(table: object, attribute: object, have: Mapping[str, int]) -> None:
    """A validator: what the seats are mapped to are numbers of events.

    Raises:
        ValueError: One is below 0.
    """
    if any(count < 0 for count in have.values()):
        raise ValueError("less than no events")


@frozen(kw_only=True)
class Accepted:
    """What somebody said who accepted by mail.

    Attributes:
        anchor: What he commits himself to.
        share: His share of the beginning, if he has opened it.
        asks: How much he is asked.
    """

    anchor: str = field(validator=check_share_or_empty)
    share: str = field(validator=check_share_or_empty)
    asks: Level


@frozen(kw_only=True)
class KeptTable:
    """What is kept of a table beside its save.

    Attributes:
        key: The arbiter's secret.
        own: The seat of the host; empty where he has none.
        autos: The seats for which the autopilot plays.
        tokens: What lets somebody sit down, by seat.
        is_seed_named: Whether somebody named the seed, and nobody else gives to the dice.
        protocol: How the dice are settled; 1 where the table was begun by an older version.
        spares: Whether the guests are asked to let the host know all their shares at once.
        anchors: What each guest committed himself to, by seat; empty until all are there.
        roots: From which all shares follow of those who let the host know them at once, by seat.
        shares: The last share that each opened for a move that was made, by seat.
        moves: The moves that were made.
        pending: A move whose dice are not settled, or the beginning; None where there is none.
        asks: How much the host is asked, settled with what the guests commit themselves to.
        accepted: What each said who has accepted by mail, by seat.
        void: The seat by whose share the game is void; empty while it is not.
        has_begun: Whether the dice are settled: all have sat down.
        have: How many events each was told by mail, by seat.
        listen: The address of this machine at which people are waited for.
        port: ... and the port.
        given_up: Who gave the game up; empty while nobody has.
        limit: By which factor what the rules may cost was raised at most. It raises nothing by itself: a file that
            somebody hands on must not. The host has to say it again, for a budget that ends is the end of a game.
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
    accepted: Mapping[str, Accepted] = field(factory=dict, validator=make_name_validator("a seat"))
    void: str = field(default="", validator=make_name_validator("a seat", may_be_empty=True))
    has_begun: bool = False
    have: Mapping[str, int] = field(factory=dict, validator=[make_name_validator("a seat"), check_count_values])
    listen: str = ""
    port: int = field(default=0, validator=[validators.ge(0), validators.le(65535)])
    given_up: str = field(default="", validator=make_name_validator("a seat", may_be_empty=True))
    limit: int = field(default=1, validator=[validators.ge(1), validators.le(MAX_RAISE_FACTOR)])

    @property
    def secret(self) -> Secret:
        """The arbiter's secret."""
        return Secret(self.key)

    @property
    def guests(self) -> tuple[str, ...]:
        """The seats of those who give shares; nobody where the seed is named, or the table is of protocol 1."""
        is_shared = self.protocol == WITH_SHARES and not self.is_seed_named
        return tuple(sorted(self.tokens)) if is_shared else ()

    @property
    def terms(self) -> TableTerms:
        """Who sits where, and what the dice rest on, as it is told."""
        if self.protocol == WITH_SEED:
            return TableTerms(protocol=WITH_SEED, is_seed_named=not self.shares)
        return TableTerms(
            is_seed_named=self.is_seed_named,
            host=self.own,
            autos=self.autos,
            anchors=self.anchors,
            spares=self.spares,
            asks=self.asks,
        )

    @property
    def has_settled_host_level(self) -> bool:
        """Whether how much the host is asked is settled at the beginning."""
        return bool(self.own and self.anchors)


def generate_token() -> str:
    """What lets somebody sit down: it cannot be guessed."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def write_table(table: KeptTable, save: Path) -> None:
    """Write it, for nobody else to read; the one before is there until the new one is whole.

    Raises:
        InputError: It cannot be written.
    """
    write_private(table_path(save), json.dumps(encode(table, TABLE_FORM)))


def read_table(save: Path) -> KeptTable:
    """What was kept of a table.

    Raises:
        InputError: Nothing was, or it cannot be read.
    """
    path = table_path(save)
    if not path.exists():
        raise InputError("this save is of no table of two", str(save), "`bombsight resume` goes on with a game alone.")
    content = read_input_file(str(path))
    return read_untrusted(
        lambda: decode_strictly(parse_json(content), KeptTable, TABLE_FORM),
        "this is not what is kept of a table",
        str(path),
    )


def check_table(table: KeptTable, seats: Sequence[Seat], save: Path) -> None:
    """See that a table was kept of this game, and that what is kept of it fits together.

    Args:
        table: What was kept.
        seats: Who sits at the table of the game.
        save: Its save.

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
    if not (are_shared and is_fixed and {*table.anchors} == (guests if is_agreed else set())):
        raise InputError("what is kept of this table does not fit together", str(table_path(save)))


def collect_mentioned_seats(table: KeptTable) -> set[str]:
    """The seats that what is kept tells of, beside those who sit there; some may be empty."""
    pending = table.pending
    mentioned = {*table.anchors, *table.roots, *table.shares, *table.have, *table.accepted, table.void, table.given_up}
    mentioned |= {move.seat for move in table.moves}
    return mentioned if pending is None else {*mentioned, *pending.shares, pending.seat}
