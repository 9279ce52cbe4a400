"""The summary of a simulation as a document: proportions and means with intervals, comparisons, faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from bombsight.dsl.listing import join_names
from bombsight.dsl.suggestions import suggest_name
from bombsight.flat.program import Fault, OptionInForce, Program
from bombsight.flat.types import NONE
from bombsight.runtime.pins import (
    FieldPin,
)
from bombsight.runtime.run.play import fault_outcome
from bombsight.service.common.document import Document
from bombsight.service.common.notebook import ShownInNotebooks
from bombsight.service.games.source_files import openable_place
from bombsight.service.programs.pins import describe_pins
from bombsight.service.simulating.columns import RESULT_COLUMN, Column, Matters
from bombsight.service.simulating.comparison import Difference, compare_sides
from bombsight.service.simulating.counts import SideCounts
from bombsight.service.simulating.orders import EntryName, Order, mission_of_run, seed_of_run
from bombsight.service.simulating.simulation import Simulation
from bombsight.service.simulating.statistics import Mean, Share, mean_of_counts, quantile, wilson_share
from bombsight.service.simulating.unchosen_answers import Unchosen, find_unchosen


@frozen(kw_only=True)
class WordCounted:
    """The proportion of a named value.

    Attributes:
        name: The value's name in the rules.
        title: The display name.
        share: The share of all runs without a fault.
    """

    name: str
    title: str
    share: Share


@frozen(kw_only=True)
class NumbersCounted:
    """The distribution of a number.

    Attributes:
        mean: The mean.
        lowest, median, highest: The quantiles.
        counts: Each value, in ascending order, with its count.
    """

    mean: Mean
    lowest: int
    median: int
    highest: int
    counts: tuple[tuple[int, int], ...]


@frozen(kw_only=True)
class ColumnCounted:
    """The counts of one column.

    Attributes:
        name: The name; `result` is the outcome, the others are tallies of the rules.
        title: The display name.
        matters: `good` or `bad` if the rules say so of higher values; else empty.
        words: The share of each named value; empty for numbers.
        numbers: The distribution of numbers; None for words, and if there are no values.
    """

    name: str
    title: str
    matters: Matters
    words: tuple[WordCounted, ...]
    numbers: NumbersCounted | None

    def __getitem__(self, word: str) -> Share:
        """The share of a named value by its name: ``column["yes"]``.

        Raises:
            KeyError: No value has the name.
        """
        shares = {each.name: each.share for each in self.words}
        if word not in shares:
            raise KeyError(f"{word}: {self.name} has {', '.join(shares) or 'numbers, and no named values'}")
        return shares[word]

    @property
    def share(self) -> Share:
        """The share of yes in a column of yes and no.

        Raises:
            KeyError: It has other values.
        """
        return self["yes"]

    @property
    def mean(self) -> Mean:
        """The mean of a column of numbers.

        Raises:
            ValueError: It has words, or no number came.
        """
        if self.numbers is None:
            raise ValueError(f"{self.name} has no numbers")
        return self.numbers.mean


@frozen(kw_only=True)
class FaultCounted:
    """The runs that ended in one rules fault.

    Attributes:
        text: The message of the fault.
        place: The place in the rules: `file:line:column`, with a path that can be opened from here.
        cite: The citation there; may be empty.
        share: The share of all runs.
        mission: The mission number of the first of them; None if missions have no numbers.
        seed: The seed that plays that run alone and reproduces the fault.
    """

    text: str
    place: str
    cite: str
    share: Share
    mission: int | None
    seed: int


@frozen(kw_only=True)
class SideCounted:
    """The counts of one side (set of rules).

    Attributes:
        name: The file of house rules; empty for the base of comparison.
        rules: The hash of the rules.
        overlays: Errata, variants and house rules in force.
        columns: The outcome and the tallies, without tallies that repeat the outcome.
        faults: The rules faults.
    """

    name: str
    rules: str
    overlays: tuple[str, ...]
    columns: tuple[ColumnCounted, ...]
    faults: tuple[FaultCounted, ...]


@frozen(kw_only=True)
class Compared:
    """A side (set of rules) compared with the base side.

    Attributes:
        side: Its counts.
        differences: Its differences, significant or not.
        unchosen: Its new questions and answers that were never chosen.
    """

    side: SideCounted
    differences: tuple[Difference, ...]
    unchosen: tuple[Unchosen, ...] = ()


@frozen(kw_only=True)
class Simulated(Document, ShownInNotebooks):
    """The result of a simulation.

    Attributes:
        game: The game's id.
        title: Its title.
        options: Its options.
        entry: Whether a run is a mission or a career.
        missions: The first and the last mission number; None if missions have no numbers.
        policy: The policy that answered.
        seed: The seed of all dice.
        asked: The number of runs requested.
        runs: The number of runs played.
        stopped: Whether it was stopped before its end.
        counted: The counts of the base.
        against: The comparisons with other rules.
        pins: The pinned tables and fields, in words.
    """

    document = "simulation"
    html_renderer = "simulating.notebook:render_simulation"

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
    pins: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> ColumnCounted:
        """The counts of a column by its name: ``result`` for how runs ended, or a tally of the rules.

        Raises:
            KeyError: No column has the name.
        """
        columns = {column.name: column for column in self.counted.columns}
        if name not in columns:
            raise KeyError(f"{name}: {suggest_name(name, columns) or f'there are {join_names(columns)}'}")
        return columns[name]


FindUnchosen = Callable[[Order, Sequence[Program], int, int], Iterable[Unchosen]]
"""The function that finds the new answers that a side's runs never chose; its arguments are those of
:func:`find_unchosen`."""


def summarize_simulation(simulation: Simulation, find_unchosen: FindUnchosen = find_unchosen) -> Simulated:
    """Summarize a simulation, with the new answers that ``find_unchosen`` finds."""
    order, program = simulation.order, simulation.programs[0]
    sides = [summarize_side(simulation, place) for place, _ in enumerate(order.sides)]
    redundant = redundant_tallies(sides[0])
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
        pins=describe_pins(program, order.pins, [FieldPin(*pin) for pin in order.sides[0].request.pins.items()]),
        counted=without_redundant_tallies(sides[0]),
        against=tuple(
            Compared(
                side=without_redundant_tallies(sides[place]),
                differences=tuple(each for each in compare_sides(simulation, place) if each.column not in redundant),
                unchosen=tuple(find_unchosen(order, simulation.programs, place, simulation.counted.runs)),
            )
            for place in range(1, len(order.sides))
        ),
    )


def redundant_tallies(side: SideCounted) -> set[str]:
    """Find the names of the tallies whose counts only repeat the outcome's."""
    result_words = next((column.words for column in side.columns if column.name == RESULT_COLUMN), ())
    return {
        column.name
        for column in side.columns
        if column.name != RESULT_COLUMN and result_words and column.words == result_words
    }


