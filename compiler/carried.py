"""What came of values one by one, carried over to the next time: a value that is still there is not worked on again.

Values are told by what they are, not by what they say: two of equal text in different places are two. Both what came
in and what came out are kept, so nothing is remembered of what is gone, and nothing is hidden: whoever wants it
carried over hands it on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from attrs import frozen

K = TypeVar("K")
V = TypeVar("V")


@frozen(eq=False)
class Carried(Generic[K, V]):
    """Values, and what came of each.

    Attributes:
        keys: The values.
        values: What came of them, in the same order.
    """

    keys: tuple[K, ...] = ()
    values: tuple[V, ...] = ()

    def by_identity(self) -> dict[int, V]:
        """What came of each value, by its identity."""
        return dict(zip(map(id, self.keys), self.values, strict=True))


def carried(keys: Iterable[K], work: Callable[[K], V], before: Carried[K, V] | None = None) -> Carried[K, V]:
    """What comes of each value.

    Args:
        keys: The values.
        work: What is done with one that is new.
        before: What came of values before.
    """
    all_ = tuple(keys)
    known = before.by_identity() if before is not None else {}
    return Carried(all_, tuple(known[id(key)] if id(key) in known else work(key) for key in all_))
