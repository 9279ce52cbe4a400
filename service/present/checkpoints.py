"""Checkpoints of a value accumulated from a game's events, so that a rewind need not start from the first event."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import define, field

T = TypeVar("T")


@define
class Checkpoints(Generic[T]):
    """Snapshots of a value that is accumulated from events, each with the number of events that it includes.

    Attributes:
        interval: How many events lie between two regular copies.
    """

    interval: int = 500
    _copies: list[tuple[int, T]] = field(factory=list)

    def is_due(self, event_count: int) -> bool:
        """Whether a new snapshot is due: the last one is at least ``interval`` events old."""
        return event_count - (self._copies[-1][0] if self._copies else 0) >= self.interval

    def add(self, event_count: int, copy: T) -> None:
        """Add a snapshot of the value after a number of events; it replaces one of the same number."""
        if self._copies and self._copies[-1][0] == event_count:
            self._copies.pop()
        self._copies.append((event_count, copy))

    def rewind_to(self, event_count: int) -> tuple[int, T] | None:
        """Return the last snapshot of at most ``event_count`` events, with its own event count; drop later ones.

        None if there is none: then the fold must start from the first event.
        """
        while self._copies and self._copies[-1][0] > event_count:
            self._copies.pop()
        return self._copies[-1] if self._copies else None
