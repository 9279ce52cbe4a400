"""The odds of answers: Monte Carlo rollouts from the moment of a question, on common random numbers.

A run up to the question is its script, the throws and answers so far. Each answer is put behind it, and from there runs
go on to the end with dice of their own and the autopilot. Run number n has the same dice behind every answer, so what
answers differ in is told much better than what each of them leads to. Nothing is learnt of the dice that the game
itself will throw, and nothing of it is changed.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import assert_never

from attrs import define, field, frozen

from bombsight.flat.program import Entry, Program, Tally
from bombsight.flat.sites import Tone
from bombsight.flat.slices import Slice
from bombsight.flat.types import NONE, BaseWordless, BoolType, EnumType, IntType
from bombsight.runtime.batch.batch import BatchPlayer
from bombsight.runtime.batch.estimates import Moments, paired_differences
from bombsight.runtime.dice import mission_seed, mix

ROLLOUT_SALT = 0x636F6E74696E7565
"""``continue`` in ASCII: sets the dice of what might happen apart from those of what does."""

MIN_RUNS = 30
"""Runs of each answer, whatever time they take: fewer say nothing."""

MAX_OVERRUN = 4
"""So many times as long as there is time those may take that must be; what takes longer has no odds, or few runs."""

TURN_RUNS = 256
"""So many runs of one answer are played before it is the next one's turn."""

MAX_RUNS = 20_000
"""Runs of each answer that are enough: a chance is known to 0.7 %."""


@frozen(eq=False)
class Measure:
    """What runs are compared by: a column of what they came to.

    Attributes:
        name: Its stable name.
        title: The same for reading.
        is_chance: Whether it is yes (1) or no (0); else it is a number.
        sign: 1 where more is better, -1 where less is, 0 where neither is.
        column: Its value in each run; none for a run that is a fault.
        is_required: Whether a run in which it is no does not count, and is played again.
        words: Of a number that stands for the values of an enum by their order, these values, for reading.
    """

    name: str
    title: str
    is_chance: bool
    sign: int
    column: Callable[[Slice], Sequence[int]]
    is_required: bool = False
    words: tuple[str, ...] = ()


def measures_of(program: Program, entry: Entry) -> tuple[Measure, ...]:
    """What runs of an entry are compared by, what weighs most first.

    That is what the rules count at its end as good or bad; where they count no such thing, what it gives.
    """
    tallies = program.tallies_of(entry)
    matter = [place for place, tally in enumerate(tallies) if tally.matters]
    return tuple(tally_measure(program, tallies[place], place) for place in matter) or result_measures(program, entry)


def tally_measure(program: Program, tally: Tally, index: int) -> Measure:
    """A tally as a measure; of an enum its values count by their order.

    Args:
        program: The program.
        tally: One that matters.
        index: Its place among the tallies of the entry.
    """
    return Measure(
        name=tally.name,
        title=tally.title,
        is_chance=isinstance(tally.type, BoolType),
        sign=sign_of(tally.matters),
        column=lambda part: part.tallies[index],
        is_required=tally.required,
        words=enum_titles(program, tally.type.enum) if isinstance(tally.type, EnumType) else (),
    )


def sign_of(matters: Tone) -> int:
    """1 where more of something is good, -1 where it is bad; 0 where it is neither."""
    match matters:
        case "good":
            return 1
        case "bad":
            return -1
        case "":
            return 0
        case _:
            assert_never(matters)


def enum_titles(program: Program, enum: str) -> tuple[str, ...]:
    """The values of an enum, for reading."""
    info = program.enums[enum]
    return tuple(info.titles[value] or name.replace("_", " ") for value, name in enumerate(info.values))


def result_measures(program: Program, entry: Entry) -> tuple[Measure, ...]:
    """What an entry gives: the chance of each of its results, none of them good or bad."""
    match entry.result:
        case EnumType(enum=enum):
            names_and_titles = zip(program.enums[enum].values, enum_titles(program, enum), strict=True)
            return tuple(
                Measure(name, title, True, 0, result_indicator(value))
                for value, (name, title) in enumerate(names_and_titles)
            )
        case BoolType():
            return (Measure("yes", "yes", True, 0, run_values),)
        case IntType():
            return (Measure("result", "result", False, 0, run_values),)
        case BaseWordless() | None:
            return ()
        case _:
            assert_never(entry.result)


def run_values(part: Slice) -> Sequence[int]:
    """What runs gave."""
    return part.values


def result_indicator(value: int) -> Callable[[Slice], Sequence[int]]:
    """Whether runs gave this value."""
    return lambda part: [NONE if found == NONE else int(found == value) for found in part.values]


