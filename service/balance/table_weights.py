"""Which tables decide: the share of the measure's variance that is explained by what fell on each table.

The measure of many missions is regressed by least squares on how often each row of a table fell. All shares are
adjusted for the number of rows (adjusted R squared), so rows that mean nothing explain nothing. Intervals come from the
jackknife: the regression is repeated with each twentieth of the missions left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from bombsight.flat.program import Program
from bombsight.flat.sites import DrawSite, RollSite
from bombsight.runtime.batch.estimates import Z
from bombsight.service.balance.documents import Part, TablesBalance, TableWeight
from bombsight.service.balance.watching import WatchedRun, roll_source
from bombsight.service.play.answer_odds import ROUNDED_DIGITS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    FloatArray = npt.NDArray[np.float64]

GROUPS = 20
"""Into how many groups missions are divided for the jackknife."""

MIN_RUNS = 200
"""The fewest missions from which tables are weighed."""

MIN_ROW_SHARE = 0.01
"""The least share of missions in which a row falls that gets a column of its own; rarer ones of a table share one."""


RELATIVE_FLOOR = 1e-9
"""The least eigenvalue, beside the greatest, of columns that do not depend on others."""


@frozen(eq=False)
class Columns:
    """The columns of a table: how often each of its rows fell in each mission.

    Attributes:
        name: The name of the table.
        counts: A column for each row, and one for all that fall seldom.
        throws: The number of throws on it.
    """

    name: str
    counts: FloatArray
    throws: FloatArray


def weigh_tables(program: Program, runs: Sequence[WatchedRun]) -> TablesBalance | None:
    """Find how much of the measure's variance each table explains; None if there are too few missions, or no variance.

    Args:
        program: The program.
        runs: The watched missions.
    """
    import numpy as np

    counted = [run for run in runs if run.counts and run.worth is not None]
    if len(counted) < MIN_RUNS:
        return None
    worth = np.array([run.worth for run in counted], dtype=np.float64)
    if worth.max() == worth.min():
        return None
    tables = [tabulate_rows(counted, name) for name in sorted({name for run in counted for name, _ in run.rows})]
    if not tables:
        return None
    together = fit_together(worth, [table.counts for table in tables])
    titles = title_sources(program)
    found = [weigh_table(worth, table, beyond, titles) for table, beyond in zip(tables, together.beyond, strict=True)]
    return TablesBalance(
        runs=len(counted),
        explained=round(together.explained, ROUNDED_DIGITS),
        tables=tuple(sorted(found, key=lambda each: (-each.explained.share, each.name))),
    )


def weigh_table(worth: FloatArray, table: Columns, beyond: float, titles: Mapping[str, str]) -> TableWeight:
    """Weigh one table.

    Args:
        worth: The measure of each mission.
        table: The columns of the table.
        beyond: What it adds to all others.
        titles: The titles of tables.
    """
    import numpy as np

    explained = fit_share(worth, table.counts)
    groups = np.arange(len(worth)) % GROUPS
    parts = np.array([fit_share(worth[groups != each], table.counts[groups != each]) for each in range(GROUPS)])
    error = float(np.sqrt((GROUPS - 1) / GROUPS * ((parts - parts.mean()) ** 2).sum()))
    return TableWeight(
        name=table.name,
        title=titles.get(table.name, table.name),
        throws=round(float(table.throws.mean()), ROUNDED_DIGITS),
        explained=Part(
            share=round(explained, ROUNDED_DIGITS),
            low=round(max(0.0, explained - Z * error), ROUNDED_DIGITS),
            high=round(min(1.0, explained + Z * error), ROUNDED_DIGITS),
        ),
        frequency=round(min(explained, fit_share(worth, table.throws[:, None])), ROUNDED_DIGITS),
        beyond=round(beyond, ROUNDED_DIGITS),
    )


@frozen(eq=False)
class JointFit:
    """A regression on the rows of all tables together.

    Attributes:
        explained: The share of the variance that it explains, adjusted for the number of columns.
        beyond: For each table, how much less it is without that table; at least 0.
    """

    explained: float
    beyond: tuple[float, ...]


def fit_together(worth: FloatArray, blocks: Sequence[FloatArray]) -> JointFit:
    """Regress on the columns of all tables, and without those of each.

    What a table adds comes from the inverse of the normal equations' matrix (a Schur complement), so a single
    decomposition serves for all tables.

    Args:
        worth: What is to be explained, one number a mission.
        blocks: The columns of each table, one row a mission.
    """
    import numpy as np

    centred = worth - worth.mean()
    total = float(centred @ centred)
    design = np.concatenate([block - block.mean(axis=0) for block in blocks], axis=1)
    matrix, right = design.T @ design, design.T @ centred
    values, vectors = np.linalg.eigh(matrix)
    floor = RELATIVE_FLOOR * max(float(values[-1]), 1.0)
    rank = int((values > floor).sum())
    inverse = (vectors / np.maximum(values, floor)) @ vectors.T
    solution = inverse @ right
    rest = max(0.0, total - float(right @ solution))
    explained = adjusted_share(rest, total, len(worth), rank)
    beyond: list[float] = []
    first = 0
    for block in blocks:
        place = slice(first, first + block.shape[1])
        first += block.shape[1]
        own = np.linalg.pinv(inverse[place, place], hermitian=True)
        added = float(solution[place] @ own @ solution[place])
        own_rank = int((np.linalg.eigvalsh(own) > 2 * floor).sum())
        beyond.append(max(0.0, explained - adjusted_share(rest + added, total, len(worth), rank - own_rank)))
    return JointFit(explained, tuple(beyond))


def adjusted_share(rest: float, total: float, count: int, rank: int) -> float:
    """Return the share of variance that is explained, adjusted for the number of columns (adjusted R squared).

    Args:
        rest: The sum of squares that is not explained.
        total: The sum of squares of all.
        count: How many missions there are.
        rank: The number of columns that do not depend on others.
    """
    freedom = count - rank - 1
    if not total or freedom < 1:
        return 0.0
    return max(0.0, 1.0 - rest / freedom / (total / (count - 1)))


def tabulate_rows(runs: Sequence[WatchedRun], name: str) -> Columns:
    """Count how often each row of a table fell in each mission; rare rows share a column.

    Args:
        runs: The missions.
        name: The name of the table.
    """
    import numpy as np

    seen: Counter[int] = Counter(row for run in runs for source, row in run.rows if source == name)
    often = sorted(row for row, count in seen.items() if count >= MIN_ROW_SHARE * len(runs))
    places = {row: place for place, row in enumerate(often)}
    counts = np.zeros((len(runs), len(often) + 1))
    for number, run in enumerate(runs):
        for (source, row), count in run.rows.items():
            if source == name:
                counts[number, places.get(row, len(often))] += count
    return Columns(name, counts[:, counts.any(axis=0)], counts.sum(axis=1))


def fit_share(worth: FloatArray, columns: FloatArray) -> float:
    """Return the share of variance that a regression on some columns explains, adjusted for their number; at least 0.

    Args:
        worth: What is to be explained, one number a mission.
        columns: The columns, one row a mission.
    """
    import numpy as np

    centred = worth - worth.mean()
    design = columns - columns.mean(axis=0)
    solution, _, rank, _ = np.linalg.lstsq(design, centred, rcond=None)
    rest = centred - design @ solution
    return adjusted_share(float(rest @ rest), float(centred @ centred), len(worth), int(rank))


def title_sources(program: Program) -> Mapping[str, str]:
    """Return the titles of the tables, dice and draws on which is thrown."""
    titles: dict[str, str] = {}
    for site in program.sites:
        match site:
            case RollSite():
                name = roll_source(site)
                titles.setdefault(name, title_roll(site))
            case DrawSite():
                titles.setdefault(site.id, f"draw: {site.id.partition(':')[2].replace('_', ' ')}")
            case _:  # the rest: no other site throws
                pass
    return titles


def title_roll(site: RollSite) -> str:
    """Return the title of a throw: that of its table with the id, or the purpose of the dice."""
    if site.table is None:
        return f"dice: {site.title or site.owner.partition(':')[2].replace('_', ' ')}"
    if not site.title:
        return site.table
    return site.title if site.title.replace(" ", "_").lower() == site.table.lower() else f"{site.table} {site.title}"
