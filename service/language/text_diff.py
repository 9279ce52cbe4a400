"""What changes from one text to another, in few and small pieces."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from bombsight.dsl.aligning import align


@frozen
class TextChange:
    """A text in the place of another.

    Attributes:
        start: Where in the text before it begins.
        end: Where it ends; what lies between is replaced.
        text: What stands there now.
    """

    start: int
    end: int
    text: str


def diff_texts(before: str, after: str) -> Iterator[TextChange]:
    """What makes one text of another, in the order of the places; none touches the next.

    Lines that both have stay untouched, and with them whoever reads there: a cursor, a fold.
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    for kind, first, last, begin, end in align(old, new):
        if kind != "equal":
            yield trim_change("".join(old[first:last]), "".join(new[begin:end]), starts[first])


def trim_change(before: str, after: str, start: int) -> TextChange:
    """The change of a piece, without what both have in common at its beginning and at its end."""
    head = common_prefix_length(before, after)
    tail = common_prefix_length(before[head:][::-1], after[head:][::-1])
    return TextChange(start + head, start + len(before) - tail, after[head : len(after) - tail])


def common_prefix_length(first: str, second: str) -> int:
    """How many characters two texts have in common at their beginning."""
    differing = (number for number, (a, b) in enumerate(zip(first, second, strict=False)) if a != b)
    return next(differing, min(len(first), len(second)))
