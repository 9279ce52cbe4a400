"""Charts of a simulation as SVG: bars of shares, differences on a scale, histograms.

Bars and differences stand in rows of a table and are as wide as it lets them, so their places are parts of the width;
histograms have axes with text, and are drawn on paper of their own, which grows as a whole. Colours are the page's.
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
    """A stretch of numbers, with marks at whole multiples of a step.

    Attributes:
        low: Where it begins.
        high: Where it ends.
        step: From mark to mark.
    """

    low: float
    high: float
    step: float

    def position_of(self, number: float) -> float:
        """Where a number lies, 0 to 1."""
        return (number - self.low) / (self.high - self.low)

    def tick_values(self) -> list[float]:
        """The numbers that are marked."""
        first = ceil(self.low / self.step - 1e-9)
        return [
            place * self.step
            for place in takewhile(lambda at: at * self.step <= self.high * (1 + 1e-9) + 1e-12, count(first))
        ]


def round_step(span: float, max_steps: int) -> float:
    """The smallest of 1, 2, 5, 10, 20, ... and their tenths of which no more than so many make up a stretch."""
    min_step = span / max_steps
    power = 10.0 ** floor(log10(min_step))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= min_step * (1 - 1e-9))


def scale_for_differences(differences: Sequence[Mean]) -> Scale:
    """A scale on which all differences have room with their intervals, and 0."""
    ends = [0.0, *(end for each in differences for end in (each.low, each.mean, each.high) if end is not None)]
    low, high = min(ends), max(ends)
    if low == high:
        low, high = -1.0, 1.0
    step = round_step(high - low, 5)
    return Scale(floor(low / step) * step, ceil(high / step) * step, step)


# --- in a row of a table

SHARE_SCALE = Scale(0, 1, 0.25)


def percent_of_width(fraction: float) -> str:
    """A place as a part of the width."""
    return f"{100 * fraction:.2f}%"


def render_row_chart(*marks: Node | Iterator[Node]) -> Element:
    """A chart in a row; the figures beside it say the same."""
    return tag("svg", *marks, class_="row", aria_hidden="true")


def render_grid_lines(scale: Scale) -> Iterator[Element]:
    """A line at each mark; that at 0 is stronger."""
    for mark in scale.tick_values():
        x = percent_of_width(scale.position_of(mark))
        yield tag("line", class_="grid" if abs(mark) > scale.step / 2 else "zero", x1=x, x2=x, y1=0, y2="100%")


def render_whisker(scale: Scale, low: float, high: float) -> Iterator[Element]:
    """An interval."""
    left, right = percent_of_width(scale.position_of(low)), percent_of_width(scale.position_of(high))
    yield tag("line", class_="whisker", x1=left, x2=right, y1="50%", y2="50%")
    for end in (left, right):
        yield tag("line", class_="whisker", x1=end, x2=end, y1="32%", y2="68%")


def render_share_bar(share: Share, matters: Matters) -> Element:
    """A share as a bar, with its interval."""
    bar = tag("rect", class_=f"bar {matters}".strip(), y="14%", width=percent_of_width(share.share), height="72%", rx=2)
    return render_row_chart(render_grid_lines(SHARE_SCALE), bar, render_whisker(SHARE_SCALE, share.low, share.high))


def render_difference(scale: Scale, difference: Mean, style: str) -> Element:
    """A difference with its interval; ``style`` says whether it is good, bad, or not to be seen."""
    ends = (
        ()
        if difference.low is None or difference.high is None
        else render_whisker(scale, difference.low, difference.high)
    )
    point = tag("circle", class_="point", cx=percent_of_width(scale.position_of(difference.mean)), cy="50%", r=4.5)
    return render_row_chart(render_grid_lines(scale), tag("g", *ends, point, class_=style or None))


def render_row_axis(scale: Scale, *, percents: bool = False, signed: bool = False) -> Element:
    """The numbers of a scale, to stand under rows.

    Args:
        scale: The scale.
        percents: Whether its numbers are shares.
        signed: Whether they are differences.
    """
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
"""The paper of a histogram, and what is left free around its field, in pixels."""

MAX_BARS = 40
MAX_BAR_WIDTH = 46
"""So wide is a bar at most, in pixels."""


@frozen
class Bins:
    """Stretches of numbers that are counted together.

    Attributes:
        first: The number that the first begins with.
        width: How many numbers each has.
        bin_count: How many there are.
    """

    first: int
    width: int
    bin_count: int

    def shares_per_bin(self, numbers: NumbersCounted) -> list[float]:
        """Which part of all lies in each."""
        return [times / numbers.mean.of for times in self.counts_per_bin(numbers.counts)]

    def counts_per_bin(self, counts: Sequence[tuple[int, int]]) -> list[int]:
        """How often numbers of each came."""
        totals = [0] * self.bin_count
        for number, times in counts:
            totals[(number - self.first) // self.width] += times
        return totals

    def bin_label(self, index: int) -> str:
        """The numbers of one: ``5`` or ``10 to 14``."""
        low = self.first + index * self.width
        return f"{low:,}" if self.width == 1 else f"{low:,} to {low + self.width - 1:,}"


def choose_bins(*numbers: NumbersCounted) -> Bins:
    """Bins for all numbers that came: one for each, or where they are many, round stretches."""
    low, high = min(each.lowest for each in numbers), max(each.highest for each in numbers)
    width = max(1, round(round_step(high - low + 1, MAX_BARS)))
    first = low // width * width
    return Bins(first, width, (high - first) // width + 1)


def render_histogram(
    title: str, numbers: NumbersCounted, matters: Matters, baseline: NumbersCounted | None = None
) -> Element:
    """How often numbers came, with axes and the mean; ``before`` are those compared with, as a line."""
    bins = choose_bins(numbers, *(() if baseline is None else (baseline,)))
    shares, baseline_shares = bins.shares_per_bin(numbers), [] if baseline is None else bins.shares_per_bin(baseline)
    largest_share = max(*shares, *baseline_shares, 0.0)
    step = round_step(largest_share, 4)
    y_scale = Scale(0, ceil(largest_share / step - 1e-9) * step, step)
    x_scale = Scale(bins.first - 0.5, bins.first + bins.width * bins.bin_count - 0.5, x_step(bins))
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


def x_step(bins: Bins) -> int:
    """From mark to mark under a histogram: whole numbers."""
    return max(1, round(round_step(bins.width * bins.bin_count, 7)))


def x_at(fraction: float) -> float:
    """A place in the field, from the left."""
    return MARGIN_LEFT + fraction * (WIDTH - MARGIN_LEFT - MARGIN_RIGHT)


def y_at(fraction: float) -> float:
    """A place in the field, from below."""
    return HEIGHT - MARGIN_BOTTOM - fraction * (HEIGHT - MARGIN_TOP - MARGIN_BOTTOM)


def render_bars(bins: Bins, shares: Sequence[float], counts: Sequence[int], scale: Scale) -> Iterator[Element]:
    """A bar for what came; however seldom, it shows."""
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
    """How many digits a share of a histogram has in percent."""
    return significant_decimals(100 * share, 1)


def render_outline(shares: Sequence[float], scale: Scale) -> Element:
    """Shares as one line of steps."""
    steps = [
        f"V{y_at(scale.position_of(share)):.1f}H{x_at((at + 1) / len(shares)):.1f}" for at, share in enumerate(shares)
    ]
    return tag("path", class_="before", d=f"M{x_at(0):.1f},{y_at(0):.1f}{''.join(steps)}V{y_at(0):.1f}")


def render_y_axis(scale: Scale) -> Iterator[Element]:
    """Shares at the left, and a line through the field for each."""
    places = max(0, -floor(log10(scale.step * 100) + 1e-9))
    for mark in scale.tick_values():
        y = y_at(scale.position_of(mark))
        yield tag("line", class_="grid" if mark else "base", x1=MARGIN_LEFT, x2=WIDTH - MARGIN_RIGHT, y1=y, y2=y)
        yield tag("text", format_percent(mark, places), x=MARGIN_LEFT - 6, y=y + 4, text_anchor="end")


def render_x_axis(scale: Scale) -> Iterator[Element]:
    """Numbers below."""
    for mark in scale.tick_values():
        x = x_at(scale.position_of(mark))
        yield tag("line", class_="base", x1=x, x2=x, y1=y_at(0), y2=y_at(0) + 4)
        yield tag("text", f"{mark:,.0f}", x=x, y=HEIGHT - 6, text_anchor="middle")


def render_mean(mean: Mean, scale: Scale) -> Iterator[Element]:
    """The mean: a line with its name above, and its interval as a band."""
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
    """The figures of a histogram: of each stretch in which some came its numbers, how often, and which part of all."""
    bins = choose_bins(numbers, *(() if baseline is None else (baseline,)))
    counts = bins.counts_per_bin(numbers.counts)
    return [(bins.bin_label(at), found, found / numbers.mean.of) for at, found in enumerate(counts) if found]
