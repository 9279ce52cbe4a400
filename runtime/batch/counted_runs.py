"""Runs that count, which are played in place of those that do not.

A tally of the rules that is ``required`` says whether a run counts; one in which it is no is played again, from the
beginning, until one counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from bombsight.flat.slices import Slice
from bombsight.flat.types import NONE
from bombsight.runtime.batch.batch import BatchPlayer
from bombsight.runtime.batch.measures import Measure
from bombsight.runtime.dice import mix

AGAIN_SALT = 0x616761696E
"""``again`` in ASCII: separates the dice of runs that are played again from those of the rollouts."""

MAX_ATTEMPTS = 16
"""How many runs are tried for each that has to count. Where still fewer count, a run that does not stays as it is."""

RUNS_AT_ONCE = 64
"""Runs that are played at a time."""


@define(eq=False)
class CountedRuns:
    """Runs from the beginning, without a script, of which those that count are kept in order.

    They are played as they are needed, and the number of a run alone decides which one is played in its place.

    Attributes:
        player: Plays them.
        measures: The measures. Those that are required say whether a run counts.
        args: The arguments of the entry.
        seed: The seed of the rollouts in whose place they are.
        state: The state that they begin with; None for the defaults.
        played: How many were played.
        counted: For each run that counts its number, and the value of each measure.
    """

    player: BatchPlayer
    measures: tuple[Measure, ...]
    args: Sequence[int]
    seed: int
    state: Sequence[int] | None
    played: int = field(default=0, init=False)
    counted: list[tuple[int, tuple[int, ...]]] = field(factory=list, init=False)

    def measure_run(self, number: int) -> tuple[int, ...] | None:
        """Return the measures of the counted run with a number, from 0; None if hardly any run counts."""
        attempts = MAX_ATTEMPTS * (number + 1)
        while len(self.counted) <= number and self.played < attempts:
            seed = mix(self.seed ^ AGAIN_SALT)
            for part in self.player(self.args, RUNS_AT_ONCE, seed, "auto", self.played, (), self.state):
                self._keep_counted(part)
        if len(self.counted) <= number or self.counted[number][0] >= attempts:
            return None
        return self.counted[number][1]

    def _keep_counted(self, part: Slice) -> None:
        """Keep those runs of a slice that count."""
        for number, values in enumerate(zip(*(measure.column(part) for measure in self.measures), strict=True)):
            needed = [value for measure, value in zip(self.measures, values, strict=True) if measure.is_required]
            if all(value not in (0, NONE) for value in needed):
                self.counted.append((self.played + number, values))
        self.played += len(part.values)
