"""Texts changed by edits: all of them at once, none within another."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.source import Span


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits done, whose places are all in it as it is.

    Args:
        text: The whole of a file.
        edits: In any order, none of which touches what another does.
    """
    parts, at = [], 0
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        parts += [text[at : edit.span.start], edit.text]
        at = edit.span.end
        before = parts[-2].rstrip(" ")
        if not edit.text and text.startswith(("\n", " "), at) and before and not before.endswith("\n"):
            parts[-2] = before  # no gap is left on the line, neither before what follows nor behind what stood there
    return "".join([*parts, text[at:]])


def select_compatible(fixes: Iterable[Fix]) -> list[Fix]:
    """Of some fixes the first that can be done together, in the order of their places; equal ones once.

    What is left out can be done when these are done, where it is still needed then.
    """
    chosen: list[Fix] = []
    taken_ranges: dict[str, list[tuple[int, int]]] = {}
    for fix in sorted(dict.fromkeys(fixes), key=fix_sort_key):
        if all(is_free(edit.span, taken_ranges.get(edit.span.path, ())) for edit in fix.edits):
            chosen.append(fix)
            for edit in fix.edits:
                insort(taken_ranges.setdefault(edit.span.path, []), (edit.span.start, edit.span.end))
    return chosen


def is_free(span: Span, taken_ranges: Sequence[tuple[int, int]]) -> bool:
    """Whether nothing is changed at a place, and nothing put in where it begins.

    Args:
        span: The place.
        taken_ranges: Where something is changed already, in order and none within another.
    """
    at = bisect_left(taken_ranges, (span.start, span.end))
    follows = at == 0 or (taken_ranges[at - 1][1] <= span.start and taken_ranges[at - 1][0] < span.start)
    return follows and (
        at == len(taken_ranges) or (span.end <= taken_ranges[at][0] and span.start < taken_ranges[at][0])
    )


def fix_sort_key(fix: Fix) -> list[tuple[str, int, int]]:
    """Where a fix stands, for putting several in order."""
    return [(edit.span.path, edit.span.start, edit.span.end) for edit in fix.edits]
