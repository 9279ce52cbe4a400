"""Fewer runs for the tests of learning: what is planted in their games is seen in few."""

from __future__ import annotations

import pytest

FEWER = {
    "TRIAL_RUNS": (300, 1_000),
    "MAX_TRIED": 16,
    "COUNTED_MISSIONS": 20,
    "COUNTED_QUESTIONS": 40,
    "FIRST_QUESTIONS": 100,
    "ROLLOUTS": 8,
    "GAP_QUESTIONS": (10, 20),
    "GAP_ROLLOUTS": 20,
    "FORECAST_MISSIONS": 600,
}
"""The numbers of runs and questions."""


@pytest.fixture
def few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn from few runs."""
    for name, number in FEWER.items():
        monkeypatch.setattr(f"bombsight.service.learning.learning.{name}", number)
