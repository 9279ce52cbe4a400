"""The wording of a game's balance: names and figures with their units, for terminal and page."""

from __future__ import annotations

from collections.abc import Mapping

from bombsight.dsl.listing import join_names
from bombsight.runtime.batch.estimates import Z
from bombsight.service.balance.documents import Balance, ChoiceBalance, Part, Verdict
from bombsight.service.balance.plays import PlayName
from bombsight.service.play.answer_odds import Horizon, MeasureTold
from bombsight.service.simulating.formatting import format_percent, significant_decimals
from bombsight.service.simulating.statistics import Mean

PLAY_NOUNS: Mapping[PlayName, str] = {"random": "random play", "own": "own play", "learned": "learned play"}

PLAY_NOTES: Mapping[PlayName, str] = {
    "random": "chance answers",
    "own": "the autopilot of the rules answers",
    "learned": "the autopilot answers by the preferences in force",
}

VERDICT_TEXTS: Mapping[Verdict, str] = {
    "": "",
    "dominated": "never given, and worse",
    "idle": "never given",
    "missed": "never given, yet better at times",
    "obvious": "always given, and better",
    "habit": "always given",
    "mistaken": "always given, yet worse",
}

REMARKABLE: tuple[Verdict, ...] = ("dominated", "missed", "obvious", "mistaken")
"""The verdicts on answers that are worth a remark: by the others nothing is lost."""

HORIZON_TEXTS: Mapping[Horizon, str] = {
    "mission": "played to the end of the mission",
    "career": "played to the end of the campaign",
    "stage": "played to the end of the mission, where the rules forecast the campaign",
}

CHOICES_NOTE = (
    "A bar is what a choice is worth in a run: by how much its best answer is ahead of its worst at a question, times "
    "how often a run asks it. Clear: the share of its questions at which some answer is worse than chance explains."
)
ANSWERS_NOTE = (
    "Behind: by how much an answer is behind the best of the others, on average; with a minus it is ahead. What is "
    "best is picked by one half of the rollouts and valued by the other."
)
TABLES_NOTE = (
    "A bar is the share of the measure's variance that is explained by how often each row of the table fell, by "
    "regression. By coming up: as much of it as how often the table is thrown on explains by itself. Shares overlap, "
    "for tables lead to each other, so they do not add up."
)
LOSSES_NOTE = (
    "The last bad news of a mission, in which step and after which throw it came. Beside it stands how many of all "
    "other missions have the same as their last: what both share tells little."
)
LENGTH_NOTE = "A question counts if it has more than one answer. It matters if one of them is clearly worse."


def play_noun(name: PlayName) -> str:
    """Return what a play is called."""
    return PLAY_NOUNS[name]


def choice_name(choice: ChoiceBalance) -> str:
    """Return the name by which a choice is found in the rules: its procedure and its own."""
    return choice.id.partition(":")[2]


def times_text(count: int) -> str:
    """Describe how often something happened."""
    return "once" if count == 1 else f"{count:,} times"


def count_text(number: float) -> str:
    """Format how often something happens in a run, with as many digits as say something."""
    return f"{number:,.0f}" if number >= 9.95 else f"{number:.1f}" if number >= 0.095 or not number else f"{number:.2g}"


def worth_text(measure: MeasureTold | None, value: float) -> str:
    """Format an amount of the measure: a chance in percentage points."""
    if measure is not None and measure.kind == "chance":
        return f"{100 * value:.1f} points"
    decimals = 0 if abs(value) >= 99.5 else 1 if abs(value) >= 9.95 else 2 if abs(value) >= 0.0995 else 3
    return f"{value:.{decimals}f}"


def amount_text(measure: MeasureTold | None, mean: Mean | None) -> str:
    """Format a mean amount of the measure with its margin; a dash for none."""
    if mean is None:
        return "-"
    factor = 100 if measure is not None and measure.kind == "chance" else 1
    if mean.error is None:
        return f"{factor * mean.mean:.1f}"
    margin = Z * factor * mean.error
    decimals = min(4, significant_decimals(margin, 0, factor * mean.mean))
    shown = f"{factor * mean.mean:.{decimals}f}"
    shown = shown.removeprefix("-") if not float(shown) else shown
    return f"{shown} ± {margin:.{decimals}f}"


def spread_text(measure: MeasureTold | None, choice: ChoiceBalance) -> str:
    """Format what a choice's best answer is ahead of its worst."""
    return amount_text(measure, choice.spread)


def part_text(part: Part) -> str:
    """Format a part of a whole with its interval."""
    return f"{format_percent(part.share, 0)}"


def interval_of_part(part: Part) -> str:
    """Format the interval of a part of a whole."""
    return f"{100 * part.low:.0f} .. {format_percent(part.high, 0)}"


def clear_text(choice: ChoiceBalance) -> str:
    """Format at how many of a choice's judged questions an answer is clearly worse than another."""
    return format_percent(choice.clear / choice.judged, 0) if choice.judged else "-"


def amounts_unit(measure: MeasureTold | None) -> str:
    """Describe the unit in which amounts of the measure stand."""
    if measure is None:
        return ""
    if measure.kind == "chance":
        return f"in percentage points of: {measure.title}"
    return f"in: {measure.title}"


def judged_text(balance: Balance) -> str:
    """Describe how answers were judged."""
    if balance.judged_at is None or balance.measure is None:
        return ""
    return (
        f"{balance.judged:,} questions of {play_noun(balance.good_play)}, {balance.rollouts} rollouts of each answer, "
        f"{HORIZON_TEXTS[balance.judged_at]}; {amounts_unit(balance.measure)}."
    )


def length_text(mean: Mean) -> str:
    """Format a mean number of questions or throws, with its margin."""
    if mean.error is None:
        return count_text(mean.mean)
    margin = Z * mean.error
    decimals = min(2, significant_decimals(margin, 0, mean.mean))
    return f"{mean.mean:,.{decimals}f} ± {margin:,.{decimals}f}"


def runs_text(balance: Balance) -> str:
    """Describe how many missions and careers of each play were counted."""
    parts = []
    for noun, runs in (
        ("mission", [play.missions for play in balance.plays if play.missions is not None]),
        ("campaign", [play.careers for play in balance.plays if play.careers is not None]),
    ):
        if runs:
            count = min(each.runs for each in runs)
            parts.append(f"{count:,} {noun}{'s' * (count != 1)}")
    plays = join_names([PLAY_NOUNS[play.name] for play in balance.plays])
    return f"{' and '.join(parts) or 'Nothing yet'} by each of {plays}."


def stopped_text() -> str:
    """The sentence that it was stopped before its end."""
    return "It was stopped before its end: what follows is what was known by then."
