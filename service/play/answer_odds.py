"""The odds of the answers to an open question, estimated by rollouts: the autopilot plays on from each answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import either
from bombsight.flat.sites import PLAYER
from bombsight.flat.slices import TooManyPresets
from bombsight.flat.types import NONE
from bombsight.runtime.batch.estimates import estimate_rate, moments_of
from bombsight.runtime.batch.lookahead import Lookahead, Moment
from bombsight.runtime.batch.measures import Measure
from bombsight.runtime.batch.rollouts import MAX_RUNS, RolloutSample, grow_for
from bombsight.runtime.run.policies import Question, answer_indices
from bombsight.runtime.session.session import Session
from bombsight.service.common import sentences
from bombsight.service.common.document import Document

SAMPLING_SECONDS = 0.7
"""How long rollouts are played if the call gives no number."""

MIN_UNCOUNTED_SHARE = 0.05
"""The least share of an answer's runs left out of the statistics that is worth a remark."""

Horizon = Literal["mission", "career", "stage"]
"""The point that runs are played to."""

RUN_NAMES: Mapping[Horizon, str] = {"mission": "mission", "career": "campaign", "stage": "mission"}
"""The display names of runs by the point that they are played to."""

ROUNDED_DIGITS = 6
"""The decimals of published estimates: no sample justifies more."""


@frozen(kw_only=True)
class Measured:
    """The estimate of one measure for an answer.

    Attributes:
        value: A probability from 0 to 1, or a mean; null if every run was a fault.
        low: The lower bound of the 95 % confidence interval: for a probability by Wilson's; null as the value.
        high: The upper bound.
        difference: How much more it is than with the baseline answer, by runs with the same dice; null without a
            baseline, and of the baseline itself.
        error: The standard error of that difference.
    """

    value: float | None
    low: float | None
    high: float | None
    difference: float | None
    error: float | None


@frozen(kw_only=True)
class MeasureTold:
    """A measure by which answers are compared.

    Attributes:
        name: Its stable name.
        title: The display title.
        kind: Whether it is a probability, or the mean of a number.
        matters: Whether more of it is `good` or `bad`; empty for neither.
        forecast: Whether it is what a tally of the campaign is expected to come to at its end, told at the end of this
            mission.
        required: Whether a run in which it is no does not count, and is played again: in all other measures the
            figures are those of another run. No answer is better by it.
        words: For a number that stands for words by their order, such as a verdict, these words, the first for a 0.
            People see the word nearest to the mean.
    """

    name: str
    title: str
    kind: Literal["chance", "mean"]
    matters: Literal["good", "bad", ""]
    required: bool
    words: tuple[str, ...] = ()
    forecast: bool = False


@frozen(kw_only=True)
class AnswerOdds:
    """The estimates of an answer.

    Attributes:
        name: The name to answer with; `none` for none.
        title: The display title.
        faults: How many of its runs ended in a fault of the rules: they are left out.
        measured: The estimate of each measure, in the same order.
    """

    name: str
    title: str
    faults: int
    measured: tuple[Measured, ...]


@frozen(kw_only=True)
class Odds(Document):
    """The odds of the open question: estimates for each answer, by runs from here on with dice of their own.

    Attributes:
        id: The question's stable name.
        runs: How many runs there are of each answer.
        until: The point that runs are played to: the end of the `mission`, or of the whole `career`; at a `stage`, to
            the end of this mission of a campaign, and the first measures are forecasts of the campaign's end.
        measures: The measures, the most important first.
        answers: In the order offered; none, where it may be answered, is the last.
        best: The name of the best answer; null if these runs do not show that one is better than all others, or if
            no measure is good or bad.
        level: Without a best answer, the names of the answers of which none is better as far as these runs show:
            two of them differ in no measure by more than chance may. Else empty.
        against: The name of the baseline: the best answer; of several level ones the autopilot's, if it is among
            them; null if no measure is good or bad.
        worse_mark: The name of the autopilot's answer, which front ends mark, if these runs show it to be worse than
            another; else null.
    """

    document = "odds"

    id: str
    runs: int
    until: Horizon
    measures: tuple[MeasureTold, ...]
    answers: tuple[AnswerOdds, ...]
    best: str | None
    level: tuple[str, ...] = ()
    against: str | None = None
    worse_mark: str | None = None


