"""The odds of each answer as lines: estimates with margins of error, and their differences from the best answer.

The browser says the same in ``web/src/play/odds``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from bombsight.dsl.listing import join_names
from bombsight.runtime.batch.estimates import Z
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.play.answer_odds import (
    AnswerOdds,
    Horizon,
    Measured,
    MeasureTold,
    Odds,
    describe_uncounted_runs,
    words_for_interval,
)
from bombsight.service.present import sentences
from bombsight.service.present.command_table import SINGLY_WORD
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.present.lines import BLANK, Line, Role, Span, line
from bombsight.service.present.question_lines import display_keys

SIGNIFICANT_ERRORS = 2
"""How many standard errors make a difference significant."""

BEST_MARK = "★"
"""The mark of the best answer."""

RUN_ENDS: Mapping[Horizon, str] = {
    "mission": sentences.MISSION_END,
    "career": sentences.CAMPAIGN_END,
    "stage": sentences.STAGE_END,
}
"""The names of the points to which runs are played."""

SHOWN_MEASURES = 3
"""How many measures are shown, the most important ones, unless all are asked for."""


def render_odds(question: Question, odds: Odds, *, everything: bool = False) -> list[Line]:
    """Render the odds of a question's answers: below each its main measures, or with ``everything`` all measures."""
    count = len(odds.measures) if everything else SHOWN_MEASURES
    lines = render_odds_head(odds)
    for key, answer in zip(aligned_answer_keys(question, odds), odds.answers, strict=True):
        lines += [BLANK, render_answer_name(answer, key, odds)]
        for measure, measured in zip(odds.measures[:count], answer.measured, strict=False):
            value, difference = render_figures(measure, measured)
            text = line(f"{measure.title}: ", "faint", 2).with_span(value.text, value.role)
            lines.append(text.with_span(f"  {difference.text}" if difference.text else "", difference.role))
    return [*lines, *render_odds_notes(odds)]


def render_odds_head(odds: Odds) -> list[Line]:
    """Render how many runs the odds rest on, which figures are forecasts, and which answer is best."""
    verdict, doubt = describe_verdict(odds), describe_worse_mark(odds)
    return [
        line(sentences.odds_basis(odds.runs, RUN_ENDS[odds.until]), "faint"),
        *(line(note, "faint") for note in describe_forecasts(odds.measures)),
        *([line(verdict, "faint")] if verdict else []),
        *([line(doubt, "notice")] if doubt else []),
    ]


def describe_forecasts(measures: Sequence[MeasureTold]) -> Iterator[str]:
    """Yield a sentence that names the measures that are forecasts; none if no measure is one."""
    titles = [measure.title for measure in measures if measure.forecast]
    if titles:
        yield sentences.expected_at_end(join_names(titles))


def render_group_note(group: QuestionGroup | None) -> list[Line]:
    """Render for which of the questions that are asked as one the odds are; no lines for a question by itself."""
    match group:
        case Matrix(rows=rows, labels=labels):
            row = f"These are for {labels[0]}, the first of {len(rows)} rows; the others go as marked."
            return [line(f"{row} `{SINGLY_WORD}` asks row by row.", "notice")]
        case RepeatedQuestion(most=most):
            choice = f"These are for the first of up to {most} choices; the others go as the autopilot likes."
            return [line(choice, "notice")]
        case None:
            return []
        case _:
            assert_never(group)


def describe_worse_mark(odds: Odds) -> str:
    """Describe that the marked answer is worse than the baseline; empty if the runs do not show that."""
    if odds.worse_mark is None or odds.against is None:
        return ""
    titles = {answer.name: answer.title for answer in odds.answers}
    return sentences.mark_is_worse(titles[odds.worse_mark], titles[odds.against])


def render_odds_notes(odds: Odds) -> list[Line]:
    """Render the remarks on runs that the odds do not count, and why."""
    faults = [sentences.faulty_runs(answer.faults, answer.title) for answer in odds.answers if answer.faults]
    return [line(note, "notice") for note in (*describe_uncounted_runs(odds), *faults)]


