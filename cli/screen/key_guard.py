"""The guard of a question against keys that were meant for a stop of the story before it."""

from __future__ import annotations

from attrs import define

QUIET_SECONDS = 0.6
"""How long no key may have come before one counts again: longer than a keyboard waits until it repeats a key."""


@define
class KeyGuard:
    """Drops keys after a stop until none has come for a moment, so that a key held down answers no question.

    Attributes:
        is_closed: Whether keys are dropped.
        last_key: When the last key came, in seconds.
    """

    is_closed: bool = False
    last_key: float = 0.0

    def close(self, time: float | None = None) -> None:
        """Drop keys from now on, until none has come for a moment.

        Args:
            time: The present time, in seconds, if no key has led here: the moment begins with it.
        """
        self.is_closed = True
        self.last_key = self.last_key if time is None else time

    def lets_pass(self, time: float) -> bool:
        """Whether a key that came at a time, in seconds, counts."""
        self.is_closed = self.is_closed and time - self.last_key < QUIET_SECONDS
        self.last_key = time
        return not self.is_closed