class OddsEstimator:
    """An estimator of a question's odds, to which runs can be added step by step.

    Args:
        session: The game, at the question.
        question: The question.
        lookahead: Makes the rollouts of the session's entry.
        moment: The moment of the session's run.

    Raises:
        InputError: The odds are refused: somebody else is asked, or the rules declare no measure to compare answers by.
    """

    def __init__(self, session: Session, question: Question, lookahead: Lookahead, moment: Moment) -> None:
        """Make an estimator for an open question, without any runs; raise InputError if odds are refused."""
        refused = odds_refusal(question)
        if refused is not None:
            raise refused
        if not lookahead.measures(moment):
            game = session.program.game
            of_table = either(f"`bombsight odds {game} TABLE`", f"bombsight.odds({game!r}, TABLE)")
            hint = f"{sentences.NO_MEASURES_HINT} {of_table} tells the chances of a table."
            raise InputError(sentences.NO_MEASURES, "", hint)
        self.question = question
        players = session.program.players
        self.first_player = session.program.enums[players].values[0] if players is not None else ""
        self.is_reversed = lookahead.is_reversed
        is_stage = lookahead.horizon(moment).kind == "stage"
        self.until: Horizon = "stage" if is_stage else session.header.entry
        answers = answer_indices(len(question.options), question.optional)
        self.sample = lookahead.sample(moment, answers, session.header.seed)

    def run(self, runs: int | None = None) -> None:
        """Add ``runs`` simulated runs to each answer's estimate; for None, as many as a fixed time allows.

        Raises:
            InputError: There are more than can be kept, or the game is too long to start runs from.
        """
        if runs is not None and not 1 <= runs <= MAX_RUNS:
            raise InputError(sentences.wrong_run_count(runs), "", sentences.run_count_hint(MAX_RUNS))
        try:
            if runs is None:
                grow_for(self.sample, SAMPLING_SECONDS)
                if not self.sample.runs:
                    raise InputError("runs take too long here for odds to be told", "", "Say how many: `odds 1`.")
            else:
                self.sample.grow(runs)
        except TooManyPresets as known:
            raise InputError(sentences.too_long_game(str(known))) from known

    def to_document(self) -> Odds:
        """Make the document of the estimates so far."""
        sample, question = self.sample, self.question
        is_first = question.by == PLAYER or question.seat == self.first_player
        counts = is_first or self.is_reversed  # what is good is good for the first player
        errors = sample.verdict_errors()
        against = sample.best_answer(question.preferred, errors) if sample.runs and counts else None
        contenders = sample.contenders(errors) if against is not None else ()
        marked = sample.answers.index(question.preferred) if question.preferred in sample.answers else None
        is_marked_worse = marked is not None and bool(contenders) and marked not in contenders
        names = [(option.name, option.title) for option in question.options] + [("none", "none")] * question.optional
        return Odds(
            id=question.id,
            runs=sample.runs,
            until=self.until,
            measures=tuple(map(measure_document, sample.measures)),
            answers=tuple(
                AnswerOdds(
                    name=name,
                    title=title,
                    faults=sample.measure_column(place, 0).count(NONE),
                    measured=tuple(
                        measure_answer(sample, place, against, number) for number, _ in enumerate(sample.measures)
                    ),
                )
                for place, (name, title) in enumerate(names)
            ),
            best=names[contenders[0]][0] if len(contenders) == 1 else None,
            level=tuple(names[place][0] for place in contenders) if len(contenders) > 1 else (),
            against=None if against is None else names[against][0],
            worse_mark=names[marked][0] if is_marked_worse and marked is not None else None,
        )


def odds_refusal(question: Question) -> InputError | None:
    """Make the error that odds are refused, as another decides, or it is for an amount; None if they are allowed.

    A continued run betrays nothing: all dice that fell are known to the player, and those to come are others. But the
    choices of another, which the rules make, are not the player's to weigh.
    """
    if question.ends:
        return InputError(sentences.AMOUNT_ODDS, "", sentences.AMOUNT_ODDS_HINT)
    if question.by == PLAYER or question.seat:
        return None
    return InputError(sentences.not_your_choice(question.by.replace("_", " ")), "", sentences.NOT_YOUR_CHOICE_HINT)


def measure_document(measure: Measure) -> MeasureTold:
    """Convert a measure (a statistic by which answers are compared) to its document."""
    return MeasureTold(
        name=measure.name,
        title=measure.title,
        kind="chance" if measure.is_chance else "mean",
        matters="good" if measure.sign > 0 else "bad" if measure.sign < 0 else "",
        required=measure.is_required,
        forecast=measure.is_forecast,
        words=measure.words,
    )


def words_for_interval(words: Sequence[str], low: float, high: float) -> str:
    """Find the word nearest to a mean's interval on a scale of words; two words if its ends differ: ``a to b``."""
    first, last = (words[min(max(int(at + 0.5), 0), len(words) - 1)] for at in (low, high))
    return first if first == last else f"{first} to {last}"


def describe_uncounted_runs(odds: Odds) -> Iterator[str]:
    """Yield a remark on each answer of which many simulated runs do not count, so that others are in their place."""
    for number, measure in enumerate(odds.measures):
        for answer in odds.answers if measure.required else ():
            value = answer.measured[number].value
            if value is not None and 1 - value >= MIN_UNCOUNTED_SHARE:
                run = RUN_NAMES[odds.until]
                yield sentences.uncounted_runs(answer.title, f"{100 * (1 - value):.0f}", run)


def measure_answer(sample: RolloutSample, answer_index: int, baseline: int | None, measure_index: int) -> Measured:
    """Estimate one measure of an answer from simulated runs, with its difference from the baseline answer.

    Args:
        sample: The runs of the question.
        answer_index: The index of the answer.
        baseline: The index of the baseline answer, or None.
        measure_index: The index of the measure.
    """
    counted_values = [value for value in sample.measure_column(answer_index, measure_index) if value != NONE]
    measure = sample.measures[measure_index]
    estimate = (
        estimate_rate(sum(counted_values), len(counted_values))
        if measure.is_chance and not measure.is_forecast
        else moments_of(counted_values).mean
    )
    difference = (
        None
        if baseline is None or baseline == answer_index
        else sample.difference_from(answer_index, baseline, measure_index)
    )
    if difference is not None and not difference.count:
        difference = None

    def publish(value: float) -> float:
        """Convert a count to the measure's unit, rounded."""
        return round(value / measure.unit, ROUNDED_DIGITS)

    return Measured(
        value=None if estimate is None else publish(estimate.value),
        low=None if estimate is None else publish(estimate.low),
        high=None if estimate is None else publish(estimate.high),
        difference=publish(difference.sum / difference.count) if difference else None,
        error=publish(difference.standard_error) if difference else None,
    )
