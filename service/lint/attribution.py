"""Attribution: which items of house rules make an example come out otherwise.

An item is named only for what was seen: the example fails with it and holds without it. First each item is tried alone;
where the others still make the example fail, fewer and fewer of them are tried, as delta debugging does: what is left
when no more can go fails together, or its items cannot stand without one another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from attrs import field, frozen

from bombsight.dsl.listing import listed
from bombsight.dsl.source import Span

Item = int
"""An item, by its place among all items of the house rules in force."""

Fails = Callable[[frozenset[Item]], bool | None]
"""Whether an example fails if of the items that may touch it only these stand; None where that cannot be told, for
they are no rules without the others, or too much was tried."""


@frozen
class Entry:
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
class Cause:
    """Items that make an example come out otherwise.

    Attributes:
        items: Those without each of which it holds, as far as that could be told; else all that may be.
        certain: Whether it could be told.
        kept: All that stood when it failed, those named among them.
    """

    items: tuple[Item, ...]
    certain: bool
    kept: frozenset[Item] = field(eq=False)


def find_causes(suspects: Sequence[Item], hit: Collection[Item], fails: Fails) -> Iterator[Cause]:
    """What makes an example fail that fails with all of its suspects and holds without them.

    Causes share no items. Once those of one are left out, the example fails by another or it holds.

    Args:
        suspects: The items that may touch it, in their order.
        hit: Those that it comes to as it goes without any: of what makes it fail one at least is among them.
        fails: Whether it fails with some of them; asked again of the same items, it should not have to find out again.
    """
    alone = [item for item in suspects if item in hit and fails(frozenset({item}))]
    yield from (Cause((item,), True, frozenset({item})) for item in alone)
    rest = [item for item in suspects if item not in alone]
    while not set(rest).isdisjoint(hit) and fails(frozenset(rest)):
        found = reduce_to_fewest(rest, hit, fails)
        kept = frozenset(found)
        needed = tuple(item for item in found if kept.isdisjoint({*hit} - {item}) or fails(kept - {item}) is False)
        yield Cause(needed or tuple(item for item in found if item in hit), bool(needed), kept)
        rest = [item for item in rest if item not in kept]


def reduce_to_fewest(items: Sequence[Item], hit: Collection[Item], fails: Fails) -> list[Item]:
    """Items with which an example fails, and with none of them less.

    Args:
        items: Items with which it fails.
        hit: One of these is always among them.
        fails: Whether it fails with some of them.
    """
    found = [*items]
    size = len(found) // 2
    while size:
        at = 0
        while at < len(found) and len(found) > 1:
            fewer = [*found[:at], *found[at + size :]]
            if not set(fewer).isdisjoint(hit) and fails(frozenset(fewer)):
                found = fewer
            else:
                at += size
        size //= 2
    return found


def cause_text(cause: Cause, entries: Sequence[Entry]) -> str:
    """``item 1``, ``items 1 and 2 together``, ``item 1 or 2``; with whose they are where there are several files."""
    found = [entries[item] for item in cause.items]
    last = "and" if cause.certain else "or"
    several = "s" if len(found) > 1 and cause.certain else ""
    if len({entry.overlay for entry in entries}) == 1:
        text = f"item{several} {listed((entry.number for entry in found), last, most=len(found))}"
    else:
        text = listed((f"item {entry.number} of {entry.overlay}" for entry in found), last, most=len(found))
    return f"{text} together" if several else text
