"""The display of a simulation's results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from attrs import frozen
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bombsight.cli.simulating.charts import draw_bar, draw_histogram
from bombsight.cli.terminal.columns import FoldingTable
from bombsight.cli.terminal.screen import make_console, replace_plus_minus, sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.simulating.columns import Matters
from bombsight.service.simulating.statistics import Share
from bombsight.service.simulating.summary import (
    ColumnCounted,
    Compared,
    FaultCounted,
    NumbersCounted,
    SideCounted,
    Simulated,
)
from bombsight.service.simulating.wording import (
    NOTHING_PLAYED,
    all_faults_text,
    difference_figures,
    difference_sentences,
    fault_command,
    fault_text,
    interval_text,
    is_yes_no,
    judge_difference,
    mean_text,
    policy_text,
    runs_text,
    share_text,
    stopped_text,
    time_text,
    yes_count_of,
)

MAX_CHART_WIDTH = 24
"""The maximum width in columns of bars and histograms."""

MIN_CHART_WIDTH = 8
"""The minimum width in columns of charts; with less room there are none."""

MIN_TITLE_WIDTH = 26
"""The minimum width in columns of titles, on a screen wide enough."""

COLUMN_GAP = 2
"""The blanks between columns."""

MATTER_STYLES: dict[Matters, str] = {"": "cyan", "good": "green", "bad": "red"}


def show_simulation(simulation: Simulated, seconds: float, commands: Sequence[str]) -> None:
    """Print all results of a simulation.

    Args:
        simulation: The simulation.
        seconds: How long it took.
        commands: For each set of rules, the start of a command that plays a single run under it.
    """
    out = make_console()
    show_head(simulation, out)
    if not simulation.runs:
        out.print(styled_text(f"\n{NOTHING_PLAYED}", "yellow"))
        return
    show_side(simulation, simulation.counted, commands[0], out)
    for compared, command in zip(simulation.against, commands[1:], strict=True):
        show_comparison(simulation, compared, command, out)
    out.print()
    if simulation.stopped:
        out.print(styled_text(stopped_text(simulation), "yellow"))
    out.print(styled_text(time_text(simulation, seconds), "dim"))


def show_head(simulation: Simulated, out: Console) -> None:
    """Print a simulation's settings: game, number of runs, policy, changed options, overlays."""
    parts = [runs_text(simulation), policy_text(simulation), f"seed {simulation.seed}"]
    parts += [f"{option.name} = {option.value}" for option in simulation.options if option.value != option.default]
    parts += (*simulation.counted.overlays, *simulation.pins)
    out.print(styled_text(simulation.title, "bold"))
    for line in wrap_text(Text(sanitize("; ".join(parts)), style="dim"), 0, out.width):
        out.print(line)


# --- one side


@frozen
class ChartLine:
    """A line of statistics: title, numbers and a chart.

    Attributes:
        title: The title.
        figures: The figures, by column.
        chart: Draws the chart at a width.
        style: The style of the chart.
        is_faint: Whether the line is unimportant.
    """

    title: str
    figures: tuple[str, ...]
    chart: Callable[[int], str]
    style: str
    is_faint: bool = False


def show_side(simulation: Simulated, side: SideCounted, command: str, out: Console) -> None:
    """Print the statistics of one side of a comparison, which is one set of rules: outcomes and tallies.

    Args:
        simulation: The simulation.
        side: The results under these rules.
        command: The start of a command that plays a single run under them.
        out: The console.
    """
    columns = side.columns
    rates = ("share", "95 % interval")
    show_all_faults(simulation, side, out)
    for column in columns:
        if column.words and not is_yes_no(column):
            show_section(
                column.title, rates, [make_rate_line(word.title, word.share, "") for word in column.words], out
            )
    yes_no_lines = [
        make_rate_line(column.title, yes_count_of(column).share, column.matters)
        for column in columns
        if is_yes_no(column)
    ]
    show_section("how often", rates, yes_no_lines, out)
    numbers = [make_average_line(column, column.numbers) for column in columns if column.numbers is not None]
    show_section("on average", ("mean", "from", "to"), numbers, out)
    for fault in side.faults:
        show_fault(simulation, fault, command, out)


def make_rate_line(title: str, share: Share, matters: Matters) -> ChartLine:
    """Make the report line of a rate, with its confidence interval and a bar, green if more is good, red if bad."""
    figures = (share_text(share), interval_text(share))
    return ChartLine(title, figures, partial(draw_bar, share.share), MATTER_STYLES[matters], is_faint=not share.count)


def make_average_line(column: ColumnCounted, numbers: NumbersCounted) -> ChartLine:
    """Make the report line of a numeric statistic: its mean, and a histogram."""
    figures = (replace_plus_minus(mean_text(numbers.mean)), f"{numbers.lowest:,}", f"{numbers.highest:,}")
    return ChartLine(column.title, figures, partial(draw_histogram, numbers.counts), MATTER_STYLES[column.matters])


