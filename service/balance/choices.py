"""The choices of a game: how often each is asked, what it is worth, and what good play makes of its answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from attrs import evolve

from bombsight.flat.program import Program
from bombsight.flat.sites import ChoiceSite
from bombsight.flat.types import EnumType
from bombsight.runtime.batch.estimates import Z
from bombsight.service.balance.documents import AnswerBalance, ChoiceBalance, Verdict
from bombsight.service.balance.judging import JudgedQuestion
from bombsight.service.balance.watching import RunWatcher
from bombsight.service.play.answer_odds import ROUNDED_DIGITS
from bombsight.service.simulating.statistics import Mean
from bombsight.service.simulating.unchosen_answers import text_without_values

MIN_OFFERED = 20
"""How often an answer must be offered, and judged, before `never` and `always` mean anything."""


SITUATIONAL = 0.1
"""At what share of its questions an answer may be clearly the best of all and count as worse none the less."""

VERDICT_ERRORS = 3
"""How many standard errors an answer must be behind, or ahead, for a verdict: a game has many answers."""


def weigh_choices(
    program: Program, good: RunWatcher, random: RunWatcher | None, judged: Sequence[JudgedQuestion]
) -> tuple[ChoiceBalance, ...]:
    """Summarize the choices that came up in good play, the weightiest first.

    Args:
        program: The program of good play.
        good: The watched runs of good play, in which answers are counted.
        random: The watched runs of random play; None if none were played.
        judged: The judged questions.
    """
    sites = {site.id: site for site in reversed(program.sites) if isinstance(site, ChoiceSite)}
    by_choice: dict[str, list[JudgedQuestion]] = {}
    for question in judged:
        by_choice.setdefault(question.choice, []).append(question)
    ids = [id_ for id_ in dict.fromkeys([*good.asked, *(random.asked if random else ())]) if id_ in sites]
    found = [weigh_choice(program, sites[id_], good, random, by_choice.get(id_, [])) for id_ in ids]
    return tuple(sorted(found, key=lambda each: (-(each.weight.mean if each.weight else 0.0), -each.asked, each.id)))


def weigh_choice(
    program: Program,
    site: ChoiceSite,
    good: RunWatcher,
    random: RunWatcher | None,
    questions: Sequence[JudgedQuestion],
) -> ChoiceBalance:
    """Summarize a choice.

    Args:
        program: The program.
        site: The choice.
        good: The watched runs of good play.
        random: Those of random play; None if none were played.
        questions: Its judged questions.
    """
    asked = good.asked[site.id] / max(1, good.runs)
    spread = mean_of([question.spread for question in questions])
    return ChoiceBalance(
        id=site.id,
        ask=text_without_values(site.ask).strip() or site.id.partition(":")[2],
        origin=site.origin,
        asked=round(asked, ROUNDED_DIGITS),
        judged=len(questions),
        clear=sum(question.is_clear for question in questions),
        spread=spread,
        weight=None if spread is None else scale_mean(spread, asked),
        answers=tuple(
            judge_answer(name, title, site.id, good, random, questions)
            for name, title in list_answers(program, site, good, random)
        ),
    )


def list_answers(
    program: Program, site: ChoiceSite, good: RunWatcher, random: RunWatcher | None
) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of a choice's answers that were offered, in the order of the rules."""
    offered = {name for watcher in (good, random) if watcher for id_, name in watcher.offered if id_ == site.id}
    titles = {name: text_without_values(title) for name, title in site.branches}
    if isinstance(site.option_type, EnumType):
        enum = program.enums[site.option_type.enum]
        titles = {name: title or name for name, title in zip(enum.values, enum.titles, strict=True)}
    for name in (*titles, *sorted(offered - {*titles}, key=number_key)):
        if name in offered:
            yield name, titles.get(name, name.replace("_", " "))


def number_key(name: str) -> tuple[int, int, str]:
    """Return the key by which answers are sorted: numbers by their size before words, none last."""
    if name.lstrip("-").isdecimal():
        return 0, int(name), ""
    return (2 if name == "none" else 1), 0, name


