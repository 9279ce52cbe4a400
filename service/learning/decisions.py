"""Decisions: questions that came up in play, with the features of their answers and what rollouts say of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import define, field, frozen

from bombsight.flat.program import Entry, Program
from bombsight.flat.sites import OPTION, PLAYER, ChoiceSite
from bombsight.flat.types import NONE
from bombsight.runtime.batch.batch import play_runs
from bombsight.runtime.batch.lookahead import Lookahead, Moment
from bombsight.runtime.batch.measures import Measure
from bombsight.runtime.callbacks import Ask, Roll, Score, Values
from bombsight.runtime.dice import mission_seed, mix
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.machine import Log, Machine
from bombsight.runtime.run.derived_values import AsideEvaluator, Asides
from bombsight.runtime.run.policies import answer_indices, autopilot_policy, choice_site
from bombsight.runtime.run.recording import RunSoFar
from bombsight.runtime.run.remarks import RemarkRenderer
from bombsight.runtime.visibility.masking import PlayerAsides, mask_state
from bombsight.runtime.visibility.visibility import Secrets
from bombsight.service.learning.probing import SEPARATOR, ProbedChoice, ProbedRules
from bombsight.service.programs.loaders import load

FloatArray: TypeAlias = npt.NDArray[np.float64]

FEATURE_STEPS = 10_000_000
"""The budget of steps of all features of a question together: a loop without an end is a rules fault."""

SAMPLE_SALT = 0x6C6561726E
"""``learn`` in ASCII: separates the choice of sampled questions from the dice."""


@frozen(eq=False)
class Decision:
    """A question that came up in play.

    Attributes:
        run: The number of the run.
        answers: The answers in order: the number of a branch; for the member of a domain its place; -1 for none.
        own: The place among them of the answer that the autopilot gives, as it is learned so far.
        first: The place of the answer that the autopilot of the rules gives.
        features: A row of features for each answer; not a number where one faults or is hidden from the player. Those
            of an option are 0 for the answer none.
        side: 1 if the first player answers, for whom measures are good or bad; -1 if the other of two does.
        halves: The mean of each answer by the measure, the higher the better for whoever answers, in the first half of
            the rollouts and in the second: what is picked by one half is judged by the other.
        errors: The standard error in each half of each answer's difference from the own one.
    """

    run: int
    answers: tuple[int, ...]
    own: int
    first: int
    features: FloatArray
    side: int
    halves: FloatArray
    errors: FloatArray

    @property
    def worth(self) -> FloatArray:
        """The mean of each answer by the measure, in all rollouts."""
        mean: FloatArray = self.halves.mean(axis=0)
        return mean


AnswerPicker = Callable[[Sequence[int], FloatArray], int | None]
"""``pick(answers, features)`` returns the place of the answer that is learned so far; None for the own one."""


@define(eq=False)
class DecisionGatherer:
    """Plays runs, and judges a sample of their questions by rollouts.

    Attributes:
        probed: The rules with features, whose autopilot's answers are the own ones.
        entry: The mission or career that is played.
        lookahead: Makes rollouts with the autopilot as it is learned so far.
        pickers: Find the answers that are learned so far, by the choices' stable names.
        rollouts: How many rollouts of each answer.
        seed: The seed of all dice.
        rates: The share of the questions of each choice that are judged; None judges none, and only counts.
        asked: How often each choice was asked with more than one answer.
        runs: How many runs were played.
        length: How many throws and answers they had together.
    """

    probed: ProbedRules
    entry: Entry
    lookahead: Lookahead
    pickers: Mapping[str, AnswerPicker]
    rollouts: int
    seed: int
    rates: Mapping[str, float] | None
    asked: Counter[str] = field(factory=Counter, init=False)
    runs: int = field(default=0, init=False)
    length: int = field(default=0, init=False)

    def gather(
        self, arguments: Callable[[int], Sequence[int]], first: int, count: int
    ) -> Iterator[tuple[str, Decision]]:
        """Play runs ``first`` to ``first + count - 1``, and yield the judged questions with their choices' names."""
        program = self.probed.program
        reader = FeatureReader.make(program)
        found: list[tuple[str, Decision]] = []
        machines: list[Machine] = []
        script: list[int] = []

        def load_machine(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
            """Make the machine of a run, whose state the features read."""
            machines.append(load(program, roll, ask, log))
            return machines[-1]

        for number in range(first, first + count):
            args = arguments(number)

            def make_policy(so_far: RunSoFar) -> tuple[Ask, Callable[[int], None]]:
                """Make the policy that judges some questions of a run."""
                nonlocal script
                script = so_far.script
                return self._make_policy(reader, so_far, args, machines, found, number), lambda _: None  # noqa: B023 - at once

            for _ in play_runs(
                program, self.entry, args, 1, self.seed, "auto", number, load=load_machine, make_policy=make_policy
            ):
                self.runs += 1
                self.length += len(script)
            yield from found
            found.clear()
            machines.clear()

    def _make_policy(
        self,
        reader: FeatureReader,
        so_far: RunSoFar,
        args: Sequence[int],
        machines: Sequence[Machine],
        found: list[tuple[str, Decision]],
        number: int,
    ) -> Ask:
        """Make the policy of a run: it gives the learned answers, and appends judged questions to ``found``."""
        program = self.probed.program
        autopilot_ask = autopilot_policy(program)

        def ask(site_number: int, options: Sequence[int], score: Score, values: Values) -> int:
            """Callback ``ask``: return the index of the learned answer, else of the autopilot's."""
            first = autopilot_ask(site_number, options, score, values)
            site = choice_site(program, site_number)
            answers = answer_indices(len(options), site.optional)
            side = 0 if len(answers) == 1 else side_of(site, values)
            if not side:
                return first
            self.asked[site.id] += 1
            probed = self.probed.choices.get(site.id)
            pick = self.pickers.get(site.id)
            is_sampled = self._is_sampled(site.id, number, len(so_far.script))
            if probed is None or (pick is None and not is_sampled):
                return first
            features = reader.read(probed, site, options, values(), machines[-1].slots)
            names = answers if site.option_type is not None else tuple(options)
            picked = None if pick is None else pick(names, features)
            first_place = answers.index(first)
            own_place = first_place if picked is None else picked
            if is_sampled:
                moment = Moment(args, so_far.script, so_far.mission)
                halves, errors = self._judge(moment, answers, own_place, side, mission_seed(self.seed, number))
                found.append((site.id, Decision(number, names, own_place, first_place, features, side, halves, errors)))
            return answers[own_place]

        return ask

    def _is_sampled(self, choice: str, run: int, position: int) -> bool:
        """Whether a question is judged: at random, by a seed of its own."""
        if self.rates is None:
            return False
        rate = self.rates.get(choice, 1.0)  # what never came up before is rare
        return rate >= 1 or mission_seed(mix(self.seed ^ SAMPLE_SALT) ^ run, position) < rate * 2**64

    def _judge(
        self, moment: Moment, answers: tuple[int, ...], own: int, side: int, seed: int
    ) -> tuple[FloatArray, FloatArray]:
        """Return the mean of each answer in each half of its rollouts, and the error of its difference from one.

        Args:
            moment: The moment of the question.
            answers: The indices of its answers.
            own: The place among them from which differences are measured.
            side: 1 for the player for whom measures are good or bad, -1 for the other.
            seed: The seed of the run's dice: questions of different runs have different rollouts.
        """
        sample = self.lookahead.sample(moment, answers, seed)
        sample.grow(self.rollouts)
        place = deciding_measure(sample.measures)
        measure = sample.measures[place]
        columns = np.array([sample.measure_column(answer, place) for answer in range(len(answers))], dtype=np.float64)
        columns[columns == NONE] = np.nan
        half = self.rollouts // 2
        halves = np.stack([columns[:, :half], columns[:, half : 2 * half]])
        means = mean_of_known(halves) * (side * measure.sign / measure.unit)
        differences = halves - halves[:, own : own + 1]
        variances = mean_of_known(differences**2) - mean_of_known(differences) ** 2
        errors: FloatArray = np.sqrt(np.maximum(variances, 0) / half) / measure.unit
        return means, errors


def mean_of_known(values: FloatArray) -> FloatArray:
    """Compute means over the last axis without what is not a number; not a number where nothing else is left."""
    counts = (~np.isnan(values)).sum(axis=-1)
    means: FloatArray = np.where(counts > 0, np.nansum(values, axis=-1) / np.maximum(counts, 1), np.nan)
    return means


def deciding_measure(measures: Sequence[Measure]) -> int:
    """Return the place of the measure that decides: the first that is good or bad."""
    return next(place for place, measure in enumerate(measures) if measure.decides)


def side_of(site: ChoiceSite, values: Values) -> int:
    """Return 1 if the first player answers a choice, for whom measures are good or bad; -1 if the other of two does.

    It is 0 for a choice of somebody else, whom the rules play.
    """
    if site.seat is None:
        return int(site.by == PLAYER)
    return 1 if values()[site.seat.index] == 0 else -1


@frozen(eq=False)
class FeatureReader:
    """Reads the features beside a choice in a state of the run, as far as whoever answers may know them."""

    secrets: Secrets
    asides: Asides
    masked_asides: PlayerAsides
    describer: Describer

    @classmethod
    def make(cls, program: Program) -> FeatureReader:
        """Make the reader of a program with features."""
        return cls(Secrets(program, load), Asides(program, load), PlayerAsides(program, load), Describer(program))

    def make_evaluator(self, slots: Sequence[int], player: int) -> AsideEvaluator:
        """Make what evaluates features in a state, without what is hidden from a player."""
        if not self.secrets.are_any:
            return self.asides.evaluator_at(slots, FEATURE_STEPS)
        hidden_slots = self.secrets.hidden_slots(slots, player)
        hidden_lists = self.secrets.hidden_lists(slots, player)
        self.masked_asides.masked = mask_state(self.secrets.unordered_lists, slots, hidden_slots, hidden_lists)
        return self.masked_asides.evaluator_at(slots, FEATURE_STEPS)

    def read(
        self,
        probed: ProbedChoice,
        site: ChoiceSite,
        options: Sequence[int],
        values: Sequence[int],
        slots: Sequence[int],
    ) -> FloatArray:
        """Return a row of features for each answer, none last; not a number where one faults or is hidden."""
        player = 0 if site.seat is None else values[site.seat.index]
        renderer = RemarkRenderer(self.describer, self.make_evaluator(slots, player), values)
        count = len(options) + site.optional
        table = np.zeros((count, len(probed.features)))
        column = -1
        for line in site.beside[-len(probed.lines) :]:
            for part in line.text:
                if isinstance(part, str):  # separators, and constants, which tell nothing
                    column += part.count(SEPARATOR)
                elif probed.features[column].reads_option:
                    for row, option in enumerate(options):
                        table[row, column] = to_float(renderer.evaluate(part, option))
                else:
                    table[:, column] = to_float(renderer.evaluate(part, OPTION))
        return table


def to_float(value: int | None) -> float:
    """Convert the value of a feature; not a number for none."""
    return float("nan") if value is None else float(value)
