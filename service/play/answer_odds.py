"""The odds of the answers to a question of a game in play: what each leads to, if the autopilot goes on from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.flat.sites import PLAYER
from bombsight.flat.slices import TooManyPresets
from bombsight.flat.types import NONE
from bombsight.runtime.batch.batch import BatchPlayer
from bombsight.runtime.batch.estimates import estimate_rate, moments_of
from bombsight.runtime.batch.rollouts import MAX_RUNS, Measure, RolloutSample, grow_for, measures_of, rollout_seed
from bombsight.runtime.run.policies import Question, answer_indices
from bombsight.runtime.session.session import Session
from bombsight.service.common import sentences
from bombsight.service.common.document import Document

SAMPLING_SECONDS = 0.7
"""How long runs are played where nobody says how many."""

MIN_UNCOUNTED_SHARE = 0.05
"""Said of an answer is that its runs do not count, where so large a part of them does not."""

RUN_NAMES = {"mission": "mission", "career": "campaign"}
"""What a run is called."""

ROUNDED_DIGITS = 6
"""Behind the point of what is told: no sample says more."""


@frozen(kw_only=True)
class Measured:
    """What an answer leads to, in one measure.

    Attributes:
        value: A chance from 0 to 1, or a mean; null where every run was a fault.
        low: The value lies above this 95 times in 100: for a chance by Wilson's interval; null as the value.
        high: ... and below this.
        difference: How much more it is than with the answer that all are held against, by runs with the same dice; null
            where there is none, and of that answer itself.
        error: The standard error of that difference.
    """

    value: float | None
    low: float | None
    high: float | None
    difference: float | None
    error: float | None


@frozen(kw_only=True)
class MeasureTold:
    """Something that answers are compared by.

    Attributes:
        name: Its stable name.
        title: The same for reading.
        kind: Whether it is a chance, or the mean of a number.
        matters: Whether more of it is `good` or `bad`; empty where it is neither.
        required: Whether a run in which it is no does not count, and is played again.
        words: Of a number that stands for words by their order, such as a verdict, these words, the first for a 0. What
            is told of it to people is the word nearest to the mean.
    """

    name: str
    title: str
    kind: Literal["chance", "mean"]
    matters: Literal["good", "bad", ""]
    required: bool
    words: tuple[str, ...] = ()


@frozen(kw_only=True)
class AnswerOdds:
    """An answer and what it leads to.

    Attributes:
        name: The name to answer with; `none` for none.
        title: The same for reading.
        faults: How many of its runs ended in a fault of the rules: they are left out.
        measured: For each measure, in the same order.
    """

    name: str
    title: str
    faults: int
    measured: tuple[Measured, ...]


@frozen(kw_only=True)
class Odds(Document):
    """What the answers to the open question lead to, by runs from this moment on with dice of their own.

    Attributes:
        id: The question's stable name.
        runs: How many runs there are of each answer.
        until: What they are played to the end of: the `mission`, or the whole `career`.
        measures: What answers are compared by, what weighs most first.
        answers: In the order offered; none, where it may be answered, is the last.
        best: The name of the answer that serves best; null where these runs do not show that one is better than all
            others, or where nothing that is measured is good or bad.
        level: Where none serves best, the names of those of which none is better as far as these runs show: two of them
            differ in no measure by two standard errors. Else empty.
        against: The name of the answer that the others are held against: the best; of several that are level the
            autopilot's, if it is among them; null where nothing that is measured is good or bad.
    """

    document = "odds"

    id: str
    runs: int
    until: str
    measures: tuple[MeasureTold, ...]
    answers: tuple[AnswerOdds, ...]
    best: str | None
    level: tuple[str, ...] = ()
    against: str | None = None


class OddsEstimator:
    """The odds of a question while they are worked out.

    Args:
        session: The game, at the question.
        question: The question.
        player: Plays runs of the session's entry.

    Raises:
        InputError: They are not told: somebody else is asked, or nothing is declared that answers could be compared by.
    """

    def __init__(self, session: Session, question: Question, player: BatchPlayer) -> None:
        refused = odds_refusal(question)
        if refused is not None:
            raise refused
        measures = measures_of(session.program, session.entry)
        if not measures:
            raise InputError(sentences.NO_MEASURES, "", sentences.NO_MEASURES_HINT)
        self.question = question
        players = session.program.players
        self.first_player = session.program.enums[players].values[0] if players is not None else ""
        self.until = session.header.entry
        script = tuple(session.script)
        answers = answer_indices(len(question.options), question.optional)
        seed = rollout_seed(session.header.seed, len(script))
        self.sample = RolloutSample(player, measures, session.header.args, script, answers, seed)

    def run(self, runs: int | None = None) -> None:
        """Play so many runs of each answer; as many as there is time for, where nobody says how many.

        Raises:
            InputError: There are more than can be kept, or more has happened in the game than can be begun with.
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
        """What is known by now."""
        sample, question = self.sample, self.question
        counts = (
            question.by == PLAYER or question.seat == self.first_player
        )  # what is good is good for the first player
        against = sample.best_answer(question.preferred) if sample.runs and counts else None
        contenders = sample.contenders() if against is not None else ()
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
                    faults=sample.values(place, 0).count(NONE),
                    measured=tuple(
                        measure_answer(sample, place, against, number) for number, _ in enumerate(sample.measures)
                    ),
                )
                for place, (name, title) in enumerate(names)
            ),
            best=names[contenders[0]][0] if len(contenders) == 1 else None,
            level=tuple(names[place][0] for place in contenders) if len(contenders) > 1 else (),
            against=None if against is None else names[against][0],
        )