def rollout_seed(seed: int, position: int) -> int:
    """The seed of the runs that go on from a question.

    Args:
        seed: Of the dice of the run in which it is asked.
        position: How many throws and answers stand before it.
    """
    return mission_seed(mix(seed ^ ROLLOUT_SALT), position)


@define(eq=False)
class RolloutSample:
    """Rollouts of each answer to a question.

    Attributes:
        player: Plays them.
        measures: What is counted; at least one.
        args: Of the entry.
        script: The run up to the question, as the player takes it.
        answers: The indices of what can be answered; -1 is none.
        seed: Of the runs: see :func:`rollout_seed`.
        columns: For each answer, the column of each measure. A sample that was interrupted may hold more runs of some
            answers than of others: what counts is what all have.
    """

    player: BatchPlayer
    measures: tuple[Measure, ...]
    args: Sequence[int]
    script: Sequence[int]
    answers: tuple[int, ...]
    seed: int
    columns: list[list[array[int]]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.columns = [[array("i") for _ in self.measures] for _ in self.answers]

    @property
    def runs(self) -> int:
        """How many runs of each answer there are."""
        return min(len(column) for columns in self.columns for column in columns)

    def grow(self, count: int, has_time: Callable[[], bool] = lambda: True) -> None:
        """Play so many more runs of each answer, in turns: so that something is known when it is interrupted.

        Args:
            count: How many.
            has_time: Asked before each answer's turn; the others are left out once it says no.
        """
        end = self.runs + count
        for first in range(self.runs, end, TURN_RUNS):
            for answer, columns in zip(self.answers, self.columns, strict=True):
                if not has_time():
                    return
                script = (*self.script, answer)
                for part in self.player(self.args, min(TURN_RUNS, end - first), self.seed, "auto", first, script):
                    for measure, column in zip(self.measures, columns, strict=True):
                        column.extend(measure.column(part))

    def values(self, answer: int, measure: int) -> array[int]:
        """A measure's column of an answer, both by their places; none for runs that are faults."""
        return self.columns[answer][measure][: self.runs]

    def difference_from(self, answer: int, baseline: int, measure: int) -> Moments:
        """How much more an answer leads to than another: the differences of runs with the same dice."""
        return paired_differences(self.values(answer, measure), self.values(baseline, measure))

    def contenders(self) -> tuple[int, ...]:
        """The places of the answers that no measure sets behind another.

        The first measure that matters decides, and where answers differ in it by less than two standard errors, the
        next.
        """
        places = [
            place for place, _ in enumerate(self.answers) if any(value != NONE for value in self.values(place, 0))
        ]
        for number, measure in enumerate(self.measures):
            if measure.sign and len(places) > 1:
                best = self.best_by_measure(places, number)
                places = [
                    place
                    for place in places
                    if place == best or not self.difference_from(best, place, number).is_significant
                ]
        return tuple(places)

    def best_by_measure(self, places: Sequence[int], number: int) -> int:
        """Of the answers at these places the one with the best mean, the first of equals."""
        sign = self.measures[number].sign
        best = places[0]
        for place in places[1:]:
            if sign * self.difference_from(place, best, number).sum > 0:
                best = place
        return best

    def best_answer(self, preferred: int) -> int | None:
        """The place of the answer to give; None where nothing that is measured matters.

        Args:
            preferred: The index that the autopilot answers: it decides where no measure does.
        """
        places = self.contenders()
        deciding = next((number for number, measure in enumerate(self.measures) if measure.sign), None)
        if deciding is None or not places:
            return None
        preferred_place = next((place for place in places if self.answers[place] == preferred), None)
        return self.best_by_measure(places, deciding) if preferred_place is None else preferred_place


def grow_for(sample: RolloutSample, seconds: float, clock: Callable[[], float] = perf_counter) -> None:
    """Let a sample grow for some time: by the runs that must be, then as many as there is time.

    Args:
        sample: An empty one; it has fewer runs than must be, or none, where these take far longer than there is time.
        seconds: How long.
        clock: Tells the time, in seconds.
    """
    started_at = clock()

    def has_time() -> bool:
        return clock() - started_at < MAX_OVERRUN * seconds

    sample.grow(1, has_time)  # it tells how long one takes
    step = min(MIN_RUNS - 1, int(MAX_OVERRUN * seconds / max(clock() - started_at, 1e-6)))
    while step > sample.runs // 10:
        sample.grow(step, has_time)
        spent = max(clock() - started_at, 1e-6)
        affordable = int(sample.runs * (seconds - spent) / spent)
        step = min(affordable, sample.runs, MAX_RUNS - sample.runs)
