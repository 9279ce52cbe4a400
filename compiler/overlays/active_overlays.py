"""The overlays in force as nodes of the rule graph: the changes of each item, for display."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bombsight.compiler.graph.overlays import OverlayChange, OverlayEntry, OverlayInForce
from bombsight.compiler.overlays.amend import EditSummary
from bombsight.dsl import ast


def overlays_in_force(
    overlays: Sequence[ast.Overlay],
    changes: Sequence[EditSummary],
    left_out_items: Callable[[ast.Overlay], tuple[str, ...]],
) -> tuple[OverlayInForce, ...]:
    """Make the graph nodes of the applied overlays, with the changes that each overlay item made.

    Args:
        overlays: The overlays in force.
        changes: The changes that their edits made.
        left_out_items: Returns the numbers of those items of an overlay that are left out.
    """
    by_entry: dict[tuple[str, str], list[OverlayChange]] = {}
    for change in changes:
        made = OverlayChange(kind=change.kind, target=change.target, place=change.place, was=change.was, now=change.now)
        by_entry.setdefault((change.overlay, change.number), []).append(made)
    return tuple(
        OverlayInForce(
            kind=overlay.kind,
            name=overlay.name,
            title=overlay.title,
            origin=overlay.origin,
            author=overlay.author,
            entries=tuple(
                OverlayEntry(
                    number=entry.number,
                    title=entry.title,
                    origin=entry.origin,
                    changes=tuple(by_entry.get((f"{overlay.kind} {overlay.name}", entry.number), ())),
                )
                for entry in overlay.entries
            ),
            left_out=left_out_items(overlay) if overlay.kind == "errata" else (),
            span=overlay.span,
        )
        for overlay in overlays
    )
