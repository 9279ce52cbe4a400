"""When two edits of one layer amend the same place."""

from __future__ import annotations

from bombsight.compiler.overlays.applying import Splice
from bombsight.compiler.overlays.places import Way


def clash(one: Splice, other: Splice) -> bool:
    """Whether it would matter which of two edits came first.

    Lines replaced clash with anything done to them, in them, or to what holds them. Statements added clash with
    statements added at the same side of the same place. Lists whose order says nothing may grow by any number.
    """
    if one.gap and other.gap:
        return one.gap == other.gap != "list" and one.touches == other.touches
    if one.gap:
        return clash(other, one)
    return any(
        within(theirs, ours) or (not other.gap and within(ours, theirs))
        for ours in one.touches
        for theirs in other.touches
    )


def within(way: Way, outer: Way) -> bool:
    """Whether a way leads to, or into, what stands at the end of ``outer``."""
    return way[: len(outer)] == outer
