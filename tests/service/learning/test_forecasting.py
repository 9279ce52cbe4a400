"""Forecasts: a planted sum is found, with the features that it reads alone."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="needs scikit-learn: python -m pip install '.[test]'")

from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.learning.features import Feature
from bombsight.service.learning.forecasting import fit_forecast, write_forecast
from bombsight.service.programs.prepare import program_for
from tests.examples import LIGHTHOUSE
from tests.narrowing import unwrap


def fit(noise: float, bonus: float = 0.0) -> tuple[object, str]:
    """Fit a forecast to 3 a - 2 b + 5, and ``bonus`` where a condition holds."""
    random = np.random.default_rng(2)
    program = program_for(request_for_game(str(LIGHTHOUSE), Rules()))
    tally = next(each for each in program.tallies_of(unwrap(program.career)) if each.matters)
    features = tuple(Feature(name, name == "late", False) for name in ("late", "a", "b", "c", "d"))
    table = random.integers(0, 10, (3000, 5)).astype(np.float64)
    table[:, 0] = table[:, 0] >= 5
    values = 3 * table[:, 1] - 2 * table[:, 2] + 5 + bonus * table[:, 0] * table[:, 3] + random.normal(0, noise, 3000)
    found = fit_forecast(tally, features, table, values, np.arange(3000) // 5)
    return found.explained, "\n".join(write_forecast(found))


def test_a_planted_sum_is_found():
    explained, text = fit(noise=1.0)

    assert explained == pytest.approx(0.99, abs=0.01)
    assert " * a" in text
    assert " * b" in text
    assert all(f" * {name}" not in text for name in "cd")


def test_cases_that_differ_have_sums_of_their_own():
    _, text = fit(noise=0.1, bonus=4.0)

    assert " when late," in text
    assert " * c" in text


def test_noise_is_no_forecast():
    explained, text = fit(noise=1000.0)

    assert explained == pytest.approx(0.0, abs=0.02)
    assert text.count("*") <= 1
