"""Comparison of the items of two sets of rules: added, removed and changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from bombsight.boundary.budget import Budget
from bombsight.compiler.graph.examples import Example
from bombsight.compiler.graph.nodes import Enum, RuleGraph
from bombsight.compiler.graph.overlays import OverlayChange, OverlayEntry, OverlayInForce
from bombsight.service.lookup.rule_text import Sources
from bombsight.service.rules_diff.documents import Entry, ItemChange, PartChange
from bombsight.service.rules_diff.hunks import split_change
from bombsight.service.rules_diff.parts import compare_nodes, text_at
from bombsight.service.rules_diff.structural_key import structural_key

ITEM_KINDS = ("option", "enum", "field", "list", "table", "define", "procedure", "reroll", "board", "luck")
"""The kinds of items, in the order of the report."""


def items_by_id(graph: RuleGraph) -> dict[str, Any]:
    """Index the items of a rule graph by id, without worked examples, and enums that belong to another item."""
    nodes: dict[str, Any] = {f"game:{graph.game.id}": graph.game}
    for kind in ITEM_KINDS:
        for node in getattr(graph, f"{kind}s"):
            if not (isinstance(node, Enum) and node.owner != "game"):
                nodes[f"{kind}:{getattr(node, 'name', None) or node.id}"] = node
    nodes.update((f"explain:{node.target.replace(':', ' ', 1)}", node) for node in graph.explanations)
    nodes.update((f"primer:{node.title}", node) for node in graph.primers)
    return nodes


def compare_items(
    old_graph: RuleGraph, new_graph: RuleGraph, old_sources: Sources, new_sources: Sources
) -> Iterator[ItemChange]:
    """Compare two rule graphs item by item, and yield the added, removed and changed items.

    Args:
        old_graph: The old rules.
        new_graph: The new rules.
        old_sources: The files of the old rules.
        new_sources: The files of the new rules.
    """
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
    yield from compare_example_items(old_graph, new_graph, old_sources, new_sources)


def compare_example_items(
    old_graph: RuleGraph, new_graph: RuleGraph, old_sources: Sources, new_sources: Sources
) -> Iterator[ItemChange]:
    """Compare the worked examples of two rule graphs by title, and yield the added, removed and changed ones.

    Args:
        old_graph: The old rules.
        new_graph: The new rules.
        old_sources: The files of the old rules.
        new_sources: The files of the new rules.
    """
    old_examples, new_examples = examples_by_title(old_graph, old_sources), examples_by_title(new_graph, new_sources)
    for title in dict.fromkeys((*new_examples, *old_examples)):
        old, new = old_examples.get(title, []), new_examples.get(title, [])
        if [*map(structural_key, old)] == [*map(structural_key, new)]:
            continue
        old_text, new_text = example_text(old, old_sources), example_text(new, new_sources)
        change = "changed" if old and new else "added" if new else "removed"
        whole = make_whole_change(old_text, new_text, (new or old)[0])
        parts = tuple(split_change(whole, is_item=True))
        yield ItemChange(change=change, kind="example", name=title, title="", parts=parts, more=0)


def example_text(examples: Sequence[Example], sources: Sources) -> str:
    """Return the text of a worked example, or of the lines of a grid of them."""
    return "\n".join(text_at(span, sources) for span in dict.fromkeys(example.span for example in examples))


def examples_by_title(graph: RuleGraph, sources: Sources) -> dict[str, list[Example]]:
    """Index the worked examples of a rule graph by title; those of one grid, each a line of it, stand together."""
    by_title: dict[str, list[Example]] = {}
    for example in graph.examples:
        is_grid_line = not text_at(example.span, sources).startswith("example")
        title = example.title.rpartition(" (")[0] if is_grid_line else example.title
        by_title.setdefault(title or example.title, []).append(example)
    return by_title


def make_item_change(change: str, id_: str, node: Any, parts: tuple[PartChange, ...]) -> ItemChange:
    """Make the change record of an item from the changes of its parts.

    Args:
        change: ``added``, ``removed`` or ``changed``.
        id_: The item's id.
        node: Its graph node.
        parts: The changes within it.
    """
    kind, _, name = id_.partition(":")
    title = getattr(node, "title", "")
    return ItemChange(change=change, kind=kind, name=name, title=title if title != name else "", parts=parts, more=0)


def make_whole_change(old_text: str, new_text: str, node: Any) -> PartChange:
    """Make the change record of an item that only one set of rules has, by its whole text."""
    return PartChange(where="", was=old_text, now=new_text, by=node.origin.amended_by, place=str(node.span))


# --- overlays


def find_one_sided_entries(old_graph: RuleGraph, new_graph: RuleGraph) -> Iterator[Entry]:
    """Find the overlay items in force under only one set of rules, without those that merely confirm text."""
    for side, own, other in (("now", new_graph, old_graph), ("was", old_graph, new_graph)):
        other_overlays = {(overlay.kind, overlay.name) for overlay in other.overlays}
        for overlay in own.overlays:
            if (overlay.kind, overlay.name) not in other_overlays:
                for entry in overlay.entries:
                    if any(change.kind == "amended" for change in entry.changes):
                        yield make_entry(overlay, entry, side)


def make_entry(overlay: OverlayInForce, entry: OverlayEntry, side: str) -> Entry:
    """Make the record of an overlay item in force on one ``side`` only: ``now`` (new rules) or ``was`` (old)."""
    origin = entry.origin if entry.origin.cite else evolve(entry.origin, cite=overlay.origin.cite)
    return Entry(item=entry_name(overlay, entry), title=entry.title, origin=origin, side=side)


def entry_name(overlay: OverlayInForce, entry: OverlayEntry) -> str:
    """Return the name of an overlay item as in provenance records: ``KIND NAME NUMBER``."""
    return f"{overlay.kind} {overlay.name} {entry.number}"


def credit_overlays(
    changes: tuple[ItemChange, ...], old_graph: RuleGraph, new_graph: RuleGraph
) -> tuple[ItemChange, ...]:
    """Attribute item changes to the overlay items that made them.

    A removed part has no provenance left; but if just one of the overlay items on one side touched the item around it,
    that one removed it.
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
    """Yield the changes within an item, each with the overlay items that made it, of those in force on only one side.

    A part with the same text on both sides changed in detail, and is reported with the overlay's own texts; if no
    overlay touched it, only something that it refers to changed, which is reported there.
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
"""The fixed cost of a reported change, in characters."""


def limit_changes(changes: tuple[ItemChange, ...], budget: Budget) -> tuple[ItemChange, ...]:
    """Drop reported changes beyond a budget of text; each item gets the count of its dropped changes."""
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
