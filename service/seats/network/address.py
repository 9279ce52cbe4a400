"""The network address of a hosted two-player game (a table), with the token that admits a player."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from attrs import field, frozen
from websockets.exceptions import InvalidURI
from websockets.uri import parse_uri

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.names import check_name, make_name_validator

MAX_ADDRESS_LENGTH = 1_000
"""The maximum length of an address, in characters."""

DEFAULT_SCHEME = "ws://"
"""The URL scheme of an address that is written without one."""


@frozen
class Address:
    """The network address of a table: host, port, and the token of a seat.

    Attributes:
        place: The address without the token, as a person writes it: ``HOST:PORT``, or ``wss://HOST/FOLDER``.
        token: The token that admits a seat; empty if unknown.
    """

    place: str
    token: str = field(validator=make_name_validator("the token", may_be_empty=True), repr=False)

    @property
    def url(self) -> str:
        """The address as a WebSocket URL, with the token as its path."""
        place = self.place if "://" in self.place else f"{DEFAULT_SCHEME}{self.place}"
        return f"{place}/{self.token}"

    @property
    def is_protected(self) -> bool:
        """Whether the traffic cannot be read or changed on its way: it is encrypted, or stays on this machine."""
        parts = urlsplit(self.url)
        return parts.scheme == "wss" or is_loopback(parts.hostname or "")


def parse_address(text: str) -> Address:
    """Parse a typed table address, with or without the token behind its last slash.

    Raises:
        InputError: The text is no address, or the token is none.
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
    """Whether a text can be the address of a table: it has a port, or a URL scheme."""
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
    """Whether a host name or IP address is this machine's loopback."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
