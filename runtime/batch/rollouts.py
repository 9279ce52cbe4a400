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
from bombsight.runtime.batch.batch import Player
from bombsight.runtime.batch.estimates import Moments, differences
from bombsight.runtime.dice import mission_seed, mix

CONTINUED = 0x636F6E74696E7565
"""``continue`` in ASCII: sets the dice of what might happen apart from those of what does."""

LEAST = 30
"""Runs of each answer, whatever time they take: fewer say nothing."""

LONGEST = 4
"""So many times as long as there is time those may take that must be; what takes longer has no odds, or few runs."""

TURN = 256
"""So many runs of one answer are played before it is the next one's turn."""

MOST = 20_000
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
    return tuple(measure_of(program, tallies[place], place) for place in matter) or results(program, entry)


def measure_of(program: Program, tally: Tally, place: int) -> Measure:
    """A tally as a measure; of an enum its values count by their order.

    Args:
        program: The program.
        tally: One that matters.
        place: Its place among the tallies of the entry.
    """
    return Measure(
        name=tally.name,
        title=tally.title,
        is_chance=isinstance(tally.type, BoolType),
        sign=sign_of(tally.matters),
        column=lambda part: part.tallies[place],
        is_required=tally.required,
        words=titles_of(program, tally.type.enum) if isinstance(tally.type, EnumType) else (),
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


def titles_of(program: Program, enum: str) -> tuple[str, ...]:
    """The values of an enum, for reading."""
    told = program.enums[enum]
    return tuple(told.titles[value] or name.replace("_", " ") for value, name in enumerate(told.values))


def results(program: Program, entry: Entry) -> tuple[Measure, ...]:
    """What an entry gives: the chance of each of its results, none of them good or bad."""
    match entry.result:
        case EnumType(enum=enum):
            told = zip(program.enums[enum].values, titles_of(program, enum), strict=True)
            return tuple(Measure(name, title, True, 0, chance_of(value)) for value, (name, title) in enumerate(told))
        case BoolType():
            return (Measure("yes", "yes", True, 0, given),)
        case IntType():
            return (Measure("result", "result", False, 0, given),)
        case BaseWordless() | None:
            return ()
        case _:
            assert_never(entry.result)


def given(part: Slice) -> Sequence[int]:
    """What runs gave."""
    return part.values


def chance_of(value: int) -> Callable[[Slice], Sequence[int]]:
    """Whether runs gave this value."""
    return lambda part: [NONE if found == NONE else int(found == value) for found in part.values]


def continued_seed(seed: int, position: int) -> int:
    """The seed of the runs that go on from a question.

    Args:
        seed: Of the dice of the run in which it is asked.
        position: How many throws and answers stand before it.
    """
    return mission_seed(mix(seed ^ CONTINUED), position)


@define(eq=False)
class Sample:
    """Rollouts of each answer to a question.

    Attributes:
        player: Plays them.
        measures: What is counted; at least one.
        args: Of the entry.
        script: The run up to the question, as the player takes it.
        answers: The indices of what can be answered; -1 is none.
        seed: Of the runs: see :func:`continued_seed`.
        columns: For each answer, the column of each measure. A sample that was interrupted may hold more runs of some
            answers than of others: what counts is what all have.
    """

    player: Player
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

    def grow(self, count: int, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Play so many more runs of each answer, in turns: so that something is known when it is interrupted.

        Args:
            count: How many.
            goes_on: Asked before each answer's turn; the others are left out once it says no.
        """
        end = self.runs + count
        for first in range(self.runs, end, TURN):
            for answer, columns in zip(self.answers, self.columns, strict=True):
                if not goes_on():
                    return
                script = (*self.script, answer)
                for part in self.player(self.args, min(TURN, end - first), self.seed, "auto", first, script):
                    for measure, column in zip(self.measures, columns, strict=True):
                        column.extend(measure.column(part))

    def values(self, answer: int, measure: int) -> array[int]:
        """A measure's column of an answer, both by their places; none for runs that are faults."""
        return self.columns[answer][measure][: self.runs]

    def beyond(self, answer: int, other: int, measure: int) -> Moments:
        """How much more an answer leads to than another: the differences of runs with the same dice."""
        return differences(self.values(answer, measure), self.values(other, measure))

    def contenders(self) -> tuple[int, ...]:
        """The places of the answers that no measure sets behind another.

        The first measure that matters decides, and where answers differ in it by less than two standard errors, the
        next.
        """
        left = [place for place, _ in enumerate(self.answers) if any(value != NONE for value in self.values(place, 0))]
        for number, measure in enumerate(self.measures):
            if measure.sign and len(left) > 1:
                best = self.leader(left, number)
                left = [place for place in left if place == best or not self.beyond(best, place, number).is_clear]
        return tuple(left)

    def leader(self, places: Sequence[int], number: int) -> int:
        """Of the answers at these places the one with the best mean, the first of equals."""
        sign = self.measures[number].sign
        best = places[0]
        for place in places[1:]:
            if sign * self.beyond(place, best, number).sum > 0:
                best = place
        return best

    def best(self, preferred: int) -> int | None:
        """The place of the answer to give; None where nothing that is measured matters.

        Args:
            preferred: The index that the autopilot answers: it decides where no measure does.
        """
        left = self.contenders()
        deciding = next((number for number, measure in enumerate(self.measures) if measure.sign), None)
        if deciding is None or not left:
            return None
        own = next((place for place in left if self.answers[place] == preferred), None)
        return self.leader(left, deciding) if own is None else own


def spend(sample: Sample, seconds: float, clock: Callable[[], float] = perf_counter) -> None:
    """Let a sample grow for some time: by the runs that must be, then as many as there is time.

    Args:
        sample: An empty one; it has fewer runs than must be, or none, where these take far longer than there is time.
        seconds: How long.
        clock: Tells the time, in seconds.
    """
    begun = clock()

    def goes_on() -> bool:
        return clock() - begun < LONGEST * seconds

    sample.grow(1, goes_on)  # it tells how long one takes
    step = min(LEAST - 1, int(LONGEST * seconds / max(clock() - begun, 1e-6)))
    while step > sample.runs // 10:
        sample.grow(step, goes_on)
        spent = max(clock() - begun, 1e-6)
        fitting = int(sample.runs * (seconds - spent) / spent)
        step = min(fitting, sample.runs, MOST - sample.runs)
