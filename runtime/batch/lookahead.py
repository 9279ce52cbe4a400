"""Lookahead: the rollouts that judge the answers to the questions of a run.

They go on to the end of the run. A career is long, so they go only to the end of the mission that is being played, if
the rules forecast there what the career comes to (:attr:`bombsight.flat.program.Program.stage`): they begin with the
state in which the mission began, and take no longer late in a career than in a mission by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, evolve, field, frozen

from bombsight.flat.program import Entry, Program
from bombsight.runtime.batch.batch import BatchPlayer
from bombsight.runtime.batch.measures import Measure, measures_of
from bombsight.runtime.batch.rollouts import RolloutSample, rollout_seed
from bombsight.runtime.run.checkpoints import MissionStart

PlayerMaker = Callable[[Program, Entry], BatchPlayer]
"""Makes a batch player of a program's entry."""


@frozen(eq=False)
class Moment:
    """A moment of a run, at which a question is open.

    Attributes:
        args: The arguments of the run's entry.
        script: Its throws and answers so far, as batch players take them.
        mission: The beginning of the mission that is being played in a career; None at other moments.
    """

    args: Sequence[int]
    script: Sequence[int]
    mission: MissionStart | None = None


@define(eq=False)
class Lookahead:
    """The maker of rollouts for the questions of an entry's runs.

    Attributes:
        program: The program.
        entry: Its mission or career.
        make_player: Makes the players of rollouts; each is made once.
        is_reversed: Whether answers are judged for the other player of two, for whom good is bad and bad is good.
        ignores_stages: Whether rollouts go on to the end of a career even where the rules forecast it.
    """

    program: Program
    entry: Entry
    make_player: PlayerMaker
    is_reversed: bool = field(default=False, kw_only=True)
    ignores_stages: bool = field(default=False, kw_only=True)
    _players: dict[str, BatchPlayer] = field(factory=dict, init=False)

    @property
    def has_stages(self) -> bool:
        """Whether questions within a mission are judged at the end of that mission, by forecasts."""
        return not self.ignores_stages and self.program.stage is not None and self.entry == self.program.career

    def horizon(self, moment: Moment) -> Entry:
        """Find the entry at whose end rollouts from a moment end: the stage of a career, or the entry of the run."""
        stage = self.program.stage
        return stage if stage is not None and self.has_stages and moment.mission is not None else self.entry

    def measures(self, moment: Moment) -> tuple[Measure, ...]:
        """List the measures at the end of rollouts from a moment."""
        measures = measures_of(self.program, self.horizon(moment))
        return tuple(evolve(each, sign=-each.sign) for each in measures) if self.is_reversed else measures

    def sample(self, moment: Moment, answers: tuple[int, ...], seed: int) -> RolloutSample:
        """Make an empty sample of rollouts of a question's answers.

        Args:
            moment: The moment at which the question is open.
            answers: The indices of its answers; -1 is none.
            seed: The seed of the run's dice.
        """
        entry = self.horizon(moment)
        if entry.key not in self._players:
            self._players[entry.key] = self.make_player(self.program, entry)
        start = moment.mission if entry != self.entry else None
        return RolloutSample(
            self._players[entry.key],
            self.measures(moment),
            moment.args if start is None else start.args,
            tuple(moment.script if start is None else moment.script[start.first :]),
            answers,
            rollout_seed(seed, len(moment.script)),
            None if start is None else start.state,
        )
