"""What stands out in a game's balance, as sentences for its author."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from attrs import evolve

from bombsight.service.balance.documents import (
    AnswerBalance,
    Balance,
    BalanceFinding,
    ChoiceBalance,
    FindingKind,
    PlayBalance,
    RunsBalance,
    TableWeight,
    Verdict,
)
from bombsight.service.balance.play_findings import column_mean, compare_plays
from bombsight.service.balance.wording import (
    choice_name,
    count_text,
    play_noun,
    spread_text,
    times_text,
    worth_text,
)
from bombsight.service.simulating.formatting import format_percent

MAX_OF_KIND = 4
"""The most findings of a kind; the tables have the others."""

MOST_OF_WEIGHT = 0.5
"""The share of all choices' weight from which on one of them is remarked."""

MOST_OF_VARIANCE = 0.3
"""The share of the variance from which on a table is remarked."""

MOSTLY = 0.6
"""The share of what a table explains from which on its coming up at all explains most of it."""

FEW_MATTERING = 0.1
"""The share of questions that matter below which it is remarked that few do."""

MANY_QUESTIONS = 5.0
"""How many questions of a run are many enough for that remark."""

OFTEN_ASKED = 0.5
"""How often a run asks a choice that is worth nothing, so that it is remarked."""

SMALL_DEVIATION = 0.1
"""The share of the measure's standard deviation that a useless choice is worth at most."""

VERDICT_LEADS: Mapping[Verdict, str] = {
    "dominated": "Never given by good play, and worse",
    "obvious": "Always given by good play, and better",
    "missed": "Never given, though it would serve better, always or at times",
    "mistaken": "Always given, though others would serve better",
}

VERDICT_ADVICE: Mapping[Verdict, str] = {
    "dominated": "Make it cheaper or stronger, or leave it out, unless it is there for the story.",
    "obvious": "A question with one right answer is none: mark it as `routine`, or make the others tempting.",
    "missed": "The autopilot does not know it: its `prefer` lines want another look.",
    "mistaken": "The autopilot does not know better: its `prefer` lines want another look.",
}

LOSS_FACTOR = 3.0
"""How many times more frequent bad news must be in lost missions than in others to be remarked."""

MIN_LOSS_SHARE = 0.1
"""The least share of lost missions that a place must have to be remarked."""


def find_remarkable(balance: Balance) -> Balance:
    """Copy the document of a balance, with what stands out in it as sentences, the gravest first."""
    return evolve(balance, findings=tuple(list_findings(balance)))


def list_findings(balance: Balance) -> Iterator[BalanceFinding]:
    """Yield what stands out, the gravest first."""
    yield from find_faults(balance)
    yield from compare_plays(balance)
    yield from list_answers(balance, "dominated")
    yield from list_answers(balance, "obvious")
    yield from list_answers(balance, "missed")
    yield from list_answers(balance, "mistaken")
    yield from find_useless_choices(balance)
    yield from find_weighty_choice(balance)
    yield from find_idle_questions(balance)
    yield from find_deciding_tables(balance)
    yield from find_loss_places(balance)
    yield from find_unasked(balance)


def find_faults(balance: Balance) -> Iterator[BalanceFinding]:
    """Yield for each play how many of its runs ended in a rules fault."""
    for play in balance.plays:
        for runs, noun in list_runs(play):
            count = sum(fault.share.count for fault in runs.counted.faults)
            if count:
                fault = runs.counted.faults[0]
                yield BalanceFinding(
                    kind="fault",
                    about=(play.name,),
                    text=f"{count:,} of {runs.runs:,} {noun} of {play_noun(play.name)} end in a rules fault, most "
                    f"often at {fault.place}: {fault.text}. They are left out of all else.",
                )


def list_runs(play: PlayBalance) -> Iterator[tuple[RunsBalance, str]]:
    """Yield the missions and the careers of a play, with their nouns."""
    if play.missions is not None:
        yield play.missions, "missions"
    if play.careers is not None:
        yield play.careers, "campaigns"


