"""The overlays in force as nodes of the rule graph: the changes of each item, for display."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph.overlays import OverlayChange, OverlayEntry, OverlayInForce
from bombsight.compiler.overlays.amend import EditSummary
from bombsight.dsl import ast


def overlays_in_force(overlays: Sequence[ast.Overlay], changes: Sequence[EditSummary]) -> tuple[OverlayInForce, ...]:
    """Make the graph nodes of the applied overlays, with the changes that each overlay item made."""
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
            span=overlay.span,
        )
        for overlay in overlays
    )
