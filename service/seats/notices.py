"""What is heard at a table beside its messages."""

from __future__ import annotations

from attrs import frozen


@frozen
class ConnectionLost:
    """The line to the table is broken; it is tried again."""


@frozen
class Notice:
    """Something that the host should know of his door.

    Attributes:
        text: It, in a sentence.
    """

    text: str
