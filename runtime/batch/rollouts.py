"""The odds of answers: Monte Carlo rollouts from a question, on common random numbers.

The script of a run up to the question has its throws and answers so far. Each answer is appended, and from there runs
continue to the end with dice of their own and the autopilot. Rollout n has the same dice after every answer, so
differences between answers are more precise than the values themselves. Rollouts reveal nothing of the dice that the
game itself will throw, and do not change them.

A run that does not count is worth what playing again is worth: another run from the beginning takes its place. A
forecast of a career knows of the missions that are left, so it stays that of the run itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from time import perf_counter

from attrs import define, field

from bombsight.flat.slices import Slice
from bombsight.flat.types import NONE
from bombsight.runtime.batch.batch import BatchPlayer
from bombsight.runtime.batch.counted_runs import CountedRuns
from bombsight.runtime.batch.estimates import Moments, paired_differences
from bombsight.runtime.batch.measures import Measure
from bombsight.runtime.dice import mission_seed, mix

ROLLOUT_SALT = 0x636F6E74696E7565
"""``continue`` in ASCII: separates the dice of rollouts from those of the game."""

MIN_RUNS = 30
"""Fewest rollouts of each answer, whatever time they take."""

MAX_OVERRUN = 4
"""How many times the available time those may take; beyond it there are fewer rollouts, or no odds."""

TURN_RUNS = 256
"""Rollouts of one answer before the next one's turn."""

VERDICT_ERRORS = ((1, 4), (5, 7), (10, 8), (20, 10), (50, 11), (100, 13))
"""Up to how many comparisons of two answers by a measure, and the square of the standard errors that count then: so in
19 of 20 questions without a better answer none is called better."""

MAX_VERDICT_ERRORS = 16
"""The same for more comparisons."""

MAX_RUNS = 20_000
"""Most rollouts of each answer: a probability is known to 0.7 % by then."""


def rollout_seed(seed: int, position: int) -> int:
    """Derive the seed of rollouts from a run's seed and the number of throws and answers before the question."""
    return mission_seed(mix(seed ^ ROLLOUT_SALT), position)


