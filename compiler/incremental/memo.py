"""Memos: results of a function for key objects, carried over from one compilation to the next.

Keys are compared by identity, not by equality: two items with equal text in different places are two keys. A memo holds
its keys and values, so entries vanish with their keys, and there is no hidden cache: the caller passes it on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from bombsight.dsl.node_classes import field, frozen

K = TypeVar("K")
V = TypeVar("V")


@frozen(eq=False)
class Memo(Generic[K, V]):
    """Results of a function, by key object.

    Attributes:
        keys: The keys.
        values: Their results, in the same order.
    """

    keys: tuple[K, ...] = ()
    values: tuple[V, ...] = ()

    def by_identity(self) -> dict[int, V]:
        """Return the results in a dictionary by the ``id()`` of their keys."""
        return dict(zip(map(id, self.keys), self.values, strict=True))

    def without(self, is_left_out: Callable[[K], bool]) -> Memo[K, V]:
        """Return a copy of the memo without the keys for which a predicate is true."""
        kept = [(key, value) for key, value in zip(self.keys, self.values, strict=True) if not is_left_out(key)]
        return Memo(tuple(key for key, _ in kept), tuple(value for _, value in kept))


def map_with_memo(keys: Iterable[K], compute: Callable[[K], V], previous: Memo[K, V] | None = None) -> Memo[K, V]:
    """Map a function over keys; take the result of a key object that is in the previous memo from there.

    Args:
        keys: The keys.
        compute: The function, called for new keys only.
        previous: The memo of the last time.
    """
    all_ = tuple(keys)
    known = previous.by_identity() if previous is not None else {}
    return Memo(all_, tuple(known[id(key)] if id(key) in known else compute(key) for key in all_))


def differing_keys(old: Mapping[K, V], new: Mapping[K, V]) -> Iterator[K]:
    """Yield the keys whose values in two mappings differ, or that only one of the mappings has."""
    yield from old.keys() - new.keys()
    for key, value in new.items():
        known = old.get(key)
        if known is not value and known != value:
            yield key


@frozen(eq=False)
class ItemMemos:
    """Named memos of whole-program checks, one for each function over items.

    Attributes:
        before: The memos of the last time.
        found: The memos used this time.
    """

    before: Mapping[str, Memo[Any, Any]] = {}
    found: dict[str, Memo[Any, Any]] = field(factory=dict)

    def map_items(self, name: str, items: Iterable[K], compute: Callable[[K], V]) -> tuple[V, ...]:
        """Map a function over items; take results stored under the name by the last compilation from there.

        Args:
            name: The name of the memo.
            items: The items; the same for all callers with this name.
            compute: The function, called for new items only. It must depend on the item alone.
        """
        if name not in self.found:
            self.found[name] = map_with_memo(items, compute, self.before.get(name))
        return self.found[name].values
