"""Values that a process keeps by name: those it used last."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


class LruCache(dict[str, Value]):
    """The values that were last put in or recalled; who plays or edits for days would else keep all there ever were.

    Attributes:
        most: How many there are at most.
        forget: Called with a value that goes.
    """

    def __init__(self, most: int, forget: Callable[[Value], object] = lambda value: None) -> None:
        super().__init__()
        self.most = most
        self.forget = forget

    def lookup(self, name: str) -> Value | None:
        """The value of this name, which is then the last to go; None where there is none, or none any more."""
        value = self.pop(name, None)
        if value is not None:
            self[name] = value
        return value

    def store(self, name: str, value: Value) -> Value:
        """Put in a value; where there are too many, the one that was not used for longest goes."""
        self.pop(name, None)
        self[name] = value
        while len(self) > self.most:
            first = next(iter(self))
            self.forget(self.pop(first))
        return value