def list_answers(balance: Balance, verdict: Verdict) -> Iterator[BalanceFinding]:
    """Yield the answers with a verdict as one finding, the costliest first, if there are any."""
    found = [(choice, answer) for choice in balance.choices for answer in choice.answers if answer.verdict == verdict]
    if verdict == "obvious":  # an answer that is never given says the same of the other
        found = [pair for pair in found if not any(each.verdict == "dominated" for each in pair[0].answers)]
    if not found:
        return
    found.sort(key=lambda pair: -abs(answer_cost(pair[1])) * pair[0].asked)
    kind: FindingKind = "missed" if verdict in ("missed", "mistaken") else verdict_kind(verdict)
    listed = [describe_answer(balance, *pair) for pair in found[:MAX_OF_KIND]]
    yield BalanceFinding(
        kind=kind,
        about=tuple(dict.fromkeys(choice.id for choice, _ in found)),
        text=f"{VERDICT_LEADS[verdict]}: {join_list(listed, len(found))}. {VERDICT_ADVICE[verdict]}",
    )


def verdict_kind(verdict: Verdict) -> FindingKind:
    """Return the kind of the finding about answers with a verdict."""
    return "obvious" if verdict == "obvious" else "dominated"


def join_list(listed: Sequence[str], count: int) -> str:
    """Join descriptions of the first of ``count`` things, and how many more there are."""
    return "; ".join([*listed, *([f"{count - len(listed)} more"] if count > len(listed) else [])])


def describe_answer(balance: Balance, choice: ChoiceBalance, answer: AnswerBalance) -> str:
    """Describe an answer in a list: how often it was offered, and what it is worth beside the best of the others."""
    cost = answer_cost(answer)
    beside = f"{worth_text(balance.measure, abs(cost))} {'worse' if cost > 0 else 'better'} than the best of the others"
    if answer.verdict == "missed" and cost > 0:
        beside = f"clearly the best at {answer.best} of {answer.judged} questions, elsewhere worse"
    return f'{choice_name(choice)} "{answer.title}" (offered {times_text(answer.offered)}, {beside})'


def answer_cost(answer: AnswerBalance) -> float:
    """Return by how much an answer is behind the best of the others; 0 if it was not judged."""
    return 0.0 if answer.worse is None else answer.worse.mean


def find_useless_choices(balance: Balance) -> Iterator[BalanceFinding]:
    """Yield choices that are asked often, and of which no answer is worth more than another, as one finding."""
    deviation = measure_deviation(balance)
    found = [choice for choice in balance.choices if is_useless(choice, deviation)]
    if not found:
        return
    listed = []
    for choice in found[:MAX_OF_KIND]:
        bound = 0.0 if choice.spread is None else max(0.0, choice.spread.high or 0.0)
        most = worth_text(balance.measure, bound)
        listed.append(f"{choice_name(choice)} ({count_text(choice.asked)} a run, at most {most})")
    has_careers = balance.judged_at == "mission" and balance.plays[-1].careers is not None
    caution = " It may show in a campaign: these were judged at the end of the mission." if has_careers else ""
    yield BalanceFinding(
        kind="idle",
        about=tuple(choice.id for choice in found),
        text=f"Asked often, and no answer shows to be better than another: {join_list(listed, len(found))}.{caution}",
    )


def measure_deviation(balance: Balance) -> float:
    """Return the standard deviation of the measure in the runs of good play; 0 if it is not known."""
    good = balance.plays[-1]
    runs = good.missions if balance.judged_at == "mission" else good.careers
    mean = None if runs is None or runs.measure is None else column_mean(runs.measure)
    return 0.0 if mean is None or mean.error is None else mean.error * sqrt(mean.of)


