"""What is said of a simulation wherever it is shown: figures with their intervals, the most certain differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.dsl.listing import listed
from bombsight.service.simulating.columns import RESULT, Matters
from bombsight.service.simulating.comparing import Difference
from bombsight.service.simulating.figures import PERCENT_DIGITS, digits, percent, places_of, points, signed
from bombsight.service.simulating.simulated import ColumnCounted, FaultCounted, SideCounted, Simulated, WordCounted
from bombsight.service.simulating.statistics import Mean, Share
from bombsight.service.simulating.unchosen import Unchosen

POLICIES = {"auto": "the autopilot answers", "random": "chance answers", "thoughtful": "the best odds answer"}

SENTENCES = 3
"""So many differences are said in sentences; the others stand in the table."""


# --- what was simulated


def runs(told: Simulated, count: int = 0) -> str:
    """What so many runs are called."""
    return ("campaign" if told.entry == "career" else "mission") + "s" * (count != 1)


def many(told: Simulated) -> str:
    """How many runs were asked for, and which missions."""
    said = f"{told.asked:,} {runs(told, told.asked)}"
    if told.missions is None:
        return said
    first, last = told.missions
    return f"{said}, all of them mission {first}" if first == last else f"{said}, {first} to {last} in turn"


def answering(told: Simulated) -> str:
    """Who answered."""
    return POLICIES.get(told.policy, f"{told.policy} answers")


def stopped(told: Simulated) -> str:
    """How far it came that was stopped."""
    return f"Stopped: {told.runs:,} of {told.asked:,} {runs(told)} were played, and all that is said is of those."


NOTHING = "Nothing was played before it was stopped."


def time_taken(told: Simulated, seconds: float) -> str:
    """How long it took, and how fast that was."""
    taken = f"{seconds:.1f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
    played = told.runs * (1 + len(told.against))
    fast = f", {played / seconds:,.0f} a second" if seconds > 0 else ""
    return f"{played:,} {runs(told, played)} in {taken}{fast}"


# --- one side


def is_yes_no(column: ColumnCounted) -> bool:
    """Whether it is yes or no: then only yes is told."""
    return column.name != RESULT and {word.name for word in column.words} == {"yes", "no"}


def yes(column: ColumnCounted) -> WordCounted:
    """The yes of such a column."""
    return next(word for word in column.words if word.name == "yes")


def places(share: Share) -> int:
    """How many digits a share has in percent: more where its interval is narrow."""
    return digits(50 * (share.high - share.low), PERCENT_DIGITS)


def share_text(share: Share) -> str:
    """A share."""
    return percent(share.share, places(share))


def interval(share: Share) -> str:
    """The interval of a share."""
    return f"{100 * share.low:.{places(share)}f} .. {percent(share.high, places(share))}"


def mean_text(mean: Mean) -> str:
    """A mean with its margin."""
    if mean.margin is None:
        return f"{mean.mean:,.0f}"
    behind = digits(mean.margin, 0)
    return f"{mean.mean:,.{behind}f} ± {mean.margin:,.{behind}f}"


def all_faults(told: Simulated, side: SideCounted) -> str:
    """How many runs ended in faults, and so how many all else is counted of; empty where none did."""
    count = sum(fault.share.count for fault in side.faults)
    if not count:
        return ""
    return (
        f"{count:,} of {told.runs:,} {runs(told)} ended in a rules fault. "
        f"They are left out of all shares and means: {told.runs - count:,} are left."
    )


def fault_count(told: Simulated, fault: FaultCounted) -> str:
    """How many runs ended so, and what stands there."""
    cite = f", {fault.cite}" if fault.cite else ""
    return f"{fault.share.count:,} of {told.runs:,} {runs(told)} ended so{cite}."


def fault_command(told: Simulated, fault: FaultCounted, command: str) -> str:
    """How to see a run that ended so.

    Args:
        told: The simulation.
        fault: The fault.
        command: The beginning of a command that plays a single run by the rules.
    """
    mission = "" if fault.mission is None else f" --mission {fault.mission}"
    campaign = " --campaign" if told.entry == "career" else ""
    policy = " --auto" if told.policy == "auto" else f" --policy {told.policy}"
    return f"{command}{mission}{campaign}{policy} --seed {fault.seed}"


# --- comparisons


def figures(each: Difference) -> tuple[str, str, str]:
    """What is compared: before, now, and the difference with its margin."""
    if each.word is None:
        behind = digits(each.difference.margin, 0, each.difference.mean)
        return f"{each.was:,.{behind}f}", f"{each.now:,.{behind}f}", signed(each.difference)
    behind = places_of(each.difference)
    return percent(each.was, behind), percent(each.now, behind), points(each.difference)


def judged(each: Difference) -> Matters:
    """Whether a difference is for better or worse, as far as the rules say."""
    if not each.matters:
        return ""
    return "good" if (each.difference.mean > 0) == (each.matters == "good") else "bad"


def sentences(name: str, differences: Sequence[Difference], unchosen: Sequence[Unchosen] = ()) -> Iterator[str]:
    """The most certain differences in words, or that there is none; and what is new and nobody chose."""
    seen = sorted((each for each in differences if each.seen), key=certainty, reverse=True)
    for each in seen[:SENTENCES]:
        yield each.sentence
    if not seen:
        yield f"with {name}: no difference can be seen in {listed([each.title for each in differences])}"
    for new in unchosen[:SENTENCES]:
        yield new.sentence


def certainty(each: Difference) -> float:
    """How many standard errors a difference is away from none."""
    difference = each.difference
    return abs(difference.mean) / difference.error if difference.error else float("inf")
