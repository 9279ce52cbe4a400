"""Conflicts and stacks: edits of one layer at the same place."""

from __future__ import annotations

from bombsight.compiler.overlays.applying import Splice
from bombsight.compiler.overlays.node_paths import NodePath

STACKED_GAPS = ("before", "after", "start", "end")
"""The sides of an anchor at which the statements of several overlays stand behind each other."""


def is_stacked(first: Splice, second: Splice) -> bool:
    """Whether two patches insert statements at the same side of the same anchor, and so stack in their order."""
    return first.gap == second.gap and first.gap in STACKED_GAPS and first.touches == second.touches


def is_conflict(first: Splice, second: Splice) -> bool:
    """Whether two patches touch the same place, so that the result depends on their order.

    A replacement of lines conflicts with any edit of them, in them, or of their parents. Insertions never conflict, but
    for two scores of one answer: unordered lists accept any number, and statements stack (:func:`is_stacked`).
    """
    if first.gap and second.gap:
        return first.gap == second.gap == "score" and first.touches == second.touches
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
