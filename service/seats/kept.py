"""What an arbiter keeps beside the save of a table: his secret, who may sit where, and at which port."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from pathlib import Path

from attrs import asdict, evolve, field, frozen
from cattrs import structure

from bombsight.boundary.errors import InputError, reason
from bombsight.boundary.files import read_bytes, replace_file
from bombsight.service.opening import table_file
from bombsight.service.seats.commitments import Secret
from bombsight.service.seats.wire import BROKEN

TOKEN_BYTES = 18
"""Of a token by chance."""


@frozen(kw_only=True)
class KeptTable:
    """What is kept of a table beside its save.

    Attributes:
        key: The arbiter's secret.
        own: The seat of the host; empty where he has none.
        autos: The seats for which the autopilot plays.
        tokens: What lets somebody sit down, by seat.
        is_seed_named: Whether somebody named the seed, and nobody else gives to the dice.
        shares: What each gave to the dice, by seat.
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
    shares: Mapping[str, str] = field(factory=dict)
    has_begun: bool = False
    have: Mapping[str, int] = field(factory=dict)
    listen: str = ""
    port: int = 0
    given_up: str = ""

    @property
    def secret(self) -> Secret:
        """The arbiter's secret."""
        return Secret(self.key)


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


def note_given_up(save: Path, by: str) -> None:
    """Keep who gave a game up."""
    keep(evolve(kept(save), given_up=by), save)
