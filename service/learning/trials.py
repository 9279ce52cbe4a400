"""Trials: two autopilots compared over the same runs, by the measure that decides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from attrs import define, evolve, field, frozen

from bombsight.flat.program import Entry, Program
from bombsight.flat.types import NONE
from bombsight.runtime.batch.batch import BatchPlayer
from bombsight.runtime.batch.estimates import Z
from bombsight.runtime.batch.measures import measures_of
from bombsight.service.learning.decisions import FloatArray, deciding_measure
from bombsight.service.programs.players import make_simple_player
from bombsight.service.simulating.requests import all_mission_numbers


@frozen(eq=False)
class Trial:
    """The measure of each of many runs.

    Attributes:
        title: The title of the measure.
        sign: 1 if it is good, -1 if it is bad.
        values: Its values times the sign, the higher the better; not a number for a run that faults or does not count.
    """

    title: str
    sign: int
    values: FloatArray

    def extend(self, other: Trial) -> Trial:
        """Return the trial with the runs of another of the same autopilot behind its own."""
        return evolve(self, values=np.concatenate([self.values, other.values]))


@frozen
class Compared:
    """How much better one autopilot is than another.

    Attributes:
        title: The title of the measure.
        sign: 1 if it is good, -1 if it is bad.
        runs: How many runs were compared.
        value: The mean of the better known one, the higher the better.
        difference: By how much the other is better, on average.
        error: The standard error of the difference.
    """

    title: str
    sign: int
    runs: int
    value: float
    difference: float
    error: float

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the difference."""
        return Z * self.error

    @property
    def is_better(self) -> bool:
        """Whether the interval of the difference is above 0."""
        return self.difference > self.margin

    @property
    def is_worse(self) -> bool:
        """Whether the interval of the difference is below 0."""
        return self.difference < -self.margin


def run_arguments(entry: Entry, run: int) -> tuple[int, ...]:
    """Return the arguments of the run with a number, from 0: missions take all their numbers in turn."""
    numbers = all_mission_numbers(entry)
    return (numbers[run % len(numbers)],) if numbers else ()


def play_trial(program: Program, entry: Entry, seed: int, count: int) -> Trial:
    """Play runs of an entry with the autopilot, and read the measure that decides."""
    return TrialPlayer(program, entry, seed).play(0, count)


@define(eq=False)
class TrialPlayer:
    """Plays runs of an entry with the autopilot, and reads the measure that decides.

    A run that does not count is left out, since it is played again.

    Attributes:
        program: The program.
        entry: Its mission or career.
        seed: The seed of the batch.
    """

    program: Program
    entry: Entry
    seed: int
    _player: BatchPlayer = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Make the batch player, which is compiled once."""
        self._player = make_simple_player(self.program, self.entry)

    def play(self, first: int, last: int, state: Sequence[int] | None = None) -> Trial:
        """Play the runs from ``first`` up to but not including ``last``: each is of the next of the mission numbers.

        Args:
            first: The first run.
            last: The one behind the last.
            state: The slots with which each run begins; None for the defaults.
        """
        measures = measures_of(self.program, self.entry)
        deciding = measures[deciding_measure(measures)]
        numbers = all_mission_numbers(self.entry)
        argument_lists = [(number,) for number in numbers] if numbers else [()]
        start, end = -(-first // len(argument_lists)), -(-last // len(argument_lists))
        columns = []
        for args in argument_lists:
            parts = [np.zeros(0)]
            for part in self._player(args, end - start, self.seed, "auto", start, (), state):
                values = np.array(deciding.column(part), dtype=np.float64)
                values[values == NONE] = np.nan
                for measure in measures:
                    if measure.is_required:
                        values[np.array(measure.column(part)) == 0] = np.nan
                parts.append(values * deciding.sign / deciding.unit)
            columns.append(np.concatenate(parts))
        return Trial(deciding.title, deciding.sign, np.stack(columns, axis=1).ravel())


def compare_trials(known: Trial, other: Trial) -> Compared:
    """Compare two autopilots over the same runs.

    Where some runs do not count, each mean is that of the runs that do, and their difference has the error of a ratio
    (by the delta method); else runs are paired.
    """
    count = len(known.values)
    both = np.stack([known.values, other.values])
    counted = ~np.isnan(both)
    means = np.array(
        [values[kept].mean() if kept.any() else np.nan for values, kept in zip(both, counted, strict=True)]
    )
    shares = counted.mean(axis=1)
    residuals = np.where(counted, np.nan_to_num(both) - means[:, None], 0) / np.maximum(shares, 1e-9)[:, None]
    differences = residuals[1] - residuals[0]
    error = float(differences.std() / count**0.5)
    return Compared(known.title, known.sign, count, float(means[0]), float(means[1] - means[0]), error)
