"""Local notifications at a table, beside the messages of the protocol."""

from __future__ import annotations

from attrs import frozen


@frozen
class ConnectionLost:
    """The connection to the table is broken; the client tries again."""


@frozen
class Notice:
    """A notice to the host about his server.

    Attributes:
        text: The notice, as a sentence.
    """

    text: str
