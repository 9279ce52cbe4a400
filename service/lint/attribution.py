"""Attribution: which items of house rules make an example fail.

An item is blamed only on evidence: the example fails with it and holds without it. First each item is tried alone;
if the others together still make the example fail, their set is minimized by delta debugging: the items that remain
fail together, or need one another to compile.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from attrs import field, frozen

from bombsight.dsl.listing import join_names
from bombsight.dsl.source import Span

ItemNumber = int
"""An item, as an index into all items of the house rules in force."""

FailureTest = Callable[[frozenset[ItemNumber]], bool | None]
"""Tests whether an example fails with only a given set of the suspected items; None if the set does not compile, or too
many trials were made.
"""


@frozen
class HouseEntry:
    """An item of house rules, for messages.

    Attributes:
        overlay: The name of its house rules.
        number: Its number there.
        span: Its span.
    """

    overlay: str
    number: str
    span: Span


@frozen
class FailureCause:
    """Items that together make an example fail.

    Attributes:
        items: The items, without each of which the example holds; if that is uncertain, all that may be to blame.
        is_certain: Whether it is certain.
        active_items: All items present when it failed, with the blamed ones.
    """

    items: tuple[ItemNumber, ...]
    is_certain: bool
    active_items: frozenset[ItemNumber] = field(eq=False)


def find_causes(
    suspects: Sequence[ItemNumber], reached: Collection[ItemNumber], fails: FailureTest
) -> Iterator[FailureCause]:
    """Find disjoint, minimal sets of house-rule items that make an example fail, by trials of subsets.

    Causes share no items. Without the items of one, the example fails by another cause or holds.

    Args:
        suspects: The items that may affect the example, in order.
        reached: The items that its run without any of them reaches: each cause contains one at least.
        fails: Tests a set of items; should be memoized.
    """
    single_causes = [item for item in suspects if item in reached and fails(frozenset({item}))]
    yield from (FailureCause((item,), True, frozenset({item})) for item in single_causes)
    rest = [item for item in suspects if item not in single_causes]
    while not set(rest).isdisjoint(reached) and fails(frozenset(rest)):
        minimal = minimize_failing_items(rest, reached, fails)
        active = frozenset(minimal)
        needed = tuple(
            item for item in minimal if active.isdisjoint({*reached} - {item}) or fails(active - {item}) is False
        )
        yield FailureCause(needed or tuple(item for item in minimal if item in reached), bool(needed), active)
        rest = [item for item in rest if item not in active]


def minimize_failing_items(
    items: Sequence[ItemNumber], reached: Collection[ItemNumber], fails: FailureTest
) -> list[ItemNumber]:
    """Minimize a set of house-rule items with which an example fails, by delta debugging.

    The result contains one of the `reached` items at least.
    """
    remaining = [*items]
    size = len(remaining) // 2
    while size:
        position = 0
        while position < len(remaining) and len(remaining) > 1:
            fewer = [*remaining[:position], *remaining[position + size :]]
            if not set(fewer).isdisjoint(reached) and fails(frozenset(fewer)):
                remaining = fewer
            else:
                position += size
        size //= 2
    return remaining


def describe_cause(cause: FailureCause, entries: Sequence[HouseEntry]) -> str:
    """Name the items of a cause in words: ``item 1``, ``items 1 and 2 together``, ``item 1 or 2``."""
    named_entries = [entries[item] for item in cause.items]
    conjunction = "and" if cause.is_certain else "or"
    plural = "s" if len(named_entries) > 1 and cause.is_certain else ""
    if len({entry.overlay for entry in entries}) == 1:
        text = (
            f"item{plural} "
            f"{join_names((entry.number for entry in named_entries), conjunction, max_names=len(named_entries))}"
        )
    else:
        text = join_names(
            (f"item {entry.number} of {entry.overlay}" for entry in named_entries),
            conjunction,
            max_names=len(named_entries),
        )
    return f"{text} together" if plural else text
