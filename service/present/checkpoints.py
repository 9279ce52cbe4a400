"""Places to return to: copies of what follows the events of a game, so that it need not follow all of them again."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import define, field

T = TypeVar("T")


@define
class Marks(Generic[T]):
    """Copies of something that follows events, each as it was behind so many of them.

    Attributes:
        apart: How many events lie between those that are kept along the way.
    """

    apart: int = 500
    _kept: list[tuple[int, T]] = field(factory=list)

    def is_due(self, events: int) -> bool:
        """Whether the last copy lies so far back that another is wanted."""
        return events - (self._kept[-1][0] if self._kept else 0) >= self.apart

    def keep(self, events: int, copy: T) -> None:
        """Keep a copy of how it is behind so many events."""
        if self._kept and self._kept[-1][0] == events:
            self._kept.pop()
        self._kept.append((events, copy))

    def back(self, events: int) -> tuple[int, T] | None:
        """The last copy from behind so many events or fewer, and where it is from; later ones are forgotten.

        None where there is none: then all must be followed from the start.
        """
        while self._kept and self._kept[-1][0] > events:
            self._kept.pop()
        return self._kept[-1] if self._kept else None
