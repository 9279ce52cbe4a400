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
class Memo(Generic[K, V]):
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

    def without(self, is_left_out: Callable[[K], bool]) -> Memo[K, V]:
        """The same without some of the values."""
        kept = [(key, value) for key, value in zip(self.keys, self.values, strict=True) if not is_left_out(key)]
        return Memo(tuple(key for key, _ in kept), tuple(value for _, value in kept))


def map_with_memo(keys: Iterable[K], compute: Callable[[K], V], previous: Memo[K, V] | None = None) -> Memo[K, V]:
    """What comes of each value.

    Args:
        keys: The values.
        compute: What is done with one that is new.
        previous: What came of values before.
    """
    all_ = tuple(keys)
    known = previous.by_identity() if previous is not None else {}
    return Memo(all_, tuple(known[id(key)] if id(key) in known else compute(key) for key in all_))


def differing_keys(old: Mapping[K, V], new: Mapping[K, V]) -> Iterator[K]:
    """The keys of what is gone, new or another now. Most values are the very same: only the others are compared."""
    yield from old.keys() - new.keys()
    for key, value in new.items():
        known = old.get(key)
        if known is not value and known != value:
            yield key


@frozen(eq=False)
class ItemMemos:
    """What is worked out of items by whoever looks at all of them, each under a name of its own.

    Attributes:
        before: What was worked out the last time.
        found: What was asked for this time.
    """

    before: Mapping[str, Memo[Any, Any]] = {}
    found: dict[str, Memo[Any, Any]] = field(factory=dict)

    def map_items(self, name: str, items: Iterable[K], compute: Callable[[K], V]) -> tuple[V, ...]:
        """What comes of each item.

        Args:
            name: The name of what is worked out.
            items: The items; the same for all who ask for this.
            compute: What is done with one that is new. What comes of it hangs on the item alone.
        """
        if name not in self.found:
            self.found[name] = map_with_memo(items, compute, self.before.get(name))
        return self.found[name].values
