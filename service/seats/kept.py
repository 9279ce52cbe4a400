"""What an arbiter keeps beside the save of a table: his secret, who may sit where, and at which port."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from pathlib import Path

from attrs import asdict, evolve, field, frozen, validators
from cattrs import Converter

from bombsight.boundary.documents import parse_json, structure_strictly, structured
from bombsight.boundary.errors import InputError, reason
from bombsight.boundary.files import read_bytes, write_private
from bombsight.boundary.names import name_validator
from bombsight.boundary.texts import LONGEST
from bombsight.service.opening import table_file
from bombsight.service.seats.commitments import Secret

TOKEN_BYTES = 18
"""Of a token by chance."""


def values_are_names(table: object, attribute: object, tokens: Mapping[str, str]) -> None:
    """A validator: what the seats are mapped to are names."""
    name_validator("a token")(table, attribute, tokens.values())


def values_are_counts(table: object, attribute: object, have: Mapping[str, int]) -> None:
    """A validator: what the seats are mapped to are numbers of events.

    Raises:
        ValueError: One is below 0.
    """
    if any(count < 0 for count in have.values()):
        raise ValueError("less than no events")


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
    own: str = field(validator=name_validator("a seat", may_be_empty=True))
    autos: tuple[str, ...] = field(validator=name_validator("a seat"))
    tokens: Mapping[str, str] = field(validator=[name_validator("a seat"), values_are_names])
    is_seed_named: bool
    shares: Mapping[str, str] = field(factory=dict, validator=name_validator("a seat"))
    has_begun: bool = False
    have: Mapping[str, int] = field(factory=dict, validator=[name_validator("a seat"), values_are_counts])
    listen: str = ""
    port: int = field(default=0, validator=[validators.ge(0), validators.le(65535)])
    given_up: str = field(default="", validator=name_validator("a seat", may_be_empty=True))

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
        write_private(path, json.dumps(asdict(table)).encode())
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
    content = read_bytes(str(path))
    reader = structure_strictly(Converter(detailed_validation=False), LONGEST)
    return structured(
        lambda: reader.structure(parse_json(content), KeptTable), "this is not what is kept of a table", str(path)
    )


def note_given_up(save: Path, by: str) -> None:
    """Keep who gave a game up."""
    keep(evolve(kept(save), given_up=by), save)
