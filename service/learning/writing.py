"""The text of what was learned: an overlay of preferences, small enough to read, with what each is worth."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import floor
from typing import assert_never

from attrs import frozen

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.dsl.source import Source, Span
from bombsight.flat.types import IntType
from bombsight.service.learning.choice_scopes import ScopedChoice
from bombsight.service.learning.features import Feature
from bombsight.service.learning.rule_lists import MEMBER_ANSWER, LearnedRule, Test
from bombsight.service.simulating.formatting import format_difference

NONE_ANSWER = -1
"""The answer none."""

MAX_CASES = 25
"""The most cases of a value that are written in one; the language allows 30."""

LEAST_BASE = 100
"""What is added to the rank of a rule at least, so that it is above every score of the rules' own."""


@frozen
class LearnedChoice:
    """What was learned of a choice.

    Attributes:
        choice: The choice.
        features: Its features; the tests of its rules name them by their places.
        rules: Its rules in the order in which they were learned: where several hold, the last counts.
        switches: The field that switches each rule on; empty if all are on.
    """

    choice: ScopedChoice
    features: Sequence[Feature]
    rules: Sequence[LearnedRule]
    switches: Sequence[str] = ()

    def condition_of(self, place: int) -> str:
        """Write the condition of the rule at a place; empty if it always holds."""
        tests = [test_text(test, self.features) for test in self.rules[place].tests]
        return " and ".join([*self.switches[place : place + 1], *tests])


def write_choice(learned: LearnedChoice, sources: Mapping[str, Source]) -> Iterator[str]:
    """Yield the lines of the edits that write what was learned of a choice, without indentation.

    Args:
        learned: What was learned.
        sources: The files of the rules, which hold the present preferences.
    """
    node = learned.choice.node
    if not learned.switches:
        yield from write_routine(learned, sources)
    match node:
        case g.Choose():
            yield from write_preference(learned, learned.choice.label, node.prefer, MEMBER_ANSWER, sources)
        case g.ChooseBranch():
            for number, (branch, label) in enumerate(zip(node.branches, learned.choice.branch_labels, strict=True)):
                if any(rule.answer == number for rule in learned.rules):
                    yield from write_preference(learned, label, branch.prefer, number, sources)
        case _:
            assert_never(node)


def write_routine(learned: LearnedChoice, sources: Mapping[str, Source]) -> Iterator[str]:
    """Yield the edit of a choice's routine line: what was learned is asked for, since the rules think otherwise there.

    Tests of the option are left out, since the line is about the question: so it is asked where any option may pass.
    """
    if learned.choice.node.routine is None:
        return
    old = routine_text(learned.choice.node, sources)
    regions = {
        frozenset(test for test in rule.tests if not learned.features[test.column].reads_option)
        for rule in learned.rules
    }
    widest = sorted(sorted(each) for each in regions if not any(other < each for other in regions))
    conditions = [" and ".join(test_text(test, learned.features) for test in tests) for tests in widest]
    if not all(conditions):
        yield f"remove {old}"
        return
    start = old.removeprefix("routine").removeprefix(" when ")
    if re.search(r"\b(or|else)\b", start):
        start = f"({start})"
    parts = [*([start] if start else []), *(f"not ({condition})" for condition in conditions)]
    yield f"was {old}"
    yield "now routine when ("
    lines = [parts[0], *(f"and {part}" for part in parts[1:])]
    yield from (f"    {line}{')' * (place == len(lines))}" for place, line in enumerate(lines, 1))


def routine_text(node: g.Choose | g.ChooseBranch, sources: Mapping[str, Source]) -> str:
    """Quote the routine line of a choice; empty if it has none."""
    if node.routine is None:
        return ""
    return f"routine when {source_text(node.routine.span, sources)}" if node.routine.span.path in sources else "routine"


def list_unquotable(choices: Sequence[ScopedChoice], sources: Mapping[str, Source]) -> Collection[str]:
    """List the stable names of choices whose routine line an overlay cannot quote: their procedure has it twice."""
    lines = {choice.id: (choice.procedure, routine_text(choice.node, sources)) for choice in choices}
    counts = Counter(lines.values())
    return {id_ for id_, line in lines.items() if line[1] and counts[line] > 1}


def write_preference(
    learned: LearnedChoice, name: str, prefer: x.Expr | None, answer: int, sources: Mapping[str, Source]
) -> Iterator[str]:
    """Yield the edit of one score: the present one is quoted, and stands where no rule holds.

    Args:
        learned: What was learned of the choice.
        name: The name by which an overlay finds the answer: that of the branch, or the choice's.
        prefer: The present score; None for none.
        answer: The answer, as rules name it.
        sources: The files of the rules.
    """
    old = "" if prefer is None else source_text(prefer.span, sources)
    base = score_base(learned.choice.node)
    cases = []
    otherwise, note = str(old or 0), ""
    for place, rule in reversed([*enumerate(learned.rules)]):
        if rule.answer in (answer, NONE_ANSWER):
            score = -1 if rule.answer == NONE_ANSWER else base + place + 1
            worth = f" # {describe_worth(rule)}"
            condition = learned.condition_of(place)
            if not condition:
                otherwise, note = str(score), worth
                break
            cases.append(f"    {score} when {condition},{worth}")
    if old:
        yield f"was answer {name} prefer {old}"
    head = f"now answer {name} prefer" if old else f"add to {name} prefer"
    if cases:
        groups = [cases[first : first + MAX_CASES] for first in range(0, len(cases), MAX_CASES)]
        yield f"{head} ("
        yield from groups[0]
        for group in groups[1:]:
            yield "    else ("
            yield from group
        yield f"    else {otherwise}{')' * len(groups)}{note}"
    else:
        yield f"{head} {otherwise}{note}"


def describe_worth(rule: LearnedRule) -> str:
    """Write by how much a run goes better with a rule, with its interval, and how often it holds."""
    return f"{format_difference(rule.worth, rule.margin)}, holds in {100 * rule.share:.0f} %"


def score_base(node: g.Choose | g.ChooseBranch) -> int:
    """Return what is added to a rule's rank, so that its score is above all present ones; 0 if there are none."""
    scores = [node.prefer] if isinstance(node, g.Choose) else [branch.prefer for branch in node.branches]
    highs = [score.type.high for score in scores if score is not None and isinstance(score.type, IntType)]
    return max(LEAST_BASE, int(10 ** len(str(max(highs))))) if highs else 0


def test_text(test: Test, features: Sequence[Feature]) -> str:
    """Write a test as a condition of the language."""
    feature = features[test.column]
    if not feature.is_condition:
        limit = floor(test.threshold)
        return f"{feature.text} >= {limit + 1}" if test.is_above else f"{feature.text} <= {limit}"
    if test.is_above:
        return feature.text
    subject, is_, value = feature.text.rpartition(" is ")
    return f"{subject} is not {value}" if is_ and not subject.startswith("count(") else f"not {feature.text}"


def source_text(span: Span, sources: Mapping[str, Source]) -> str:
    """Return the text of an expression in one line, without comments."""
    lines = sources[span.path].text.split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return re.sub(r"\s+", " ", " ".join(line.partition("#")[0] for line in lines)).strip()