@define(eq=False)
class RolloutSample:
    """Monte Carlo rollouts of each answer to a question, on common random numbers.

    Attributes:
        player: Plays them.
        measures: The measures; at least one.
        args: The arguments of the entry.
        script: The script of the run up to the question.
        answers: The indices of possible answers; -1 is none.
        seed: The seed of the rollouts: see :func:`rollout_seed`.
        state: The state that runs begin with; None for the defaults.
        columns: For each answer, the column of each measure. Of a run that does not count, only the measures that say
            so are its own; the others are those of the run that is played in its place. An interrupted sample may hold
            more runs of some answers; only as many count as all have.
    """

    player: BatchPlayer
    measures: tuple[Measure, ...]
    args: Sequence[int]
    script: Sequence[int]
    answers: tuple[int, ...]
    seed: int
    state: Sequence[int] | None = None
    columns: list[list[array[int]]] = field(init=False)
    _counted_runs: CountedRuns = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Make an empty column for each answer and measure."""
        self._counted_runs = CountedRuns(self.player, self.measures, self.args, self.seed, self.state)
        self.columns = [[array("i") for _ in self.measures] for _ in self.answers]

    @property
    def runs(self) -> int:
        """The number of runs that every answer has."""
        return min(len(column) for columns in self.columns for column in columns)

    def grow(self, count: int, has_time: Callable[[], bool] = lambda: True) -> None:
        """Play ``count`` more runs of each answer, answers taking turns, so that a timeout leaves a balanced sample.

        Args:
            count: How many runs more for each answer.
            has_time: Called before each turn; if it returns false, no more runs are played.
        """
        end = self.runs + count
        for first in range(self.runs, end, TURN_RUNS):
            for answer, columns in zip(self.answers, self.columns, strict=True):
                if not has_time():
                    return
                script = (*self.script, answer)
                count = min(TURN_RUNS, end - first)
                for part in self.player(self.args, count, self.seed, "auto", first, script, self.state):
                    for column, values in zip(columns, self._measure_slice(part), strict=True):
                        column.extend(values)

    def _measure_slice(self, part: Slice) -> list[Sequence[int]]:
        """Read the measures of a slice of runs, with other runs in place of those that do not count."""
        values = [measure.column(part) for measure in self.measures]
        uncounted = {
            index
            for measure, column in zip(self.measures, values, strict=True)
            if measure.is_required
            for index, value in enumerate(column)
            if value == 0
        }
        if not uncounted:
            return values
        mixed = [array("i", column) for column in values]
        for index in sorted(uncounted):
            counted = self._counted_runs.measure_run(part.first + index)
            for measure, column, value in zip(self.measures, mixed, counted or (), strict=False):
                if not (measure.is_required or measure.is_forecast):
                    column[index] = value
        return list(mixed)

    def measure_column(self, answer: int, measure: int) -> array[int]:
        """Return a measure's value in each run of an answer, both given by index; ``NONE`` for a run that faults."""
        return self.columns[answer][measure][: self.runs]

    def difference_from(self, answer: int, baseline: int, measure: int) -> Moments:
        """Return the moments of a measure's differences between two answers, paired by runs with the same dice."""
        return paired_differences(self.measure_column(answer, measure), self.measure_column(baseline, measure))

    def contenders(self, squared_errors: int = 4) -> tuple[int, ...]:
        """List the indices of the answers that no other answer beats significantly, by default by two standard errors.

        The first measure that decides does so; answers that differ in it by less are compared by the next one.

        Args:
            squared_errors: The square of the standard errors that make a difference significant.
        """
        indices = range(len(self.answers))
        places = [place for place in indices if any(value != NONE for value in self.measure_column(place, 0))]
        for number, measure in enumerate(self.measures):
            if measure.decides and len(places) > 1:
                best = self.best_by_measure(places, number)
                places = [
                    place
                    for place in places
                    if place == best or not self.difference_from(best, place, number).is_beyond(squared_errors)
                ]
        return tuple(places)

    def best_by_measure(self, places: Sequence[int], number: int) -> int:
        """Return the one of ``places`` (indices of answers) with the best mean of measure ``number``.

        Among equals it is the first.
        """
        sign = self.measures[number].sign
        best = places[0]
        for place in places[1:]:
            if sign * self.difference_from(place, best, number).sum > 0:
                best = place
        return best

    def verdict_errors(self) -> int:
        """The square of the standard errors by which an answer must be behind for a verdict on all answers.

        With many comparisons, one of them soon differs by two standard errors by chance alone.
        """
        comparisons = (len(self.answers) - 1) * sum(measure.decides for measure in self.measures)
        return next((squared for most, squared in VERDICT_ERRORS if comparisons <= most), MAX_VERDICT_ERRORS)

    def best_answer(self, preferred: int, squared_errors: int = 4) -> int | None:
        """Return the index of the best answer, ``preferred`` among equals; None if no measure is good or bad.

        Args:
            preferred: The autopilot's answer.
            squared_errors: As for :meth:`contenders`.
        """
        places = self.contenders(squared_errors)
        deciding = next((number for number, measure in enumerate(self.measures) if measure.decides), None)
        if deciding is None or not places:
            return None
        preferred_place = next((place for place in places if self.answers[place] == preferred), None)
        return self.best_by_measure(places, deciding) if preferred_place is None else preferred_place


def grow_for(sample: RolloutSample, seconds: float, clock: Callable[[], float] = perf_counter) -> None:
    """Add runs to an empty rollout sample for some seconds: a few first, then as many as their measured speed allows.

    It stays smaller, or empty, if runs take far too long.
    """
    started_at = clock()

    def has_time() -> bool:
        """Whether the seconds, plus the allowed overrun, have not passed yet."""
        return clock() - started_at < MAX_OVERRUN * seconds

    sample.grow(1, has_time)  # measures the time of one run
    step = min(MIN_RUNS - 1, int(MAX_OVERRUN * seconds / max(clock() - started_at, 1e-6)))
    while step > sample.runs // 10:
        sample.grow(step, has_time)
        spent = max(clock() - started_at, 1e-6)
        affordable = int(sample.runs * (seconds - spent) / spent)
        step = min(affordable, sample.runs, MAX_RUNS - sample.runs)
