"""Rules that amend an autopilot: when to give another answer than it does, proposed from decisions.

A regression tree of scikit-learn finds regions of features where an answer looks better than the own one; tests that a
region does not need are taken out, so that it reads well. A proposal is no more than something worth trying: what looks
better in some hundred questions need not be so in all, and only play can tell (:mod:`selection <.selection>`).
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
"""Fewest decisions from which a rule about an answer is proposed."""

MIN_LEAF = 12
"""Fewest decisions in a region."""

LEAVES = (2, 3, 5, 9)
"""The numbers of regions of the trees that are fitted."""

TREES = 24
"""How many trees are fitted: the first few to all decisions and features, the others to a part of both."""

PART = 0.5
"""The share of the decisions and of the features of which a tree is made that is fitted to a part."""

MAX_DEPTH = 4
"""The most tests of a proposal."""

KEPT_SHARE = 0.97
"""The share of a region's gain that must be left when a test is taken out."""


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
        share: In what share of the choice's questions it holds.
        worth: By how much a run goes better with it than without it; while it is only proposed, by how much an answer
            seems to be better where it holds.
        margin: Half the width of the 95 % interval of its worth.
    """

    choice: str
    answer: int
    tests: tuple[Test, ...]
    share: float
    worth: float = 0.0
    margin: float = 0.0

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
    """The decisions at one choice as arrays: a row for each answer.

    Attributes:
        choice: The stable name of the choice.
        questions: The number of the question of each row.
        answers: The answer of each row, as rules name it.
        features: The features of each row.
        gains: By how much each answer is better than the own one.
    """

    choice: str
    questions: IntArray
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
            if not np.isnan(decision.worth[place] - decision.worth[decision.own])
        ]
        return cls(
            choice,
            np.array([row[0] for row in rows], dtype=np.int64),
            np.array([row[1] for row in rows], dtype=np.int64),
            np.array([row[2] for row in rows], dtype=np.float64).reshape(len(rows), -1),
            np.array([row[3] for row in rows], dtype=np.float64),
        )

    def rows_of(self, answer: int) -> BoolArray:
        """Return which rows are of an answer."""
        rows: BoolArray = self.answers == answer
        return rows

    def propose_rule(self, answer: int, tests: tuple[Test, ...]) -> Proposal | None:
        """Make the proposal of a region; None if no decision lies in it."""
        inside = self.rows_of(answer) & mask_rows(tests, self.features)
        if not inside.any():
            return None
        gains = self.gains[inside]
        share = len(np.unique(self.questions[inside])) / len(np.unique(self.questions))
        worth = float(gains.mean())
        hope = worth + float(gains.std()) / len(gains) ** 0.5
        return Proposal(LearnedRule(self.choice, answer, tests, share, worth), share * hope)


@frozen
class Proposal:
    """A rule that is worth trying.

    Attributes:
        rule: The rule.
        promise: What it gains in a question of the choice at the best: the mean of what decisions say and one standard
            error of it.
    """

    rule: LearnedRule
    promise: float


def propose_rules(table: DecisionTable, most: int) -> list[Proposal]:
    """Propose rules of a choice, each once, the most promising first.

    Args:
        table: Its decisions.
        most: How many at most.
    """
    found: dict[tuple[int, tuple[Test, ...]], Proposal] = {}
    for answer in map(int, np.unique(table.answers)):
        rows = table.rows_of(answer)
        if rows.sum() >= MIN_ROWS:
            for tests in find_regions(table.features[rows], table.gains[rows]):
                proposal = table.propose_rule(answer, tests)
                if proposal is not None and proposal.promise > 0:
                    found.setdefault((answer, tests), proposal)
    return sorted(found.values(), key=lambda each: (-each.promise, each.rule.answer, each.rule.tests))[:most]


def find_regions(features: FloatArray, gains: FloatArray) -> Iterator[tuple[Test, ...]]:
    """Yield regions of features that trees find, each also with as few tests as tell it.

    Trees are of several sizes. Most are fitted to a part of the decisions and of the features, as in a random forest:
    what looks second best in all of them may be best in play.
    """
    yield ()
    usable = usable_columns(features)
    if not len(usable):
        return
    random = np.random.default_rng(0)
    for number in range(TREES):
        is_whole = number < len(LEAVES)
        rows = slice(None) if is_whole else random.random(len(gains)) < PART
        columns = usable if is_whole else usable[random.random(len(usable)) < PART]
        if not len(columns) or len(gains[rows]) < 2 * MIN_LEAF:
            continue
        tree = DecisionTreeRegressor(
            max_leaf_nodes=LEAVES[number % len(LEAVES)],
            max_depth=MAX_DEPTH,
            min_samples_leaf=MIN_LEAF,
            random_state=number,
        )
        tree.fit(features[rows][:, columns], gains[rows])
        for tests in leaf_tests(tree.tree_, columns):
            if tests:
                tightest = tighten_tests(tests)
                yield tightest
                yield simplify_tests(tightest, features, gains)


def usable_columns(features: FloatArray) -> IntArray:
    """List the features that are numbers in all rows, and not the same in all."""
    with np.errstate(invalid="ignore"):
        return np.flatnonzero(~np.isnan(features).any(axis=0) & (features.max(axis=0) > features.min(axis=0)))


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


def tighten_tests(tests: Sequence[Test]) -> tuple[Test, ...]:
    """Put the tests of one feature in one direction together, and sort them all."""
    tightest: dict[tuple[int, bool], Test] = {}
    for test in tests:
        key = test.column, test.is_above
        known = tightest.get(key, test)
        limit = max(known.threshold, test.threshold) if test.is_above else min(known.threshold, test.threshold)
        tightest[key] = Test(test.column, test.is_above, limit)
    return tuple(sorted(tightest.values()))


def simplify_tests(tests: Sequence[Test], features: FloatArray, gains: FloatArray) -> tuple[Test, ...]:
    """Take out tests as long as the region loses next to none of its gain, as far as that is certain."""
    kept = [*tests]
    total = certain_gain(kept, features, gains)
    while len(kept) > 1:
        trials = [(certain_gain([*kept[:at], *kept[at + 1 :]], features, gains), -at) for at in range(len(kept))]
        best, place = max(trials)
        if best < KEPT_SHARE * total or best <= 0:
            break
        del kept[-place]
        total = best
    return tuple(kept)


def certain_gain(tests: Sequence[Test], features: FloatArray, gains: FloatArray) -> float:
    """Return the sum of the gains in a region, less one standard error of it."""
    inside = gains[mask_rows(tests, features)]
    return float(inside.sum() - inside.std() * len(inside) ** 0.5)
