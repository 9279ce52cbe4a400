"""The cost of the autopilot's preferences: its answers compared with the best ones by odds, choice by choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from attrs import Factory, define, frozen

from bombsight.boundary.errors import InputError
from bombsight.dsl.origin import Origin
from bombsight.flat.program import Entry, Program
from bombsight.flat.sites import Hole
from bombsight.flat.types import ElementType
from bombsight.runtime.batch.estimates import Moments, moments_of, paired_differences
from bombsight.runtime.batch.lookahead import Lookahead
from bombsight.runtime.batch.measures import Measure, measures_of
from bombsight.runtime.batch.rollout_policy import RUNS_PER_ANSWER, check_good_or_bad, thoughtful_player
from bombsight.runtime.batch.rollouts import RolloutSample
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.run.policies import NO_OPTION, choice_site
from bombsight.runtime.sentences import no_career
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
        gains: The mean gain of these answers, in every measure; null in one that does not stand where this choice's
            runs end: at the end of a mission of a campaign, or at the campaign's end.
        swaps: The pairs of answers, the most frequent first.
    """

    id: str
    ask: str
    origin: Origin
    asked: int
    differs: int
    gains: tuple[Gain | None, ...]
    swaps: tuple[Swap, ...]


@frozen(kw_only=True)
class Preferences(Document):
    """The cost of the autopilot's preferences, estimated from many of its runs.

    Attributes:
        game: The game's id.
        title: Its title.
        runs_of: Whether its runs are missions or campaigns.
        missions: How many runs there were.
        seed: The seed of their dice.
        runs: How many runs were played to pick the best answer, and as many again to estimate its gain.
        measures: The measures that are good or bad, the most important first.
        doubts: The choices, the one with the greatest total loss in the first measure first.
    """

    document = "preferences"

    game: str
    title: str
    runs_of: Literal["mission", "career"]
    missions: int
    seed: int
    runs: int
    measures: tuple[MeasureTold, ...]
    doubts: tuple[Doubt, ...]


@define
class ChoiceTally:
    """The statistics of a choice: how often it was asked, and the paired differences of better answers.

    A difference is none in a measure that its rollouts did not come to.
    """

    asked: int = 0
    sums: list[tuple[int | None, ...]] = Factory(list)
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
        check_good_or_bad(program, entry)
        lookahead = Lookahead(program, entry, make_simple_player)
        self.measures = good_or_bad_measures(lookahead)
        self.describer = Describer(program)
        self.tallies: dict[int, ChoiceTally] = {}
        self.missions = 0
        self.player = thoughtful_player(lookahead, load, self.observe_answer)

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
            differences = {
                measure.name: answer_difference(sample, best_place, own_place, number).sum / measure.unit
                for number, measure in enumerate(sample.measures)
            }
            tally.sums.append(
                tuple(
                    round(measure.unit * differences[measure.name]) if measure.name in differences else None
                    for measure in self.measures
                )
            )
            names = [
                answer_name(self.describer, number, options, sample.answers[place]) for place in (own_place, best_place)
            ]
            tally.swaps[names[0], names[1]] += 1
        return own_place

    def to_document(self) -> Preferences:
        """Make the document of the statistics collected so far."""
        doubts = [doubt_document(self.program, number, tally, self.measures) for number, tally in self.tallies.items()]
        sign = self.measures[0].sign
        doubts.sort(key=lambda found: (-sign * total_gain(found.gains[0], found.differs), -found.differs, found.id))
        return Preferences(
            game=self.program.game,
            title=self.program.title,
            runs_of="career" if self.entry == self.program.career else "mission",
            missions=self.missions,
            seed=self.seed,
            runs=RUNS_PER_ANSWER,
            measures=tuple(map(measure_document, self.measures)),
            doubts=tuple(doubts),
        )


def total_gain(gain: Gain | None, count: int) -> float:
    """Return the total of a mean gain in ``count`` cases; 0 for none."""
    return 0.0 if gain is None else count * gain.value


def good_or_bad_measures(lookahead: Lookahead) -> tuple[Measure, ...]:
    """List the measures of a run's rollouts that are good or bad, by decreasing weight.

    In a career with forecasts they are those of its missions, then those of its end that are not forecast.
    """
    program, entry = lookahead.program, lookahead.entry
    measures = {measure.name: measure for measure in measures_of(program, entry)}
    if lookahead.has_stages and program.stage is not None:
        measures = {measure.name: measure for measure in measures_of(program, program.stage)} | {
            name: measure for name, measure in measures.items() if name not in {one.name for one in program.forecasts}
        }
    return tuple(measure for measure in measures.values() if measure.sign)


def observe_game(id_or_folder: str, rules: Rules, seed: int, *, campaigns: bool = False) -> PreferenceObserver:
    """Make an observer of the autopilot's play in a game's missions, or with ``campaigns`` in its campaigns.

    Raises:
        InputError: The game, variant or option does not exist; there is no campaign; or the rules count nothing as
            good or bad.
        WrongRules: The rules have errors, or cannot be read.
    """
    check_seed(seed)
    program = program_for(request_for_game(id_or_folder, rules))
    if campaigns and program.career is None:
        raise InputError(no_career(program.title))
    entry = program.career if campaigns and program.career is not None else program.mission
    return PreferenceObserver(program, entry, seed)


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


def doubt_document(program: Program, number: int, tally: ChoiceTally, measures: Sequence[Measure]) -> Doubt:
    """Make the document of a choice's statistics.

    Args:
        program: The flat program.
        number: The number of the choice.
        tally: Its statistics.
        measures: The measures.
    """
    site = choice_site(program, number)
    return Doubt(
        id=site.id,
        ask="".join("..." if isinstance(part, Hole) else part for part in site.ask),
        origin=site.origin,
        asked=tally.asked,
        differs=len(tally.sums),
        gains=tuple(
            mean_gain([sums[index] for sums in tally.sums], measure.unit) for index, measure in enumerate(measures)
        ),
        swaps=tuple(
            Swap(own=own, better=better, times=times)
            for (own, better), times in sorted(tally.swaps.items(), key=lambda swap: (-swap[1], swap[0]))[:MAX_SWAPS]
        ),
    )


def mean_gain(sums: Sequence[int | None], unit: int) -> Gain | None:
    """Compute the mean gain of better answers in a measure with a unit; None if it stands in none of their runs.

    Args:
        sums: For each better answer the sum of its differences over the runs.
        unit: How many of a difference make one.
    """
    moments = moments_of(value for value in sums if value is not None)
    if sums and not moments.count:
        return None
    return Gain(
        value=round(moments.sum / max(1, moments.count) / RUNS_PER_ANSWER / unit, ROUNDED_DIGITS),
        error=round(moments.standard_error / RUNS_PER_ANSWER / unit, ROUNDED_DIGITS) if moments.count > 1 else None,
    )
