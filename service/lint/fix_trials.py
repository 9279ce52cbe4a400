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

from bombsight.boundary.budget import Allowance, Budget, Work
from bombsight.dsl.diagnostic import Diagnostic, Fix, Severity
from bombsight.dsl.edits import compatible
from bombsight.dsl.node_classes import define, frozen
from bombsight.dsl.source import Source
from bombsight.service.lint.drafts import EMPTY, Draft, with_fixes
from bombsight.service.lint.masked_errors import Places, damaged_items, is_uncovered, place_of

ROUNDS = 10
"""How often errors that a mend uncovers are mended in their turn, in one trial."""

MOST = 60
"""How many looks at the rules the trials of one call may take: what is not tried by then is not certain."""

EACH_ITEM = 100
"""What it costs to look at the rules again, as characters read, for each of their items."""

FEW = 100
"""Findings that a look need not be afraid of."""

EACH_FINDING = 5_000
"""What it costs besides for each of the others, which are worked out again."""

EACH_TIME = 12
"""How often an item is read at most to find its mistakes, where it is long."""

UNREAD = "E088"
"""The finding that says that the rest of a file is not looked at."""

MISSING = frozenset(("N001", "P022", "P036"))
"""What may be missing on a line besides: a name, a bound, a default."""


@frozen
class Seen:
    """What is found in rules, and the files as they were looked at.

    Attributes:
        findings: All that is found, the fixes no more than proposed.
        files: The files, by their whole paths.
    """

    findings: tuple[Diagnostic, ...]
    files: Mapping[Path, Source]


Look = Callable[[Mapping[Path, str]], Seen]
"""What is found where some files, by their whole paths, say something else."""


def try_fixes(
    findings: Sequence[Diagnostic], seen: Seen, look: Look, compiled: int = 1, budget: Budget | None = None
) -> tuple[Diagnostic, ...]:
    """Findings with what is certain of what they propose as their fix, and what else may be meant as their offers.

    A proposed fix that holds is certain. Where none does, of several offers one is that holds alone, where names refute
    the others: where these could be meant and are wrong for another reason, nobody knows. What fails for nothing but a
    name that nothing has or the like is an offer: that may be the next mistake on the line.

    Args:
        findings: Some of what was found, with what they propose.
        seen: What is found in the rules as they are.
        look: How the rules are looked at again.
        compiled: How often they are compiled for that: once, and once more for each of their variants.
        budget: What it may cost, with what was tried of the same rules before; None for a whole one.
    """
    proposing = [finding for finding in findings if finding.fix or finding.offers]
    if not proposing:
        return tuple(findings)
    trials = Trials(seen, look, budget or trial_budget(seen), Places(seen.files), compiled)
    held = trials.holding([finding for finding in proposing if finding.fix and not finding.offers])
    tried: dict[Diagnostic, Diagnostic] = {}
    for finding in proposing:
        if finding not in held:
            tried[finding] = settled = trials.settled(finding, held)
            held += [settled] if settled.fix else []
    return tuple(tried.get(finding, finding) for finding in findings)


def trial_budget(seen: Seen) -> Budget:
    """What it may cost to try mends of some rules."""
    return Allowance(sum(len(source.text) for source in seen.files.values())).budget(Work.TRIAL)


def refutes(error: Diagnostic) -> bool:
    """Whether an error shows that a reading cannot be meant: a name in it means nothing there, or something else."""
    return error.code.startswith("N") or error.code == "P015"


