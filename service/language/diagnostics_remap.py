"""Remap diagnostics across an edit: keep those on unchanged lines, shifted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.source import Source, Span


@frozen
class LineShift:
    """The effect of an edit on the lines around it.

    Attributes:
        above: The number of unchanged lines at the beginning.
        below: The first of the unchanged lines at the end.
        lines: The number of lines by which these moved down.
        characters: The number of characters by which they moved.
    """

    above: int
    below: int
    lines: int
    characters: int

    @classmethod
    def from_texts(cls, before: Source, after: Source) -> LineShift:
        """Compute, from the old and the new text of a file, which lines were edited and how far later lines moved."""
        old, new = before.text.split("\n"), after.text.split("\n")
        most = min(len(old), len(new))
        above = next((number for number in range(most) if old[number] != new[number]), most)
        tail = next((number for number in range(most - above) if old[-1 - number] != new[-1 - number]), most - above)
        return cls(above, len(old) - tail + 1, len(new) - len(old), len(after.text) - len(before.text))

    def remap(self, span: Span) -> Span | None:
        """Map a span of the old text to the new text; None if the edit touched it."""
        if span.end_line <= self.above:
            return span
        if span.line < self.below:
            return None
        return evolve(
            span,
            start=span.start + self.characters,
            end=span.end + self.characters,
            line=span.line + self.lines,
            end_line=span.end_line + self.lines,
        )


def remap_diagnostics(findings: Iterable[Diagnostic], before: Source, after: Source) -> Iterator[Diagnostic]:
    """Map a file's diagnostics to its new text, without fixes and labels; those on edited lines are dropped."""
    shift = LineShift.from_texts(before, after)
    for finding in findings:
        span = shift.remap(finding.span)
        if span is not None:
            yield evolve(finding.without_places, span=span)
