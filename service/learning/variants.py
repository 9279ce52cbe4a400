"""Variants of a rule: with a test less, a test more, or another threshold."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from attrs import evolve

from bombsight.service.learning.decisions import FloatArray
from bombsight.service.learning.rule_lists import (
    MIN_LEAF,
    DecisionTable,
    LearnedRule,
    Test,
    find_regions,
    mask_rows,
    tighten_tests,
)

STEPS = (-4, -2, -1, 1, 2, 4)
"""By how many values of a feature a threshold is moved."""

MAX_NARROWED = 4
"""The most variants with a test more."""


def vary_rule(rule: LearnedRule, table: DecisionTable) -> Iterator[LearnedRule]:
    """Yield variants of a rule that hold in some decisions of its choice, each once.

    Args:
        rule: The rule.
        table: The decisions.
    """
    rows = table.rows_of(rule.answer)
    features, gains = table.features[rows], table.gains[rows]
    seen = {rule.tests}
    for tests in vary_tests(rule.tests, features, gains):
        proposal = None if tests in seen else table.propose_rule(rule.answer, tests)
        seen.add(tests)
        if proposal is not None:
            yield evolve(rule, tests=tests, share=proposal.rule.share)


def vary_tests(tests: tuple[Test, ...], features: FloatArray, gains: FloatArray) -> Iterator[tuple[Test, ...]]:
    """Yield other tests that are near some tests."""
    for place, test in enumerate(tests):
        others = (*tests[:place], *tests[place + 1 :])
        yield others
        for threshold in near_thresholds(test, features):
            yield tuple(sorted((*others, evolve(test, threshold=threshold))))
    inside = mask_rows(tests, features)
    if inside.sum() >= 2 * MIN_LEAF:
        found = {tighten_tests((*tests, *more)) for more in find_regions(features[inside], gains[inside])}
        best = sorted(found - {tests}, key=lambda each: (-gains[mask_rows(each, features)].sum(), each))
        yield from best[:MAX_NARROWED]


def near_thresholds(test: Test, features: FloatArray) -> Iterator[float]:
    """Yield the thresholds near that of a test: between the values that its feature has in decisions."""
    values = np.unique(features[:, test.column])
    values = values[~np.isnan(values)]
    limits = (values[:-1] + values[1:]) / 2
    place = int(np.searchsorted(limits, test.threshold))
    for step in STEPS:
        if 0 <= place + step < len(limits):
            yield float(limits[place + step])
