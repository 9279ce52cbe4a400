"""Places to return to: copies of what follows the events of a game, so that it need not follow all of them again."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import define, field

T = TypeVar("T")


@define
class Checkpoints(Generic[T]):
    """Copies of something that follows events, each as it was behind so many of them.

    Attributes:
        interval: How many events lie between those that are kept along the way.
    """

    interval: int = 500
    _copies: list[tuple[int, T]] = field(factory=list)

    def is_due(self, events: int) -> bool:
        """Whether the last copy lies so far back that another is wanted."""
        return events - (self._copies[-1][0] if self._copies else 0) >= self.interval

    def add(self, events: int, copy: T) -> None:
        """Keep a copy of how it is behind so many events."""
        if self._copies and self._copies[-1][0] == events:
            self._copies.pop()
        self._copies.append((events, copy))

    def rewind_to(self, events: int) -> tuple[int, T] | None:
        """The last copy from behind so many events or fewer, and where it is from; later ones are forgotten.

        None where there is none: then all must be followed from the start.
        """
        while self._copies and self._copies[-1][0] > events:
            self._copies.pop()
        return self._copies[-1] if self._copies else None
