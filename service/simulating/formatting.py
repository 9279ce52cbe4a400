"""The formatting of figures, with as many digits as their margins of error justify."""

from __future__ import annotations

from bombsight.service.simulating.statistics import Mean

MAX_DECIMALS = 6
"""The maximum number of decimals."""

MIN_PERCENT_DECIMALS = 1
"""The minimum number of decimals of a percentage."""


def significant_decimals(margin: float | None, min_decimals: int, value: float = 0.0) -> int:
    """Return how many decimals a figure needs to show its margin of error.

    Args:
        margin: The half-width of its interval; None if unknown.
        min_decimals: The minimum number.
        value: The figure, which must not round to the same as its margin.
    """
    decimals = min_decimals
    while margin and decimals < MAX_DECIMALS:
        if margin * 10**decimals >= 1.5 and round(abs(value), decimals) != round(margin, decimals):
            break
        decimals += 1
    return decimals


def format_percent(share: float, decimals: int = MIN_PERCENT_DECIMALS) -> str:
    """Format a proportion as a percentage: ``69.8 %``."""
    return f"{100 * share:.{decimals}f} %"


def percent_decimals(difference: Mean) -> int:
    """Return the number of decimals for two percentages, from the margin of error of their difference."""
    margin = None if difference.margin is None else 100 * difference.margin
    return significant_decimals(margin, MIN_PERCENT_DECIMALS, 100 * difference.mean)


def format_percentage_points(difference: Mean) -> str:
    """Format a difference of proportions in percentage points: ``+1.4 ± 0.3``."""
    margin = None if difference.margin is None else 100 * difference.margin
    return format_with_margin(100 * difference.mean, margin, percent_decimals(difference))


def format_mean_difference(difference: Mean) -> str:
    """Format a difference of means: ``+0.21 ± 0.04``."""
    return format_difference(difference.mean, difference.margin)


def format_difference(value: float, margin: float | None) -> str:
    """Format a difference with its margin of error, with as many decimals as it justifies: ``+0.21 ± 0.04``."""
    return format_with_margin(value, margin, significant_decimals(margin, 0, value))


def format_with_margin(value: float, margin: float | None, decimals: int) -> str:
    """Format a signed difference with its margin of error."""
    shown = f"{value:+.{decimals}f}" if round(value, decimals) else f"{0:.{decimals}f}"
    return shown if margin is None else f"{shown} ± {margin:.{decimals}f}"