def judge_answer(
    name: str,
    title: str,
    choice: str,
    good: RunWatcher,
    random: RunWatcher | None,
    questions: Sequence[JudgedQuestion],
) -> AnswerBalance:
    """Summarize an answer.

    Args:
        name: Its stable name.
        title: Its text.
        choice: The stable name of its choice.
        good: The watched runs of good play.
        random: Those of random play; None if none were played.
        questions: The judged questions of the choice.
    """
    with_it = [question for question in questions if name in question.answers]
    behind = [
        min(worse for answer, worse in zip(question.answers, question.worse, strict=True) if answer == name)
        for question in with_it
    ]
    answer = AnswerBalance(
        name=name,
        title=title,
        offered=good.offered[choice, name],
        taken=good.taken[choice, name],
        random=0 if random is None else random.taken[choice, name],
        judged=len(with_it),
        best=sum({question.answers[place] for place in question.best} == {name} for question in with_it),
        worse=mean_of(behind),
        verdict="",
    )
    stands_for_many = any(question.answers.count(name) > 1 for question in with_it)
    is_number = name.lstrip("-").isdecimal()
    has_verdict = not (is_number or (stands_for_many and answer.taken))
    return evolve(answer, verdict=judge_habit(answer)) if has_verdict else answer


def judge_habit(answer: AnswerBalance) -> Verdict:
    """Return what good play makes of an answer, if it never or always gives it, and enough of it is known."""
    worse = answer.worse
    if answer.offered < MIN_OFFERED or answer.judged < MIN_OFFERED or 0 < answer.taken < answer.offered:
        return ""
    if worse is None or worse.error is None:
        return ""
    is_worse, is_better = worse.mean > VERDICT_ERRORS * worse.error, worse.mean < -VERDICT_ERRORS * worse.error
    if answer.taken:
        return "mistaken" if is_worse else "obvious" if is_better else "habit"
    if is_better or answer.best > max(2, SITUATIONAL * answer.judged):
        return "missed"
    return "dominated" if is_worse else "idle"


def mean_of(values: Sequence[float]) -> Mean | None:
    """Compute the mean of some values with its interval; None without any."""
    if not values:
        return None
    count = len(values)
    middle = sum(values) / count
    if count == 1:
        return Mean(of=1, mean=round(middle, ROUNDED_DIGITS), error=None, low=None, high=None)
    error = sqrt(sum((value - middle) ** 2 for value in values) / (count - 1) / count)
    return make_mean(count, middle, error)


def make_mean(count: int, middle: float, error: float) -> Mean:
    """Make a mean of its value and standard error, rounded as figures are published."""
    return Mean(
        of=count,
        mean=round(middle, ROUNDED_DIGITS),
        error=round(error, ROUNDED_DIGITS),
        low=round(middle - Z * error, ROUNDED_DIGITS),
        high=round(middle + Z * error, ROUNDED_DIGITS),
    )


def scale_mean(mean: Mean, factor: float) -> Mean:
    """Multiply a mean and its interval by a factor, which is 0 or more."""
    if mean.error is None:
        return evolve(mean, mean=round(mean.mean * factor, ROUNDED_DIGITS))
    return make_mean(mean.of, mean.mean * factor, mean.error * factor)


def count_mattering(choices: Sequence[ChoiceBalance]) -> float | None:
    """Return how many questions of a run have a clearly worse answer; None if none were judged."""
    judged = [choice for choice in choices if choice.judged]
    if not judged:
        return None
    return round(sum(choice.asked * choice.clear / choice.judged for choice in judged), ROUNDED_DIGITS)


def list_unasked(program: Program, asked: Mapping[str, int] | Counter[str]) -> tuple[str, ...]:
    """List the stable names of choices that no run asked; of the numbers of an amount only the first question."""
    ids = dict.fromkeys(site.id for site in program.sites if isinstance(site, ChoiceSite))
    return tuple(id_ for id_ in ids if not asked.get(id_))
