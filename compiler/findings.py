"""A collector of findings, with fixes and suggestions for unknown names."""

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


def severities_of(codes: Iterable[Code]) -> Mapping[str, Severity]:
    """Map each finding code to its declared severity."""
    return {code.code: code.severity for code in codes}


def fix_from_hint(help: str, span: Span) -> Fix | None:
    """Make the fix that replaces an unknown name as a hint proposes; None if it proposes none for this span."""
    if not isinstance(help, Hint) or not help.name or span.end - span.start != len(help.word):
        return None
    return Fix(f"Write `{help.name}` for `{help.word}`", (Edit(span, help.name),))


def slip_from_hint(help: str) -> Slip | None:
    """Make the record of a misspelt name (a slip) with the similar names of a hint; None if no name is similar."""
    return Slip(help.word, help.close) if isinstance(help, Hint) and help.close else None


def replacement_fix(span: Span, text: str) -> Fix:
    """Make a fix that replaces the text of a span, or deletes it if the new text is empty."""
    return Fix(f"Write `{text}`" if text else "Leave it out", (Edit(span, text),))


def suggest_within_budget(
    budget: Budget, word: str, candidates: Collection[str], lead_in: str = "There are", kind: str = "", advice: str = ""
) -> str:
    """Return a "did you mean" sentence with similar names; once the budget is spent, a list of names.

    Args:
        budget: Counts the comparisons. Once it is exhausted, no name is proposed.
        word: The unknown name.
        candidates: The existing names, perhaps each with its title.
        lead_in: The start of the sentence that lists them.
        kind: The ``--kind`` for ``bombsight show GAME``.
        advice: A further sentence of advice.
    """
    if charge_comparison(budget, candidates):
        return describe_near_names(word, candidates, lead_in, kind, advice)
    return " ".join(filter(None, (describe_existing_names([*candidates], lead_in, kind, MAX_LISTED_WHOLE), advice)))


@define
class Findings:
    """A collector of diagnostics, each once.

    Attributes:
        severities: The severity of each code that may be added. It covers one stage: a registry of all codes would
            import the modules that add findings.
        diagnostics: The findings so far.
        seen: Their keys, to drop duplicates.
        hints: The hints about unknown names, with all possible replacements.
        comparisons: The budget of comparisons with unknown names.
    """

    severities: Mapping[str, Severity]
    diagnostics: list[Diagnostic] = field(factory=list)
    seen: set[tuple[str, Span, str]] = field(factory=set)
    hints: list[Hint] = field(factory=list)
    comparisons: Budget = field(factory=lambda: Allowance().make_budget(WorkKind.HINT))

    def suggest(
        self, word: str, candidates: Collection[str], lead_in: str = "There are", kind: str = "", advice: str = ""
    ) -> str:
        """Return a "did you mean" sentence with the names similar to an unknown one; see :func:`suggest_within_budget`.

        Args:
            word: The unknown name.
            candidates: The existing names.
            lead_in: The start of the sentence that lists them.
            kind: The ``--kind`` for ``bombsight show GAME``.
            advice: A further sentence of advice.
        """
        return suggest_within_budget(self.comparisons, word, candidates, lead_in, kind, advice)

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
        """Add a finding to the collection, unless it is there already.

        Args:
            code: The code, such as `T003`.
            message: The problem, without a full stop.
            span: The place to mark.
            note: The text behind the mark; may be empty.
            labels: Other places, each with its text.
            help: Advice in whole sentences; may be empty.
            fix: A certain fix, or None. If the help is a hint with one sure name, a fix is made of that.
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
        """Add the findings of another stage, without duplicates."""
        for diagnostic in diagnostics:
            key = (diagnostic.code, diagnostic.span, diagnostic.message)
            if key not in self.seen:
                self.seen.add(key)
                self.diagnostics.append(diagnostic)
