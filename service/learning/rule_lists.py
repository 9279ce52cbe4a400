"""Rules that amend an autopilot: when to give another answer than it does, fitted to decisions.

A regression tree of scikit-learn finds regions of features where an answer is better than the own one. Each region that
is better beyond doubt becomes a rule; then its tests are taken out as long as it loses nothing, so that it reads well.
How large trees may be, and what is beyond doubt, is found by cross-validation: by what rules of a part of the runs gain
in the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import define, frozen
from sklearn.tree import DecisionTreeRegressor

from bombsight.service.learning.decisions import Decision, FloatArray

BoolArray: TypeAlias = npt.NDArray[np.bool_]
IntArray: TypeAlias = npt.NDArray[np.int64]

MEMBER_ANSWER = -2
"""The answer of a rule about any member of a domain; the member is told by its features."""

MIN_ROWS = 40
"""Fewest decisions from which a rule about an answer is fitted."""

MIN_LEAF = 20
"""Fewest decisions in a region."""

FOLDS = 4
"""The parts of cross-validation, by runs."""

SETTINGS = tuple((errors, leaves) for errors in (2.0, 3.0) for leaves in (2, 4, 8))
"""What is tried: how many standard errors are beyond doubt, and how many regions a tree has."""

KEPT_SHARE = 0.97
"""The share of a rule's gain that must be left when a test is taken out."""

PROVEN_ERRORS = 1.6
"""How many standard errors rules must gain in cross-validation."""


@frozen(order=True)
class Test:
    """A comparison of a feature with a threshold.

    Attributes:
        column: The feature.
        is_above: Whether it must be greater, else at most.
        threshold: The threshold.
    """

    column: int
    is_above: bool
    threshold: float

    def mask(self, features: FloatArray) -> BoolArray:
        """Return which rows pass the test; a feature that is no number passes none."""
        values = features[:, self.column]
        return (values > self.threshold) if self.is_above else (values <= self.threshold)


@frozen
class LearnedRule:
    """A rule: where all its tests hold, an answer is better than the own one.

    Attributes:
        choice: The stable name of the choice.
        answer: The number of a branch, -1 for none, ``MEMBER_ANSWER`` for the member whose features pass.
        tests: The tests.
        worth: By how much it is better, on average.
        share: In what share of the choice's questions it holds.
    """

    choice: str
    answer: int
    tests: tuple[Test, ...]
    worth: float
    share: float

    def mask(self, features: FloatArray) -> BoolArray:
        """Return the rows for which the rule holds."""
        return mask_rows(self.tests, features)


def mask_rows(tests: Sequence[Test], features: FloatArray) -> BoolArray:
    """Return which rows pass all tests."""
    kept = np.ones(len(features), dtype=np.bool_)
    for test in tests:
        kept &= test.mask(features)
    return kept


@define(eq=False)
class DecisionTable:
    """The decisions at one choice as arrays: a row for each answer that is not the own one.

    Attributes:
        choice: The stable name of the choice.
        questions: The number of the question of each row.
        runs: The number of the run of each question.
        answers: The answer of each row, as rules name it.
        features: The features of each row.
        gains: By how much each answer is better than the own one.
    """

    choice: str
    questions: IntArray
    runs: IntArray
    answers: IntArray
    features: FloatArray
    gains: FloatArray

    @classmethod
    def make(cls, choice: str, decisions: Sequence[Decision], is_domain: bool) -> DecisionTable:
        """Make the table of the decisions at a choice, between members of a domain or between branches."""
        rows = [
            (
                number,
                MEMBER_ANSWER if is_domain and answer >= 0 else answer,
                decision.features[place],
                decision.worth[place] - decision.worth[decision.own],
            )
            for number, decision in enumerate(decisions)
            for place, answer in enumerate(decision.answers)
            if place != decision.own and not np.isnan(decision.worth[place])
        ]
        return cls(
            choice,
            np.array([row[0] for row in rows], dtype=np.int64),
            np.array([decision.run for decision in decisions], dtype=np.int64),
            np.array([row[1] for row in rows], dtype=np.int64),
            np.array([row[2] for row in rows], dtype=np.float64).reshape(len(rows), -1),
            np.array([row[3] for row in rows], dtype=np.float64),
        )

    def select(self, kept: BoolArray) -> DecisionTable:
        """Select the rows of some questions."""
        rows = kept[self.questions]
        return DecisionTable(
            self.choice, self.questions[rows], self.runs, self.answers[rows], self.features[rows], self.gains[rows]
        )

    def measure_gains(self, rules: Sequence[LearnedRule]) -> FloatArray:
        """Compute by how much rules better each question; of several that hold the one of the greatest worth counts."""
        score = np.zeros(len(self.gains))
        for rule in rules:
            holds = (self.answers == rule.answer) & rule.mask(self.features)
            score[holds] = np.maximum(score[holds], rule.worth)
        gains = np.zeros(len(self.runs))
        best = np.zeros(len(self.runs))
        for row in np.flatnonzero(score > 0):  # the first of equals, as the rules have it
            question = self.questions[row]
            if score[row] > best[question]:
                best[question], gains[question] = score[row], self.gains[row]
        return gains


@frozen
class FittedRules:
    """The rules of a choice, and what they gained in runs that had no part in them.

    Attributes:
        rules: The rules, the greatest worth first; empty if nothing is proven.
        gain: The mean gain of a question in cross-validation.
        error: Its standard error.
    """

    rules: tuple[LearnedRule, ...]
    gain: float
    error: float