def odds_refusal(question: Question) -> InputError | None:
    """Why the odds of a question are not told; None where they are.

    The language keeps nothing from the player that a continued run could betray: all dice that fell are told, and those
    to come are others. But what another decides by rules is not the player's to weigh.
    """
    if question.by == PLAYER or question.seat:
        return None
    return InputError(sentences.not_your_choice(question.by.replace("_", " ")), "", sentences.NOT_YOUR_CHOICE_HINT)


def measure_document(measure: Measure) -> MeasureTold:
    """A measure for those who read the odds."""
    return MeasureTold(
        name=measure.name,
        title=measure.title,
        kind="chance" if measure.is_chance else "mean",
        matters="good" if measure.sign > 0 else "bad" if measure.sign < 0 else "",
        required=measure.is_required,
        words=measure.words,
    )


def words_for_interval(words: Sequence[str], low: float, high: float) -> str:
    """The word nearest to where a mean of their numbers lies; of several the outermost two."""
    first, last = (words[min(max(int(at + 0.5), 0), len(words) - 1)] for at in (low, high))
    return first if first == last else f"{first} to {last}"


def describe_uncounted_runs(odds: Odds) -> Iterator[str]:
    """A sentence for each answer that often leads to a run that does not count.

    Runs that are played again are no worse for it in any measure, so an answer that gives a run up looks better than
    it is.
    """
    for number, measure in enumerate(odds.measures):
        for answer in odds.answers if measure.required else ():
            value = answer.measured[number].value
            if value is not None and 1 - value >= MIN_UNCOUNTED_SHARE:
                run = RUN_NAMES[odds.until]
                yield sentences.uncounted_runs(answer.title, f"{100 * (1 - value):.0f}", run)


def measure_answer(sample: RolloutSample, answer_index: int, baseline: int | None, measure_index: int) -> Measured:
    """What an answer leads to, in one measure.

    Args:
        sample: Of the question.
        answer_index: Of the answer.
        baseline: Of the answer that all are held against, or None.
        measure_index: Of the measure.
    """
    counted_values = [value for value in sample.values(answer_index, measure_index) if value != NONE]
    estimate = (
        estimate_rate(sum(counted_values), len(counted_values))
        if sample.measures[measure_index].is_chance
        else moments_of(counted_values).mean
    )
    difference = (
        None
        if baseline is None or baseline == answer_index
        else sample.difference_from(answer_index, baseline, measure_index)
    )
    if difference is not None and not difference.count:
        difference = None
    return Measured(
        value=None if estimate is None else round(estimate.value, ROUNDED_DIGITS),
        low=None if estimate is None else round(estimate.low, ROUNDED_DIGITS),
        high=None if estimate is None else round(estimate.high, ROUNDED_DIGITS),
        difference=round(difference.sum / difference.count, ROUNDED_DIGITS) if difference else None,
        error=round(difference.standard_error, ROUNDED_DIGITS) if difference else None,
    )