@define
class Trials:
    """The trials of one call.

    Attributes:
        seen: What was found before any of them.
        look: How the rules are looked at again.
        budget: What the looks may cost: what is not tried by its end is not certain.
        places: The items as they are.
        compiled: How often the rules are compiled in one look.
        looks: How many looks were taken.
    """

    seen: Seen
    look: Look
    budget: Budget
    places: Places
    compiled: int = 1
    looks: int = 0

    def holding(self, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Those of some findings whose fixes hold, all of them together."""
        together = frozenset(compatible(finding.fix for finding in findings if finding.fix))
        chosen = [finding for finding in findings if finding.fix in together]
        if not chosen:
            return []
        faulty = {place_of(finding) for finding in self.brought(chosen)}
        if not faulty:
            return chosen
        items = {self.places.item(*place) for place in faulty}
        suspects = [finding for finding in chosen if self.places.item(*place_of(finding)) in items] or chosen
        apart = frozenset(suspects)
        held = self.holding([finding for finding in chosen if finding not in apart])
        for finding in suspects if len(chosen) > 1 else ():
            if not self.brought([*held, finding]):
                held.append(finding)
        return held

    def settled(self, finding: Diagnostic, held: Sequence[Diagnostic]) -> Diagnostic:
        """A finding with what is certain of its proposals, and what may be meant.

        Args:
            finding: The finding.
            held: Those whose fixes hold. Each proposal is tried beside them, for while their lines cannot be read, what
                stands around those is not looked at.
        """
        brought = {fix: self.brought(beside(finding, fix, held)) for fix in [finding.fix] if fix}
        if finding.fix and not brought[finding.fix]:
            return evolve(finding, offers=())
        brought |= {fix: self.brought(beside(finding, fix, held)) for fix in finding.offers}
        holding = [fix for fix in brought if not brought[fix]]
        refuted = all(any(map(refutes, errors)) for errors in brought.values() if errors)
        if len(holding) == 1 and refuted and not holding[0].doubtful:
            return evolve(finding, fix=holding[0], offers=())
        likely = [fix for fix, errors in brought.items() if all(error.code in MISSING for error in errors)]
        return evolve(finding, fix=None, offers=tuple(holding or likely))

    def brought(self, mended: Sequence[Diagnostic]) -> list[Diagnostic]:
        """What speaks against the fixes of some findings: errors that they bring, and findings that they leave.

        Args:
            mended: The findings. None of their fixes touches what another does.
        """
        files, places = self.seen.files, self.places
        cost = self.cost(mended)
        if self.looks >= MOST or cost > self.budget.left:
            return [*mended]
        draft = with_fixes(EMPTY, [fix for finding in mended if (fix := finding.fix)], files)
        for _ in range(ROUNDS):
            if self.looks >= MOST or cost > self.budget.left:
                return [*mended]
            self.looks += 1
            after = self.look(draft.texts)
            self.budget.spent += max(cost, telling(after.findings))
            places_after = Places(after.files)
            damaged = damaged_items(mended, draft, places_after)
            fresh = [
                error
                for error in new_errors(self.seen, mended, after, draft)
                if not self.is_unread(error, draft)
                and not is_uncovered(error, mended, draft, damaged, places, places_after)
            ]
            if not all(error.fix for error in fresh):
                return [error for error in fresh if not error.fix]
            if not fresh:
                return [*left(self.seen, mended, after, draft)]
            draft = with_fixes(draft, compatible(error.fix for error in fresh if error.fix), after.files)
        return fresh

    def cost(self, mended: Sequence[Diagnostic]) -> int:
        """What it costs to look at the rules again with the fixes of some findings."""
        others = EACH_ITEM * self.places.count * self.compiled + telling(self.seen.findings)
        if others > self.budget.left:
            return others
        items = {self.places.item(*place_of(finding)) for finding in mended}
        return others + EACH_TIME * sum(map(self.places.length, items))

    def is_unread(self, error: Diagnostic, draft: Draft) -> bool:
        """Whether an error of a draft stands where nothing was looked at before, for there were too many above it."""
        path, line = place_of(error)
        return any(
            finding.code == UNREAD and place_of(finding)[0] == path and line >= draft.line(*place_of(finding))
            for finding in self.seen.findings
        )


def telling(findings: Sequence[Diagnostic]) -> int:
    """What it costs to work out findings."""
    return EACH_FINDING * max(0, len(findings) - FEW)


def beside(finding: Diagnostic, fix: Fix, held: Sequence[Diagnostic]) -> list[Diagnostic]:
    """A finding with one of its proposals as its fix, and those whose fixes hold and can be done with that."""
    others = [each for each in held if each.fix and len(compatible([each.fix, fix])) > 1]
    return [*others, evolve(finding, fix=fix)]


Sign = tuple[Path, int, str, str]
"""What tells a finding from others: its file, its line, its code, and what it says."""


def sign(finding: Diagnostic, draft: Draft = EMPTY) -> Sign:
    """What tells a finding from others.

    Args:
        finding: The finding.
        draft: What has changed since it was made.
    """
    path, line = place_of(finding)
    return path, draft.line(path, line), finding.code, finding.message


def new_errors(before: Seen, mended: Sequence[Diagnostic], after: Seen, draft: Draft) -> list[Diagnostic]:
    """The errors of a draft that were not there before it.

    An error is the same where it says the same of the same line; or another thing of that line, or the same of another.

    Args:
        before: What was found before.
        mended: What of it is mended: where it is still found, it is as good as new.
        after: What is found in the draft.
        draft: The draft.
    """
    known = [sign(finding, draft) for finding in errors(before.findings) if finding not in mended]
    found = errors(after.findings)
    for same in ((0, 1, 2, 3), (0, 1, 2), (0, 2, 3)):
        counted = Counter(tuple(each[part] for part in same) for each in known)
        fresh = []
        for error in found:
            key = tuple(sign(error)[part] for part in same)
            if counted[key]:
                counted[key] -= 1
                known.remove(next(each for each in known if tuple(each[part] for part in same) == key))
            else:
                fresh.append(error)
        found = fresh
    return found


def left(before: Seen, mended: Sequence[Diagnostic], after: Seen, draft: Draft) -> Iterator[Diagnostic]:
    """Findings that are still there although they were mended.

    Args:
        before: What was found before.
        mended: What of it is mended.
        after: What is found in the draft.
        draft: The draft.
    """
    was = Counter(sign(finding, draft) for finding in before.findings)
    now = Counter(sign(finding) for finding in after.findings)
    gone = Counter(sign(finding, draft) for finding in mended)
    for finding in mended:
        key = sign(finding, draft)
        if now[key] > max(0, was[key] - gone[key]):
            yield finding


def errors(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those of some findings that are errors."""
    return [finding for finding in findings if finding.severity is Severity.ERROR]
