"""Figures for people: with as many digits as their margins show."""

from __future__ import annotations

from bombsight.service.simulating.statistics import Mean

MAX_DECIMALS = 6
"""So many digits behind the point at most."""

MIN_PERCENT_DECIMALS = 1
"""So many digits has a share in percent at least."""


def significant_decimals(margin: float | None, min_decimals: int, value: float = 0.0) -> int:
    """How many digits behind the point a figure has: so many that its margin shows.

    Args:
        margin: How far its interval reaches; None where that is not known.
        min_decimals: So many at least.
        value: What must not look as large as the margin, where it is not.
    """
    decimals = min_decimals
    while margin and decimals < MAX_DECIMALS:
        if margin * 10**decimals >= 1.5 and round(abs(value), decimals) != round(margin, decimals):
            break
        decimals += 1
    return decimals


def format_percent(share: float, decimals: int = MIN_PERCENT_DECIMALS) -> str:
    """A share for people: ``69.8 %``."""
    return f"{100 * share:.{decimals}f} %"


def percent_decimals(difference: Mean) -> int:
    """How many digits shares in percent have that differ by so much."""
    margin = None if difference.margin is None else 100 * difference.margin
    return significant_decimals(margin, MIN_PERCENT_DECIMALS, 100 * difference.mean)


def format_percentage_points(difference: Mean) -> str:
    """A difference of shares in percentage points: ``+1.4 ± 0.3``."""
    margin = None if difference.margin is None else 100 * difference.margin
    return format_with_margin(100 * difference.mean, margin, percent_decimals(difference))


def format_mean_difference(difference: Mean) -> str:
    """A difference of means: ``+0.21 ± 0.04``."""
    return format_with_margin(
        difference.mean, difference.margin, significant_decimals(difference.margin, 0, difference.mean)
    )


def format_with_margin(value: float, margin: float | None, decimals: int) -> str:
    """A difference and how far its interval reaches, with so many digits."""
    shown = f"{value:+.{decimals}f}" if round(value, decimals) else f"{0:.{decimals}f}"
    return shown if margin is None else f"{shown} ± {margin:.{decimals}f}"
