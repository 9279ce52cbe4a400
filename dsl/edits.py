"""Applying text edits: all at once, without overlaps."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.source import Span


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with edits applied, which do not overlap; all their spans refer to the original text."""
    parts, at = [], 0
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        parts += [text[at : edit.span.start], edit.text]
        at = edit.span.end
        before = parts[-2].rstrip(" ")
        if not edit.text and text.startswith(("\n", " "), at) and before and not before.endswith("\n"):
            parts[-2] = before  # a removal leaves no gap on its line
    return "".join([*parts, text[at:]])


def select_compatible(fixes: Iterable[Fix]) -> list[Fix]:
    """Select code fixes by place, without duplicates and without those that conflict with one selected before.

    The others can be applied afterwards, if they are still needed.
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
    """Whether a span can still be edited: it overlaps no range already changed, and nothing was inserted at its start.

    Args:
        span: The span.
        taken_ranges: The changed ranges, sorted and disjoint.
    """
    at = bisect_left(taken_ranges, (span.start, span.end))
    follows = at == 0 or (taken_ranges[at - 1][1] <= span.start and taken_ranges[at - 1][0] < span.start)
    return follows and (
        at == len(taken_ranges) or (span.end <= taken_ranges[at][0] and span.start < taken_ranges[at][0])
    )


def fix_sort_key(fix: Fix) -> list[tuple[str, int, int]]:
    """The key for sorting fixes by place."""
    return [(edit.span.path, edit.span.start, edit.span.end) for edit in fix.edits]
