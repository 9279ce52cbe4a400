"""A list of findings in the making."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from bombsight.boundary.budget import Allowance, Budget, Work
from bombsight.dsl.diagnostic import Code, Diagnostic, Edit, Fix, Label, Severity, Slip
from bombsight.dsl.node_classes import define, field
from bombsight.dsl.source import Span
from bombsight.dsl.suggestions import MOST, Hint, may_compare, meant, near, there_is

__all__ = ["Findings", "Hint", "meant", "near", "renamed", "replacing", "severities_of", "slip_of"]


def severities_of(pages: Iterable[Code]) -> Mapping[str, Severity]:
    """The severity of each code, as its page declares it."""
    return {page.code: page.severity for page in pages}


def renamed(help: str, span: Span) -> Fix | None:
    """The name that a hint is certain of in the place of what was written; None where that is not what stands there."""
    if not isinstance(help, Hint) or not help.name or span.end - span.start != len(help.word):
        return None
    return Fix(f"Write `{help.name}` for `{help.word}`", (Edit(span, help.name),))


def slip_of(help: str) -> Slip | None:
    """The word that a hint is about, with the names that may be meant; None where none is like it."""
    return Slip(help.word, help.close) if isinstance(help, Hint) and help.close else None


def replacing(span: Span, text: str) -> Fix:
    """A fix that writes something else in a place, or takes away what stands there."""
    return Fix(f"Write `{text}`" if text else "Leave it out", (Edit(span, text),))


def near_within(
    budget: Budget, word: str, known: Collection[str], has: str = "There are", kind: str = "", then: str = ""
) -> str:
    """What may be meant by a name that nothing has; see :func:`bombsight.dsl.suggestions.near`.

    Args:
        budget: Counts the comparisons. After its end no names are proposed.
        word: What was written.
        known: The names there are, perhaps each with its title.
        has: How the sentence begins that lists them.
        kind: What ``bombsight show GAME --kind`` calls them.
        then: What else can be done.
    """
    if may_compare(budget, known):
        return near(word, known, has, kind, then)
    return " ".join(filter(None, (there_is([*known], has, kind, MOST), then)))


@define
class Findings:
    """Collects diagnostics, each once.

    Attributes:
        severities: The severity of each code that may be added: of those of one stage, for only a registry of all
            stages knows all codes, and that imports whoever adds some.
        diagnostics: What was found.
        seen: What tells each of them from others.
        hints: What was said of names that nothing has, with all that could stand in their places.
        comparisons: Counts the names that are compared with names that nothing has.
    """

    severities: Mapping[str, Severity]
    diagnostics: list[Diagnostic] = field(factory=list)
    seen: set[tuple[str, Span, str]] = field(factory=set)
    hints: list[Hint] = field(factory=list)
    comparisons: Budget = field(factory=lambda: Allowance().budget(Work.HINT))

    def near(self, word: str, known: Collection[str], has: str = "There are", kind: str = "", then: str = "") -> str:
        """What may be meant by a name that nothing has, as :func:`near_within` says it by what may be compared here."""
        return near_within(self.comparisons, word, known, has, kind, then)

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        note: str = "",
        labels: Iterable[tuple[Span, str]] = (),
        help: str = "",
        fix: Fix | None = None,
        missing: Iterable[str] = (),
    ) -> None:
        """Add a finding unless the same stands there already.

        Args:
            code: Of its page, `T003`.
            message: What is wrong, without a full stop.
            span: The place to mark.
            note: What stands behind the mark; may be empty.
            labels: Other places, and what is said of each.
            help: What to do, in whole sentences; may be empty.
            fix: What mends it; None where that is not certain. Another name in the place of the marked one is found
                by itself, where the help is a hint.
            missing: The keys of a table that lack a row.
        """
        key = (code, span, message)
        if key not in self.seen:
            self.seen.add(key)
            if isinstance(help, Hint):
                self.hints.append(help)
            marks = tuple(Label(place, text) for place, text in labels)
            fix = fix or renamed(help, span)
            slip = slip_of(help) if fix is None else None
            severity, keys = self.severities[code], tuple(missing)
            self.diagnostics.append(Diagnostic(code, message, span, note, marks, help, severity, fix, slip, keys))

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add what others found."""
        for found in diagnostics:
            key = (found.code, found.span, found.message)
            if key not in self.seen:
                self.seen.add(key)
                self.diagnostics.append(found)
