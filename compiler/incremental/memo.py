"""What came of values one by one, carried over to the next time: a value that is still there is not worked on again.

Values are told by what they are, not by what they say: two of equal text in different places are two. Both what came
in and what came out are kept, so nothing is remembered of what is gone, and nothing is hidden: whoever wants it
carried over hands it on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from bombsight.dsl.node_classes import field, frozen

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

    def but(self, left_out: Callable[[K], bool]) -> Carried[K, V]:
        """The same without some of the values."""
        kept = [(key, value) for key, value in zip(self.keys, self.values, strict=True) if not left_out(key)]
        return Carried(tuple(key for key, _ in kept), tuple(value for _, value in kept))


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


def differing(was: Mapping[K, V], now: Mapping[K, V]) -> Iterator[K]:
    """The keys of what is gone, new or another now. Most values are the very same: only the others are compared."""
    yield from was.keys() - now.keys()
    for key, value in now.items():
        known = was.get(key)
        if known is not value and known != value:
            yield key


@frozen(eq=False)
class Notes:
    """What is worked out of items by whoever looks at all of them, each under a name of its own.

    Attributes:
        before: What was worked out the last time.
        found: What was asked for this time.
    """

    before: Mapping[str, Carried[Any, Any]] = {}
    found: dict[str, Carried[Any, Any]] = field(factory=dict)

    def of(self, what: str, items: Iterable[K], work: Callable[[K], V]) -> tuple[V, ...]:
        """What comes of each item.

        Args:
            what: The name of what is worked out.
            items: The items; the same for all who ask for this.
            work: What is done with one that is new. What comes of it hangs on the item alone.
        """
        if what not in self.found:
            self.found[what] = carried(items, work, self.before.get(what))
        return self.found[what].values
