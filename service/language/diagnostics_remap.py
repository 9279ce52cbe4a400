"""Findings that outlast a change: those of lines that it leaves as they are, wherever these stand now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.source import Source, Span


@frozen
class LineShift:
    """What a change of a text does to the lines around it.

    Attributes:
        above: So many lines at the beginning stay where they are.
        below: From this line on, they stay as they are, but stand elsewhere.
        lines: So many lines further down.
        characters: So many characters further on.
    """

    above: int
    below: int
    lines: int
    characters: int

    @classmethod
    def from_texts(cls, before: Source, after: Source) -> LineShift:
        """What makes one text of another."""
        old, new = before.text.split("\n"), after.text.split("\n")
        most = min(len(old), len(new))
        above = next((number for number in range(most) if old[number] != new[number]), most)
        tail = next((number for number in range(most - above) if old[-1 - number] != new[-1 - number]), most - above)
        return cls(above, len(old) - tail + 1, len(new) - len(old), len(after.text) - len(before.text))

    def remap(self, span: Span) -> Span | None:
        """Where something stands now; None where it was touched."""
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
    """The findings of a file whose places a change did not touch, where these are now; without mends and labels.

    Args:
        findings: What was found in the file.
        before: It, as it was then.
        after: It, as it is now.
    """
    shift = LineShift.from_texts(before, after)
    for finding in findings:
        span = shift.remap(finding.span)
        if span is not None:
            yield evolve(finding.without_places, span=span)
