"""A simulation's result as a fragment of HTML, for notebooks: shares as bars, means, differences."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.dsl.listing import capitalize_first
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.common.notebook import render_plain_table, text_fragment
from bombsight.service.simulating.columns import Matters
from bombsight.service.simulating.statistics import Share
from bombsight.service.simulating.summary import ColumnCounted, Compared, Simulated
from bombsight.service.simulating.wording import (
    NOTHING_PLAYED,
    all_faults_text,
    difference_figures,
    difference_sentences,
    interval_text,
    is_yes_no,
    mean_text,
    policy_text,
    runs_text,
    share_text,
    yes_count_of,
)

Row = tuple[Node | list[Node], ...]


def render_simulation(simulation: Simulated) -> Element:
    """Render a result: how runs ended, the tallies, the comparisons."""
    return text_fragment(*simulation_parts(simulation))


def simulation_parts(simulation: Simulated) -> Iterator[Node]:
    """Yield the parts of a result."""
    facts = f"{runs_text(simulation)}; {policy_text(simulation)}; seed {simulation.seed}."
    yield tag("p", tag("strong", simulation.title), f": {facts}")
    if not simulation.runs:
        yield tag("p", NOTHING_PLAYED)
        return
    faults = all_faults_text(simulation, simulation.counted)
    if faults:
        yield tag("p", tag("strong", faults))
    columns = simulation.counted.columns
    for column in columns:
        if column.words and not is_yes_no(column):
            rows = [share_row(word.title, word.share, column.matters) for word in column.words]
            yield render_plain_table(capitalize_first(column.title), (), rows)
    shares = [share_row(each.title, yes_count_of(each).share, each.matters) for each in columns if is_yes_no(each)]
    if shares:
        yield render_plain_table("How often", (), shares)
    means = [row for each in columns for row in mean_rows(each)]
    if means:
        yield render_plain_table("On average", ("", "mean", "lowest", "median", "highest"), means)
    for compared in simulation.against:
        yield from comparison_parts(compared)


def share_row(title: str, share: Share, matters: Matters) -> Row:
    """Make the row of a share: its figure, a bar with its interval, the interval in figures."""
    bar = tag("span", class_=f"bar {matters}".strip(), style=f"width:{100 * share.share:.2f}%")
    reach = tag(
        "span", class_="reach", style=f"left:{100 * share.low:.2f}%;width:{100 * (share.high - share.low):.2f}%"
    )
    return title, share_text(share), [tag("span", bar, reach, class_="room")], interval_text(share)


def mean_rows(column: ColumnCounted) -> Iterator[Row]:
    """Yield the row of a column of numbers, unless it has none."""
    if column.numbers is not None:
        numbers = column.numbers
        yield column.title, mean_text(numbers.mean), str(numbers.lowest), str(numbers.median), str(numbers.highest)


def comparison_parts(compared: Compared) -> Iterator[Node]:
    """Yield the sentences and the table of a comparison with other rules."""
    for sentence in difference_sentences(compared.side.name, compared.differences, compared.unchosen):
        yield tag("p", f"{capitalize_first(sentence)}.")
    rows: list[Row] = [(each.title, *difference_figures(each)) for each in compared.differences]
    if rows:
        yield render_plain_table(f"With {compared.side.name}", ("", "was", "now", "difference"), rows)