def show_section(head: str, heads: Sequence[str], lines: Sequence[ChartLine], out: Console) -> None:
    """Print a table of statistics: titles, numbers, and charts if there is room.

    Args:
        head: The head of the titles.
        heads: The heads of the figures.
        lines: The lines.
        out: The console.
    """
    if not lines:
        return
    figure_widths = column_widths(heads, [line.figures for line in lines])
    title_width = max(MIN_TITLE_WIDTH, *(len(line.title) for line in lines))
    chart_width = min(
        MAX_CHART_WIDTH, out.width - title_width - sum(figure_widths) - COLUMN_GAP * (1 + len(figure_widths))
    )
    if chart_width < MIN_CHART_WIDTH:  # long titles wrap
        chart_width = min(
            MAX_CHART_WIDTH, out.width - MIN_TITLE_WIDTH - sum(figure_widths) - COLUMN_GAP * (1 + len(figure_widths))
        )
    table = make_table(head, heads, out.width - sum(figure_widths) - COLUMN_GAP * len(figure_widths))
    if chart_width >= MIN_CHART_WIDTH:
        table.add_column("", no_wrap=True, width=chart_width)
    for line in lines:
        style = "dim" if line.is_faint else ""
        chart = [Text(line.chart(chart_width), line.style)] if chart_width >= MIN_CHART_WIDTH else []
        table.add_row(styled_text(line.title, style), *(Text(figure, style) for figure in line.figures), *chart)
    out.print()
    out.print(table)


def column_widths(heads: Sequence[str], rows: Sequence[tuple[str, ...]]) -> list[int]:
    """Compute the widths of columns from their headings and the rows of their cells."""
    return [max(map(len, column)) for column in zip(heads, *rows, strict=True)]


def make_table(head: str, figure_heads: Sequence[str], title_room: int) -> Table:
    """Make an empty table: a column of titles under ``head``, and columns of figures under ``figure_heads``."""
    table = FoldingTable(box=None, pad_edge=False, padding=(0, COLUMN_GAP, 0, 0), header_style="bold")
    table.add_column(styled_text(head), min_width=max(1, min(MIN_TITLE_WIDTH, title_room)))
    for other in figure_heads:
        table.add_column(other, justify="right", no_wrap=True)
    return table


def show_all_faults(simulation: Simulated, side: SideCounted, out: Console) -> None:
    """Print how many runs ended in rules faults, if any; the statistics leave them out."""
    if message := all_faults_text(simulation, side):
        out.print()
        for line in wrap_text(styled_text(message, "bold red"), 0, out.width):
            out.print(line)


def show_fault(simulation: Simulated, fault: FaultCounted, command: str, out: Console) -> None:
    """Print one rules fault (a run-time error of the rules), and a command that reproduces it.

    Args:
        simulation: The simulation.
        fault: The fault.
        command: The start of a command that plays a single run.
        out: The console.
    """
    out.print()
    head = styled_text("rules fault", "bold red")
    head.append(sanitize(f" {fault.place}: {fault.text}"), style="default not bold")
    out.print(head, soft_wrap=True)
    out.print(styled_text(f"  {fault_text(simulation, fault)} To see one:"), soft_wrap=True)
    out.print(styled_text(f"  {fault_command(simulation, fault, command)}"), soft_wrap=True)


# --- comparisons


def show_comparison(simulation: Simulated, compared: Compared, command: str, out: Console) -> None:
    """Print the statistics that differ between two sets of rules: a table, and sentences on the most certain.

    Args:
        simulation: The simulation.
        compared: The differences.
        command: The start of a command that plays a single run under the other rules.
        out: The console.
    """
    show_all_faults(simulation, compared.side, out)
    out.print()
    heads = ("before", "now", "difference")
    differences = compared.differences
    rows = [tuple(map(replace_plus_minus, difference_figures(each))) for each in differences]
    figure_widths = column_widths(heads, rows)
    table = make_table(
        f"with {compared.side.name}", heads, out.width - sum(figure_widths) - COLUMN_GAP * len(figure_widths)
    )
    for each, (before, now, difference) in zip(differences, rows, strict=True):
        style = "" if each.seen else "dim"
        judgement = MATTER_STYLES[judge_difference(each)] if each.matters else "bold"
        table.add_row(
            styled_text(each.title, style), Text(before, style), Text(now, style), Text(difference, style or judgement)
        )
    out.print(table)
    out.print()
    for sentence in map(replace_plus_minus, difference_sentences(compared.side.name, differences, compared.unchosen)):
        for line in wrap_text(styled_text(sentence), 0, out.width):
            out.print(line)
    for fault in compared.side.faults:
        show_fault(simulation, fault, command, out)
