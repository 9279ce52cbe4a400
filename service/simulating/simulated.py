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
from bombsight.runtime.run.play import faulted
from bombsight.service.common.document import Document
from bombsight.service.games.reading import opened
from bombsight.service.programs.pins import told_pins
from bombsight.service.simulating.columns import RESULT, Column, Matters
from bombsight.service.simulating.comparing import Difference, differences
from bombsight.service.simulating.counted import Tried
from bombsight.service.simulating.orders import EntryName, mission_of, seed_of
from bombsight.service.simulating.simulation import Simulation
from bombsight.service.simulating.statistics import Mean, Share, mean, quantile, share
from bombsight.service.simulating.unchosen import Unchosen, unchosen


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


def simulated(simulation: Simulation) -> Simulated:
    """A simulation as it is told."""
    order, program = simulation.order, simulation.programs[0]
    sides = [side_counted(simulation, place) for place, _ in enumerate(order.sides)]
    twice = said_twice(sides[0])
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
        pins=told_pins(program, order.pins, [FieldPin(*pin) for pin in order.sides[0].request.pins.items()]),
        counted=once(sides[0]),
        against=tuple(
            Compared(
                side=once(sides[place]),
                differences=tuple(each for each in differences(simulation, place) if each.column not in twice),
                unchosen=tuple(unchosen(order, simulation.programs, place, simulation.counted.runs)),
            )
            for place in range(1, len(order.sides))
        ),
    )


def said_twice(side: SideCounted) -> set[str]:
    """The tallies that say no more than how runs ended."""
    ended = next((column.words for column in side.columns if column.name == RESULT), ())
    return {column.name for column in side.columns if column.name != RESULT and ended and column.words == ended}


def once(side: SideCounted) -> SideCounted:
    """What was counted on a side, each thing once."""
    twice = said_twice(side)
    return evolve(side, columns=tuple(column for column in side.columns if column.name not in twice))


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
    order, sources = simulation.order, simulation.order.sides[place].request.sources
    for site, found in sorted(tried.faults.items(), key=lambda each: (-each[1].count, each[0])):
        told = faulted(simulation.programs[place], Fault(site))
        yield FaultCounted(
            text=told.message,
            place=opened(str(told.origin.place), sources),
            cite=told.origin.cite,
            share=share(found.count, simulation.counted.runs),
            mission=mission_of(order, found.first),
            seed=seed_of(order, found.first),
        )
