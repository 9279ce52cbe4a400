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
from bombsight.service.simulating.figures import digits, percent
from bombsight.service.simulating.simulated import NumbersCounted
from bombsight.service.simulating.statistics import Mean, Share

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

    def at(self, number: float) -> float:
        """Where a number lies, 0 to 1."""
        return (number - self.low) / (self.high - self.low)

    def marks(self) -> list[float]:
        """The numbers that are marked."""
        first = ceil(self.low / self.step - 1e-9)
        return [
            place * self.step
            for place in takewhile(lambda at: at * self.step <= self.high * (1 + 1e-9) + 1e-12, count(first))
        ]


def round_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 5, 10, 20, ... and their tenths of which no more than so many make up a stretch."""
    least = span / most
    power = 10.0 ** floor(log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))


def scale_of(differences: Sequence[Mean]) -> Scale:
    """A scale on which all differences have room with their intervals, and 0."""
    ends = [0.0, *(end for each in differences for end in (each.low, each.mean, each.high) if end is not None)]
    low, high = min(ends), max(ends)
    if low == high:
        low, high = -1.0, 1.0
    step = round_step(high - low, 5)
    return Scale(floor(low / step) * step, ceil(high / step) * step, step)


# --- in a row of a table

SHARES = Scale(0, 1, 0.25)


def part(at: float) -> str:
    """A place as a part of the width."""
    return f"{100 * at:.2f}%"


def row(*marks: Node | Iterator[Node]) -> Element:
    """A chart in a row; the figures beside it say the same."""
    return tag("svg", *marks, class_="row", aria_hidden="true")


def grid(scale: Scale) -> Iterator[Element]:
    """A line at each mark; that at 0 is stronger."""
    for mark in scale.marks():
        x = part(scale.at(mark))
        yield tag("line", class_="grid" if abs(mark) > scale.step / 2 else "zero", x1=x, x2=x, y1=0, y2="100%")


def whisker(scale: Scale, low: float, high: float) -> Iterator[Element]:
    """An interval."""
    left, right = part(scale.at(low)), part(scale.at(high))
    yield tag("line", class_="whisker", x1=left, x2=right, y1="50%", y2="50%")
    for end in (left, right):
        yield tag("line", class_="whisker", x1=end, x2=end, y1="32%", y2="68%")


def share_bar(share: Share, matters: Matters) -> Element:
    """A share as a bar, with its interval."""
    bar = tag("rect", class_=f"bar {matters}".strip(), y="14%", width=part(share.share), height="72%", rx=2)
    return row(grid(SHARES), bar, whisker(SHARES, share.low, share.high))


def difference_mark(scale: Scale, difference: Mean, style: str) -> Element:
    """A difference with its interval; ``style`` says whether it is good, bad, or not to be seen."""
    ends = () if difference.low is None or difference.high is None else whisker(scale, difference.low, difference.high)
    point = tag("circle", class_="point", cx=part(scale.at(difference.mean)), cy="50%", r=4.5)
    return row(grid(scale), tag("g", *ends, point, class_=style or None))


def row_axis(scale: Scale, *, percents: bool = False, sign: bool = False) -> Element:
    """The numbers of a scale, to stand under rows.

    Args:
        scale: The scale.
        percents: Whether its numbers are shares.
        sign: Whether they are differences.
    """
    factor = 100 if percents else 1
    places = max(0, -floor(log10(scale.step * factor) + 1e-9))
    texts = []
    for mark in scale.marks():
        at = scale.at(mark)
        anchor = "start" if at < 0.02 else "end" if at > 0.98 else "middle"
        number = round(mark * factor, places) or 0.0
        text = f"{number:{'+' if sign and number else ''},.{places}f}{' %' if percents and not sign else ''}"
        texts.append(tag("text", text, x=part(at), y="70%", text_anchor=anchor))
    return tag("svg", *texts, class_="row axis", aria_hidden="true")


# --- histograms

WIDTH, HEIGHT = 340, 190
LEFT, RIGHT, TOP, BOTTOM = 40, 6, 20, 24
"""The paper of a histogram, and what is left free around its field, in pixels."""

MOST_BARS = 40
MOST_BAR = 46
"""So wide is a bar at most, in pixels."""


@frozen
class Bins:
    """Stretches of numbers that are counted together.

    Attributes:
        first: The number that the first begins with.
        width: How many numbers each has.
        many: How many there are.
    """

    first: int
    width: int
    many: int

    def shares(self, numbers: NumbersCounted) -> list[float]:
        """Which part of all lies in each."""
        return [times / numbers.mean.of for times in self.counted(numbers.counts)]

    def counted(self, counts: Sequence[tuple[int, int]]) -> list[int]:
        """How often numbers of each came."""
        found = [0] * self.many
        for number, times in counts:
            found[(number - self.first) // self.width] += times
        return found

    def name(self, at: int) -> str:
        """The numbers of one: ``5`` or ``10 to 14``."""
        low = self.first + at * self.width
        return f"{low:,}" if self.width == 1 else f"{low:,} to {low + self.width - 1:,}"


def bins_of(*numbers: NumbersCounted) -> Bins:
    """Bins for all numbers that came: one for each, or where they are many, round stretches."""
    low, high = min(each.lowest for each in numbers), max(each.highest for each in numbers)
    width = max(1, round(round_step(high - low + 1, MOST_BARS)))
    first = low // width * width
    return Bins(first, width, (high - first) // width + 1)


def histogram(title: str, numbers: NumbersCounted, matters: Matters, before: NumbersCounted | None = None) -> Element:
    """How often numbers came, with axes and the mean; ``before`` are those compared with, as a line."""
    bins = bins_of(numbers, *(() if before is None else (before,)))
    shares, others = bins.shares(numbers), [] if before is None else bins.shares(before)
    most = max(*shares, *others, 0.0)
    step = round_step(most, 4)
    up = Scale(0, ceil(most / step - 1e-9) * step, step)
    along = Scale(bins.first - 0.5, bins.first + bins.width * bins.many - 0.5, along_step(bins))
    field = [
        *up_axis(up),
        tag("g", bars(bins, shares, bins.counted(numbers.counts), up), class_=f"bars {matters}".strip()),
        *([outline(others, up)] if others else []),
        *along_axis(along),
        *mean_mark(numbers.mean, along),
    ]
    return tag("svg", tag("title", title), *field, class_="histogram", role="img", viewBox=f"0 0 {WIDTH} {HEIGHT}")


def along_step(bins: Bins) -> int:
    """From mark to mark under a histogram: whole numbers."""
    return max(1, round(round_step(bins.width * bins.many, 7)))


def x_of(at: float) -> float:
    """A place in the field, from the left."""
    return LEFT + at * (WIDTH - LEFT - RIGHT)


def y_of(at: float) -> float:
    """A place in the field, from below."""
    return HEIGHT - BOTTOM - at * (HEIGHT - TOP - BOTTOM)


def bars(bins: Bins, shares: Sequence[float], counts: Sequence[int], up: Scale) -> Iterator[Element]:
    """A bar for what came; however seldom, it shows."""
    each = (WIDTH - LEFT - RIGHT) / bins.many
    wide = min(MOST_BAR, each * 0.86 if each > 4 else each)
    for at, share in enumerate(shares):
        if not share:
            continue
        high = max(1.0, y_of(0) - y_of(up.at(share)))
        told = tag("title", f"{bins.name(at)}: {percent(share, share_places(share))}, {counts[at]:,}")
        place = {"x": x_of((at + 0.5) / bins.many) - wide / 2, "y": y_of(0) - high}
        yield tag("g", told, tag("rect", **place, width=wide, height=high))


def share_places(share: float) -> int:
    """How many digits a share of a histogram has in percent."""
    return digits(100 * share, 1)


def outline(shares: Sequence[float], up: Scale) -> Element:
    """Shares as one line of steps."""
    steps = [f"V{y_of(up.at(share)):.1f}H{x_of((at + 1) / len(shares)):.1f}" for at, share in enumerate(shares)]
    return tag("path", class_="before", d=f"M{x_of(0):.1f},{y_of(0):.1f}{''.join(steps)}V{y_of(0):.1f}")


def up_axis(up: Scale) -> Iterator[Element]:
    """Shares at the left, and a line through the field for each."""
    places = max(0, -floor(log10(up.step * 100) + 1e-9))
    for mark in up.marks():
        y = y_of(up.at(mark))
        yield tag("line", class_="grid" if mark else "base", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y)
        yield tag("text", percent(mark, places), x=LEFT - 6, y=y + 4, text_anchor="end")


def along_axis(along: Scale) -> Iterator[Element]:
    """Numbers below."""
    for mark in along.marks():
        x = x_of(along.at(mark))
        yield tag("line", class_="base", x1=x, x2=x, y1=y_of(0), y2=y_of(0) + 4)
        yield tag("text", f"{mark:,.0f}", x=x, y=HEIGHT - 6, text_anchor="middle")


def mean_mark(mean: Mean, along: Scale) -> Iterator[Element]:
    """The mean: a line with its name above, and its interval as a band."""
    x = x_of(along.at(mean.mean))
    if mean.low is not None and mean.high is not None:
        left, right = (max(LEFT, min(WIDTH - RIGHT, x_of(along.at(end)))) for end in (mean.low, mean.high))
        yield tag("rect", class_="band", x=left, y=TOP, width=right - left, height=y_of(0) - TOP)
    yield tag("line", class_="mean", x1=x, x2=x, y1=TOP - 4, y2=y_of(0))
    at = min(max(x, LEFT + 14), WIDTH - RIGHT - 14)
    yield tag("text", "mean", class_="name", x=at, y=TOP - 8, text_anchor="middle")


def binned(numbers: NumbersCounted, before: NumbersCounted | None = None) -> list[tuple[str, int, float]]:
    """The figures of a histogram: of each stretch in which some came its numbers, how often, and which part of all."""
    bins = bins_of(numbers, *(() if before is None else (before,)))
    counts = bins.counted(numbers.counts)
    return [(bins.name(at), found, found / numbers.mean.of) for at, found in enumerate(counts) if found]
