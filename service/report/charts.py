"""Charts of a career: one for each tally, mission by mission."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

from bombsight.service.common.markup import Element, tag
from bombsight.service.present import sentences
from bombsight.service.present.debriefing import Counted, Debriefing
from bombsight.service.simulating.charts import HEIGHT, MARGIN_LEFT, MARGIN_RIGHT, WIDTH, Scale, round_step, x_at, y_at

MAX_BAR_WIDTH = 0.12
"""The maximum width of a column, as a share of the plot."""

OPPOSITE_TONES = {"good": "bad", "bad": "good", "": ""}
"""The tone of a negative number, by the mark of the tally."""

STRIP_WIDTH, STRIP_HEIGHT = 340, 36
"""The size of a strip of marks, in units of its picture."""

STRIP_SLOT = 24
"""The maximum width of a mission in a strip."""

STRIP_MARK = 16
"""The height of a mark in a strip."""

MIN_MISSIONS = 2
"""The minimum number of missions for a chart."""


def render_charts(debriefings: Sequence[Debriefing]) -> list[Element]:
    """Render a chart, mission by mission, for each tally (statistic) whose values differ."""
    if len(debriefings) < MIN_MISSIONS:
        return []
    tallies_by_title: dict[str, list[tuple[str, Counted]]] = {}
    for end in debriefings:
        for tally in end.tallies:
            tallies_by_title.setdefault(tally.title, []).append((end.title, tally))
    elements = []
    for title, tallies in tallies_by_title.items():
        numbers = [(mission, tally.number) for mission, tally in tallies if tally.number is not None]
        if len({number for _, number in numbers}) > 1:
            is_share = all(tally.value in ("yes", "no") for _, tally in tallies)
            elements.append(render_figure(title, tallies[0][1].matters, numbers, is_share=is_share))
    return elements


def describe_sum(title: str, numbers: Sequence[int], *, is_share: bool) -> str:
    """Describe a tally's sum over missions: ``9 of 25`` for yes and no, ``12 together, 0.5 a mission`` for numbers.

    Percentages are averaged.
    """
    total = sum(numbers)
    mean = sentences.mean_per_mission(f"{round(total / len(numbers), 1) or 0.0:.1f}")
    if is_share:
        return sentences.share_of_missions(total, len(numbers))
    return sentences.mean_percentage(mean) if "%" in title else sentences.sum_and_mean(total, mean)


def render_figure(title: str, matters: str, numbers: Sequence[tuple[str, int]], *, is_share: bool = False) -> Element:
    """Render a tally as an HTML figure: its sum as caption, a chart, and its numbers in a table.

    Args:
        title: The title of the tally.
        matters: Its mark: ``good``, ``bad`` or empty.
        numbers: The missions, each with its number.
        is_share: Whether the numbers are 0 for no and 1 for yes.
    """
    total_text = describe_sum(title, [number for _, number in numbers], is_share=is_share)
    caption = tag("figcaption", tag("strong", title), " ", tag("span", total_text))
    if all(-1 <= number <= 1 for _, number in numbers):
        return tag("figure", caption, render_strip(f"{title}: {total_text}", matters, numbers))
    rows = (tag("tr", tag("th", mission, scope="row"), tag("td", f"{number:,}")) for mission, number in numbers)
    heads = tag("tr", tag("th", "mission", scope="col"), tag("th", "number", scope="col"))
    figures = tag("table", tag("thead", heads), tag("tbody", rows), class_="plain")
    return tag(
        "figure",
        caption,
        render_columns(f"{title}: {total_text}", matters, numbers),
        tag("details", tag("summary", "Figures"), figures),
    )


def render_strip(title: str, matters: str, numbers: Sequence[tuple[str, int]]) -> Element:
    """Render a tally of 1, 0 and -1 as an SVG strip: a mark up for each 1, down for each -1, a dot for each 0."""
    slot_width = min(STRIP_WIDTH / len(numbers), STRIP_SLOT)
    middle = STRIP_HEIGHT / 2 if any(number < 0 for _, number in numbers) else STRIP_HEIGHT - STRIP_MARK / 2
    marks = []
    for at, (mission, number) in enumerate(numbers):
        x = (at + 0.5) * slot_width
        width = 0.7 * slot_width
        if number:
            tone = matters if number > 0 else OPPOSITE_TONES[matters]
            top = middle - STRIP_MARK if number > 0 else middle
            shape = tag("rect", x=x - width / 2, y=top, width=width, height=STRIP_MARK)
        else:
            tone, shape = "", tag("circle", cx=x, cy=middle, r=1.5)
        marks.append(tag("g", tag("title", f"{mission}: {number:,}"), shape, class_=f"bars {tone or 'none'}"))
    return tag(
        "svg",
        tag("title", title),
        marks,
        class_="strip",
        role="img",
        viewBox=f"0 0 {STRIP_WIDTH} {STRIP_HEIGHT}",
    )


def render_columns(title: str, matters: str, numbers: Sequence[tuple[str, int]]) -> Element:
    """Render a tally as an SVG column chart, one column a mission; ``matters`` (good, bad or empty) colours them."""
    values = [number for _, number in numbers]
    low, high = min(0, *values), max(0, *values)
    step = max(1, round(round_step(high - low, 4)))
    scale = Scale(floor(low / step) * step, ceil(high / step) * step, step)
    field = (*render_y_axis(scale), *render_bars(numbers, scale, matters), *render_x_axis(len(values)))
    return tag("svg", tag("title", title), *field, class_="histogram", role="img", viewBox=f"0 0 {WIDTH} {HEIGHT}")


def render_bars(numbers: Sequence[tuple[str, int]], scale: Scale, matters: str) -> Iterator[Element]:
    """Render the chart's columns, coloured by ``matters`` (good, bad or empty); negative ones in the opposite tone."""
    slot_width = 1 / len(numbers)
    for sign, tone in ((1, matters), (-1, OPPOSITE_TONES[matters])):
        drawn = [(at, mission, number) for at, (mission, number) in enumerate(numbers) if number * sign > 0]
        shapes = []
        for at, mission, number in drawn:
            top, foot = sorted((y_at(scale.position_of(number)), y_at(scale.position_of(0))))
            bar_width = min(0.8 * slot_width, MAX_BAR_WIDTH)
            left, right = x_at((at + 0.5) * slot_width - bar_width / 2), x_at((at + 0.5) * slot_width + bar_width / 2)
            shape = tag("rect", x=left, y=top, width=right - left, height=foot - top)
            shapes.append(tag("g", tag("title", f"{mission}: {number:,}"), shape))
        if shapes:
            yield tag("g", shapes, class_=f"bars {tone}".strip())


def render_y_axis(scale: Scale) -> Iterator[Element]:
    """Render the chart's y axis: numbers at the left, each with a grid line."""
    for mark in scale.tick_values():
        y = y_at(scale.position_of(mark))
        yield tag("line", class_="grid" if mark else "base", x1=MARGIN_LEFT, x2=WIDTH - MARGIN_RIGHT, y1=y, y2=y)
        yield tag("text", f"{mark:,.0f}", x=MARGIN_LEFT - 6, y=y + 4, text_anchor="end")


def render_x_axis(mission_count: int) -> Iterator[Element]:
    """Render the chart's x axis: the mission numbers."""
    step = max(1, round(round_step(mission_count, 8)))
    for number in (1, *range(max(2, step), mission_count + 1, step)):
        yield tag("text", str(number), x=x_at((number - 0.5) / mission_count), y=HEIGHT - 6, text_anchor="middle")
