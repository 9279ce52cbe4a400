"""The comparison of two sets of rules by paired runs with common random numbers: shares, means and sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import frozen

from bombsight.flat.types import NONE
from bombsight.service.simulating.columns import RESULT_COLUMN, Column, Matters, NamedValue
from bombsight.service.simulating.counts import Pair
from bombsight.service.simulating.formatting import (
    format_mean_difference,
    format_percent,
    format_percentage_points,
    percent_decimals,
    significant_decimals,
)
from bombsight.service.simulating.simulation import Simulation
from bombsight.service.simulating.statistics import Mean, is_significant, mean_of_counts, paired_share_difference


@frozen(kw_only=True)
class Difference:
    """The difference between two sets of rules in one column, from paired runs with the same random numbers.

    Attributes:
        column: The name of the column.
        word: The value whose share is compared; None if means are compared.
        title: The display name of the comparison.
        matters: `good` or `bad` if the rules say so of higher values; else empty.
        was: The share, 0 to 1, or the mean under the base rules.
        now: The same under the other rules.
        difference: The second minus the first, with its interval.
        seen: Whether the difference is significant: whether its interval excludes 0.
        sentence: The comparison as a sentence.
    """

    column: str
    word: str | None
    title: str
    matters: Matters
    was: float
    now: float
    difference: Mean
    seen: bool
    sentence: str


def compare_sides(simulation: Simulation, side_index: int) -> Iterator[Difference]:
    """Compare a side (set of rules) with the first one: yield the difference in each column that both have."""
    side_label = f"with {simulation.order.sides[side_index].name}"
    pairs = simulation.counted.pairs[side_index - 1]
    for (mine, theirs), counts in zip(simulation.shared[side_index - 1], pairs, strict=True):
        base, other = simulation.columns[0][mine], simulation.columns[side_index][theirs]
        if base.named_values:
            yield from (
                share_difference(base, *words, counts, side_label) for words in match_values_by_name(base, other)
            )
        else:
            difference = mean_difference(base, counts, side_label)
            if difference is not None:
                yield difference


def match_values_by_name(base: Column, other: Column) -> Iterator[tuple[NamedValue | None, NamedValue | None]]:
    """Pair the named values that a column has on two sides, None for a missing one; of yes and no, only yes."""
    base_values, other_values = ({word.name: word for word in column.named_values} for column in (base, other))
    names = dict.fromkeys((*base_values, *other_values))
    for name in ("yes",) if {*names} == {"yes", "no"} else names:
        yield base_values.get(name), other_values.get(name)


def share_difference(
    column: Column,
    base_value: NamedValue | None,
    other_value: NamedValue | None,
    counts: Mapping[Pair, int],
    side_label: str,
) -> Difference:
    """Compare the proportion of a named value between two sides.

    Args:
        column: The column.
        base_value: The value on the first side; None if it lacks the value.
        other_value: The same on the other side.
        counts: The number of runs with each pair of values.
        side_label: The name of the other side, for the sentence.
    """
    more = less = was = now = 0
    for (one, two), count in counts.items():
        before, after = (
            base_value is not None and one == base_value.value,
            other_value is not None and two == other_value.value,
        )
        more += (after and not before) * count
        less += (before and not after) * count
        was += before * count
        now += after * count
    word = base_value or other_value
    assert word is not None
    title = f"{column.title}: {word.title}" if column.name != RESULT_COLUMN else word.title
    if {each.name for each in column.named_values} == {"yes", "no"}:
        title = column.title
    total = sum(counts.values()) or 1
    difference = paired_share_difference(more, less, sum(counts.values()))
    places = percent_decimals(difference)
    comparison = (
        f"{format_percent(now / total, places)} instead of {format_percent(was / total, places)}"
        f", {format_percentage_points(difference)}"
    )
    return Difference(
        column=column.name,
        word=word.name,
        title=title,
        matters=column.matters,
        was=was / total,
        now=now / total,
        difference=difference,
        seen=is_significant(difference),
        sentence=(
            f"{side_label}: {title} "
            f"{comparison if is_significant(difference) else no_difference_text(format_percentage_points(difference))}"
        ),
    )


def mean_difference(column: Column, counts: Mapping[Pair, int], side_label: str) -> Difference | None:
    """Compare the mean of a numeric column between two sides; None if no pair of runs has both values."""
    steps: Counter[int] = Counter()
    was = now = 0
    for (one, two), count in counts.items():
        if NONE not in (one, two):
            steps[two - one] += count
            was += one * count
            now += two * count
    total, difference = steps.total(), mean_of_counts(steps)
    if not total:
        return None
    places = significant_decimals(difference.margin, 0, difference.mean)
    comparison = f"{now / total:,.{places}f} instead of {was / total:,.{places}f}, {format_mean_difference(difference)}"
    return Difference(
        column=column.name,
        word=None,
        title=column.title,
        matters=column.matters,
        was=was / total,
        now=now / total,
        difference=difference,
        seen=is_significant(difference),
        sentence=(
            f"{side_label}: {column.title} "
            f"{comparison if is_significant(difference) else no_difference_text(format_mean_difference(difference))}"
        ),
    )


def no_difference_text(difference_text: str) -> str:
    """The text that a difference, itself given as text, is not significant."""
    return f"no difference can be seen ({difference_text})"
