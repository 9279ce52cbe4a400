"""When two edits of one layer amend the same place."""

from __future__ import annotations

from bombsight.compiler.overlays.applying import Splice
from bombsight.compiler.overlays.node_paths import NodePath


def is_conflict(first: Splice, second: Splice) -> bool:
    """Whether it would matter which of two edits came first.

    Lines replaced clash with anything done to them, in them, or to what holds them. Statements added clash with
    statements added at the same side of the same place. Lists whose order says nothing may grow by any number.
    """
    if first.gap and second.gap:
        return first.gap == second.gap != "list" and first.touches == second.touches
    if first.gap:
        return is_conflict(second, first)
    return any(
        leads_into(theirs, ours) or (not second.gap and leads_into(ours, theirs))
        for ours in first.touches
        for theirs in second.touches
    )


def leads_into(path: NodePath, outer: NodePath) -> bool:
    """Whether a way leads to, or into, what stands at the end of ``outer``."""
    return path[: len(outer)] == outer
