"""Trials of fixes: a fix is applied to a draft of the files, and counts as certain if a lint of the draft agrees.

A check that proposes a fix knows little more than the place of the mistake. A fix holds if with it the finding is gone
and no error is new: of syntax, names, types or checks. New errors with a fix of their own are fixed in turn, until none
is left. Errors that the mistake had hidden do not count against its fix: see
:func:`bombsight.service.lint.masked_errors.was_masked`.

Fixes are tried all together, for most hold; those in items where that brings errors are then tried one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from bombsight.boundary.budget import Allowance, Budget, WorkKind
from bombsight.dsl.diagnostic import Diagnostic, Fix, Severity
from bombsight.dsl.edits import select_compatible
from bombsight.dsl.node_classes import define, frozen
from bombsight.dsl.source import Source
from bombsight.service.lint.drafts import EMPTY_DRAFT, Draft, apply_to_draft
from bombsight.service.lint.masked_errors import ItemIndex, file_line_of, find_damaged_items, was_masked

MAX_ROUNDS = 10
"""The maximum number of rounds in one trial that fix the errors uncovered by the last."""

MAX_LOOKS = 60
"""The maximum number of lint runs for the trials of one call: fixes not tried by then are not certain."""

ITEM_COST = 100
"""The cost of a lint run for each item of the rules, in characters read."""

FREE_FINDINGS = 100
"""The number of findings that add no cost to a lint run."""

FINDING_COST = 5_000
"""The added cost of each further finding, which every run makes anew."""

MAX_READS_PER_ITEM = 12
"""The maximum number of times that error recovery parses a long item."""

REST_UNREAD_CODE = "E088"
"""The code of the finding that the rest of a file is not parsed."""

MISSING_PART_CODES = frozenset(("N001", "P022", "P036"))
"""The codes of findings that a line lacks another part: a name, a bound, a default."""


@frozen
class LintSnapshot:
    """The findings on rules, and the checked texts.

    Attributes:
        findings: All findings, with untried fixes.
        files: The files, by absolute path.
    """

    findings: tuple[Diagnostic, ...]
    files: Mapping[Path, Source]


Relint = Callable[[Mapping[Path, str]], LintSnapshot]
"""Lints the rules with other texts for some files, by absolute path."""


def try_fixes(
    findings: Sequence[Diagnostic],
    snapshot: LintSnapshot,
    relint: Relint,
    compile_count: int = 1,
    budget: Budget | None = None,
) -> tuple[Diagnostic, ...]:
    """Try proposed fixes of findings by linting drafts: keep a certain one as the fix, possible ones as offers.

    A proposed fix that holds is certain. Else one of several offers is certain if it alone holds and the others fail by
    errors of names; those that fail for another reason might still be meant. A fix that fails only by an unknown name
    or another missing part becomes an offer: that may be the next mistake on the line.

    Args:
        findings: Findings with their proposed fixes.
        snapshot: All findings on the present rules.
        relint: Lints the rules with other texts.
        compile_count: The number of compilations in each lint: one, and one more for each variant.
        budget: The budget, perhaps partly spent on the same rules before; None for a full one.
    """
    proposing = [finding for finding in findings if finding.fix or finding.offers]
    if not proposing:
        return tuple(findings)
    trials = FixTrials(
        snapshot, relint, budget or make_trial_budget(snapshot), ItemIndex(snapshot.files), compile_count
    )
    accepted_findings = trials.select_holding([finding for finding in proposing if finding.fix and not finding.offers])
    settled_findings: dict[Diagnostic, Diagnostic] = {}
    for finding in proposing:
        if finding not in accepted_findings:
            settled_findings[finding] = settled_finding = trials.decide_fix(finding, accepted_findings)
            accepted_findings += [settled_finding] if settled_finding.fix else []
    return tuple(settled_findings.get(finding, finding) for finding in findings)


def make_trial_budget(snapshot: LintSnapshot) -> Budget:
    """Make the budget of work for trials of fixes, proportional to the length of the rules."""
    return Allowance(sum(len(source.text) for source in snapshot.files.values())).make_budget(WorkKind.TRIAL)


def is_refutation(error: Diagnostic) -> bool:
    """Whether an error in a fixed draft disproves the fix: a name is unknown, or of the wrong kind."""
    return error.code.startswith("N") or error.code == "P015"


@define
class FixTrials:
    """The trials of one call.

    Attributes:
        snapshot: The findings before.
        relint: Lints the rules with other texts.
        budget: The budget of the lint runs: fixes not tried before its end are not certain.
        item_index: The items of the present texts.
        compile_count: The number of compilations in each lint run.
        look_count: The number of lint runs so far.
    """

    snapshot: LintSnapshot
    relint: Relint
    budget: Budget
    item_index: ItemIndex
    compile_count: int = 1
    look_count: int = 0

    def select_holding(self, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Select the findings whose fixes, applied together, cause no new error and resolve these findings."""
        compatible_fixes = frozenset(select_compatible(finding.fix for finding in findings if finding.fix))
        chosen = [finding for finding in findings if finding.fix in compatible_fixes]
        if not chosen:
            return []
        faulty_lines = {file_line_of(finding) for finding in self.find_objections(chosen)}
        if not faulty_lines:
            return chosen
        items = {self.item_index.item_at(*place) for place in faulty_lines}
        suspects = [finding for finding in chosen if self.item_index.item_at(*file_line_of(finding)) in items] or chosen
        suspect_set = frozenset(suspects)
        accepted_findings = self.select_holding([finding for finding in chosen if finding not in suspect_set])
        for finding in suspects if len(chosen) > 1 else ():
            if not self.find_objections([*accepted_findings, finding]):
                accepted_findings.append(finding)
        return accepted_findings

    def decide_fix(self, finding: Diagnostic, accepted_findings: Sequence[Diagnostic]) -> Diagnostic:
        """Decide by trial lints which fix of a finding is certain, and which are offers; return the finding so changed.

        Each proposal is tried together with the fixes of `accepted_findings`, because code around their syntax errors
        would not be checked.
        """
        objections = {
            fix: self.find_objections(with_accepted_fixes(finding, fix, accepted_findings))
            for fix in [finding.fix]
            if fix
        }
        if finding.fix and not objections[finding.fix]:
            return evolve(finding, offers=())
        objections |= {
            fix: self.find_objections(with_accepted_fixes(finding, fix, accepted_findings)) for fix in finding.offers
        }
        holding = [fix for fix in objections if not objections[fix]]
        is_refuted = all(any(map(is_refutation, errors)) for errors in objections.values() if errors)
        if len(holding) == 1 and is_refuted and not holding[0].doubtful:
            return evolve(finding, fix=holding[0], offers=())
        likely = [
            fix for fix, errors in objections.items() if all(error.code in MISSING_PART_CODES for error in errors)
        ]
        return evolve(finding, fix=None, offers=tuple(holding or likely))

    def find_objections(self, mended_findings: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Lint a draft with some fixes; return the errors that they cause, and the findings that they do not remove."""
        files, items_before = self.snapshot.files, self.item_index
        cost = self.lint_cost(mended_findings)
        if self.look_count >= MAX_LOOKS or cost > self.budget.remaining:
            return [*mended_findings]
        draft = apply_to_draft(EMPTY_DRAFT, [fix for finding in mended_findings if (fix := finding.fix)], files)
        for _ in range(MAX_ROUNDS):
            if self.look_count >= MAX_LOOKS or cost > self.budget.remaining:
                return [*mended_findings]
            self.look_count += 1
            after = self.relint(draft.texts)
            self.budget.spent += max(cost, findings_cost(after.findings))
            items_after = ItemIndex(after.files)
            damaged_positions = find_damaged_items(mended_findings, draft, items_after)
            new = [
                error
                for error in find_new_errors(self.snapshot, mended_findings, after, draft)
                if not self.was_unread(error, draft)
                and not was_masked(error, mended_findings, draft, damaged_positions, items_before, items_after)
            ]
            if not all(error.fix for error in new):
                return [error for error in new if not error.fix]
            if not new:
                return [*find_unmended(self.snapshot, mended_findings, after, draft)]
            draft = apply_to_draft(draft, select_compatible(error.fix for error in new if error.fix), after.files)
        return new

    def lint_cost(self, mended_findings: Sequence[Diagnostic]) -> int:
        """Estimate the cost of a lint run with the fixes of some findings, in units of the budget."""
        others = ITEM_COST * self.item_index.item_count * self.compile_count + findings_cost(self.snapshot.findings)
        if others > self.budget.remaining:
            return others
        items = {self.item_index.item_at(*file_line_of(finding)) for finding in mended_findings}
        return others + MAX_READS_PER_ITEM * sum(map(self.item_index.item_length, items))

    def was_unread(self, error: Diagnostic, draft: Draft) -> bool:
        """Whether an error of a draft lies in text that the original lint skipped after too many errors."""
        path, line = file_line_of(error)
        return any(
            finding.code == REST_UNREAD_CODE
            and file_line_of(finding)[0] == path
            and line >= draft.current_line(*file_line_of(finding))
            for finding in self.snapshot.findings
        )


def findings_cost(findings: Sequence[Diagnostic]) -> int:
    """The cost, in units of the budget, that a lint run pays for making its findings."""
    return FINDING_COST * max(0, len(findings) - FREE_FINDINGS)


def with_accepted_fixes(finding: Diagnostic, fix: Fix, accepted_findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """List a finding with ``fix`` as its fix, after those accepted findings whose fixes do not conflict with it."""
    others = [each for each in accepted_findings if each.fix and len(select_compatible([each.fix, fix])) > 1]
    return [*others, evolve(finding, fix=fix)]


FindingKey = tuple[Path, int, str, str]
"""The identity of a finding: its file, line, code and message."""


def finding_key(finding: Diagnostic, draft: Draft = EMPTY_DRAFT) -> FindingKey:
    """The key that identifies a finding across drafts: file, line in the draft, code and message."""
    path, line = file_line_of(finding)
    return path, draft.current_line(path, line), finding.code, finding.message


def find_new_errors(
    before: LintSnapshot, mended_findings: Sequence[Diagnostic], after: LintSnapshot, draft: Draft
) -> list[Diagnostic]:
    """Find the errors of a fixed draft that the original rules did not have.

    Errors match by line and message; then by line alone, or by message alone.

    Args:
        before: The findings before.
        mended_findings: The fixed findings; one that is found again counts as new.
        after: The findings on the draft.
        draft: The draft.
    """
    unmatched_keys = [
        finding_key(finding, draft) for finding in select_errors(before.findings) if finding not in mended_findings
    ]
    unmatched_errors = select_errors(after.findings)
    for compared_parts in ((0, 1, 2, 3), (0, 1, 2), (0, 2, 3)):
        key_counts = Counter(tuple(each[part] for part in compared_parts) for each in unmatched_keys)
        fresh = []
        for error in unmatched_errors:
            key = tuple(finding_key(error)[part] for part in compared_parts)
            if key_counts[key]:
                key_counts[key] -= 1
                unmatched_keys.remove(
                    next(each for each in unmatched_keys if tuple(each[part] for part in compared_parts) == key)
                )
            else:
                fresh.append(error)
        unmatched_errors = fresh
    return unmatched_errors


def find_unmended(
    before: LintSnapshot, mended_findings: Sequence[Diagnostic], after: LintSnapshot, draft: Draft
) -> Iterator[Diagnostic]:
    """Yield the findings that a lint of the draft still reports after their fixes.

    Args:
        before: The findings before.
        mended_findings: The fixed findings.
        after: The findings on the draft.
        draft: The draft.
    """
    counts_before = Counter(finding_key(finding, draft) for finding in before.findings)
    counts_after = Counter(finding_key(finding) for finding in after.findings)
    mended_counts = Counter(finding_key(finding, draft) for finding in mended_findings)
    for finding in mended_findings:
        key = finding_key(finding, draft)
        if counts_after[key] > max(0, counts_before[key] - mended_counts[key]):
            yield finding


def select_errors(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Select the findings whose severity is error."""
    return [finding for finding in findings if finding.severity is Severity.ERROR]
