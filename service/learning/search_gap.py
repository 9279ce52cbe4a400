"""The gap between readable rules and a search: what each gains at the questions of runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from attrs import frozen

from bombsight.runtime.batch.estimates import Z
from bombsight.service.learning.decisions import Decision


@frozen
class SearchGap:
    """What a search and the rules gain in a run, each by one answer at a time.

    Attributes:
        search: What the best answers by rollouts gain.
        search_margin: Half the width of its 95 % interval.
        rules: What the answers of the rules gain.
        rules_margin: Likewise.
        share: The share of the search's gain that the rules keep; None if the search gains nothing for certain.
        share_margin: Likewise.
    """

    search: float
    search_margin: float
    rules: float
    rules_margin: float
    share: float | None
    share_margin: float | None


def measure_gap(decisions: Mapping[str, Sequence[Decision]], rates: Mapping[str, float]) -> SearchGap:
    """Measure the gap at judged questions that had no part in learning.

    An answer that looks best by one half of the rollouts is judged by the other half, since it is worth less than it
    looks.

    Args:
        decisions: The judged questions, by choice.
        rates: How often each choice is asked in a run.
    """
    totals = np.zeros(2)
    covariance = np.zeros((2, 2))
    for id_, judged in decisions.items():
        gains = np.array([question_gains(decision) for decision in judged])
        rate = rates.get(id_, 0.0)
        totals += rate * gains.mean(axis=0)
        if len(gains) > 1:
            covariance += rate**2 * np.cov(gains.T) / len(gains)
    search, rules = map(float, totals)
    search_margin, rules_margin = (float(Z * covariance[place, place] ** 0.5) for place in (0, 1))
    if search <= search_margin:
        return SearchGap(search, search_margin, rules, rules_margin, None, None)
    share = rules / search  # its error by the delta method
    variance = (covariance[1, 1] - 2 * share * covariance[0, 1] + share**2 * covariance[0, 0]) / search**2
    return SearchGap(search, search_margin, rules, rules_margin, share, float(Z * max(0.0, variance) ** 0.5))


def question_gains(decision: Decision) -> tuple[float, float]:
    """Return what the best answer by rollouts and that of the rules gain over the first autopilot's at a question."""
    first, second = decision.halves
    search = sum(
        judge[int(np.nanargmax(chooser))] - judge[decision.first]
        for chooser, judge in ((first, second), (second, first))
    )
    return float(search / 2), float(decision.worth[decision.own] - decision.worth[decision.first])
