"""Sampled questions whose answers are judged by rollouts: what each is worth beside the others.

What is best by one half of the rollouts is valued by the other half, and the other way round. So answers that are worth
the same come to a difference of 0 on average, and not to the luck of the one that looked best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import define, field, frozen

from bombsight.flat.program import Entry, Program
from bombsight.flat.sites import PLAYER
from bombsight.flat.types import NONE
from bombsight.runtime.batch.batch import play_runs
from bombsight.runtime.batch.lookahead import Lookahead, Moment
from bombsight.runtime.batch.measures import Measure, measures_of
from bombsight.runtime.batch.rollout_policy import MAX_TRIED_NUMBERS, spread_answers
from bombsight.runtime.batch.rollouts import RolloutSample
from bombsight.runtime.callbacks import Ask, Roll, Score, Values
from bombsight.runtime.dice import mission_seed, mix
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.machine import Log, Machine
from bombsight.runtime.run.policies import answer_indices, autopilot_policy, choice_site
from bombsight.runtime.run.recording import RunSoFar
from bombsight.service.programs.loaders import load
from bombsight.service.programs.players import make_simple_player
from bombsight.service.testing.preferences import answer_name, run_arguments

ROLLOUTS = 100
"""Rollouts of each answer of a judged question, half of them to pick and half to value."""

SAMPLE_SALT = 0x62616C616E6365
"""``balance`` in ASCII: separates the choice of questions that are judged from the dice."""


@frozen(eq=False)
class JudgedQuestion:
    """A question that came up in play, and what rollouts say of its answers.

    Attributes:
        choice: The stable name of its choice.
        run: The number of its run.
        answers: The names of its answers.
        own: The place among them of the answer that was given.
        worse: For each answer, by how much it is behind the best of the others; below 0 if it is the best.
        spread: By how much the best answer is ahead of the worst.
        is_clear: Whether some answer is worse than another by more than chance explains.
        best: The places of the answers that none is clearly better than.
    """

    choice: str
    run: int
    answers: tuple[str, ...]
    own: int
    worse: tuple[float, ...]
    spread: float
    is_clear: bool
    best: tuple[int, ...]


@define(eq=False)
class QuestionJudge:
    """Plays runs by the autopilot, and judges a sample of their questions by rollouts.

    Attributes:
        program: The program of good play.
        entry: The mission or career.
        seed: The seed of all dice.
        rates: The share of the questions of each choice that are judged; 1 for those not named.
        wanted: How many questions of each choice are judged at most.
        measure: The measure that decides.
        runs: How many runs were played.
        judged: How many questions of each choice were judged.
    """

    program: Program
    entry: Entry
    seed: int
    rates: Mapping[str, float]
    wanted: int
    measure: Measure = field(init=False)
    runs: int = field(default=0, init=False)
    judged: Counter[str] = field(factory=Counter, init=False)
    _lookahead: Lookahead = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Make the maker of rollouts, and find the measure that decides at their end."""
        self._lookahead = Lookahead(self.program, self.entry, make_simple_player)
        stage = self.program.stage
        horizon = stage if stage is not None and self._lookahead.has_stages else self.entry
        self.measure = next(each for each in measures_of(self.program, horizon) if each.decides)

    def judge_run(self, number: int) -> list[JudgedQuestion]:
        """Play the run with a number, and return those of its questions that were judged."""
        found: list[JudgedQuestion] = []
        machines: list[Machine] = []
        args = run_arguments(self.entry, number)

        def load_machine(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
            """Make the machine of the run, whose state names elements."""
            machines.append(load(program, roll, ask, log))
            return machines[-1]

        def make_policy(so_far: RunSoFar) -> tuple[Ask, Callable[[int], None]]:
            """Make the policy that judges some questions of the run."""
            return self._make_policy(so_far, args, machines, found, number), lambda _: None

        for _ in play_runs(
            self.program, self.entry, args, 1, self.seed, "auto", number, load=load_machine, make_policy=make_policy
        ):
            self.runs += 1
        return found

    def _make_policy(
        self,
        so_far: RunSoFar,
        args: Sequence[int],
        machines: Sequence[Machine],
        found: list[JudgedQuestion],
        number: int,
    ) -> Ask:
        """Make the policy of a run: the autopilot, which appends judged questions to ``found``."""
        autopilot_ask = autopilot_policy(self.program)
        describer = Describer(self.program)

        def ask(site_number: int, options: Sequence[int], score: Score, values: Values) -> int:
            """Callback ``ask``: return the index of the autopilot's answer, after judging all answers if sampled."""
            own = autopilot_ask(site_number, options, score, values)
            site = choice_site(self.program, site_number)
            answers = answer_indices(len(options), site.optional)
            if len(answers) == 1 or not self._is_sampled(site.id, number, len(so_far.script)):
                return own
            is_first_player = site.by == PLAYER if site.seat is None else values()[site.seat.index] == 0
            if not is_first_player:  # measures are good or bad for the first player
                return own
            if len(answers) > MAX_TRIED_NUMBERS:
                tried = spread_answers(len(options), own)
                answers = tried if own in tried else (*tried, own)
            describer.slots = machines[-1].slots
            names = tuple(answer_name(describer, site_number, options, answer) for answer in answers)
            seed = mission_seed(self.seed, number)  # so that no two runs share the luck of their rollouts
            sample = self._lookahead.sample(Moment(args, so_far.script, so_far.mission), answers, seed)
            sample.grow(ROLLOUTS)
            judged = judge_sample(sample, site.id, number, names, answers.index(own))
            if judged is not None:
                self.judged[site.id] += 1
                found.append(judged)
            return own

        return ask

    def _is_sampled(self, choice: str, run: int, position: int) -> bool:
        """Whether a question is judged: at random, by a seed of its own, until there are enough of its choice."""
        if self.judged[choice] >= self.wanted:
            return False
        rate = self.rates.get(choice, 1.0)
        return rate >= 1 or mission_seed(mix(self.seed ^ SAMPLE_SALT) ^ run, position) < rate * 2**64


def judge_sample(
    sample: RolloutSample, choice: str, run: int, names: tuple[str, ...], own: int
) -> JudgedQuestion | None:
    """Judge the answers of a question by its rollouts; None if all those of an answer fault, or no measure decides.

    Args:
        sample: The rollouts.
        choice: The stable name of the choice.
        run: The number of the run.
        names: The names of the answers.
        own: The place of the answer that is given.
    """
    place = next((number for number, measure in enumerate(sample.measures) if measure.decides), None)
    if place is None:
        return None
    measure = sample.measures[place]
    columns = [sample.measure_column(answer, place) for answer in range(len(sample.answers))]
    half = sample.runs // 2
    halves = [[mean_or_none(column[first : first + half], measure) for column in columns] for first in (0, half)]
    values = [[value for value in row if value is not None] for row in halves]
    if any(len(row) < len(columns) for row in values):
        return None
    best = sample.contenders(sample.verdict_errors())
    return JudgedQuestion(
        choice=choice,
        run=run,
        answers=names,
        own=own,
        worse=tuple(shortfall(values, answer) for answer in range(len(columns))),
        spread=sum(judge[index_of_best(pick)] - judge[index_of_worst(pick)] for pick, judge in (values, values[::-1]))
        / 2,
        is_clear=len(best) < len(columns),
        best=best,
    )


def mean_or_none(values: Sequence[int], measure: Measure) -> float | None:
    """Return the mean of a measure, the higher the better; None without a value."""
    present = [value for value in values if value != NONE]
    return sum(present) * measure.sign / (len(present) * measure.unit) if present else None


def shortfall(halves: Sequence[Sequence[float]], answer: int) -> float:
    """Return by how much an answer is behind the best of the others, which is picked by one half of the rollouts.

    Args:
        halves: The mean of each answer in each half.
        answer: The place of the answer.
    """
    total = 0.0
    for pick, judge in (halves, halves[::-1]):
        others = [place for place in range(len(pick)) if place != answer]
        total += judge[max(others, key=pick.__getitem__)] - judge[answer]
    return total / 2


def index_of_best(values: Sequence[float]) -> int:
    """Return the place of the greatest value, the first of equals."""
    return max(range(len(values)), key=values.__getitem__)


def index_of_worst(values: Sequence[float]) -> int:
    """Return the place of the least value, the last of equals, so that equals differ from the best."""
    return min(reversed(range(len(values))), key=values.__getitem__)


def judge_runs(judge: QuestionJudge, count: int) -> Iterator[list[JudgedQuestion]]:
    """Yield the judged questions of each of ``count`` runs."""
    for number in range(count):
        yield judge.judge_run(number)
