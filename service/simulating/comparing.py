"""How rules differ from others, run by run with the same dice: in shares, in means, and in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import frozen

from bombsight.flat.types import NONE
from bombsight.service.simulating.columns import RESULT, Column, Matters, Word
from bombsight.service.simulating.counted import Pair
from bombsight.service.simulating.figures import digits, percent, places_of, points, signed
from bombsight.service.simulating.simulation import Simulation
from bombsight.service.simulating.statistics import Mean, is_seen, mean, shift


@frozen(kw_only=True)
class Difference:
    """How rules differ from those that they are compared with, in one thing, run by run with the same dice.

    Attributes:
        column: The thing.
        word: The value whose share is meant; None where means are compared.
        title: What is compared, for reading.
        matters: `good` or `bad`, where the rules say that more of it is; else empty.
        was: The share, 0 to 1, or the mean by the rules as the call has them.
        now: The same by the others.
        difference: The second less the first, with its interval.
        seen: Whether it is told from none: whether its interval does not hold 0.
        sentence: All that in words.
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


def differences(simulation: Simulation, place: int) -> Iterator[Difference]:
    """How a side differs from the first, thing by thing."""
    with_it = f"with {simulation.order.sides[place].name}"
    pairs = simulation.counted.pairs[place - 1]
    for (mine, theirs), counts in zip(simulation.shared[place - 1], pairs, strict=True):
        base, other = simulation.columns[0][mine], simulation.columns[place][theirs]
        if base.words:
            yield from (word_difference(base, *words, counts, with_it) for words in both_words(base, other))
        else:
            found = number_difference(base, counts, with_it)
            if found is not None:
                yield found


def both_words(base: Column, other: Column) -> Iterator[tuple[Word | None, Word | None]]:
    """The values of a column by their names, on both sides; None where one lacks it. Of yes and no only yes."""
    ours, theirs = ({word.name: word for word in column.words} for column in (base, other))
    names = dict.fromkeys((*ours, *theirs))
    for name in ("yes",) if {*names} == {"yes", "no"} else names:
        yield ours.get(name), theirs.get(name)


def word_difference(
    column: Column, mine: Word | None, theirs: Word | None, counts: Mapping[Pair, int], with_it: str
) -> Difference:
    """How the share of a value differs."""
    more = less = was = now = 0
    for (one, two), count in counts.items():
        before, after = mine is not None and one == mine.value, theirs is not None and two == theirs.value
        more += (after and not before) * count
        less += (before and not after) * count
        was += before * count
        now += after * count
    word = mine or theirs
    assert word is not None
    title = f"{column.title}: {word.title}" if column.name != RESULT else word.title
    if {each.name for each in column.words} == {"yes", "no"}:
        title = column.title
    of = sum(counts.values()) or 1
    found = shift(more, less, sum(counts.values()))
    places = places_of(found)
    said = f"{percent(now / of, places)} instead of {percent(was / of, places)}, {points(found)}"
    return Difference(
        column=column.name,
        word=word.name,
        title=title,
        matters=column.matters,
        was=was / of,
        now=now / of,
        difference=found,
        seen=is_seen(found),
        sentence=f"{with_it}: {title} {said if is_seen(found) else no_difference(points(found))}",
    )


def number_difference(column: Column, counts: Mapping[Pair, int], with_it: str) -> Difference | None:
    """How the mean of a number differs; None where there are none on both sides."""
    steps: Counter[int] = Counter()
    was = now = 0
    for (one, two), count in counts.items():
        if NONE not in (one, two):
            steps[two - one] += count
            was += one * count
            now += two * count
    of, found = steps.total(), mean(steps)
    if not of:
        return None
    places = digits(found.margin, 0, found.mean)
    said = f"{now / of:,.{places}f} instead of {was / of:,.{places}f}, {signed(found)}"
    return Difference(
        column=column.name,
        word=None,
        title=column.title,
        matters=column.matters,
        was=was / of,
        now=now / of,
        difference=found,
        seen=is_seen(found),
        sentence=f"{with_it}: {column.title} {said if is_seen(found) else no_difference(signed(found))}",
    )


def no_difference(how_much: str) -> str:
    """The words for a difference that cannot be told from none."""
    return f"no difference can be seen ({how_much})"
