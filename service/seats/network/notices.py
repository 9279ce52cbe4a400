"""Local notifications at a table, beside the messages of the protocol."""

from __future__ import annotations

from datetime import UTC, datetime

from attrs import field, frozen

MINUTE, HOUR, DAY = 60, 3600, 86400
"""Spans of time, in seconds."""


@frozen
class ConnectionLost:
    """The connection to the table is broken; the client tries again.

    Attributes:
        since: Since when the table has not answered, in local time.
        lost_for: How long that is, in seconds.
        retry_delay: After how many seconds it is tried again.
        is_news: Whether the player is to read of it: at first, and then whenever the time has doubled.
    """

    since: datetime = field(factory=lambda: datetime.now(UTC).astimezone())
    lost_for: float = 0.0
    retry_delay: float = 0.0
    is_news: bool = True


@frozen
class Notice:
    """A notice to the host about his server.

    Attributes:
        text: The notice, as a sentence.
    """

    text: str


def describe_lost_connection(lost: ConnectionLost) -> str:
    """Describe since when a table has not answered, in a sentence, and how to leave."""
    if lost.lost_for < MINUTE:
        return "The table does not answer; it is tried again. Ctrl-C leaves."
    since = f"{lost.since:%A, %d %B, %H:%M}" if lost.lost_for >= DAY else f"{lost.since:%H:%M}"
    seconds = round(lost.retry_delay)
    return (
        f"The table has not answered since {since} ({describe_span(lost.lost_for)}); "
        f"it is tried again every {seconds} seconds. Ctrl-C leaves."
    )


def describe_span(seconds: float) -> str:
    """Describe a span of time in its largest whole unit: `3 hours`."""
    unit, length = next(
        ((name, each) for name, each in (("day", DAY), ("hour", HOUR)) if seconds >= each), ("minute", MINUTE)
    )
    count = int(seconds // length)
    return f"{count} {unit}{'s' if count != 1 else ''}"
