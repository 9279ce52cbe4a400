"""What an arbiter keeps beside the save of a table: his secret, who may sit where, and at which port."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from pathlib import Path

from attrs import asdict, field, frozen
from cattrs import structure

from bombsight.boundary.errors import InputError, reason
from bombsight.boundary.files import read_bytes, replace_file
from bombsight.service.opening import table_file
from bombsight.service.seats.commitments import Secret
from bombsight.service.seats.messages import Move, Pending
from bombsight.service.seats.seating import WITH_SEED, WITH_SHARES, Agreed
from bombsight.service.seats.wire import BROKEN
from bombsight.service.standing import Level

TOKEN_BYTES = 18
"""Of a token by chance."""


@frozen(kw_only=True)
class Accepted:
    """What somebody said who accepted by mail.

    Attributes:
        anchor: What he commits himself to.
        share: His share of the beginning, if he has opened it.
        asks: How much he is asked.
    """

    anchor: str
    share: str
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
    """

    key: str
    own: str
    autos: tuple[str, ...]
    tokens: Mapping[str, str]
    is_seed_named: bool
    protocol: int = WITH_SEED
    spares: bool = False
    anchors: Mapping[str, str] = field(factory=dict)
    roots: Mapping[str, str] = field(factory=dict)
    shares: Mapping[str, str] = field(factory=dict)
    moves: tuple[Move, ...] = ()
    pending: Pending | None = None
    asks: Level = "all"
    accepted: Mapping[str, Accepted] = field(factory=dict)
    void: str = ""
    has_begun: bool = False
    have: Mapping[str, int] = field(factory=dict)
    listen: str = ""
    port: int = 0
    given_up: str = ""

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
    def agreed(self) -> Agreed:
        """Who sits where, and what the dice rest on, as it is told."""
        if self.protocol == WITH_SEED:
            return Agreed(protocol=WITH_SEED, is_seed_named=not self.shares)
        return Agreed(
            is_seed_named=self.is_seed_named,
            host=self.own,
            autos=self.autos,
            anchors=self.anchors,
            spares=self.spares,
            asks=self.asks,
        )

    @property
    def settles_asks(self) -> bool:
        """Whether how much the host is asked is settled at the beginning."""
        return bool(self.own and self.anchors)


def new_token() -> str:
    """What lets somebody sit down: it cannot be guessed."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def keep(table: KeptTable, save: Path) -> None:
    """Write it, for nobody else to read; the one before is there until the new one is whole.

    Raises:
        InputError: It cannot be written.
    """
    path = table_file(save)
    try:
        replace_file(path, json.dumps(asdict(table)).encode())
    except OSError as error:
        raise InputError(f"cannot be written: {reason(error)}", str(path)) from error


def kept(save: Path) -> KeptTable:
    """What was kept of a table.

    Raises:
        InputError: Nothing was, or it cannot be read.
    """
    path = table_file(save)
    if not path.exists():
        raise InputError("this save is of no table of two", str(save), "`bombsight resume` goes on with a game alone.")
    try:
        return structure(json.loads(read_bytes(str(path))), KeptTable)
    except BROKEN as error:
        raise InputError("this is not what is kept of a table", str(path)) from error
