"""Fixes tried before they count as certain: done on a draft of the files, and the rules looked at again.

Whoever makes a finding proposes what mends it, and knows little more than the place of the mistake. A proposal holds
where, with it, the finding is gone and no error is there that was not before: none of reading, none of names and types,
none of the checks. New errors that propose a fix themselves are mended likewise, and must come to nothing. What the
mistake hid is not held against its mend: see :func:`is_uncovered`.

Proposals are tried together, for most of them hold; those of the items in which that brings errors, one by one.
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
"""How often errors that a mend uncovers are mended in their turn, in one trial."""

MAX_LOOKS = 60
"""How many looks at the rules the trials of one call may take: what is not tried by then is not certain."""

ITEM_COST = 100
"""What it costs to look at the rules again, as characters read, for each of their items."""

FREE_FINDINGS = 100
"""Findings that a look need not be afraid of."""

FINDING_COST = 5_000
"""What it costs besides for each of the others, which are worked out again."""

MAX_READS_PER_ITEM = 12
"""How often an item is read at most to find its mistakes, where it is long."""

REST_UNREAD_CODE = "E088"
"""The finding that says that the rest of a file is not looked at."""

MISSING_PART_CODES = frozenset(("N001", "P022", "P036"))
"""What may be missing on a line besides: a name, a bound, a default."""


@frozen
class LintSnapshot:
    """What is found in rules, and the files as they were looked at.

    Attributes:
        findings: All that is found, the fixes no more than proposed.
        files: The files, by their whole paths.
    """

    findings: tuple[Diagnostic, ...]
    files: Mapping[Path, Source]


Relint = Callable[[Mapping[Path, str]], LintSnapshot]
"""What is found where some files, by their whole paths, say something else."""


def try_fixes(
    findings: Sequence[Diagnostic],
    snapshot: LintSnapshot,
    relint: Relint,
    compile_count: int = 1,
    budget: Budget | None = None,
) -> tuple[Diagnostic, ...]:
    """Findings with what is certain of what they propose as their fix, and what else may be meant as their offers.

    A proposed fix that holds is certain. Where none does, of several offers one is that holds alone, where names refute
    the others: where these could be meant and are wrong for another reason, nobody knows. What fails for nothing but a
    name that nothing has or the like is an offer: that may be the next mistake on the line.

    Args:
        findings: Some of what was found, with what they propose.
        snapshot: What is found in the rules as they are.
        relint: How the rules are looked at again.
        compile_count: How often they are compiled for that: once, and once more for each of their variants.
        budget: What it may cost, with what was tried of the same rules before; None for a whole one.
    """
    proposing = [finding for finding in findings if finding.fix or finding.offers]
    if not proposing:
        return tuple(findings)
    trials = FixTrials(
        snapshot, relint, budget or make_trial_budget(snapshot), ItemIndex(snapshot.files), compile_count
    )
    held_findings = trials.select_holding([finding for finding in proposing if finding.fix and not finding.offers])
    settled_findings: dict[Diagnostic, Diagnostic] = {}
    for finding in proposing:
        if finding not in held_findings:
            settled_findings[finding] = settled_finding = trials.settle(finding, held_findings)
            held_findings += [settled_finding] if settled_finding.fix else []
    return tuple(settled_findings.get(finding, finding) for finding in findings)


def make_trial_budget(snapshot: LintSnapshot) -> Budget:
    """What it may cost to try mends of some rules."""
    return Allowance(sum(len(source.text) for source in snapshot.files.values())).make_budget(WorkKind.TRIAL)


def is_refutation(error: Diagnostic) -> bool:
    """Whether an error shows that a reading cannot be meant: a name in it means nothing there, or something else."""
    return error.code.startswith("N") or error.code == "P015"


@define
class FixTrials:
    """The trials of one call.

    Attributes:
        snapshot: What was found before any of them.
        relint: How the rules are looked at again.
        budget: What the looks may cost: what is not tried by its end is not certain.
        item_index: The items as they are.
        compile_count: How often the rules are compiled in one look.
        look_count: How many looks were taken.
    """

    snapshot: LintSnapshot
    relint: Relint
    budget: Budget
    item_index: ItemIndex
    compile_count: int = 1
    look_count: int = 0

    def select_holding(self, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Those of some findings whose fixes hold, all of them together."""
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
        held_findings = self.select_holding([finding for finding in chosen if finding not in suspect_set])
        for finding in suspects if len(chosen) > 1 else ():
            if not self.find_objections([*held_findings, finding]):
                held_findings.append(finding)
        return held_findings

    def settle(self, finding: Diagnostic, held_findings: Sequence[Diagnostic]) -> Diagnostic:
        """A finding with what is certain of its proposals, and what may be meant.

        Args:
            finding: The finding.
            held_findings: Those whose fixes hold. Each proposal is tried beside them, for while their lines cannot be
                read, what stands around those is not looked at.
        """
        objections = {
            fix: self.find_objections(with_held_fixes(finding, fix, held_findings)) for fix in [finding.fix] if fix
        }
        if finding.fix and not objections[finding.fix]:
            return evolve(finding, offers=())
        objections |= {
            fix: self.find_objections(with_held_fixes(finding, fix, held_findings)) for fix in finding.offers
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
        """What speaks against the fixes of some findings: errors that they bring, and findings that they leave.

        Args:
            mended_findings: The findings. None of their fixes touches what another does.
        """
        files, items_before = self.snapshot.files, self.item_index
        cost = self.look_cost(mended_findings)
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

    def look_cost(self, mended_findings: Sequence[Diagnostic]) -> int:
        """What it costs to look at the rules again with the fixes of some findings."""
        others = ITEM_COST * self.item_index.item_count * self.compile_count + findings_cost(self.snapshot.findings)
        if others > self.budget.remaining:
            return others
        items = {self.item_index.item_at(*file_line_of(finding)) for finding in mended_findings}
        return others + MAX_READS_PER_ITEM * sum(map(self.item_index.item_length, items))

    def was_unread(self, error: Diagnostic, draft: Draft) -> bool:
        """Whether an error of a draft stands where nothing was looked at before, for there were too many above it."""
        path, line = file_line_of(error)
        return any(
            finding.code == REST_UNREAD_CODE
            and file_line_of(finding)[0] == path
            and line >= draft.current_line(*file_line_of(finding))
            for finding in self.snapshot.findings
        )


def findings_cost(findings: Sequence[Diagnostic]) -> int:
    """What it costs to work out findings."""
    return FINDING_COST * max(0, len(findings) - FREE_FINDINGS)


def with_held_fixes(finding: Diagnostic, fix: Fix, held_findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """A finding with one of its proposals as its fix, and those whose fixes hold and can be done with that."""
    others = [each for each in held_findings if each.fix and len(select_compatible([each.fix, fix])) > 1]
    return [*others, evolve(finding, fix=fix)]


FindingKey = tuple[Path, int, str, str]
"""What tells a finding from others: its file, its line, its code, and what it says."""


def finding_key(finding: Diagnostic, draft: Draft = EMPTY_DRAFT) -> FindingKey:
    """What tells a finding from others.

    Args:
        finding: The finding.
        draft: What has changed since it was made.
    """
    path, line = file_line_of(finding)
    return path, draft.current_line(path, line), finding.code, finding.message


def find_new_errors(
    before: LintSnapshot, mended_findings: Sequence[Diagnostic], after: LintSnapshot, draft: Draft
) -> list[Diagnostic]:
    """The errors of a draft that were not there before it.

    An error is the same where it says the same of the same line; or another thing of that line, or the same of another.

    Args:
        before: What was found before.
        mended_findings: What of it is mended: where it is still found, it is as good as new.
        after: What is found in the draft.
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
    """Findings that are still there although they were mended.

    Args:
        before: What was found before.
        mended_findings: What of it is mended.
        after: What is found in the draft.
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
    """Those of some findings that are errors."""
    return [finding for finding in findings if finding.severity is Severity.ERROR]
