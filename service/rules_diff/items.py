"""The items of two sets of rules: which were added, which removed, and what changed in the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from bombsight.boundary.budget import Budget
from bombsight.compiler.graph.nodes import Enum, RuleGraph
from bombsight.compiler.graph.overlays import OverlayChange, OverlayEntry, OverlayInForce
from bombsight.service.lookup.rule_text import Sources
from bombsight.service.rules_diff.documents import Entry, ItemChange, PartChange
from bombsight.service.rules_diff.parts import compare_nodes, text_at
from bombsight.service.rules_diff.structural_key import structural_key

ITEM_KINDS = ("option", "enum", "field", "list", "table", "define", "procedure", "reroll", "board")
"""The kinds of items, in the order in which they are told."""


def items_by_id(graph: RuleGraph) -> dict[str, Any]:
    """The items of a graph by their ids; enums that belong to another item are told with that."""
    nodes: dict[str, Any] = {}
    for kind in ITEM_KINDS:
        for node in getattr(graph, f"{kind}s"):
            if not (isinstance(node, Enum) and node.owner != "game"):
                nodes[f"{kind}:{getattr(node, 'name', None) or node.id}"] = node
    return nodes


def compare_items(
    old_graph: RuleGraph, new_graph: RuleGraph, old_sources: Sources, new_sources: Sources
) -> Iterator[ItemChange]:
    """What was added, removed and changed."""
    old_items, new_items = items_by_id(old_graph), items_by_id(new_graph)
    for id_, node in new_items.items():
        old = old_items.get(id_)
        if old is None:
            yield make_item_change("added", id_, node, (make_whole_change("", text_at(node.span, new_sources), node),))
        elif structural_key(old) != structural_key(node):
            parts = compare_nodes(old, node, old_sources, new_sources)
            if parts:
                yield make_item_change("changed", id_, node, parts)
    for id_, node in old_items.items():
        if id_ not in new_items:
            yield make_item_change(
                "removed", id_, node, (make_whole_change(text_at(node.span, old_sources), "", node),)
            )


def make_item_change(change: str, id_: str, node: Any, parts: tuple[PartChange, ...]) -> ItemChange:
    """A change of an item."""
    kind, _, name = id_.partition(":")
    title = getattr(node, "title", "")
    return ItemChange(change=change, kind=kind, name=name, title=title if title != name else "", parts=parts, more=0)


def make_whole_change(old_text: str, new_text: str, node: Any) -> PartChange:
    """An item that is there on one side only."""
    return PartChange(where="", was=old_text, now=new_text, by=node.origin.amended_by, place=str(node.span))


# --- overlays


def find_one_sided_entries(old_graph: RuleGraph, new_graph: RuleGraph) -> Iterator[Entry]:
    """The items of overlays that are in force on one side alone, confirmations left out."""
    for side, own, other in (("now", new_graph, old_graph), ("was", old_graph, new_graph)):
        other_overlays = {(overlay.kind, overlay.name) for overlay in other.overlays}
        for overlay in own.overlays:
            if (overlay.kind, overlay.name) not in other_overlays:
                for entry in overlay.entries:
                    if any(change.kind == "amended" for change in entry.changes):
                        yield make_entry(overlay, entry, side)


def make_entry(overlay: OverlayInForce, entry: OverlayEntry, side: str) -> Entry:
    """An item of an overlay."""
    origin = entry.origin if entry.origin.cite else evolve(entry.origin, cite=overlay.origin.cite)
    return Entry(item=entry_name(overlay, entry), title=entry.title, origin=origin, side=side)


def entry_name(overlay: OverlayInForce, entry: OverlayEntry) -> str:
    """An overlay's item as everything it touched names it."""
    return f"{overlay.kind} {overlay.name} {entry.number}"


def credit_overlays(
    changes: tuple[ItemChange, ...], old_graph: RuleGraph, new_graph: RuleGraph
) -> tuple[ItemChange, ...]:
    """Changes with the overlay items that did them, also where nothing is left that could say so.

    What was removed names nobody; but if a single item of the overlays in question touched what it stood in, it was
    that one.
    """
    changes_by_target: dict[str, list[tuple[str, OverlayChange]]] = {}
    one_sided_names = {each.item for each in find_one_sided_entries(old_graph, new_graph)}
    for overlay in (*old_graph.overlays, *new_graph.overlays):
        for entry in overlay.entries:
            for change in entry.changes:
                if entry_name(overlay, entry) in one_sided_names and change.kind == "amended":
                    changes_by_target.setdefault(change.target, []).append((entry_name(overlay, entry), change))
    credited_to = ((each, [*credit_parts(each, one_sided_names, changes_by_target)]) for each in changes)
    return tuple(evolve(each, parts=tuple(parts)) for each, parts in credited_to if parts)


def credit_parts(
    change: ItemChange, one_sided_names: set[str], changes_by_target: Mapping[str, Sequence[tuple[str, OverlayChange]]]
) -> Iterator[PartChange]:
    """The changes of an item with those who did them.

    Where both sides read the same, the change lies deeper than the part, and is told as the overlay writes it; where no
    overlay did anything, what changed is what is named there, which is told where that is declared.
    """
    for part in change.parts:
        touching_changes = (
            *changes_by_target.get(f"{change.kind} {change.name}", ()),
            *changes_by_target.get(part.where, ()),
        )
        by = tuple(each for each in part.by if each in one_sided_names)
        names = dict.fromkeys(name for name, _ in touching_changes)
        if not by and len(names) == 1:
            by = tuple(names)
        if part.was != part.now or change.change != "changed":
            yield evolve(part, by=by)
            continue
        for name, overlay_change in touching_changes:
            if name in by:
                yield evolve(part, by=(name,), was=overlay_change.was, now=overlay_change.now)


PART_COST = 200
"""What telling a change costs besides its characters."""


def limit_changes(changes: tuple[ItemChange, ...], budget: Budget) -> tuple[ItemChange, ...]:
    """Changes, of which so many are told as anybody could read; each item says how many more there are."""
    limited = []
    for each in changes:
        shown_parts: list[PartChange] = []
        for part in each.parts:
            size = PART_COST + len(part.where) + len(part.was) + len(part.now)
            if size <= budget.remaining:
                budget.charge(size)
                shown_parts.append(part)
        limited.append(evolve(each, parts=tuple(shown_parts), more=len(each.parts) - len(shown_parts)))
    return tuple(limited)
