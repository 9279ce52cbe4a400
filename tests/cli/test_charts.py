"""Bars and histograms in a line of text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombsight.cli.simulating import charts
from bombsight.cli.simulating.charts import HISTOGRAM_SIGNS, draw_bar, draw_histogram

counts = st.dictionaries(st.integers(-500, 500), st.integers(1, 10**6), min_size=1, max_size=20)


@pytest.fixture(autouse=True)
def unicode(monkeypatch):
    monkeypatch.setattr(charts, "can_show_unicode", lambda: True)


@given(counts, st.integers(1, 40))
def test_a_histogram_shows_all_that_came_within_its_width(counts, width):
    found = draw_histogram(sorted(counts.items()), width)

    assert len(found) <= width
    low, high = min(counts), max(counts)
    each = -(-(high - low + 1) // width)
    filled = {(number - low) // each for number in counts}
    assert {at for at, level in enumerate(found) if level != " "} == filled
    assert HISTOGRAM_SIGNS[-1] in found


@given(st.floats(0, 1), st.integers(1, 40))
def test_a_bar_is_as_long_as_its_share(share, width):
    found = draw_bar(share, width)

    assert abs(8 * found.count("█") + charts.BAR_SIGNS.index(found.strip("█") or " ") - share * width * 8) <= 0.5


def test_only_ascii_where_no_more_can_be_shown(monkeypatch):
    monkeypatch.setattr(charts, "can_show_unicode", lambda: False)

    assert draw_bar(0.5, 10) == "#####"
    assert draw_histogram([(0, 10), (2, 1)], 9) == "@ _"