def is_useless(choice: ChoiceBalance, deviation: float) -> bool:
    """Whether a choice is asked often, and worth nothing that can be told, and little at most.

    Args:
        choice: The choice.
        deviation: The standard deviation of the measure.
    """
    spread = choice.spread
    return (
        choice.asked >= OFTEN_ASKED
        and spread is not None
        and spread.low is not None
        and spread.high is not None
        and spread.low <= 0
        and spread.high <= SMALL_DEVIATION * deviation
        and choice.clear <= choice.judged // 10
    )


def find_weighty_choice(balance: Balance) -> Iterator[BalanceFinding]:
    """Yield the choice that has most of the weight of all, if there are several."""
    weights = [(choice, choice.weight.mean) for choice in balance.choices if choice.weight and choice.weight.mean > 0]
    total = sum(weight for _, weight in weights)
    if len(weights) < 3 or not total:
        return
    choice, weight = max(weights, key=lambda each: each[1])
    if weight >= MOST_OF_WEIGHT * total:
        yield BalanceFinding(
            kind="weight",
            about=(choice.id,),
            text=f"{choice_name(choice)} is the game: of what all choices are worth together it has "
            f"{format_percent(weight / total, 0)} (best against worst answer: {spread_text(balance.measure, choice)}).",
        )


def find_idle_questions(balance: Balance) -> Iterator[BalanceFinding]:
    """Yield that few of many questions matter."""
    asked = sum(choice.asked for choice in balance.choices if choice.judged)
    if balance.mattering is None or asked < MANY_QUESTIONS or balance.mattering >= FEW_MATTERING * asked:
        return
    yield BalanceFinding(
        kind="questions",
        about=(),
        text=f"Of {count_text(asked)} questions a run {count_text(balance.mattering)} have an answer that is clearly "
        "worse than another. The others cost time and decide nothing by themselves.",
    )


def find_deciding_tables(balance: Balance) -> Iterator[BalanceFinding]:
    """Yield the tables that explain much of the measure as one finding, if there are any."""
    tables = () if balance.tables is None else balance.tables.tables
    found = [table for table in tables if table.explained.share >= MOST_OF_VARIANCE]
    if not found:
        return
    listed = join_list([describe_table(table) for table in found[:MAX_OF_KIND]], len(found))
    yield BalanceFinding(
        kind="table",
        about=tuple(table.name for table in found),
        text=f"How missions differ is explained by what falls on: {listed}.",
    )


def describe_table(table: TableWeight) -> str:
    """Describe a table in a list: how much it explains, and whether that is by coming up at all."""
    throws = f"{format_percent(table.explained.share, 0)}, {count_text(table.throws)} throws a mission"
    if table.frequency < MOSTLY * table.explained.share:
        return f"{table.title} ({throws})"
    return f"{table.title} ({throws}; {format_percent(table.frequency, 0)} by whether it comes up at all)"


def find_loss_places(balance: Balance) -> Iterator[BalanceFinding]:
    """Yield the bad news that is most typical of lost missions."""
    losses = balance.losses
    if losses is None:
        return
    typical = [
        place
        for place in (losses.news or losses.tables)
        if place.lost.share >= MIN_LOSS_SHARE and place.lost.share >= LOSS_FACTOR * place.others.share
    ]
    for place in typical[:1]:
        yield BalanceFinding(
            kind="loss",
            about=(),
            text=f"{format_percent(place.lost.share, 0)} of the lost missions ({losses.meaning}) have this as their "
            f'last bad news: "{place.title}"; of the others {format_percent(place.others.share, 0)} have.',
        )


def find_unasked(balance: Balance) -> Iterator[BalanceFinding]:
    """Yield that some choices never came up."""
    if not balance.unasked:
        return
    names = [id_.partition(":")[2] for id_ in balance.unasked]
    more = f" and {len(names) - MAX_OF_KIND} more" if len(names) > MAX_OF_KIND else ""
    yield BalanceFinding(
        kind="unasked",
        about=balance.unasked,
        text=f"Never asked with more than one answer, by any play: {', '.join(names[:MAX_OF_KIND])}{more}.",
    )