def without_redundant_tallies(side: SideCounted) -> SideCounted:
    """Copy a side's counts without the tallies that only repeat the outcome."""
    redundant = redundant_tallies(side)
    return evolve(side, columns=tuple(column for column in side.columns if column.name not in redundant))


# --- one side


def summarize_side(simulation: Simulation, side: int) -> SideCounted:
    """Summarize the counts of a side (set of rules)."""
    program, side_counts = simulation.programs[side], simulation.counted.sides[side]
    return SideCounted(
        name=simulation.order.sides[side].name,
        rules=program.rules_hash,
        overlays=program.overlays,
        columns=tuple(
            summarize_column(column, counts)
            for column, counts in zip(simulation.columns[side], side_counts.columns, strict=True)
        ),
        faults=tuple(summarize_faults(simulation, side, side_counts)),
    )


def summarize_column(column: Column, counts: Counter[int]) -> ColumnCounted:
    """Summarize the counts of a column."""
    return ColumnCounted(
        name=column.name,
        title=column.title,
        matters=column.matters,
        words=tuple(
            WordCounted(name=word.name, title=word.title, share=wilson_share(counts[word.value], counts.total()))
            for word in column.named_values
        ),
        numbers=None if column.named_values else summarize_numbers(counts),
    )


def summarize_numbers(counts: Mapping[int, int]) -> NumbersCounted | None:
    """Summarize the distribution of a numeric column; None without values."""
    sorted_counts = {number: count for number, count in sorted(counts.items()) if number != NONE}
    if not sorted_counts:
        return None
    return NumbersCounted(
        mean=mean_of_counts(sorted_counts),
        lowest=min(sorted_counts),
        median=quantile(sorted_counts, Fraction(1, 2)),
        highest=max(sorted_counts),
        counts=tuple(sorted_counts.items()),
    )


def summarize_faults(simulation: Simulation, side: int, counts: SideCounts) -> Iterator[FaultCounted]:
    """Summarize the rules faults of a side (set of rules), the most frequent first."""
    order, sources = simulation.order, simulation.order.sides[side].request.sources
    for site, fault_count in sorted(counts.faults.items(), key=lambda each: (-each[1].count, each[0])):
        outcome = fault_outcome(simulation.programs[side], Fault(site))
        yield FaultCounted(
            text=outcome.message,
            place=openable_place(str(outcome.origin.place), sources),
            cite=outcome.origin.cite,
            share=wilson_share(fault_count.count, simulation.counted.runs),
            mission=mission_of_run(order, fault_count.first),
            seed=seed_of_run(order, fault_count.first),
        )
