"""The SVG charts of a simulation: bars of proportions, differences on a scale, and histograms.

Bars and differences fill a table cell, so their positions are percentages of its width; histograms have axes with text
and a fixed viewBox, and scale as a whole. The page sets the colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, takewhile
from math import ceil, floor, log10

from attrs import frozen

from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.simulating.columns import Matters
from bombsight.service.simulating.formatting import format_percent, significant_decimals
from bombsight.service.simulating.statistics import Mean, Share
from bombsight.service.simulating.summary import NumbersCounted

# --- scales


@frozen
class Scale:
    """A linear axis, with ticks at multiples of a step.

    Attributes:
        low: The lower end.
        high: The upper end.
        step: The distance between ticks.
    """

    low: float
    high: float
    step: float

    def position_of(self, number: float) -> float:
        """Map a number to its relative position on the axis, 0 to 1."""
        return (number - self.low) / (self.high - self.low)

    def tick_values(self) -> list[float]:
        """List the numbers at the ticks."""
        first = ceil(self.low / self.step - 1e-9)
        return [
            place * self.step
            for place in takewhile(lambda at: at * self.step <= self.high * (1 + 1e-9) + 1e-12, count(first))
        ]


def round_step(span: float, max_steps: int) -> float:
    """Return the smallest round step (1, 2 or 5 times a power of ten) that makes at most ``max_steps`` in a span."""
    min_step = span / max_steps
    power = 10.0 ** floor(log10(min_step))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= min_step * (1 - 1e-9))


def scale_for_differences(differences: Sequence[Mean]) -> Scale:
    """Create an axis that covers 0 and all differences with their error intervals."""
    ends = [0.0, *(end for each in differences for end in (each.low, each.mean, each.high) if end is not None)]
    low, high = min(ends), max(ends)
    if low == high:
        low, high = -1.0, 1.0
    step = round_step(high - low, 5)
    return Scale(floor(low / step) * step, ceil(high / step) * step, step)


# --- charts in table rows

SHARE_SCALE = Scale(0, 1, 0.25)


def percent_of_width(fraction: float) -> str:
    """Format a relative position as a CSS percentage."""
    return f"{100 * fraction:.2f}%"


def render_row_chart(*marks: Node | Iterator[Node]) -> Element:
    """Wrap SVG elements as the chart of a table row, hidden from screen readers as figures stand beside it."""
    return tag("svg", *marks, class_="row", aria_hidden="true")


def render_grid_lines(scale: Scale) -> Iterator[Element]:
    """Render a grid line at each tick; the one at 0 is stronger."""
    for mark in scale.tick_values():
        x = percent_of_width(scale.position_of(mark))
        yield tag("line", class_="grid" if abs(mark) > scale.step / 2 else "zero", x1=x, x2=x, y1=0, y2="100%")


def render_whisker(scale: Scale, low: float, high: float) -> Iterator[Element]:
    """Render an interval as an error bar."""
    left, right = percent_of_width(scale.position_of(low)), percent_of_width(scale.position_of(high))
    yield tag("line", class_="whisker", x1=left, x2=right, y1="50%", y2="50%")
    for end in (left, right):
        yield tag("line", class_="whisker", x1=end, x2=end, y1="32%", y2="68%")


def render_share_bar(share: Share, matters: Matters) -> Element:
    """Render a proportion as a bar with an error bar, coloured by ``matters``: whether more is good or bad."""
    bar = tag("rect", class_=f"bar {matters}".strip(), y="14%", width=percent_of_width(share.share), height="72%", rx=2)
    return render_row_chart(render_grid_lines(SHARE_SCALE), bar, render_whisker(SHARE_SCALE, share.low, share.high))


def render_difference(scale: Scale, difference: Mean, style: str) -> Element:
    """Render a difference as a point with an error bar; ``style`` is its CSS class: good, bad or not significant."""
    ends = (
        ()
        if difference.low is None or difference.high is None
        else render_whisker(scale, difference.low, difference.high)
    )
    point = tag("circle", class_="point", cx=percent_of_width(scale.position_of(difference.mean)), cy="50%", r=4.5)
    return render_row_chart(render_grid_lines(scale), tag("g", *ends, point, class_=style or None))


def render_row_axis(scale: Scale, *, percents: bool = False, signed: bool = False) -> Element:
    """Render the tick labels of a scale below the rows: numbers, ``percents``, or ``signed`` differences."""
    factor = 100 if percents else 1
    places = max(0, -floor(log10(scale.step * factor) + 1e-9))
    texts = []
    for mark in scale.tick_values():
        at = scale.position_of(mark)
        anchor = "start" if at < 0.02 else "end" if at > 0.98 else "middle"
        number = round(mark * factor, places) or 0.0
        text = f"{number:{'+' if signed and number else ''},.{places}f}{' %' if percents and not signed else ''}"
        texts.append(tag("text", text, x=percent_of_width(at), y="70%", text_anchor=anchor))
    return tag("svg", *texts, class_="row axis", aria_hidden="true")


# --- histograms

WIDTH, HEIGHT = 340, 190
MARGIN_LEFT, MARGIN_RIGHT, MARGIN_TOP, MARGIN_BOTTOM = 40, 6, 20, 24
"""The margins around the plot area of a histogram, in pixels."""

MAX_BARS = 40
MAX_BAR_WIDTH = 46
"""The maximum width of a bar, in pixels."""


@frozen
class Bins:
    """The bins of a histogram.

    Attributes:
        first: The lowest number of the first bin.
        width: The number of integers in each bin.
        bin_count: The number of bins.
    """

    first: int
    width: int
    bin_count: int

    def shares_per_bin(self, numbers: NumbersCounted) -> list[float]:
        """Return the proportion of all values in each bin."""
        return [times / numbers.mean.of for times in self.counts_per_bin(numbers.counts)]

    def counts_per_bin(self, counts: Sequence[tuple[int, int]]) -> list[int]:
        """Add up the counts of values in each bin."""
        totals = [0] * self.bin_count
        for number, times in counts:
            totals[(number - self.first) // self.width] += times
        return totals

    def bin_label(self, index: int) -> str:
        """Return the label of a bin: ``5`` or ``10 to 14``."""
        low = self.first + index * self.width
        return f"{low:,}" if self.width == 1 else f"{low:,} to {low + self.width - 1:,}"


def choose_bins(*numbers: NumbersCounted) -> Bins:
    """Choose the bins for all values: one for each integer, or a round width if they are many."""
    low, high = min(each.lowest for each in numbers), max(each.highest for each in numbers)
    width = max(1, round(round_step(high - low + 1, MAX_BARS)))
    first = low // width * width
    return Bins(first, width, (high - first) // width + 1)


def render_histogram(
    title: str, numbers: NumbersCounted, matters: Matters, baseline: NumbersCounted | None = None
) -> Element:
    """Render a histogram with axes and the mean.

    Args:
        title: The title, for screen readers.
        numbers: The values.
        matters: Whether higher values are good or bad for the player, for the colour.
        baseline: The values to compare with, drawn as an outline; None for none.
    """
    bins = choose_bins(numbers, *(() if baseline is None else (baseline,)))
    shares, baseline_shares = bins.shares_per_bin(numbers), [] if baseline is None else bins.shares_per_bin(baseline)
    largest_share = max(*shares, *baseline_shares, 0.0)
    step = round_step(largest_share, 4)
    y_scale = Scale(0, ceil(largest_share / step - 1e-9) * step, step)
    x_scale = Scale(bins.first - 0.5, bins.first + bins.width * bins.bin_count - 0.5, x_tick_step(bins))
    field = [
        *render_y_axis(y_scale),
        tag(
            "g",
            render_bars(bins, shares, bins.counts_per_bin(numbers.counts), y_scale),
            class_=f"bars {matters}".strip(),
        ),
        *([render_outline(baseline_shares, y_scale)] if baseline_shares else []),
        *render_x_axis(x_scale),
        *render_mean(numbers.mean, x_scale),
    ]
    return tag("svg", tag("title", title), *field, class_="histogram", role="img", viewBox=f"0 0 {WIDTH} {HEIGHT}")


def x_tick_step(bins: Bins) -> int:
    """Return the distance between the ticks below a histogram, an integer."""
    return max(1, round(round_step(bins.width * bins.bin_count, 7)))


def x_at(fraction: float) -> float:
    """Map a relative position, 0 to 1, to the x coordinate in the plot area."""
    return MARGIN_LEFT + fraction * (WIDTH - MARGIN_LEFT - MARGIN_RIGHT)


def y_at(fraction: float) -> float:
    """Map a relative height, 0 to 1, to the y coordinate in the plot area."""
    return HEIGHT - MARGIN_BOTTOM - fraction * (HEIGHT - MARGIN_TOP - MARGIN_BOTTOM)


def render_bars(bins: Bins, shares: Sequence[float], counts: Sequence[int], scale: Scale) -> Iterator[Element]:
    """Render the bars of a histogram, with tooltips; a small bar has a visible minimum height.

    Args:
        bins: The bins.
        shares: The share of each bin.
        counts: The count of each bin, for its tooltip.
        scale: The axis of shares.
    """
    slot_width = (WIDTH - MARGIN_LEFT - MARGIN_RIGHT) / bins.bin_count
    bar_width = min(MAX_BAR_WIDTH, slot_width * 0.86 if slot_width > 4 else slot_width)
    for at, share in enumerate(shares):
        if not share:
            continue
        bar_height = max(1.0, y_at(0) - y_at(scale.position_of(share)))
        tooltip = tag("title", f"{bins.bin_label(at)}: {format_percent(share, share_decimals(share))}, {counts[at]:,}")
        place = {"x": x_at((at + 0.5) / bins.bin_count) - bar_width / 2, "y": y_at(0) - bar_height}
        yield tag("g", tooltip, tag("rect", **place, width=bar_width, height=bar_height))


def share_decimals(share: float) -> int:
    """Return the number of decimals with which a histogram's tooltip shows a proportion."""
    return significant_decimals(100 * share, 1)


