"""What came of a simulation, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bombsight.cli.simulating.charts import bar, histogram
from bombsight.cli.terminal.columns import Whole
from bombsight.cli.terminal.screen import clean, console, sign, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.dsl.listing import listed
from bombsight.service.simulating.columns import RESULT, Matters
from bombsight.service.simulating.simulated import (
    PERCENT_DIGITS,
    ColumnCounted,
    Compared,
    Difference,
    FaultCounted,
    SideCounted,
    Simulated,
    WordCounted,
    digits,
    percent,
    places_of,
    points,
    signed,
)
from bombsight.service.simulating.statistics import Mean, Share

CHART = 24
"""How wide bars and histograms are at most."""

BESIDE = 58
"""So much room do names and numbers take at least; the rest is for charts."""

TITLE = 26
"""The least that a title has room for."""

SENTENCES = 3
"""So many differences are said in sentences; the others stand in the table."""

STYLES: dict[Matters, str] = {"": "cyan", "good": "green", "bad": "red"}

POLICIES = {"auto": "the autopilot answers", "random": "chance answers"}


def show_simulated(told: Simulated, seconds: float, commands: Sequence[str]) -> None:
    """All that came of it.

    Args:
        told: The simulation.
        seconds: How long it took.
        commands: For each side the beginning of a command that plays a single run by its rules.
    """
    out = console()
    show_head(told, out)
    if not told.runs:
        out.print(words("\nNothing was played before it was stopped.", "yellow"))
        return
    show_side(told, told.counted, commands[0], out)
    for compared, command in zip(told.against, commands[1:], strict=True):
        show_compared(told, compared, command, out)
    out.print()
    if told.stopped:
        said = f"Stopped: {told.runs:,} of {told.asked:,} {runs(told)} were played, and all that is said is of those."
        out.print(words(said, "yellow"))
    out.print(words(time_taken(told, seconds), "dim"))


def runs(told: Simulated, count: int = 0) -> str:
    """What so many runs are called."""
    return ("campaign" if told.entry == "career" else "mission") + "s" * (count != 1)


def show_head(told: Simulated, out: Console) -> None:
    """What was simulated: the game, how often, by whom, options that are not at their defaults, overlays."""
    many = f"{told.asked:,} {runs(told, told.asked)}"
    if told.missions is not None:
        first, last = told.missions
        many += f", all of them mission {first}" if first == last else f", {first} to {last} in turn"
    parts = [many, POLICIES.get(told.policy, f"{told.policy} answers"), f"seed {told.seed}"]
    parts += [f"{option.name} = {option.value}" for option in told.options if option.value != option.default]
    parts += told.counted.overlays
    out.print(words(told.title, "bold"))
    for line in wrapped(Text(clean("; ".join(parts)), style="dim"), 0, out.width):
        out.print(line)


def time_taken(told: Simulated, seconds: float) -> str:
    """How long it took, and how fast that was."""
    taken = f"{seconds:.1f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
    played = told.runs * (1 + len(told.against))
    fast = f", {played / seconds:,.0f} a second" if seconds > 0 else ""
    return f"{played:,} {runs(told, played)} in {taken}{fast}"


# --- one side


def show_side(told: Simulated, side: SideCounted, command: str, out: Console) -> None:
    """How runs ended, and what else was counted."""
    room = max(0, min(CHART, out.width - BESIDE))
    columns = [column for column in side.columns if column.name not in said_twice(side)]
    plain = [column for column in columns if is_yes_no(column)]
    for column in columns:
        if column.words and column not in plain:
            out.print()
            out.print(shares(column.title, "share", [(word.title, word.share, "") for word in column.words], room))
    if plain:
        out.print()
        rows = [(column.title, yes(column).share, STYLES[column.matters]) for column in plain]
        out.print(shares("how often", "share", rows, room))
    numbers = [column for column in columns if column.numbers is not None]
    if numbers:
        out.print()
        out.print(means(numbers, room))
    for fault in side.faults:
        show_fault(told, fault, command, out)


def said_twice(side: SideCounted) -> set[str]:
    """The tallies that say no more than how runs ended: people are told once."""
    ended = next((column.words for column in side.columns if column.name == RESULT), ())
    return {column.name for column in side.columns if column.name != RESULT and ended and column.words == ended}


def is_yes_no(column: ColumnCounted) -> bool:
    """Whether it is yes or no: then only yes is told."""
    return column.name != RESULT and {word.name for word in column.words} == {"yes", "no"}


def yes(column: ColumnCounted) -> WordCounted:
    """The yes of such a column."""
    return next(word for word in column.words if word.name == "yes")


def section(head: str, *others: str) -> Table:
    """A table of what was counted: names, numbers behind them, perhaps a chart."""
    table = Whole(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(words(head), min_width=TITLE)
    for other in others:
        table.add_column(other, justify="right", no_wrap=True)
    return table


def shares(head: str, what: str, rows: Iterable[tuple[str, Share, str]], room: int) -> Table:
    """Shares with their intervals and bars."""
    table = section(head, what, "95 % interval")
    table.add_column("", no_wrap=True)
    for title, share, style in rows:
        chart = Text(bar(share.share, room), style=style or "cyan")
        quiet = "" if share.count else "dim"
        shown = percent(share.share, places(share))
        table.add_row(words(title, quiet), Text(shown, quiet), Text(interval(share), quiet), chart)
    return table


def places(share: Share) -> int:
    """How many digits a share has in percent: more where its interval is narrow."""
    return digits(50 * (share.high - share.low), PERCENT_DIGITS)


def interval(share: Share) -> str:
    """The interval of a share."""
    return f"{100 * share.low:.{places(share)}f} .. {percent(share.high, places(share))}"


def means(columns: Iterable[ColumnCounted], room: int) -> Table:
    """Means with their intervals, the range that numbers lie in, and histograms."""
    table = section("on average", "mean", "from", "to")
    table.add_column("", no_wrap=True)
    for column in columns:
        assert column.numbers is not None
        numbers = column.numbers
        chart = histogram(numbers.counts, max(room, 8))
        table.add_row(
            words(column.title),
            mean_text(numbers.mean),
            f"{numbers.lowest:,}",
            f"{numbers.highest:,}",
            Text(chart, STYLES[column.matters]),
        )
    return table


def mean_text(mean: Mean) -> str:
    """A mean with its margin."""
    if mean.margin is None:
        return f"{mean.mean:,.0f}"
    behind = digits(mean.margin, 0)
    return f"{mean.mean:,.{behind}f} {sign('±', '+-')} {mean.margin:,.{behind}f}"


def show_fault(told: Simulated, fault: FaultCounted, command: str, out: Console) -> None:
    """Runs in which the rules did what they may not, and how to see one."""
    out.print()
    head = words("rules fault", "bold red")
    head.append(clean(f" {fault.place}: {fault.text}"), style="default not bold")
    out.print(head, soft_wrap=True)
    cite = f", {fault.cite}" if fault.cite else ""
    out.print(
        words(f"  {fault.share.count:,} of {told.runs:,} {runs(told)} ended so{cite}. To see one:"), soft_wrap=True
    )
    mission = "" if fault.mission is None else f" --mission {fault.mission}"
    campaign = " --campaign" if told.entry == "career" else ""
    policy = " --auto" if told.policy == "auto" else f" --policy {told.policy}"
    out.print(words(f"  {command}{mission}{campaign}{policy} --seed {fault.seed}"), soft_wrap=True)


# --- comparisons


def show_compared(told: Simulated, compared: Compared, command: str, out: Console) -> None:
    """How other rules differ: all in a table, the most certain in sentences."""
    out.print()
    table = section(f"with {compared.side.name}", "before", "now", "difference")
    differences = [each for each in compared.differences if each.column not in said_twice(told.counted)]
    for each in differences:
        style = "" if each.seen else "dim"
        before, now, difference = figures(each)
        table.add_row(
            words(each.title, style), Text(before, style), Text(now, style), Text(difference, style or judged(each))
        )
    out.print(table)
    out.print()
    for sentence in sentences(compared.side.name, differences):
        for line in wrapped(words(sentence), 0, out.width):
            out.print(line)
    for fault in compared.side.faults:
        show_fault(told, fault, command, out)


def figures(each: Difference) -> tuple[str, str, str]:
    """What is compared, in three columns."""
    if each.word is None:
        behind = digits(each.difference.margin, 0, each.difference.mean)
        return f"{each.was:,.{behind}f}", f"{each.now:,.{behind}f}", plus_minus(signed(each.difference))
    behind = places_of(each.difference)
    return percent(each.was, behind), percent(each.now, behind), plus_minus(points(each.difference))


def plus_minus(text: str) -> str:
    """The sign between a figure and its margin, as any terminal can show it."""
    return text.replace("±", sign("±", "+-"))


def judged(each: Difference) -> str:
    """The style of a difference: whether it is for better or worse, as far as the rules say."""
    if not each.matters:
        return "bold"
    return STYLES["good" if (each.difference.mean > 0) == (each.matters == "good") else "bad"]


def sentences(name: str, differences: Sequence[Difference]) -> Iterator[str]:
    """The most certain differences in words, or that there is none."""
    seen = sorted((each for each in differences if each.seen), key=certainty, reverse=True)
    for each in seen[:SENTENCES]:
        yield plus_minus(each.sentence)
    if not seen:
        yield f"with {name}: no difference can be seen in {listed([each.title for each in differences])}"


def certainty(each: Difference) -> float:
    """How many standard errors a difference is away from none."""
    difference = each.difference
    return abs(difference.mean) / difference.error if difference.error else float("inf")
