"""Checks stated figures against a small sample with other dice: a figure outside the sample's interval fails."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf, sqrt

from attrs import evolve, frozen

from bombsight.runtime.batch.estimates import Z
from bombsight.service.figures.declaration import Table
from bombsight.service.figures.markdown import StatedFigure, printed_numbers
from bombsight.service.figures.measuring import MeasuredTable

MAX_STANDARD_ERRORS = 5.0
"""The allowed deviation of a sample, in standard errors. By chance one in 1.7 million figures deviates more."""

RARE_RUNS = 5
"""The number of runs added to every tolerance for events too rare to show in the interval of a small sample."""

MISSIONS_PER_CAMPAIGN = 25
"""The number of missions of a sample that are replaced by one campaign, which takes as long."""

MIN_CAMPAIGNS = 20
"""The minimum number of campaigns in a sample."""


@frozen(kw_only=True)
class Deviation:
    """A stated figure that a sample contradicts.

    Attributes:
        table: The table's name.
        row, measure: The first cell of its row, and the title of its column.
        stated: The stated value.
        sampled: The sample's value, in the same unit.
        allowed: The allowed deviation.
    """

    table: str
    row: str
    measure: str
    stated: StatedFigure
    sampled: float
    allowed: float


def make_sample_table(table: Table, missions: int) -> Table:
    """Copy the declaration of a figures table for a small sample: with another seed, and fewer runs."""
    if table.campaigns is not None:
        return evolve(
            table,
            campaigns=min(table.campaigns, max(MIN_CAMPAIGNS, missions // MISSIONS_PER_CAMPAIGN)),
            seed=table.seed + 1,
        )
    return evolve(table, missions=min(table.runs, missions), seed=table.seed + 1)


def find_deviations(table: Table, stated: list[list[StatedFigure]], sample: MeasuredTable) -> Iterator[Deviation]:
    """Compare the stated figures of a README with a sample's, and yield those outside the allowed deviation.

    The allowed deviation follows from the stated interval, widened by the root of the ratio of runs. So a small sample
    needs no good variance estimate of its own.

    Args:
        table: The declaration, with the number of runs behind the stated figures.
        stated: The stated figures, by row and measure.
        sample: The table measured by the sample.
    """
    wider = sqrt(1 + table.runs / sample.table.runs)
    for row, stated_row, sampled_row in zip(table.rows, stated, sample.figures, strict=True):
        for measure, stated_figure, figure in zip(table.measures, stated_row, sampled_row, strict=True):
            value, margin = printed_numbers(figure)
            if isinf(margin):
                continue
            error = margin / Z if isinf(stated_figure.margin) else stated_figure.margin / Z * wider
            unit = 100 if figure.is_share else 1
            allowed = MAX_STANDARD_ERRORS * error + RARE_RUNS * unit / sample.table.runs
            if abs(value - stated_figure.value) > allowed:
                yield Deviation(
                    table=table.name,
                    row=row.cells[0] if row.cells else "",
                    measure=measure.title,
                    stated=stated_figure,
                    sampled=value,
                    allowed=allowed,
                )
