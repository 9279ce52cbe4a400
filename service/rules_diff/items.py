"""The items of two sets of rules: which were added, which removed, and what changed in the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from bombsight.boundary.budget import Budget
from bombsight.compiler.graph.nodes import Enum, RuleGraph
from bombsight.compiler.graph.overlays import OverlayChange, OverlayEntry, OverlayInForce
from bombsight.service.lookup.rule_text import Sources
from bombsight.service.rules_diff.parts import changed_parts, text_at
from bombsight.service.rules_diff.shapes import shape
from bombsight.service.rules_diff.told import Entry, ItemChange, PartChange

KINDS = ("option", "enum", "field", "list", "table", "define", "procedure", "reroll", "board")
"""The kinds of items, in the order in which they are told."""


def items(graph: RuleGraph) -> dict[str, Any]:
    """The items of a graph by their ids; enums that belong to another item are told with that."""
    found: dict[str, Any] = {}
    for kind in KINDS:
        for node in getattr(graph, f"{kind}s"):
            if not (isinstance(node, Enum) and node.owner != "game"):
                found[f"{kind}:{getattr(node, 'name', None) or node.id}"] = node
    return found


def item_changes(was: RuleGraph, now: RuleGraph, before: Sources, after: Sources) -> Iterator[ItemChange]:
    """What was added, removed and changed."""
    these, those = items(was), items(now)
    for id_, node in those.items():
        old = these.get(id_)
        if old is None:
            yield item("added", id_, node, (whole("", text_at(node.span, after), node),))
        elif shape(old) != shape(node):
            parts = changed_parts(old, node, before, after)
            if parts:
                yield item("changed", id_, node, parts)
    for id_, node in these.items():
        if id_ not in those:
            yield item("removed", id_, node, (whole(text_at(node.span, before), "", node),))


def item(change: str, id_: str, node: Any, parts: tuple[PartChange, ...]) -> ItemChange:
    """A change of an item."""
    kind, _, name = id_.partition(":")
    title = getattr(node, "title", "")
    return ItemChange(change=change, kind=kind, name=name, title=title if title != name else "", parts=parts, more=0)


def whole(was: str, now: str, node: Any) -> PartChange:
    """An item that is there on one side only."""
    return PartChange(where="", was=was, now=now, by=node.origin.amended_by, place=str(node.span))


# --- overlays


def entries(was: RuleGraph, now: RuleGraph) -> Iterator[Entry]:
    """The items of overlays that are in force on one side alone, confirmations left out."""
    for side, own, other in (("now", now, was), ("was", was, now)):
        known = {(overlay.kind, overlay.name) for overlay in other.overlays}
        for overlay in own.overlays:
            if (overlay.kind, overlay.name) not in known:
                for entry in overlay.entries:
                    if any(change.kind == "amended" for change in entry.changes):
                        yield told_entry(overlay, entry, side)


def told_entry(overlay: OverlayInForce, entry: OverlayEntry, side: str) -> Entry:
    """An item of an overlay."""
    origin = entry.origin if entry.origin.cite else evolve(entry.origin, cite=overlay.origin.cite)
    return Entry(item=name_of(overlay, entry), title=entry.title, origin=origin, side=side)


def name_of(overlay: OverlayInForce, entry: OverlayEntry) -> str:
    """An overlay's item as everything it touched names it."""
    return f"{overlay.kind} {overlay.name} {entry.number}"


def attributed(changes: tuple[ItemChange, ...], was: RuleGraph, now: RuleGraph) -> tuple[ItemChange, ...]:
    """Changes with the overlay items that did them, also where nothing is left that could say so.

    What was removed names nobody; but if a single item of the overlays in question touched what it stood in, it was
    that one.
    """
    touching: dict[str, list[tuple[str, OverlayChange]]] = {}
    alone = {each.item for each in entries(was, now)}
    for overlay in (*was.overlays, *now.overlays):
        for entry in overlay.entries:
            for change in entry.changes:
                if name_of(overlay, entry) in alone and change.kind == "amended":
                    touching.setdefault(change.target, []).append((name_of(overlay, entry), change))
    credited_to = ((each, [*credited_parts(each, alone, touching)]) for each in changes)
    return tuple(evolve(each, parts=tuple(parts)) for each, parts in credited_to if parts)


def credited_parts(
    change: ItemChange, alone: set[str], touching: Mapping[str, Sequence[tuple[str, OverlayChange]]]
) -> Iterator[PartChange]:
    """The changes of an item with those who did them.

    Where both sides read the same, the change lies deeper than the part, and is told as the overlay writes it; where no
    overlay did anything, what changed is what is named there, which is told where that is declared.
    """
    for part in change.parts:
        here = (*touching.get(f"{change.kind} {change.name}", ()), *touching.get(part.where, ()))
        by = tuple(each for each in part.by if each in alone)
        names = dict.fromkeys(name for name, _ in here)
        if not by and len(names) == 1:
            by = tuple(names)
        if part.was != part.now or change.change != "changed":
            yield evolve(part, by=by)
            continue
        for name, made in here:
            if name in by:
                yield evolve(part, by=(name,), was=made.was, now=made.now)


EACH_PART = 200
"""What telling a change costs besides its characters."""


def shortened(changes: tuple[ItemChange, ...], budget: Budget) -> tuple[ItemChange, ...]:
    """Changes, of which so many are told as anybody could read; each item says how many more there are."""
    found = []
    for each in changes:
        kept: list[PartChange] = []
        for part in each.parts:
            size = EACH_PART + len(part.where) + len(part.was) + len(part.now)
            if size <= budget.left:
                budget.charge(size)
                kept.append(part)
        found.append(evolve(each, parts=tuple(kept), more=len(each.parts) - len(kept)))
    return tuple(found)