def describe_verdict(odds: Odds) -> str:
    """Describe which answer is best as far as the runs show, and the baseline; empty if no measure is good or bad."""
    if odds.best is not None:
        return f"{BEST_MARK} serves best; below the figures, how they differ from its own with the same dice."
    if odds.against is None:
        return ""
    titles = {answer.name: answer.title for answer in odds.answers}
    of = "" if len(odds.level) == len(odds.answers) else f" of {join_names(titles[name] for name in odds.level)}"
    verdict = sentences.no_better_answer(of, odds.runs)
    return f"{verdict}; below the figures, how they differ from those of {titles[odds.against]} with the same dice."


def aligned_answer_keys(question: Question, odds: Odds) -> list[str]:
    """Return the keys to type for the answers in the odds, right-aligned to one width."""
    by_index = display_keys(question)
    count = len(question.options)
    keys = [by_index[place if place < count else NO_OPTION] for place, _ in enumerate(odds.answers)]
    size = max(map(len, keys))
    return [key.rjust(size) for key in keys]


def render_answer_name(answer: AnswerOdds, key: str, odds: Odds) -> Line:
    """Render an answer's title behind its key, with a mark if it is the best answer."""
    is_best = answer.name == odds.best
    text = line(BEST_MARK if is_best else " ", "good").with_span(f" {key}  " if key else " ", "key")
    return text.with_span(answer.title, "title" if is_best else "")


def render_figures(measure: MeasureTold, measured: Measured) -> tuple[Span, Span]:
    """Render an answer's estimate of a measure, and its difference from the baseline; a dash for no data."""
    if measured.value is None or measured.low is None or measured.high is None:
        return Span("-"), Span("")
    margin = max(measured.value - measured.low, measured.high - measured.value)
    if measure.words:
        value = Span(words_for_interval(measure.words, measured.low, measured.high))
    else:
        value = Span(describe_figure(measured.value, margin, measure.kind == "chance"))
    if measured.difference is None or measured.error is None:
        return value, Span("")
    if measured.difference == 0 == measured.error:
        return value, Span(sentences.SAME_FIGURE, "faint")
    is_clear = measure.matters and abs(measured.difference) >= SIGNIFICANT_ERRORS * measured.error
    is_better = (measured.difference > 0) == (measure.matters == "good")
    role: Role = ("better" if is_better else "worse") if is_clear else "faint"
    return value, Span(describe_difference(measure, measured.difference, Z * measured.error), role)


def describe_difference(measure: MeasureTold, value: float, margin: float) -> str:
    """Format a difference in a measure with its margin of error: ``+1.4 ± 0.3 %``, ``+2 ± 1 steps``."""
    figure = describe_figure(value, margin, measure.kind == "chance", is_signed=True)
    number, _, reach = figure.partition(" ")
    if not float(number):
        return f"{sentences.SAME_FIGURE} {reach}"  # what rounds to nothing is shown as no difference
    return f"{figure} steps" if measure.words else figure


def describe_figure(value: float, margin: float, is_chance: bool, *, is_signed: bool = False) -> str:
    """Format an estimate with its margin of error, with only the digits that the margin justifies.

    Args:
        value: The estimate; a probability from 0 to 1.
        margin: The margin of error, in the same unit.
        is_chance: Whether to show it in percent.
        is_signed: Whether a positive value has a sign.
    """
    if is_chance:
        value, margin = 100 * value, 100 * margin
    digits = 0 if margin >= 1 else 1 if is_chance or margin >= 0.1 else 2
    figure = f"{value:{'+' if is_signed else ''}.{digits}f}"
    if not float(figure):
        figure = f"{0:.{digits}f}"  # a difference that rounds to zero has no sign
    return f"{figure} ± {margin:.{digits}f}{' %' if is_chance else ''}"
