"""The measures that compare runs: good and bad tallies, or else the probabilities of results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from attrs import frozen

from bombsight.flat.program import Entry, Program, Tally
from bombsight.flat.sites import Tone
from bombsight.flat.slices import Slice
from bombsight.flat.types import NONE, BaseWordless, BoolType, EnumType, IntType


@frozen(eq=False)
class Measure:
    """A statistic by which runs are compared, such as a tally or the probability of a result.

    Attributes:
        name: Its stable name.
        title: Its title.
        is_chance: Whether it is yes (1) or no (0), or a forecast of that; else it is a number.
        sign: 1 if more is better, -1 if less is, 0 if neither.
        column: Reads its value in each run; none for a run that faults.
        is_required: Whether runs in which it is no are played again and do not count.
        is_forecast: Whether it says at the end of a mission what the career is expected to come to.
        unit: How many of its count make one: 100 where it counts hundredths.
        words: The titles of an enum's values, if the number stands for one of them.
    """

    name: str
    title: str
    is_chance: bool
    sign: int
    column: Callable[[Slice], Sequence[int]]
    is_required: bool = False
    is_forecast: bool = False
    unit: int = 1
    words: tuple[str, ...] = ()

    @property
    def decides(self) -> bool:
        """Whether answers are better or worse by it: it is good or bad, and no run is played again that fails it."""
        return self.sign != 0 and not self.is_required


def measures_of(program: Program, entry: Entry) -> tuple[Measure, ...]:
    """List the statistics that compare runs of an entry, most important first: good or bad tallies, else results.

    They are the tallies at its end that are good or bad; without any, its results. At the end of a stage, forecasts of
    the career come first.
    """
    tallies = program.tallies_of(entry)
    matter = [place for place, tally in enumerate(tallies) if tally.matters]
    return tuple(tally_measure(program, tallies[place], place) for place in matter) or result_measures(program, entry)


def tally_measure(program: Program, tally: Tally, index: int) -> Measure:
    """Make the measure of a tally (statistic of the rules) at an index; an enum's values count by their order.

    A forecast is shown like the tally of the career that it forecasts.
    """
    is_forecast = tally in program.forecasts
    shown = next(career for career in program.tallies if career.name == tally.name) if is_forecast else tally
    return Measure(
        name=tally.name,
        title=tally.title,
        is_chance=isinstance(shown.type, BoolType),
        sign=tone_sign(tally.matters),
        column=lambda part: part.tallies[index],
        is_required=tally.required,
        is_forecast=is_forecast,
        unit=tally.unit,
        words=enum_titles(program, shown.type.enum) if isinstance(shown.type, EnumType) else (),
    )


def tone_sign(tone: Tone) -> int:
    """Convert a tone to a sign: 1 for good, -1 for bad, 0 for neither."""
    match tone:
        case "good":
            return 1
        case "bad":
            return -1
        case "":
            return 0
        case _:
            assert_never(tone)


def enum_titles(program: Program, enum: str) -> tuple[str, ...]:
    """List the titles of an enum's values."""
    info = program.enums[enum]
    return tuple(info.titles[value] or name.replace("_", " ") for value, name in enumerate(info.values))


def result_measures(program: Program, entry: Entry) -> tuple[Measure, ...]:
    """Make for each possible result of an entry the measure of its probability, which is neither good nor bad."""
    match entry.result:
        case EnumType(enum=enum):
            names_and_titles = zip(program.enums[enum].values, enum_titles(program, enum), strict=True)
            return tuple(
                Measure(name, title, True, 0, result_indicator(value))
                for value, (name, title) in enumerate(names_and_titles)
            )
        case BoolType():
            return (Measure("yes", "yes", True, 0, run_results),)
        case IntType():
            return (Measure("result", "result", False, 0, run_results),)
        case BaseWordless() | None:
            return ()
        case _:
            assert_never(entry.result)


def run_results(batch_slice: Slice) -> Sequence[int]:
    """Return the column of a batch slice that holds the result of each run."""
    return batch_slice.values


def result_indicator(value: int) -> Callable[[Slice], Sequence[int]]:
    """Make a function that maps a batch slice to a column: 1 for runs with the result ``value``, 0 for all others."""
    return lambda part: [NONE if found == NONE else int(found == value) for found in part.values]
