"""The address of a table: where it is, and the token that lets somebody sit down there."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from attrs import field, frozen
from websockets.exceptions import InvalidURI
from websockets.uri import parse_uri

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.names import check_name, make_name_validator

MAX_ADDRESS_LENGTH = 1_000
"""Characters of an address."""

DEFAULT_SCHEME = "ws://"
"""What an address begins with where it does not say it."""


@frozen
class Address:
    """The address of a table.

    Attributes:
        place: Without the token, as a person writes it: ``HOST:PORT``, or ``wss://HOST/FOLDER``.
        token: What lets somebody sit down; empty where it is not said.
    """

    place: str
    token: str = field(validator=make_name_validator("the token", may_be_empty=True), repr=False)

    @property
    def url(self) -> str:
        """It as a URL, with the token."""
        place = self.place if "://" in self.place else f"{DEFAULT_SCHEME}{self.place}"
        return f"{place}/{self.token}"

    @property
    def is_protected(self) -> bool:
        """Whether nobody between can read or change what goes there: it is encrypted, or stays on this machine."""
        parts = urlsplit(self.url)
        return parts.scheme == "wss" or is_loopback(parts.hostname or "")


def parse_address(text: str) -> Address:
    """An address that a person wrote, with the token behind its last slash or without it.

    Raises:
        InputError: It is none, or the token is none.
    """
    scheme, separator, rest = text.rpartition("://")
    host, _, path = rest.partition("/")
    folder, _, token = path.rpartition("/")
    place = f"{scheme}{separator}{host}" + (f"/{folder}" if folder else "")
    if not is_table_location(place):
        hint = "It reads as `bombsight host` shows it: HOST:PORT."
        raise InputError(f"{clip(place)} is no address of a table", "", hint)
    if token:
        check_name(token, "the token")
    return Address(place, token)


def is_table_location(location: str) -> bool:
    """Whether a text is where a table may be: with a port, unless it says how to speak with it."""
    if len(location) > MAX_ADDRESS_LENGTH or not location.isprintable() or " " in location:
        return False
    url = location if "://" in location else f"{DEFAULT_SCHEME}{location}"
    try:
        parts = urlsplit(url)
        parse_uri(url)
        return bool(parts.hostname) and "@" not in parts.netloc and (parts.port is not None or url == location)
    except (InvalidURI, ValueError):
        return False


def is_loopback(host: str) -> bool:
    """Whether a name or a number is that of this machine, for itself."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
