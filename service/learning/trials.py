"""Trials: two autopilots compared over the same runs, by the measure that decides."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from bombsight.flat.program import Entry, Program
from bombsight.flat.types import NONE
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
    """Play runs of an entry with the autopilot, and read the measure that decides.

    A run that does not count is left out, since it is played again.

    Args:
        program: The program.
        entry: Its mission or career.
        seed: The seed of the batch.
        count: How many runs; as many of each mission.
    """
    measures = measures_of(program, entry)
    deciding = measures[deciding_measure(measures)]
    player = make_simple_player(program, entry)
    numbers = all_mission_numbers(entry)
    argument_lists = [(number,) for number in numbers] if numbers else [()]
    parts = []
    for args in argument_lists:
        for part in player(args, -(-count // len(argument_lists)), seed):
            values = np.array(deciding.column(part), dtype=np.float64)
            values[values == NONE] = np.nan
            for measure in measures:
                if measure.is_required:
                    values[np.array(measure.column(part)) == 0] = np.nan
            parts.append(values * deciding.sign / deciding.unit)
    return Trial(deciding.title, deciding.sign, np.concatenate(parts))


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
