"""What came of a simulation, for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from attrs import frozen
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bombsight.cli.simulating.charts import bar, histogram
from bombsight.cli.terminal.columns import Whole
from bombsight.cli.terminal.screen import clean, console, sign, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.dsl.listing import listed
from bombsight.service.simulating.columns import RESULT, Matters
from bombsight.service.simulating.comparing import Difference
from bombsight.service.simulating.figures import PERCENT_DIGITS, digits, percent, places_of, points, signed
from bombsight.service.simulating.simulated import (
    ColumnCounted,
    Compared,
    FaultCounted,
    NumbersCounted,
    SideCounted,
    Simulated,
    WordCounted,
)
from bombsight.service.simulating.statistics import Mean, Share

CHART = 24
"""How wide bars and histograms are at most."""

SMALLEST_CHART = 8
"""How wide they are at least; where there is no room for that, there are none."""

TITLE = 26
"""So much room do titles have at least, where the screen is wide enough."""

GAP = 2
"""What stands between columns."""

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


@frozen
class Line:
    """Something that was counted.

    Attributes:
        title: What.
        figures: What is said of it, in columns.
        chart: Draws it, at most so many signs wide.
        style: Of the chart.
        quiet: Whether it hardly matters.
    """

    title: str
    figures: tuple[str, ...]
    chart: Callable[[int], str]
    style: str
    quiet: bool = False


def show_side(told: Simulated, side: SideCounted, command: str, out: Console) -> None:
    """How runs ended, and what else was counted."""
    columns = [column for column in side.columns if column.name not in said_twice(side)]
    rates = ("share", "95 % interval")
    for column in columns:
        if column.words and not is_yes_no(column):
            show_section(column.title, rates, [rate(word.title, word.share, "") for word in column.words], out)
    plain = [rate(column.title, yes(column).share, column.matters) for column in columns if is_yes_no(column)]
    show_section("how often", rates, plain, out)
    numbers = [average(column, column.numbers) for column in columns if column.numbers is not None]
    show_section("on average", ("mean", "from", "to"), numbers, out)
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


def rate(title: str, share: Share, matters: Matters) -> Line:
    """How often something was so."""
    figures = (percent(share.share, places(share)), interval(share))
    return Line(title, figures, partial(bar, share.share), STYLES[matters], quiet=not share.count)


def average(column: ColumnCounted, numbers: NumbersCounted) -> Line:
    """What numbers came."""
    figures = (mean_text(numbers.mean), f"{numbers.lowest:,}", f"{numbers.highest:,}")
    return Line(column.title, figures, partial(histogram, numbers.counts), STYLES[column.matters])


def show_section(head: str, heads: Sequence[str], lines: Sequence[Line], out: Console) -> None:
    """A table of what was counted: titles, figures behind them, and charts where there is room."""
    if not lines:
        return
    wide = widths(heads, [line.figures for line in lines])
    title = max(TITLE, *(len(line.title) for line in lines))
    room = min(CHART, out.width - title - sum(wide) - GAP * (1 + len(wide)))
    if room < SMALLEST_CHART:  # long titles rather go over two lines
        room = min(CHART, out.width - TITLE - sum(wide) - GAP * (1 + len(wide)))
    table = section(head, heads, out.width - sum(wide) - GAP * len(wide))
    if room >= SMALLEST_CHART:
        table.add_column("", no_wrap=True, width=room)
    for line in lines:
        quiet = "dim" if line.quiet else ""
        chart = [Text(line.chart(room), line.style)] if room >= SMALLEST_CHART else []
        table.add_row(words(line.title, quiet), *(Text(figure, quiet) for figure in line.figures), *chart)
    out.print()
    out.print(table)


def widths(heads: Sequence[str], figures: Sequence[tuple[str, ...]]) -> list[int]:
    """How wide columns of figures are with their heads."""
    return [max(map(len, column)) for column in zip(heads, *figures, strict=True)]


def section(head: str, others: Sequence[str], left: int) -> Table:
    """A table of titles and figures behind them, without lines yet; so much room is left for the titles."""
    table = Whole(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    table.add_column(words(head), min_width=max(1, min(TITLE, left)))
    for other in others:
        table.add_column(other, justify="right", no_wrap=True)
    return table


def places(share: Share) -> int:
    """How many digits a share has in percent: more where its interval is narrow."""
    return digits(50 * (share.high - share.low), PERCENT_DIGITS)


def interval(share: Share) -> str:
    """The interval of a share."""
    return f"{100 * share.low:.{places(share)}f} .. {percent(share.high, places(share))}"


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
    heads = ("before", "now", "difference")
    differences = [each for each in compared.differences if each.column not in said_twice(told.counted)]
    wide = widths(heads, [figures(each) for each in differences])
    table = section(f"with {compared.side.name}", heads, out.width - sum(wide) - GAP * len(wide))
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
