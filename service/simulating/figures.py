"""Figures for people: with as many digits as their margins show."""

from __future__ import annotations

from bombsight.service.simulating.statistics import Mean

MOST_DIGITS = 6
"""So many digits behind the point at most."""

PERCENT_DIGITS = 1
"""So many digits has a share in percent at least."""


def digits(margin: float | None, least: int, value: float = 0.0) -> int:
    """How many digits behind the point a figure has: so many that its margin shows.

    Args:
        margin: How far its interval reaches; None where that is not known.
        least: So many at least.
        value: What must not look as large as the margin, where it is not.
    """
    wanted = least
    while margin and wanted < MOST_DIGITS:
        if margin * 10**wanted >= 1.5 and round(abs(value), wanted) != round(margin, wanted):
            break
        wanted += 1
    return wanted


def percent(part: float, places: int = PERCENT_DIGITS) -> str:
    """A share for people: ``69.8 %``."""
    return f"{100 * part:.{places}f} %"


def places_of(difference: Mean) -> int:
    """How many digits shares in percent have that differ by so much."""
    margin = None if difference.margin is None else 100 * difference.margin
    return digits(margin, PERCENT_DIGITS, 100 * difference.mean)


def points(difference: Mean) -> str:
    """A difference of shares in percentage points: ``+1.4 ± 0.3``."""
    margin = None if difference.margin is None else 100 * difference.margin
    return with_margin(100 * difference.mean, margin, places_of(difference))


def signed(difference: Mean) -> str:
    """A difference of means: ``+0.21 ± 0.04``."""
    return with_margin(difference.mean, difference.margin, digits(difference.margin, 0, difference.mean))


def with_margin(value: float, margin: float | None, places: int) -> str:
    """A difference and how far its interval reaches, with so many digits."""
    shown = f"{value:+.{places}f}" if round(value, places) else f"{0:.{places}f}"
    return shown if margin is None else f"{shown} ± {margin:.{places}f}"
