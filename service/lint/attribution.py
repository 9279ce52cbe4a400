"""Attribution: which items of house rules make an example come out otherwise.

An item is named only for what was seen: the example fails with it and holds without it. First each item is tried alone;
where the others still make the example fail, fewer and fewer of them are tried, as delta debugging does: what is left
when no more can go fails together, or its items cannot stand without one another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from attrs import field, frozen

from bombsight.dsl.listing import join_names
from bombsight.dsl.source import Span

ItemNumber = int
"""An item, by its place among all items of the house rules in force."""

FailureTest = Callable[[frozenset[ItemNumber]], bool | None]
"""Whether an example fails if of the items that may touch it only these stand; None where that cannot be told, for
they are no rules without the others, or too much was tried."""


@frozen
class HouseEntry:
    """An item of house rules as it is named.

    Attributes:
        overlay: The name of the house rules that it belongs to.
        number: Its number there.
        span: Where it stands.
    """

    overlay: str
    number: str
    span: Span


@frozen
class FailureCause:
    """Items that make an example come out otherwise.

    Attributes:
        items: Those without each of which it holds, as far as that could be told; else all that may be.
        is_certain: Whether it could be told.
        active_items: All that stood when it failed, those named among them.
    """

    items: tuple[ItemNumber, ...]
    is_certain: bool
    active_items: frozenset[ItemNumber] = field(eq=False)


def find_causes(
    suspects: Sequence[ItemNumber], reached: Collection[ItemNumber], fails: FailureTest
) -> Iterator[FailureCause]:
    """What makes an example fail that fails with all of its suspects and holds without them.

    Causes share no items. Once those of one are left out, the example fails by another or it holds.

    Args:
        suspects: The items that may touch it, in their order.
        reached: Those that it comes to as it goes without any: of what makes it fail one at least is among them.
        fails: Whether it fails with some of them; asked again of the same items, it should not have to find out again.
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
    """Items with which an example fails, and with none of them less.

    Args:
        items: Items with which it fails.
        reached: One of these is always among them.
        fails: Whether it fails with some of them.
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
    """``item 1``, ``items 1 and 2 together``, ``item 1 or 2``; with whose they are where there are several files."""
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
