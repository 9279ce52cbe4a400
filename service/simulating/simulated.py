"""A simulation as it is told: rates and means with their intervals, differences, and sentences that say them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from attrs import frozen

from bombsight.flat.program import Fault, OptionInForce
from bombsight.flat.types import NONE
from bombsight.runtime.play import faulted
from bombsight.service.document import Document
from bombsight.service.simulating.columns import Column, Matters, Word
from bombsight.service.simulating.counted import Pair, Tried
from bombsight.service.simulating.orders import EntryName, mission_of, seed_of
from bombsight.service.simulating.simulation import Simulation
from bombsight.service.simulating.statistics import Mean, Share, is_seen, mean, quantile, share, shift


@frozen(kw_only=True)
class WordCounted:
    """How often a value came.

    Attributes:
        name: The value, as the rules write it.
        title: The same for reading.
        share: How often, of all runs that are no fault.
    """

    name: str
    title: str
    share: Share


@frozen(kw_only=True)
class NumbersCounted:
    """What numbers came.

    Attributes:
        mean: Their mean.
        lowest, median, highest: Of all that came.
        counts: Each number that came, the lowest first, and how often.
    """

    mean: Mean
    lowest: int
    median: int
    highest: int
    counts: tuple[tuple[int, int], ...]


@frozen(kw_only=True)
class ColumnCounted:
    """What was counted of one thing.

    Attributes:
        name: Its name; `result` is how runs ended, the others are tallies of the rules.
        title: The same for reading.
        matters: `good` or `bad`, where the rules say that more of it is; else empty.
        words: How often each of its values came; empty for numbers.
        numbers: What numbers came; None for words, and where none came.
    """

    name: str
    title: str
    matters: Matters
    words: tuple[WordCounted, ...]
    numbers: NumbersCounted | None


@frozen(kw_only=True)
class FaultCounted:
    """Runs in which the rules did what they may not.

    Attributes:
        text: What.
        place: Where in the rules: `file:line:column`.
        cite: What stands there, if it says so; may be empty.
        share: How many of all runs.
        mission: The mission of the first of them; None where missions have no numbers.
        seed: The seed with which that run is played alone, and shows it.
    """

    text: str
    place: str
    cite: str
    share: Share
    mission: int | None
    seed: int


@frozen(kw_only=True)
class SideCounted:
    """What was counted of runs by some rules.

    Attributes:
        name: The file of house rules that the others are compared with; empty for the rules as the call has them.
        rules: The hash of the rules.
        overlays: Errata, variants and house rules in force.
        columns: How runs ended, and the tallies of the rules.
        faults: Where runs ended in a fault.
    """

    name: str
    rules: str
    overlays: tuple[str, ...]
    columns: tuple[ColumnCounted, ...]
    faults: tuple[FaultCounted, ...]


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


@frozen(kw_only=True)
class Compared:
    """Rules compared with those as the call has them.

    Attributes:
        side: What was counted by them.
        differences: In what they differ, or do not.
    """

    side: SideCounted
    differences: tuple[Difference, ...]


@frozen(kw_only=True)
class Simulated(Document):
    """A simulation.

    Attributes:
        game: The game's id.
        title: Its title.
        options: Its options.
        entry: Whether a run is a mission or a career.
        missions: The first and the last number of the missions, which come in turn; None where they have none.
        policy: Who answered.
        seed: Of all dice.
        asked: How many runs were asked for.
        runs: How many were played.
        stopped: Whether somebody stopped it before its end.
        counted: What was counted by the rules as the call has them.
        against: What was counted by others, and how that differs.
    """

    document = "simulation"

    game: str
    title: str
    options: tuple[OptionInForce, ...]
    entry: EntryName
    missions: tuple[int, int] | None
    policy: str
    seed: int
    asked: int
    runs: int
    stopped: bool
    counted: SideCounted
    against: tuple[Compared, ...]


def simulated(simulation: Simulation) -> Simulated:
    """A simulation as it is told."""
    order, program = simulation.order, simulation.programs[0]
    return Simulated(
        game=program.game,
        title=program.title,
        options=program.options,
        entry=order.entry,
        missions=(order.missions[0], order.missions[-1]) if order.missions else None,
        policy=order.policy,
        seed=order.seed,
        asked=order.runs,
        runs=simulation.counted.runs,
        stopped=simulation.stopped,
        counted=side_counted(simulation, 0),
        against=tuple(
            Compared(side=side_counted(simulation, place), differences=tuple(differences(simulation, place)))
            for place in range(1, len(order.sides))
        ),
    )


# --- one side


def side_counted(simulation: Simulation, place: int) -> SideCounted:
    """What was counted on a side."""
    program, tried = simulation.programs[place], simulation.counted.sides[place]
    return SideCounted(
        name=simulation.order.sides[place].name,
        rules=program.rules_hash,
        overlays=program.overlays,
        columns=tuple(
            column_counted(column, counts)
            for column, counts in zip(simulation.columns[place], tried.columns, strict=True)
        ),
        faults=tuple(faults_counted(simulation, place, tried)),
    )


def column_counted(column: Column, counts: Counter[int]) -> ColumnCounted:
    """What was counted of one thing."""
    return ColumnCounted(
        name=column.name,
        title=column.title,
        matters=column.matters,
        words=tuple(
            WordCounted(name=word.name, title=word.title, share=share(counts[word.value], counts.total()))
            for word in column.words
        ),
        numbers=None if column.words else numbers_counted(counts),
    )


def numbers_counted(counts: Mapping[int, int]) -> NumbersCounted | None:
    """What numbers came; None where none did."""
    known = {number: count for number, count in sorted(counts.items()) if number != NONE}
    if not known:
        return None
    return NumbersCounted(
        mean=mean(known),
        lowest=min(known),
        median=quantile(known, Fraction(1, 2)),
        highest=max(known),
        counts=tuple(known.items()),
    )


def faults_counted(simulation: Simulation, place: int, tried: Tried) -> Iterator[FaultCounted]:
    """Where runs on a side ended in a fault, the most frequent first."""
    order = simulation.order
    for site, found in sorted(tried.faults.items(), key=lambda each: (-each[1].count, each[0])):
        told = faulted(simulation.programs[place], Fault(site))
        yield FaultCounted(
            text=told.message,
            place=str(told.origin.place),
            cite=told.origin.cite,
            share=share(found.count, simulation.counted.runs),
            mission=mission_of(order, found.first),
            seed=seed_of(order, found.first),
        )


# --- comparisons


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
    title = f"{column.title}: {word.title}" if column.name != "result" else word.title
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


# --- figures for people


def digits(margin: float | None, least: int, value: float = 0.0) -> int:
    """How many digits behind the point a figure has: so many that its margin shows.

    Args:
        margin: How far its interval reaches; None where that is not known.
        least: So many at least.
        value: What must not look as large as the margin, where it is not.
    """
    wanted = least
    while margin and wanted < MOST_DIGITS:
        if margin * 10**wanted >= 1.5 and round(abs(value), wanted) != round(margin, wanted):
            break
        wanted += 1
    return wanted


MOST_DIGITS = 6
"""So many digits behind the point at most."""

PERCENT_DIGITS = 1
"""So many digits has a share in percent at least."""


def percent(part: float, places: int = PERCENT_DIGITS) -> str:
    """A share for people: ``69.8 %``."""
    return f"{100 * part:.{places}f} %"


def places_of(difference: Mean) -> int:
    """How many digits shares in percent have that differ by so much."""
    margin = None if difference.margin is None else 100 * difference.margin
    return digits(margin, PERCENT_DIGITS, 100 * difference.mean)


def points(difference: Mean) -> str:
    """A difference of shares in percentage points: ``+1.4 ± 0.3``."""
    margin = None if difference.margin is None else 100 * difference.margin
    return with_margin(100 * difference.mean, margin, places_of(difference))


def signed(difference: Mean) -> str:
    """A difference of means: ``+0.21 ± 0.04``."""
    return with_margin(difference.mean, difference.margin, digits(difference.margin, 0, difference.mean))


def with_margin(value: float, margin: float | None, places: int) -> str:
    """A difference and how far its interval reaches, with so many digits."""
    shown = f"{value:+.{places}f}" if round(value, places) else f"{0:.{places}f}"
    return shown if margin is None else f"{shown} ± {margin:.{places}f}"
