"""The charts of a balance: bars with intervals in the rows of tables, beside those of a simulation."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from bombsight.service.common.markup import Element, tag
from bombsight.service.simulating.charts import (
    SHARE_SCALE,
    Scale,
    percent_of_width,
    render_grid_lines,
    render_row_chart,
    render_whisker,
    round_step,
)
from bombsight.service.simulating.statistics import Mean, Share

SMALL_SHARE = 0.05
"""The share of the highest bar that one below 0 must have to be shown there."""


def scale_for_bars(means: Sequence[Mean]) -> Scale:
    """Create an axis from 0, or from the lowest bar below it, to the highest; whiskers may be longer by a quarter."""
    values = [0.0, *(mean.mean for mean in means)]
    low, high = min(values), max(values)
    low = 0.0 if low > -SMALL_SHARE * high else low
    high = min(1.25 * high, max([high, *(mean.high for mean in means if mean.high is not None)]))
    if low == high:
        high = 1.0
    step = round_step(high - low, 5)
    return Scale(floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, step)


def render_amount_bar(scale: Scale, mean: Mean, style: str, factor: float = 1.0) -> Element:
    """Render an amount as a bar from 0 with its interval, cut off at the ends of the scale.

    Args:
        scale: The axis.
        mean: The amount.
        style: The CSS class of the bar: good, bad or empty.
        factor: What the amount is multiplied by.
    """
    zero, end = (scale.position_of(clip(scale, value)) for value in (0.0, factor * mean.mean))
    bar = tag(
        "rect",
        class_=f"bar {style}".strip(),
        x=percent_of_width(min(zero, end)),
        y="14%",
        width=percent_of_width(abs(end - zero)),
        height="72%",
        rx=2,
    )
    whisker = (
        ()
        if mean.low is None or mean.high is None
        else render_whisker(scale, clip(scale, factor * mean.low), clip(scale, factor * mean.high))
    )
    return render_row_chart(render_grid_lines(scale), bar, iter(whisker))


def clip(scale: Scale, value: float) -> float:
    """Return a value, or the end of the scale beyond which it lies."""
    return min(scale.high, max(scale.low, value))


def render_part_bar(share: float, low: float, high: float) -> Element:
    """Render a part of a whole as a bar with its interval."""
    bar = tag("rect", class_="bar", y="14%", width=percent_of_width(share), height="72%", rx=2)
    return render_row_chart(render_grid_lines(SHARE_SCALE), bar, render_whisker(SHARE_SCALE, low, high))


def render_two_shares(lost: Share, others: Share) -> Element:
    """Render the share of lost missions as a bar, and below it that of all others as a narrow one."""
    bars = [
        tag("rect", class_="bar bad", y="14%", width=percent_of_width(lost.share), height="44%", rx=2),
        tag("rect", class_="bar others", y="62%", width=percent_of_width(others.share), height="24%", rx=1.5),
    ]
    return render_row_chart(render_grid_lines(SHARE_SCALE), *bars)
