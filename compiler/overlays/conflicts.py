"""Conflicts: edits of one layer that amend the same place."""

from __future__ import annotations

from bombsight.compiler.overlays.applying import Splice
from bombsight.compiler.overlays.node_paths import NodePath


def is_conflict(first: Splice, second: Splice) -> bool:
    """Whether two patches touch the same place, so that the result depends on their order.

    A replacement of lines conflicts with any edit of them, in them, or of their parents. An insertion conflicts with
    another at the same side of the same anchor. Unordered lists accept any number of insertions.
    """
    if first.gap and second.gap:
        return first.gap == second.gap != "list" and first.touches == second.touches
    if first.gap:
        return is_conflict(second, first)
    return any(
        is_at_or_below(theirs, ours) or (not second.gap and is_at_or_below(ours, theirs))
        for ours in first.touches
        for theirs in second.touches
    )


def is_at_or_below(path: NodePath, outer: NodePath) -> bool:
    """Whether a path in the syntax tree equals the path ``outer`` or continues it."""
    return path[: len(outer)] == outer
