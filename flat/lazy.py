"""Lazily decoded sequences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, overload

K = TypeVar("K")
T = TypeVar("T")


class LazySequence(Sequence[T], Generic[T]):
    """A sequence of stored members, each decoded when it is first accessed.

    Equal to any sequence with equal members.
    """

    def __init__(self, encoded: Sequence[K], decode: Callable[[K], T]) -> None:
        """Make a sequence of encoded members; each is decoded by ``decode`` at its first access."""
        self._kept: Sequence[Any] = encoded
        self._read: Callable[[Any], T] = decode
        self._found: dict[int, T] = {}

    def __len__(self) -> int:
        """The number of members."""
        return len(self._kept)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        """Return a member, decoded at its first access, or the tuple of a slice's members."""
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        if index in self._found:
            return self._found[index]
        at = range(len(self))[index]
        if at not in self._found:
            self._found[at] = self._read(self._kept[at])
        return self._found[at]

    def __eq__(self, other: object) -> bool:
        """Whether another sequence has equal members."""
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(_are_equal, self, other))

    __hash__ = None  # type: ignore[assignment]  # as any sequence that is compared by its members


def _are_equal(one: object, other: object) -> bool:
    """Whether two members of sequences are equal."""
    return one == other
