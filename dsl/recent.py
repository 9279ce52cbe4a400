"""An LRU cache by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


class LruCache(dict[str, Value]):
    """A mapping that keeps only the most recently used values.

    Attributes:
        most: The most values kept.
        forget: A callback for evicted values.
    """

    def __init__(self, most: int, forget: Callable[[Value], object] = lambda value: None) -> None:
        """Make an empty cache of at most ``most`` values; ``forget`` is called with each evicted value."""
        super().__init__()
        self.most = most
        self.forget = forget

    def lookup(self, name: str) -> Value | None:
        """Return the value of a name and make it the most recently used; None if the name has no value."""
        value = self.pop(name, None)
        if value is not None:
            self[name] = value
        return value

    def store(self, name: str, value: Value) -> Value:
        """Store a value under a name, evict the least recently used if there are too many, and return the value."""
        self.pop(name, None)
        self[name] = value
        while len(self) > self.most:
            first = next(iter(self))
            self.forget(self.pop(first))
        return value
