"""A list of findings in the making."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from bombsight.boundary.budget import Allowance, Budget, WorkKind
from bombsight.dsl.diagnostic import Code, Diagnostic, Edit, Fix, Label, Severity, Slip
from bombsight.dsl.node_classes import define, field
from bombsight.dsl.source import Span
from bombsight.dsl.suggestions import (
    MAX_LISTED_WHOLE,
    Hint,
    charge_comparison,
    describe_existing_names,
    describe_near_names,
    suggest_name,
)

__all__ = [
    "Findings",
    "Hint",
    "describe_near_names",
    "fix_from_hint",
    "replacement_fix",
    "severities_of",
    "slip_from_hint",
    "suggest_name",
]


def severities_of(pages: Iterable[Code]) -> Mapping[str, Severity]:
    """The severity of each code, as its page declares it."""
    return {page.code: page.severity for page in pages}


def fix_from_hint(help: str, span: Span) -> Fix | None:
    """The name that a hint is certain of in the place of what was written; None where that is not what stands there."""
    if not isinstance(help, Hint) or not help.name or span.end - span.start != len(help.word):
        return None
    return Fix(f"Write `{help.name}` for `{help.word}`", (Edit(span, help.name),))


def slip_from_hint(help: str) -> Slip | None:
    """The word that a hint is about, with the names that may be meant; None where none is like it."""
    return Slip(help.word, help.close) if isinstance(help, Hint) and help.close else None


def replacement_fix(span: Span, text: str) -> Fix:
    """A fix that writes something else in a place, or takes away what stands there."""
    return Fix(f"Write `{text}`" if text else "Leave it out", (Edit(span, text),))


def suggest_within_budget(
    budget: Budget, word: str, candidates: Collection[str], has: str = "There are", kind: str = "", then: str = ""
) -> str:
    """What may be meant by a name that nothing has; see :func:`bombsight.dsl.suggestions.describe_near_names`.

    Args:
        budget: Counts the comparisons. After its end no names are proposed.
        word: What was written.
        candidates: The names there are, perhaps each with its title.
        has: How the sentence begins that lists them.
        kind: What ``bombsight show GAME --kind`` calls them.
        then: What else can be done.
    """
    if charge_comparison(budget, candidates):
        return describe_near_names(word, candidates, has, kind, then)
    return " ".join(filter(None, (describe_existing_names([*candidates], has, kind, MAX_LISTED_WHOLE), then)))


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
    comparisons: Budget = field(factory=lambda: Allowance().make_budget(WorkKind.HINT))

    def suggest(
        self, word: str, candidates: Collection[str], has: str = "There are", kind: str = "", then: str = ""
    ) -> str:
        """A sentence that suggests what a name that nothing has may mean; see :func:`suggest_within_budget`."""
        return suggest_within_budget(self.comparisons, word, candidates, has, kind, then)

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
            fix = fix or fix_from_hint(help, span)
            slip = slip_from_hint(help) if fix is None else None
            severity, keys = self.severities[code], tuple(missing)
            self.diagnostics.append(Diagnostic(code, message, span, note, marks, help, severity, fix, slip, keys))

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add what others found."""
        for diagnostic in diagnostics:
            key = (diagnostic.code, diagnostic.span, diagnostic.message)
            if key not in self.seen:
                self.seen.add(key)
                self.diagnostics.append(diagnostic)
