"""Where missions are lost: how the lost ones end, and by what news, in which step and after which throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from bombsight.flat.program import Program
from bombsight.runtime.batch.measures import Measure, measures_of
from bombsight.runtime.events.describe import Describer
from bombsight.service.balance.documents import Losses, LossPlace
from bombsight.service.balance.watching import WatchedRun
from bombsight.service.simulating.statistics import wilson_share

MAX_PLACES = 8
"""The most places of a kind that are listed."""


def find_losses(program: Program, runs: Sequence[WatchedRun], table_titles: Callable[[str], str]) -> Losses | None:
    """Find where missions are lost; None if no measure says which are, or none is.

    Lost are those whose measure says no where yes is good, or yes where that is bad. By a number they are the worst
    quarter, with all others that come to the same.

    Args:
        program: The program.
        runs: The watched missions.
        table_titles: Finds the title of a table.
    """
    entry = program.mission
    measure = next((each for each in measures_of(program, entry) if each.decides), None)
    counted = [run for run in runs if run.counts and run.worth is not None]
    if measure is None or not counted:
        return None
    worths = sorted(run.worth for run in counted if run.worth is not None)
    limit = min(worths) if measure.is_chance else worths[len(worths) // 4]
    if limit == (max(0, measure.sign) if measure.is_chance else worths[-1]):
        return None
    lost = [run for run in counted if run.worth is not None and run.worth <= limit]
    others = [run for run in counted if run.worth is not None and run.worth > limit]
    describer = Describer(program)

    def compare(key: Callable[[WatchedRun], str]) -> tuple[LossPlace, ...]:
        """List the places of a kind, those most typical of the lost missions first."""
        return compare_places([*map(key, lost)], [*map(key, others)])

    def row_of(run: WatchedRun) -> str:
        """Name the table and row after which the bad news came."""
        return f"{table_titles(run.news.table)}: {run.news.row}".rstrip(": ") if run.news.table else ""

    has_result = entry.result is not None
    return Losses(
        meaning=describe_loss(measure, limit),
        share=wilson_share(len(lost), len(counted)),
        results=compare(lambda run: describer.value_title(entry.result, run.result or 0)) if has_result else (),
        news=compare(lambda run: run.news.text),
        steps=compare(lambda run: run.news.step),
        tables=compare(row_of),
    )


def describe_loss(measure: Measure, limit: int) -> str:
    """Describe which missions count as lost.

    Args:
        measure: The measure that decides.
        limit: The worth up to which they are lost.
    """
    if measure.is_chance:
        return f"{measure.title}: {'no' if measure.sign > 0 else 'yes'}"
    value = limit * measure.sign
    if measure.words:
        words = measure.words[value] if 0 <= value < len(measure.words) else str(value)
        return f"{measure.title}: {words} or worse"
    return f"{measure.title}: {value:,} or {'less' if measure.sign > 0 else 'more'}"


def compare_places(lost: Sequence[str], others: Sequence[str]) -> tuple[LossPlace, ...]:
    """List places with their shares of the lost missions and of the others, those most typical of the lost first."""
    lost_counts, other_counts = Counter(lost), Counter(others)

    def excess(name: str) -> float:
        """Return by how much a place is more frequent among the lost missions than among the others."""
        return lost_counts[name] / len(lost) - other_counts[name] / max(1, len(others))

    ordered = sorted((name for name in lost_counts if name), key=lambda name: (-excess(name), name))
    return tuple(
        LossPlace(
            title=name,
            lost=wilson_share(lost_counts[name], len(lost)),
            others=wilson_share(other_counts[name], len(others)),
        )
        for name in ordered[:MAX_PLACES]
    )
