"""Checking of stated figures against a small sample: other dice, fewer runs; what lies outside the intervals fails."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf, sqrt

from attrs import evolve, frozen

from bombsight.runtime.batch.estimates import Z
from bombsight.service.figures.declaration import Table
from bombsight.service.figures.markdown import StatedFigure, printed_numbers
from bombsight.service.figures.measuring import MeasuredTable

MAX_STANDARD_ERRORS = 5.0
"""A sample may lie so many standard errors away. By chance one in 1.7 million figures lies further."""

RARE_RUNS = 5
"""What no interval of a small sample tells: so many runs of it may have what nearly none has."""

MISSIONS_PER_CAMPAIGN = 25
"""So many missions of a sample are a campaign: one is as long."""

MIN_CAMPAIGNS = 20
"""So few campaigns are a sample at least."""


@frozen(kw_only=True)
class Deviation:
    """A stated figure that a sample contradicts.

    Attributes:
        table: The table's name.
        row, measure: Where it stands: the first cell of its row, and the title of its column.
        stated: What is stated.
        sampled: What the sample gives, in the same numbers.
        allowed: How far it might have been away.
    """

    table: str
    row: str
    measure: str
    stated: StatedFigure
    sampled: float
    allowed: float


def make_sample_table(table: Table, missions: int) -> Table:
    """The table measured with other dice, by fewer runs.

    Args:
        table: Its declaration.
        missions: How many missions are played for each row; for campaigns fewer.
    """
    if table.campaigns is not None:
        return evolve(
            table,
            campaigns=min(table.campaigns, max(MIN_CAMPAIGNS, missions // MISSIONS_PER_CAMPAIGN)),
            seed=table.seed + 1,
        )
    return evolve(table, missions=min(table.runs, missions), seed=table.seed + 1)


def find_deviations(table: Table, stated: list[list[StatedFigure]], sample: MeasuredTable) -> Iterator[Deviation]:
    """The stated figures that a sample contradicts.

    How far the sample may be away follows from the stated interval: a sample of so many runs fewer has one that is
    wider by the root of that. So a small sample needs no good estimate of its own.

    Args:
        table: The declaration, with the number of runs that the figures were measured by.
        stated: What is stated, a figure for each row and measure.
        sample: The same measured by fewer runs.
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
