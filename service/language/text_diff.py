"""The differences of two texts, as few and small changes."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from bombsight.dsl.aligning import align


@frozen
class TextChange:
    """The replacement of a part of a text.

    Attributes:
        start: The offset at which the replaced part begins.
        end: The offset at which it ends.
        text: The new text.
    """

    start: int
    end: int
    text: str


def diff_texts(before: str, after: str) -> Iterator[TextChange]:
    """Compute the minimal changes from one text to another, in text order.

    Common lines stay untouched, and with them an editor's cursor or fold there.
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    for kind, first, last, begin, end in align(old, new):
        if kind != "equal":
            yield trim_change("".join(old[first:last]), "".join(new[begin:end]), starts[first])


def trim_change(before: str, after: str, start: int) -> TextChange:
    """Make the change from an old to a new part of a text, without their common prefix and suffix."""
    head = common_prefix_length(before, after)
    tail = common_prefix_length(before[head:][::-1], after[head:][::-1])
    return TextChange(start + head, start + len(before) - tail, after[head : len(after) - tail])


def common_prefix_length(first: str, second: str) -> int:
    """The length of the common prefix of two texts."""
    differing = (number for number, (a, b) in enumerate(zip(first, second, strict=False)) if a != b)
    return next(differing, min(len(first), len(second)))
