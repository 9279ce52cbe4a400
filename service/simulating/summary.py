"""A simulation as it is told: shares and means with their intervals, what they were compared with, faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from attrs import evolve, frozen

from bombsight.flat.program import Fault, OptionInForce
from bombsight.flat.types import NONE
from bombsight.runtime.pins import (
    FieldPin,
)
from bombsight.runtime.run.play import fault_outcome
from bombsight.service.common.document import Document
from bombsight.service.games.source_files import openable_place
from bombsight.service.programs.pins import describe_pins
from bombsight.service.simulating.columns import RESULT_COLUMN, Column, Matters
from bombsight.service.simulating.comparison import Difference, compare_sides
from bombsight.service.simulating.counts import SideCounts
from bombsight.service.simulating.orders import EntryName, mission_of_run, seed_of_run
from bombsight.service.simulating.simulation import Simulation
from bombsight.service.simulating.statistics import Mean, Share, mean_of_counts, quantile, wilson_share
from bombsight.service.simulating.unchosen_answers import Unchosen, find_unchosen


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
        place: Where in the rules: `file:line:column`, the file as it can be opened from here.
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
        columns: How runs ended, and the tallies of the rules, but for those that say no more than how runs ended.
        faults: Where runs ended in a fault.
    """

    name: str
    rules: str
    overlays: tuple[str, ...]
    columns: tuple[ColumnCounted, ...]
    faults: tuple[FaultCounted, ...]


@frozen(kw_only=True)
class Compared:
    """Rules compared with those as the call has them.

    Attributes:
        side: What was counted by them.
        differences: In what they differ, or do not.
        unchosen: Questions and answers that they bring, and that nobody chose in the runs.
    """

    side: SideCounted
    differences: tuple[Difference, ...]
    unchosen: tuple[Unchosen, ...] = ()


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
        pins: What tables and fields were pinned to, in words.
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
    pins: tuple[str, ...] = ()


def summarize_simulation(simulation: Simulation) -> Simulated:
    """A simulation as it is told."""
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
    """The tallies that say no more than how runs ended."""
    result_words = next((column.words for column in side.columns if column.name == RESULT_COLUMN), ())
    return {
        column.name
        for column in side.columns
        if column.name != RESULT_COLUMN and result_words and column.words == result_words
    }


def without_redundant_tallies(side: SideCounted) -> SideCounted:
    """What was counted on a side, each thing once."""
    redundant = redundant_tallies(side)
    return evolve(side, columns=tuple(column for column in side.columns if column.name not in redundant))


# --- one side


def summarize_side(simulation: Simulation, side: int) -> SideCounted:
    """What was counted on a side."""
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
    """What was counted of one thing."""
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
    """What numbers came; None where none did."""
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
    """Where runs on a side ended in a fault, the most frequent first."""
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
