"""How much better one kind of play is than another, by the measures that decide, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from attrs import frozen

from bombsight.runtime.batch.estimates import Z
from bombsight.service.balance.documents import Balance, BalanceFinding, RunsBalance
from bombsight.service.balance.plays import PlayName
from bombsight.service.balance.wording import play_noun
from bombsight.service.simulating.statistics import Mean, mean_of_counts
from bombsight.service.simulating.summary import ColumnCounted

NO_GAIN_REASONS: Mapping[PlayName, str] = {
    "own": "the answers hardly matter, or the autopilot does not know which are good",
    "learned": "the preferences change little, or the runs are too few to tell",
}
"""Why one play may be no better than another."""

PLAY_PAIRS: Sequence[tuple[PlayName, PlayName]] = (("own", "random"), ("learned", "own"))
"""Which play should be better than which."""


def compare_plays(balance: Balance) -> Iterator[BalanceFinding]:
    """Yield that own play is no better than random play, or learned than own play, by the measures that decide."""
    by_name = {play.name: play for play in balance.plays}
    for better, base in PLAY_PAIRS:
        if better not in by_name or base not in by_name:
            continue
        one, two = by_name[better], by_name[base]
        gains = [
            gain
            for pair in ((one.careers, two.careers), (one.missions, two.missions))
            if (gain := measure_gain(*pair)) is not None
        ]
        noun = play_noun(better).capitalize()
        if gains and gains[0].value < -gains[0].margin:
            text = (
                f"{noun} does worse than {play_noun(base)} ({gains[0].title}): its preferences lead it astray. What "
                "follows is judged by runs that it plays on, so give it better ones first."
            )
        elif gains and all(gain.value <= gain.margin for gain in gains):
            text = (
                f"{noun} does no better than {play_noun(base)}, as far as these runs show ({gains[0].title}): "
                f"{NO_GAIN_REASONS[better]}."
            )
        else:
            continue
        yield BalanceFinding(kind="play", about=(better,), text=text)


@frozen
class Gain:
    """By how much one play is better than another.

    Attributes:
        title: The title of the measure.
        value: The difference of its means, above 0 if the play is better.
        margin: The half-width of its 95 % interval.
    """

    title: str
    value: float
    margin: float


def measure_gain(one: RunsBalance | None, two: RunsBalance | None) -> Gain | None:
    """Measure by how much the runs of one play are better than those of another; None without a measure."""
    if one is None or two is None or one.measure is None or two.measure is None:
        return None
    difference = mean_difference(one.measure, two.measure)
    if difference is None:
        return None
    sign = 1 if one.measure.matters == "good" else -1
    return Gain(one.measure.title, sign * difference[0], Z * difference[1])


def mean_difference(one: ColumnCounted, two: ColumnCounted) -> tuple[float, float] | None:
    """Return the difference of a column's means in two samples, and its standard error; None if one is too small."""
    means = [column_mean(column) for column in (one, two)]
    errors = [mean.error for mean in means if mean is not None and mean.error is not None]
    if means[0] is None or means[1] is None or len(errors) < len(means):
        return None
    return means[0].mean - means[1].mean, sqrt(sum(error**2 for error in errors))


def column_mean(column: ColumnCounted) -> Mean | None:
    """Return the mean of a column: of numbers; of yes as 1 and no as 0; of words by their order."""
    if column.numbers is not None:
        return column.numbers.mean
    if not column.words:
        return None
    counts = [word.share.count for word in column.words]
    if {word.name for word in column.words} == {"yes", "no"}:
        yes = column["yes"]
        return mean_of_counts({1: yes.count, 0: yes.of - yes.count})
    return mean_of_counts(dict(enumerate(counts)))
