"""What came of a simulation, for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from attrs import frozen
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bombsight.cli.simulating.charts import bar, histogram
from bombsight.cli.terminal.columns import Whole
from bombsight.cli.terminal.screen import clean, console, sign, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.service.simulating.columns import Matters
from bombsight.service.simulating.simulated import (
    ColumnCounted,
    Compared,
    FaultCounted,
    NumbersCounted,
    SideCounted,
    Simulated,
)
from bombsight.service.simulating.statistics import Share
from bombsight.service.simulating.wording import (
    NOTHING,
    all_faults,
    answering,
    fault_command,
    fault_count,
    figures,
    interval,
    is_yes_no,
    judged,
    many,
    mean_text,
    sentences,
    share_text,
    stopped,
    time_taken,
    yes,
)

CHART = 24
"""How wide bars and histograms are at most."""

SMALLEST_CHART = 8
"""How wide they are at least; where there is no room for that, there are none."""

TITLE = 26
"""So much room do titles have at least, where the screen is wide enough."""

GAP = 2
"""What stands between columns."""

STYLES: dict[Matters, str] = {"": "cyan", "good": "green", "bad": "red"}


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
        out.print(words(f"\n{NOTHING}", "yellow"))
        return
    show_side(told, told.counted, commands[0], out)
    for compared, command in zip(told.against, commands[1:], strict=True):
        show_compared(told, compared, command, out)
    out.print()
    if told.stopped:
        out.print(words(stopped(told), "yellow"))
    out.print(words(time_taken(told, seconds), "dim"))


def show_head(told: Simulated, out: Console) -> None:
    """What was simulated: the game, how often, by whom, options that are not at their defaults, overlays."""
    parts = [many(told), answering(told), f"seed {told.seed}"]
    parts += [f"{option.name} = {option.value}" for option in told.options if option.value != option.default]
    parts += (*told.counted.overlays, *told.pins)
    out.print(words(told.title, "bold"))
    for line in wrapped(Text(clean("; ".join(parts)), style="dim"), 0, out.width):
        out.print(line)


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
    columns = side.columns
    rates = ("share", "95 % interval")
    show_all_faults(told, side, out)
    for column in columns:
        if column.words and not is_yes_no(column):
            show_section(column.title, rates, [rate(word.title, word.share, "") for word in column.words], out)
    plain = [rate(column.title, yes(column).share, column.matters) for column in columns if is_yes_no(column)]
    show_section("how often", rates, plain, out)
    numbers = [average(column, column.numbers) for column in columns if column.numbers is not None]
    show_section("on average", ("mean", "from", "to"), numbers, out)
    for fault in side.faults:
        show_fault(told, fault, command, out)


def rate(title: str, share: Share, matters: Matters) -> Line:
    """How often something was so."""
    figures = (share_text(share), interval(share))
    return Line(title, figures, partial(bar, share.share), STYLES[matters], quiet=not share.count)


def average(column: ColumnCounted, numbers: NumbersCounted) -> Line:
    """What numbers came."""
    figures = plus_minus([mean_text(numbers.mean), f"{numbers.lowest:,}", f"{numbers.highest:,}"])
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


def show_all_faults(told: Simulated, side: SideCounted, out: Console) -> None:
    """How many runs ended in faults, if any did: above all that is counted without them."""
    if said := all_faults(told, side):
        out.print()
        for line in wrapped(words(said, "bold red"), 0, out.width):
            out.print(line)


def show_fault(told: Simulated, fault: FaultCounted, command: str, out: Console) -> None:
    """Runs in which the rules did what they may not, and how to see one."""
    out.print()
    head = words("rules fault", "bold red")
    head.append(clean(f" {fault.place}: {fault.text}"), style="default not bold")
    out.print(head, soft_wrap=True)
    out.print(words(f"  {fault_count(told, fault)} To see one:"), soft_wrap=True)
    out.print(words(f"  {fault_command(told, fault, command)}"), soft_wrap=True)


# --- comparisons


def show_compared(told: Simulated, compared: Compared, command: str, out: Console) -> None:
    """How other rules differ: all in a table, the most certain in sentences."""
    show_all_faults(told, compared.side, out)
    out.print()
    heads = ("before", "now", "difference")
    differences = compared.differences
    rows = [plus_minus(figures(each)) for each in differences]
    wide = widths(heads, rows)
    table = section(f"with {compared.side.name}", heads, out.width - sum(wide) - GAP * len(wide))
    for each, (before, now, difference) in zip(differences, rows, strict=True):
        style = "" if each.seen else "dim"
        judgement = STYLES[judged(each)] if each.matters else "bold"
        table.add_row(
            words(each.title, style), Text(before, style), Text(now, style), Text(difference, style or judgement)
        )
    out.print(table)
    out.print()
    for sentence in plus_minus(sentences(compared.side.name, differences, compared.unchosen)):
        for line in wrapped(words(sentence), 0, out.width):
            out.print(line)
    for fault in compared.side.faults:
        show_fault(told, fault, command, out)


def plus_minus(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts in which the sign between a figure and its margin is one that the terminal can show."""
    return tuple(text.replace("±", sign("±", "+-")) for text in texts)
