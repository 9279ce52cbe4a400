"""The wording of a simulation's result: figures with intervals, and the main differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bombsight.dsl.listing import join_names
from bombsight.service.simulating.columns import RESULT_COLUMN, Matters
from bombsight.service.simulating.comparison import Difference
from bombsight.service.simulating.formatting import (
    MIN_PERCENT_DECIMALS,
    format_mean_difference,
    format_percent,
    format_percentage_points,
    percent_decimals,
    significant_decimals,
)
from bombsight.service.simulating.statistics import Mean, Share
from bombsight.service.simulating.summary import ColumnCounted, FaultCounted, SideCounted, Simulated, WordCounted
from bombsight.service.simulating.unchosen_answers import Unchosen

POLICY_TEXTS: Mapping[str, str] = {
    "auto": "the autopilot answers",
    "random": "chance answers",
    "learned": "the autopilot answers by its preferences",
    "thoughtful": "the best odds answer",
}

MAX_SENTENCES = 3
"""The maximum number of differences that become sentences; the table has the others."""


# --- runs


def run_noun(simulation: Simulated, count: int = 0) -> str:
    """Return the noun for runs: ``mission`` or ``campaign``, in the plural unless ``count`` is 1."""
    return ("campaign" if simulation.entry == "career" else "mission") + "s" * (count != 1)


def runs_text(simulation: Simulated) -> str:
    """Describe how many runs were requested, and of which missions."""
    count_text = f"{simulation.asked:,} {run_noun(simulation, simulation.asked)}"
    if simulation.missions is None:
        return count_text
    first, last = simulation.missions
    return f"{count_text}, all of them mission {first}" if first == last else f"{count_text}, {first} to {last} in turn"


def policy_text(simulation: Simulated) -> str:
    """Describe the policy that answered the questions."""
    return POLICY_TEXTS.get(simulation.policy, f"{simulation.policy} answers")


def stopped_text(simulation: Simulated) -> str:
    """The sentence how many of the requested runs were played until the simulation was stopped."""
    return (
        f"Stopped: {simulation.runs:,} of {simulation.asked:,} {run_noun(simulation)}"
        " were played, and all that is said is of those."
    )


NOTHING_PLAYED = "Nothing was played before it was stopped."


def time_text(simulation: Simulated, seconds: float) -> str:
    """Describe the duration and the speed of a simulation."""
    duration_text = f"{seconds:.1f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
    run_count = simulation.runs * (1 + len(simulation.against))
    speed_text = f", {run_count / seconds:,.0f} a second" if seconds > 0 else ""
    return f"{run_count:,} {run_noun(simulation, run_count)} in {duration_text}{speed_text}"


# --- one side


def is_yes_no(column: ColumnCounted) -> bool:
    """Whether a column has only the values yes and no, so that only yes is shown."""
    return column.name != RESULT_COLUMN and {word.name for word in column.words} == {"yes", "no"}


def yes_count_of(column: ColumnCounted) -> WordCounted:
    """Return the count of yes in a column of yes and no."""
    return next(word for word in column.words if word.name == "yes")


def interval_decimals(share: Share) -> int:
    """Return the number of decimals of a proportion in percent: more if its interval is narrow."""
    return significant_decimals(50 * (share.high - share.low), MIN_PERCENT_DECIMALS)


def share_text(share: Share) -> str:
    """Format a proportion as a percentage."""
    return format_percent(share.share, interval_decimals(share))


def interval_text(share: Share) -> str:
    """Format the confidence interval of a proportion."""
    return f"{100 * share.low:.{interval_decimals(share)}f} .. {format_percent(share.high, interval_decimals(share))}"


def mean_text(mean: Mean) -> str:
    """Format a mean with its margin of error."""
    if mean.margin is None:
        return f"{mean.mean:,.0f}"
    decimals = significant_decimals(mean.margin, 0)
    return f"{mean.mean:,.{decimals}f} ± {mean.margin:,.{decimals}f}"


def all_faults_text(simulation: Simulated, side: SideCounted) -> str:
    """Describe how many runs ended in faults and are not counted; empty for none."""
    count = sum(fault.share.count for fault in side.faults)
    if not count:
        return ""
    return (
        f"{count:,} of {simulation.runs:,} {run_noun(simulation)} ended in a rules fault. "
        f"They are left out of all shares and means: {simulation.runs - count:,} are left."
    )


def fault_text(simulation: Simulated, fault: FaultCounted) -> str:
    """Describe how many runs ended in one fault, with its citation."""
    cite = f", {fault.cite}" if fault.cite else ""
    return f"{fault.share.count:,} of {simulation.runs:,} {run_noun(simulation)} ended so{cite}."


def fault_command(simulation: Simulated, fault: FaultCounted, command: str) -> str:
    """Append mission, policy and seed to a command, so that it reproduces a fault.

    `command` is the beginning, which plays a single run by the rules.
    """
    mission = "" if fault.mission is None else f" --mission {fault.mission}"
    campaign = " --campaign" if simulation.entry == "career" else ""
    policy = " --auto" if simulation.policy == "auto" else f" --policy {simulation.policy}"
    return f"{command}{mission}{campaign}{policy} --seed {fault.seed}"


# --- comparisons


def difference_figures(difference: Difference) -> tuple[str, str, str]:
    """Format a comparison as three texts: value before, value now, and difference with its margin."""
    if difference.word is None:
        decimals = significant_decimals(difference.difference.margin, 0, difference.difference.mean)
        return (
            f"{difference.was:,.{decimals}f}",
            f"{difference.now:,.{decimals}f}",
            format_mean_difference(difference.difference),
        )
    decimals = percent_decimals(difference.difference)
    return (
        format_percent(difference.was, decimals),
        format_percent(difference.now, decimals),
        format_percentage_points(difference.difference),
    )


def judge_difference(difference: Difference) -> Matters:
    """Judge whether a difference is good or bad for the player; empty if the rules do not say."""
    if not difference.matters:
        return ""
    return "good" if (difference.difference.mean > 0) == (difference.matters == "good") else "bad"


def difference_sentences(
    side_name: str, differences: Sequence[Difference], unchosen: Sequence[Unchosen] = ()
) -> Iterator[str]:
    """Write sentences on a side's most certain differences, or that there are none, and on unchosen answers."""
    significant = sorted((each for each in differences if each.seen), key=z_score, reverse=True)
    for each in significant[:MAX_SENTENCES]:
        yield each.sentence
    if not significant:
        yield f"with {side_name}: no difference can be seen in {join_names([each.title for each in differences])}"
    for new in unchosen[:MAX_SENTENCES]:
        yield new.sentence


def z_score(compared: Difference) -> float:
    """Compute the size of a difference in units of its standard error."""
    difference = compared.difference
    return abs(difference.mean) / difference.error if difference.error else float("inf")
