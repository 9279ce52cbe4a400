"""Checkpoints of values that are folded from a game's events, so that a rewind need not start from the first event."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import define, field

T = TypeVar("T")


@define
class Checkpoints(Generic[T]):
    """Copies of a value folded from events, each with the number of events that it includes.

    Attributes:
        interval: How many events lie between two regular copies.
    """

    interval: int = 500
    _copies: list[tuple[int, T]] = field(factory=list)

    def is_due(self, event_count: int) -> bool:
        """Whether the last copy is at least ``interval`` events old."""
        return event_count - (self._copies[-1][0] if self._copies else 0) >= self.interval

    def add(self, event_count: int, copy: T) -> None:
        """Keep a copy of the value after some number of events."""
        if self._copies and self._copies[-1][0] == event_count:
            self._copies.pop()
        self._copies.append((event_count, copy))

    def rewind_to(self, event_count: int) -> tuple[int, T] | None:
        """Return the last copy that includes at most ``events`` events, and its event count; drop later copies.

        None if there is none: then the fold must start from the first event.
        """
        while self._copies and self._copies[-1][0] > event_count:
            self._copies.pop()
        return self._copies[-1] if self._copies else None
