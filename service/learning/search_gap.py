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

    The search plays by the rules but where another answer is better beyond its interval. What is so by one half of the
    rollouts is judged by the other half, since an answer that looks best is worth less than it looks.

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


def allot_questions(rates: Mapping[str, float], spreads: Mapping[str, float], total: int) -> Mapping[str, float]:
    """Allot questions to choices, so that the sum of their gains is known best (Neyman's optimum allocation).

    Args:
        rates: How often each choice is asked in a run.
        spreads: The standard deviation of what an answer gains at each.
        total: How many questions in all.
    """
    weights = {id_: rate * spreads.get(id_, 0.0) for id_, rate in rates.items() if rate > 0}
    whole = sum(weights.values())
    return {id_: total * weight / whole for id_, weight in weights.items() if weight > 0} if whole > 0 else {}


def spread_of_gains(judged: Sequence[Decision]) -> float:
    """Compute the standard deviation of what the best answers by rollouts gain at questions."""
    return float(np.std([question_gains(decision)[0] for decision in judged]))


def question_gains(decision: Decision) -> tuple[float, float]:
    """Return what the answer by rollouts and that of the rules gain over the first autopilot's at a question."""
    first, second = decision.halves
    search = second[find_best(decision, 0)] + first[find_best(decision, 1)]
    return float((search - first[decision.first] - second[decision.first]) / 2), float(
        decision.worth[decision.own] - decision.worth[decision.first]
    )


def find_best(decision: Decision, half: int) -> int:
    """Find the best answer by a half of the rollouts; the own one, if no other is better beyond the interval."""
    differences = decision.halves[half] - decision.halves[half][decision.own]
    proven = np.where(differences > Z * decision.errors[half], differences, 0.0)
    best = int(np.argmax(proven))
    return best if proven[best] > 0 else decision.own