def render_outline(shares: Sequence[float], scale: Scale) -> Element:
    """Render the histogram of the base rules, by the share in each bin, as a step line over the bars."""
    steps = [
        f"V{y_at(scale.position_of(share)):.1f}H{x_at((at + 1) / len(shares)):.1f}" for at, share in enumerate(shares)
    ]
    return tag("path", class_="before", d=f"M{x_at(0):.1f},{y_at(0):.1f}{''.join(steps)}V{y_at(0):.1f}")


def render_y_axis(scale: Scale) -> Iterator[Element]:
    """Render a histogram's axis of proportions, with grid lines."""
    places = max(0, -floor(log10(scale.step * 100) + 1e-9))
    for mark in scale.tick_values():
        y = y_at(scale.position_of(mark))
        yield tag("line", class_="grid" if mark else "base", x1=MARGIN_LEFT, x2=WIDTH - MARGIN_RIGHT, y1=y, y2=y)
        yield tag("text", format_percent(mark, places), x=MARGIN_LEFT - 6, y=y + 4, text_anchor="end")


def render_x_axis(scale: Scale) -> Iterator[Element]:
    """Render a histogram's axis of values."""
    for mark in scale.tick_values():
        x = x_at(scale.position_of(mark))
        yield tag("line", class_="base", x1=x, x2=x, y1=y_at(0), y2=y_at(0) + 4)
        yield tag("text", f"{mark:,.0f}", x=x, y=HEIGHT - 6, text_anchor="middle")