def fit_rules(table: DecisionTable) -> FittedRules:
    """Fit the rules of a choice, with the settings that cross-validation finds best."""
    best, proven = (0.0, 0.0), None
    for errors, leaves in SETTINGS:
        gain, error = cross_validate(table, errors, leaves)
        if gain > best[0] + 0.2 * error:
            best, proven = (gain, error), (errors, leaves)
    if proven is None or best[0] < PROVEN_ERRORS * best[1]:
        return FittedRules((), *best)
    return FittedRules(tuple(find_rules(table, *proven)), *best)


def cross_validate(table: DecisionTable, errors: float, leaves: int) -> tuple[float, float]:
    """Return the mean gain of rules in runs that had no part in them, and its standard error."""
    gains = np.zeros(len(table.runs))
    for fold in range(FOLDS):
        tested = table.runs % FOLDS == fold
        rules = [*find_rules(table.select(~tested), errors, leaves)]
        gains[tested] = table.measure_gains(rules)[tested]
    return float(gains.mean()), float(gains.std() / max(1, len(gains)) ** 0.5)


def find_rules(table: DecisionTable, errors: float, leaves: int) -> Iterator[LearnedRule]:
    """Yield the rules of all answers, the greatest worth first, each once.

    Args:
        table: The decisions.
        errors: How many standard errors a region must be better.
        leaves: The most regions of a tree.
    """
    found: dict[tuple[int, tuple[Test, ...]], LearnedRule] = {}
    question_count = max(1, len(np.unique(table.questions)))
    for answer in np.unique(table.answers):
        rows = table.answers == answer
        features, gains = table.features[rows], table.gains[rows]
        if len(gains) >= MIN_ROWS:
            for tests in find_regions(features, gains, errors, leaves):
                kept = mask_rows(tests, features)
                held = len(np.unique(table.questions[rows][kept]))
                rule = LearnedRule(table.choice, int(answer), tests, float(gains[kept].mean()), held / question_count)
                found.setdefault((rule.answer, rule.tests), rule)
    yield from sorted(found.values(), key=lambda rule: (-rule.worth, rule.answer, rule.tests))


def find_regions(features: FloatArray, gains: FloatArray, errors: float, leaves: int) -> Iterator[tuple[Test, ...]]:
    """Yield regions of features where the mean gain is above 0 beyond doubt, in as few tests as tell it."""
    with np.errstate(invalid="ignore"):
        usable = np.flatnonzero(~np.isnan(features).any(axis=0) & (features.max(axis=0) > features.min(axis=0)))
    if not len(usable):
        if is_proven(gains, errors):
            yield ()
        return
    size = max(MIN_LEAF, len(gains) // 60)
    tree = DecisionTreeRegressor(max_leaf_nodes=leaves, max_depth=4, min_samples_leaf=size, random_state=0)
    tree.fit(features[:, usable], gains)
    for tests in leaf_tests(tree.tree_, usable):
        if is_proven(gains[mask_rows(tests, features)], errors):
            yield simplify_tests(tests, features, gains)


def is_proven(gains: FloatArray, errors: float) -> bool:
    """Whether the mean of gains is above 0 by some standard errors."""
    return len(gains) > 1 and bool(gains.mean() > max(0.0, errors * gains.std() / len(gains) ** 0.5))


def leaf_tests(tree: object, usable: IntArray) -> Iterator[tuple[Test, ...]]:
    """Yield the tests that lead to each leaf of a tree of scikit-learn."""
    left, right = tree.children_left, tree.children_right  # type: ignore[attr-defined]  # it has no types
    column, threshold = tree.feature, tree.threshold  # type: ignore[attr-defined]  # nor here
    waiting: list[tuple[int, tuple[Test, ...]]] = [(0, ())]
    while waiting:
        node, tests = waiting.pop()
        if left[node] == -1:
            yield tests
            continue
        at, limit = int(usable[column[node]]), float(threshold[node])
        waiting.append((right[node], (*tests, Test(at, True, limit))))
        waiting.append((left[node], (*tests, Test(at, False, limit))))


def simplify_tests(tests: tuple[Test, ...], features: FloatArray, gains: FloatArray) -> tuple[Test, ...]:
    """Take out tests as long as the region loses next to none of its gain, as far as that is certain."""
    tightest: dict[tuple[int, bool], Test] = {}
    for test in tests:
        key = test.column, test.is_above
        known = tightest.get(key, test)
        limit = max(known.threshold, test.threshold) if test.is_above else min(known.threshold, test.threshold)
        tightest[key] = Test(test.column, test.is_above, limit)
    kept = [*tightest.values()]
    total = certain_gain(kept, features, gains)
    while len(kept) > 1:
        trials = [(certain_gain([*kept[:at], *kept[at + 1 :]], features, gains), -at) for at in range(len(kept))]
        best, place = max(trials)
        if best < KEPT_SHARE * total or best <= 0:
            break
        del kept[-place]
        total = best
    return tuple(sorted(kept))


def certain_gain(tests: Sequence[Test], features: FloatArray, gains: FloatArray) -> float:
    """Return the sum of the gains in a region, less one standard error of it."""
    inside = gains[mask_rows(tests, features)]
    return float(inside.sum() - inside.std() * len(inside) ** 0.5)
