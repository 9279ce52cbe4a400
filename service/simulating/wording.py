"""What is said of a simulation wherever it is shown: figures with their intervals, the most certain differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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

POLICY_TEXTS = {"auto": "the autopilot answers", "random": "chance answers", "thoughtful": "the best odds answer"}

MAX_SENTENCES = 3
"""So many differences are said in sentences; the others stand in the table."""


# --- what was simulated


def run_noun(simulation: Simulated, count: int = 0) -> str:
    """What so many runs are called."""
    return ("campaign" if simulation.entry == "career" else "mission") + "s" * (count != 1)


def runs_text(simulation: Simulated) -> str:
    """How many runs were asked for, and which missions."""
    count_text = f"{simulation.asked:,} {run_noun(simulation, simulation.asked)}"
    if simulation.missions is None:
        return count_text
    first, last = simulation.missions
    return f"{count_text}, all of them mission {first}" if first == last else f"{count_text}, {first} to {last} in turn"


def policy_text(simulation: Simulated) -> str:
    """Who answered."""
    return POLICY_TEXTS.get(simulation.policy, f"{simulation.policy} answers")


def stopped_text(simulation: Simulated) -> str:
    """How far it came that was stopped."""
    return (
        f"Stopped: {simulation.runs:,} of {simulation.asked:,} {run_noun(simulation)}"
        " were played, and all that is said is of those."
    )


NOTHING_PLAYED = "Nothing was played before it was stopped."


def time_text(simulation: Simulated, seconds: float) -> str:
    """How long it took, and how fast that was."""
    duration_text = f"{seconds:.1f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
    run_count = simulation.runs * (1 + len(simulation.against))
    speed_text = f", {run_count / seconds:,.0f} a second" if seconds > 0 else ""
    return f"{run_count:,} {run_noun(simulation, run_count)} in {duration_text}{speed_text}"


# --- one side


def is_yes_no(column: ColumnCounted) -> bool:
    """Whether it is yes or no: then only yes is told."""
    return column.name != RESULT_COLUMN and {word.name for word in column.words} == {"yes", "no"}


def yes_count_of(column: ColumnCounted) -> WordCounted:
    """The yes of such a column."""
    return next(word for word in column.words if word.name == "yes")


def interval_decimals(share: Share) -> int:
    """How many digits a share has in percent: more where its interval is narrow."""
    return significant_decimals(50 * (share.high - share.low), MIN_PERCENT_DECIMALS)


def share_text(share: Share) -> str:
    """A share."""
    return format_percent(share.share, interval_decimals(share))


def interval_text(share: Share) -> str:
    """The interval of a share."""
    return f"{100 * share.low:.{interval_decimals(share)}f} .. {format_percent(share.high, interval_decimals(share))}"


def mean_text(mean: Mean) -> str:
    """A mean with its margin."""
    if mean.margin is None:
        return f"{mean.mean:,.0f}"
    decimals = significant_decimals(mean.margin, 0)
    return f"{mean.mean:,.{decimals}f} ± {mean.margin:,.{decimals}f}"


def all_faults_text(simulation: Simulated, side: SideCounted) -> str:
    """How many runs ended in faults, and so how many all else is counted of; empty where none did."""
    count = sum(fault.share.count for fault in side.faults)
    if not count:
        return ""
    return (
        f"{count:,} of {simulation.runs:,} {run_noun(simulation)} ended in a rules fault. "
        f"They are left out of all shares and means: {simulation.runs - count:,} are left."
    )


def fault_text(simulation: Simulated, fault: FaultCounted) -> str:
    """How many runs ended so, and what stands there."""
    cite = f", {fault.cite}" if fault.cite else ""
    return f"{fault.share.count:,} of {simulation.runs:,} {run_noun(simulation)} ended so{cite}."


def fault_command(simulation: Simulated, fault: FaultCounted, command: str) -> str:
    """How to see a run that ended so.

    Args:
        simulation: The simulation.
        fault: The fault.
        command: The beginning of a command that plays a single run by the rules.
    """
    mission = "" if fault.mission is None else f" --mission {fault.mission}"
    campaign = " --campaign" if simulation.entry == "career" else ""
    policy = " --auto" if simulation.policy == "auto" else f" --policy {simulation.policy}"
    return f"{command}{mission}{campaign}{policy} --seed {fault.seed}"


# --- comparisons


def difference_figures(difference: Difference) -> tuple[str, str, str]:
    """What is compared: before, now, and the difference with its margin."""
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
    """Whether a difference is for better or worse, as far as the rules say."""
    if not difference.matters:
        return ""
    return "good" if (difference.difference.mean > 0) == (difference.matters == "good") else "bad"


def difference_sentences(
    name: str, differences: Sequence[Difference], unchosen: Sequence[Unchosen] = ()
) -> Iterator[str]:
    """The most certain differences in words, or that there is none; and what is new and nobody chose."""
    significant = sorted((each for each in differences if each.seen), key=certainty_of, reverse=True)
    for each in significant[:MAX_SENTENCES]:
        yield each.sentence
    if not significant:
        yield f"with {name}: no difference can be seen in {join_names([each.title for each in differences])}"
    for new in unchosen[:MAX_SENTENCES]:
        yield new.sentence


def certainty_of(compared: Difference) -> float:
    """How many standard errors a difference is away from none."""
    difference = compared.difference
    return abs(difference.mean) / difference.error if difference.error else float("inf")
