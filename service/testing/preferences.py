"""The cost of the autopilot's preferences: its answers compared with the best ones by odds, choice by choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import Factory, define, frozen

from bombsight.dsl.origin import Origin
from bombsight.flat.program import Entry, Program
from bombsight.flat.sites import Hole
from bombsight.flat.types import ElementType
from bombsight.runtime.batch.estimates import Moments, moments_of, paired_differences
from bombsight.runtime.batch.rollout_policy import RUNS_PER_ANSWER, good_or_bad_measures, thoughtful_player
from bombsight.runtime.batch.rollouts import RolloutSample
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.run.policies import NO_OPTION, choice_site
from bombsight.service.common.document import Document
from bombsight.service.common.seeds import check_seed
from bombsight.service.games.requests import Rules, request_for_game
from bombsight.service.play.answer_odds import ROUNDED_DIGITS, MeasureTold, measure_document
from bombsight.service.programs.loaders import load
from bombsight.service.programs.players import make_simple_player
from bombsight.service.programs.prepare import program_for
from bombsight.service.simulating.requests import all_mission_numbers

MAX_SWAPS = 5
"""The maximum number of kinds of better answers reported for a choice."""


@frozen(kw_only=True)
class Gain:
    """The mean gain of better answers in one measure, over the questions where the answers differ.

    Attributes:
        value: The mean difference.
        error: Its standard error; null for fewer than two samples.
    """

    value: float
    error: float | None


@frozen(kw_only=True)
class Swap:
    """A pair of answers to a choice: the autopilot's, and a better one.

    Attributes:
        own: The autopilot's: the name of a branch or a value; the kind of an element; or `none`.
        better: The better answer.
        times: How often.
    """

    own: str
    better: str
    times: int


@frozen(kw_only=True)
class Doubt:
    """A choice at which better answers than the autopilot's were found.

    Attributes:
        id: Its stable name.
        ask: The prompt without its values.
        origin: The place in the rules.
        asked: How often it was asked with more than one answer.
        differs: How often another answer than the autopilot's was the best.
        gains: The mean gain of these answers, in every measure.
        swaps: The pairs of answers, the most frequent first.
    """

    id: str
    ask: str
    origin: Origin
    asked: int
    differs: int
    gains: tuple[Gain, ...]
    swaps: tuple[Swap, ...]


@frozen(kw_only=True)
class Preferences(Document):
    """The cost of the autopilot's preferences, estimated from many of its runs.

    Attributes:
        game: The game's id.
        title: Its title.
        missions: How many runs there were.
        seed: The seed of their dice.
        runs: How many runs were played to pick the best answer, and as many again to estimate its gain.
        measures: The measures that are good or bad, the most important first.
        doubts: The choices, the one with the greatest total loss in the first measure first.
    """

    document = "preferences"

    game: str
    title: str
    missions: int
    seed: int
    runs: int
    measures: tuple[MeasureTold, ...]
    doubts: tuple[Doubt, ...]


@define
class ChoiceTally:
    """The statistics of a choice: how often it was asked, and the paired differences of better answers."""

    asked: int = 0
    sums: list[tuple[int, ...]] = Factory(list)
    swaps: Counter[tuple[str, str]] = Factory(Counter)


class PreferenceObserver:
    """An observer of the autopilot's runs that tries every answer of each choice by further runs (rollouts).

    The gain of another answer is the effect of that change alone, with the autopilot answering all else as ever. An
    answer that was picked because it looked good is worth less than it looked, so its gain is estimated by further
    runs, which had no part in the choice.

    Args:
        program: The flat program.
        entry: A mission or career; missions take all their numbers in turn.
        seed: The seed of all dice.

    Raises:
        InputError: The rules count nothing in such a run as good or bad.
    """

    def __init__(self, program: Program, entry: Entry, seed: int) -> None:
        """Prepare the observed player and empty statistics."""
        self.program, self.entry, self.seed = program, entry, seed
        self.measures = good_or_bad_measures(program, entry)
        self.describer = Describer(program)
        self.tallies: dict[int, ChoiceTally] = {}
        self.missions = 0
        self.player = thoughtful_player(program, entry, make_simple_player(program, entry), load, self.observe_answer)

    def play_next(self) -> None:
        """Play and observe the next run."""
        for _ in self.player(run_arguments(self.entry, self.missions), 1, self.seed, first=self.missions):
            self.missions += 1

    def observe_answer(
        self, number: int, options: Sequence[int], sample: RolloutSample, own_place: int, best_place: int
    ) -> int:
        """Callback at a choice: record its rollouts, and return the place of the autopilot's answer, to be given.

        Args:
            number: The number of the choice.
            options: Its options.
            sample: The rollouts of its answers.
            own_place: The place of the autopilot's answer.
            best_place: The place of the best answer.
        """
        tally = self.tallies.setdefault(number, ChoiceTally())
        tally.asked += 1
        if own_place != best_place:
            sample.grow(RUNS_PER_ANSWER)
            tally.sums.append(
                tuple(
                    answer_difference(sample, best_place, own_place, measure).sum
                    for measure, _ in enumerate(self.measures)
                )
            )
            names = [
                answer_name(self.describer, number, options, sample.answers[place]) for place in (own_place, best_place)
            ]
            tally.swaps[names[0], names[1]] += 1
        return own_place

    def to_document(self) -> Preferences:
        """Make the document of the statistics collected so far."""
        doubts = [
            doubt_document(self.program, number, tally, len(self.measures)) for number, tally in self.tallies.items()
        ]
        sign = self.measures[0].sign
        doubts.sort(key=lambda found: (-sign * found.differs * found.gains[0].value, -found.differs, found.id))
        return Preferences(
            game=self.program.game,
            title=self.program.title,
            missions=self.missions,
            seed=self.seed,
            runs=RUNS_PER_ANSWER,
            measures=tuple(map(measure_document, self.measures)),
            doubts=tuple(doubts),
        )


def observe_game(id_or_folder: str, rules: Rules, seed: int) -> PreferenceObserver:
    """Make an observer of the autopilot's play in a game's missions.

    Raises:
        InputError: The game, variant or option does not exist; or the rules count nothing as good or bad.
        WrongRules: The rules have errors, or cannot be read.
    """
    check_seed(seed)
    program = program_for(request_for_game(id_or_folder, rules))
    return PreferenceObserver(program, program.mission, seed)


def run_arguments(entry: Entry, run: int) -> tuple[int, ...]:
    """Return the arguments of the run with a number, from 0: missions take all their numbers in turn."""
    numbers = all_mission_numbers(entry)
    return (numbers[run % len(numbers)],) if numbers else ()


def answer_difference(sample: RolloutSample, answer_index: int, baseline: int, measure_index: int) -> Moments:
    """Compute the difference between two answers in a measure, by runs that had no part in the choice.

    Args:
        sample: The rollouts.
        answer_index: The index of the answer.
        baseline: The index of the baseline answer.
        measure_index: The index of the measure.
    """
    return paired_differences(
        sample.measure_column(answer_index, measure_index)[RUNS_PER_ANSWER:],
        sample.measure_column(baseline, measure_index)[RUNS_PER_ANSWER:],
    )


def answer_name(describer: Describer, number: int, options: Sequence[int], index: int) -> str:
    """Return the name of an answer that is the same in every run.

    Args:
        describer: The describer of the run.
        number: The number of the choice.
        options: Its options.
        index: The index of the answer.
    """
    site = choice_site(describer.program, number)
    if index == NO_OPTION:
        return "none"
    if site.option_type is None:
        return site.branches[options[index]][0]
    if isinstance(site.option_type, ElementType):
        return site.option_type.record  # the number identifies no element to a reader
    return describer.value_name(site.option_type, options[index])


def doubt_document(program: Program, number: int, tally: ChoiceTally, measure_count: int) -> Doubt:
    """Make the document of a choice's statistics.

    Args:
        program: The flat program.
        number: The number of the choice.
        tally: Its statistics.
        measure_count: The number of measures.
    """
    site = choice_site(program, number)
    columns = [moments_of(sums[measure] for sums in tally.sums) for measure in range(measure_count)]
    return Doubt(
        id=site.id,
        ask="".join("..." if isinstance(part, Hole) else part for part in site.ask),
        origin=site.origin,
        asked=tally.asked,
        differs=len(tally.sums),
        gains=tuple(
            Gain(
                value=round(column.sum / max(1, column.count) / RUNS_PER_ANSWER, ROUNDED_DIGITS),
                error=round(column.standard_error / RUNS_PER_ANSWER, ROUNDED_DIGITS) if column.count > 1 else None,
            )
            for column in columns
        ),
        swaps=tuple(
            Swap(own=own, better=better, times=times)
            for (own, better), times in sorted(tally.swaps.items(), key=lambda swap: (-swap[1], swap[0]))[:MAX_SWAPS]
        ),
    )
