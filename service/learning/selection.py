"""Selection: which of many changes of a policy make runs go better, found by playing them.

Changes race: all are played in a few runs, the better ones in more, and the best in all. What is left is taken up one
after another, each if runs go better by it beyond doubt while those before it are in force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import define, frozen

from bombsight.service.learning.switchboard import Switchboard
from bombsight.service.learning.trials import Compared, compare_trials

HEATS = ((16, 32), (4, 12))
"""The heats of the race: the runs of a trial are divided by the first, and so many changes go on to the next."""


@frozen
class Change:
    """A change of a policy: a rule comes in, and perhaps another goes for it.

    Attributes:
        added: The place of the rule on the switchboard.
        removed: The place of the rule that goes; None for none.
    """

    added: int
    removed: int | None = None

    def apply(self, active: frozenset[int]) -> frozenset[int]:
        """Return the places of the rules that are in force after the change."""
        return (active - {self.removed}) | {self.added}


@define(eq=False)
class Selection:
    """A selection among the rules of a switchboard.

    Attributes:
        board: The switchboard.
        sides: For whom each of its rules decides: 1 for the first player, -1 for the other of two.
        runs: How many runs a trial has.
        has_time: Whether there is time for another trial.
        report: Takes how many trials were played.
        active: The places of the rules that are in force.
        played: How many trials were played.
    """

    board: Switchboard
    sides: Sequence[int]
    runs: int
    has_time: Callable[[], bool]
    report: Callable[[int], object]
    active: frozenset[int]
    played: int = 0

    def select(self, changes: Iterable[Change], errors: float) -> int:
        """Let changes race, and make those by which runs go better.

        Args:
            changes: The changes.
            errors: By how many standard errors runs have to go better.

        Returns:
            How many changes were made.
        """
        racing = [*changes]
        for divisor, most in HEATS:
            racing = self._race(racing, max(1, self.runs // divisor), most)
        made = 0
        for change in racing:
            if not (change.removed is None or change.removed in self.active) or not self.has_time():
                continue
            gain, error = self.measure_gain(change.apply(self.active), self.sides[change.added], self.runs)
            if gain > errors * error:
                self.active = change.apply(self.active)
                made += 1
        return made

    def drop_idle(self, errors: float) -> dict[int, float]:
        """Take out the rules without which runs go no worse beyond doubt, the oldest first.

        Args:
            errors: By how many standard errors runs have to go worse without a rule that stays.

        Returns:
            By how much runs go worse without each that stays, by its place.
        """
        worths = {}
        for place in sorted(self.active):
            if self.has_time():
                gain, error = self.measure_gain(self.active - {place}, self.sides[place], self.runs)
                if -gain <= errors * error:
                    self.active -= {place}
                else:
                    worths[place] = -gain
        return worths

    def measure_gain(self, active: frozenset[int], side: int, runs: int) -> tuple[float, float]:
        """Return by how much runs go better for a side with other rules in force, and the standard error."""
        compared = self.compare(active, runs)
        return side * compared.difference, compared.error

    def compare(self, active: frozenset[int], runs: int) -> Compared:
        """Compare other rules with those that are in force, over the same runs."""
        self.played += 1
        self.report(self.played)
        return compare_trials(self.board.play(self.active, runs), self.board.play(active, runs))

    def _race(self, changes: Sequence[Change], runs: int, most: int) -> list[Change]:
        """Play changes in a few runs, and return those that may be better, the best first."""
        found = []
        for change in changes:
            if self.has_time():
                gain, error = self.measure_gain(change.apply(self.active), self.sides[change.added], runs)
                if gain + error > 0:
                    found.append((-gain, change.added, change))
        return [change for _, _, change in sorted(found, key=lambda each: each[:2])[:most]]