def render_mean(mean: Mean, scale: Scale) -> Iterator[Element]:
    """Render the mean of a histogram as a labelled line, with its confidence interval as a band."""
    x = x_at(scale.position_of(mean.mean))
    if mean.low is not None and mean.high is not None:
        left, right = (
            max(MARGIN_LEFT, min(WIDTH - MARGIN_RIGHT, x_at(scale.position_of(end)))) for end in (mean.low, mean.high)
        )
        yield tag("rect", class_="band", x=left, y=MARGIN_TOP, width=right - left, height=y_at(0) - MARGIN_TOP)
    yield tag("line", class_="mean", x1=x, x2=x, y1=MARGIN_TOP - 4, y2=y_at(0))
    at = min(max(x, MARGIN_LEFT + 14), WIDTH - MARGIN_RIGHT - 14)
    yield tag("text", "mean", class_="name", x=at, y=MARGIN_TOP - 8, text_anchor="middle")


def histogram_rows(numbers: NumbersCounted, baseline: NumbersCounted | None = None) -> list[tuple[str, int, float]]:
    """List a histogram as table rows: the label, count and proportion of each bin that is not empty."""
    bins = choose_bins(numbers, *(() if baseline is None else (baseline,)))
    counts = bins.counts_per_bin(numbers.counts)
    return [(bins.bin_label(at), found, found / numbers.mean.of) for at, found in enumerate(counts) if found]
