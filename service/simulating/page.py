"""A simulation's result as one self-contained HTML page, without scripts or external resources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bombsight.dsl.listing import capitalize_first
from bombsight.service.common.files import overwrite_text
from bombsight.service.common.markup import Element, Node, render_markup, tag
from bombsight.service.simulating.charts import (
    SHARE_SCALE,
    histogram_rows,
    render_difference,
    render_histogram,
    render_row_axis,
    render_share_bar,
    scale_for_differences,
    share_decimals,
)
from bombsight.service.simulating.columns import Matters
from bombsight.service.simulating.comparison import Difference
from bombsight.service.simulating.formatting import format_percent
from bombsight.service.simulating.output_files import check_page_writable
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
    run_noun,
    runs_text,
    share_text,
    stopped_text,
    time_text,
    yes_count_of,
)

PAGE_START = "<!doctype html>\n<!-- bombsight simulate -->\n"
"""The first lines of a page, which identify it as written by this program."""

STYLESHEET = Path(__file__).with_name("page.css")

CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The content security policy of the page, which allows only its own style."""

INTERVALS_NOTE = (
    "Shares stand with Wilson's interval, means with 1.96 standard errors to either side. Were as many played again "
    "and again with other dice, 95 of 100 such intervals would hold the true value."
)
PAIRS_NOTE = (
    "Both were played with the same dice, and it is the difference of each pair that is averaged. Grey ones cannot be "
    "told from none. Of twenty such intervals, one misses the true difference by chance."
)


def check_page_path(path: Path) -> None:
    """Raise unless a page may be written to a path; called before the runs are played.

    Raises:
        InputError: The suffix is wrong, another file lies there, or its folder does not exist.
    """
    check_page_writable(path, PAGE_START)


def write_page(path: Path, simulation: Simulated, seconds: float, commands: Sequence[str] = ()) -> None:
    """Write a simulation's result as an HTML page.

    Args:
        path: The path of the page.
        simulation: The simulation's result.
        seconds: The duration of the simulation.
        commands: For each side the beginning of a command that plays a single run by its rules; none if unknown.

    Raises:
        InputError: It cannot be written.
    """
    overwrite_text(path, render_page(simulation, seconds, commands))


def render_page(simulation: Simulated, seconds: float, commands: Sequence[str] = ()) -> str:
    """Render a simulation's result as HTML text.

    The arguments are those of :func:`write_page`.
    """
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=CONTENT_SECURITY_POLICY),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{simulation.title}: {simulation.runs:,} {run_noun(simulation, simulation.runs)}"),
        tag("style", "\n" + STYLESHEET.read_text(encoding="utf-8")),
    )
    commands_by_side = [*commands, *[""] * (1 + len(simulation.against) - len(commands))]
    content: list[Node] = [tag("p", NOTHING_PLAYED, class_="notice")]
    if simulation.runs:
        content = [
            *render_faults(simulation, simulation.counted, commands_by_side[0]),
            *render_side(simulation.counted),
            *(
                tag("section", render_comparison(simulation, each, way))
                for each, way in zip(simulation.against, commands_by_side[1:], strict=True)
            ),
        ]
    body = tag(
        "body",
        render_header(simulation),
        tag("main", content),
        render_footer(simulation, seconds),
    )
    return PAGE_START + render_markup(tag("html", head, body, lang="en")) + "\n"


def render_footer(simulation: Simulated, seconds: float) -> Element:
    """Render what the intervals mean, and how long it took in ``seconds``."""
    return tag("footer", tag("p", INTERVALS_NOTE), tag("p", time_text(simulation, seconds) + "."))


# --- head and faults


def render_header(simulation: Simulated) -> Element:
    """Render the head of the page: number of runs, rules and policy."""
    return tag("header", render_heading(simulation), render_facts(simulation))


def render_heading(simulation: Simulated) -> list[Element]:
    """Render the title, the number of runs, and who answered."""
    return [
        tag("h1", simulation.title),
        tag("p", f"{runs_text(simulation)}; {policy_text(simulation)}.", class_="lede"),
        *([tag("p", stopped_text(simulation), class_="notice")] if simulation.stopped and simulation.runs else []),
    ]


def render_facts(simulation: Simulated) -> Element:
    """Render by which rules was played, and with which seed."""
    changed_options = [option for option in simulation.options if option.value != option.default]
    facts: list[tuple[str, Node]] = [
        ("Seed", str(simulation.seed)),
        ("Errata, variants and house rules", ", ".join(simulation.counted.overlays) or "none"),
        (
            "Options",
            ", ".join(f"{option.title}: {option.value}" for option in changed_options) or "all as they usually are",
        ),
        ("Rules", tag("code", f"{simulation.game} {simulation.counted.rules}")),
    ]
    if simulation.pins:
        facts.insert(1, ("Pinned", ", ".join(simulation.pins)))
    if simulation.against:
        facts.insert(1, ("Compared with", ", ".join(each.side.name for each in simulation.against)))
    return tag("dl", (tag("div", tag("dt", name), tag("dd", fact)) for name, fact in facts))


def render_faults(simulation: Simulated, counted: SideCounted, command: str) -> Iterator[Element]:
    """Render the rules faults of a side (set of rules), with the command that reproduces each."""
    if counted.faults:
        yield tag("p", all_faults_text(simulation, counted), class_="notice")
    for fault in counted.faults:
        yield tag(
            "section",
            tag("h2", "Rules fault"),
            tag("p", tag("code", fault.place), f": {fault.text}"),
            tag("p", fault_text(simulation, fault)),
            tag("p", render_reproduction(simulation, fault, command)),
            class_="notice",
        )


def render_reproduction(simulation: Simulated, fault: FaultCounted, command: str) -> list[Node]:
    """Render how to reproduce a fault: by a command, or by its seed if no command is known."""
    if not command:
        return [f"The first such run has the seed {fault.seed}."]
    return ["To see one: ", tag("code", fault_command(simulation, fault, command))]


# --- one side


def render_side(
    counted: SideCounted, baseline: SideCounted | None = None, heading_tag: str = "h2"
) -> Iterator[Element]:
    """Render the outcomes and tallies of a side (set of rules), its histograms over those of the ``baseline`` side."""
    columns = counted.columns
    for column in columns:
        if column.words and not is_yes_no(column):
            rates = [(word.title, word.share, column.matters) for word in column.words]
            yield tag("section", tag(heading_tag, capitalize_first(column.title)), render_shares(rates))
    rates = [(column.title, yes_count_of(column).share, column.matters) for column in columns if is_yes_no(column)]
    if rates:
        yield tag("section", tag(heading_tag, "How often"), render_shares(rates))
    baseline_numbers = {} if baseline is None else {column.name: column.numbers for column in baseline.columns}
    histograms = [
        render_numbers(each, each.numbers, baseline_numbers.get(each.name))
        for each in columns
        if each.numbers is not None
    ]
    if histograms:
        yield tag("section", tag(heading_tag, "On average"), tag("div", histograms, class_="figures"))


def render_shares(rates: Sequence[tuple[str, Share, Matters]]) -> Element:
    """Render proportions as a table with bars."""
    lines = [
        tag(
            "tr",
            tag("th", title, scope="row"),
            tag("td", share_text(share)),
            tag("td", interval_text(share), class_="quiet"),
            tag("td", render_share_bar(share, matters), class_="chart"),
            class_=None if share.count else "unseen",
        )
        for title, share, matters in rates
    ]
    return render_chart_table(
        ("", "share", "95 % interval"), lines, render_row_axis(SHARE_SCALE, percents=True), "shares"
    )


def render_chart_table(
    heads: Sequence[str], lines: Sequence[Element], axis: Element, style: str, caption: str = ""
) -> Element:
    """Render a table whose last column is a chart.

    Args:
        heads: The column heads.
        lines: The rows.
        axis: The axis below the charts.
        style: The CSS class of the table.
        caption: The caption; empty for none.
    """
    titles = [tag("th", head, scope="col") if head else tag("td") for head in heads]
    foot = tag("tr", tag("td", colspan=len(heads)), tag("td", axis, class_="chart"))
    return tag(
        "table",
        [tag("caption", caption)] if caption else [],
        tag("thead", tag("tr", titles, tag("td", class_="chart"))),
        tag("tbody", lines),
        tag("tfoot", foot, aria_hidden="true"),
        class_=style,
    )


def render_numbers(column: ColumnCounted, counted: NumbersCounted, baseline: NumbersCounted | None) -> Element:
    """Render the values of a numeric column: a histogram, its description, and its table."""
    range_text = f"median {counted.median:,}, from {counted.lowest:,} to {counted.highest:,}"
    return tag(
        "figure",
        tag(
            "figcaption",
            tag("strong", column.title),
            " ",
            tag("b", mean_text(counted.mean)),
            " ",
            tag("span", range_text),
        ),
        render_histogram(f"{column.title}: {mean_text(counted.mean)}, {range_text}", counted, column.matters, baseline),
        [tag("p", "The line is how it was before.", class_="quiet")] if baseline is not None else [],
        tag("details", tag("summary", "Figures"), render_figures_table(counted, baseline)),
    )


def render_figures_table(counted: NumbersCounted, baseline: NumbersCounted | None) -> Element:
    """Render the bins of a histogram as a table."""
    heads = (tag("th", head, scope="col") for head in ("number", "times", "share"))
    lines = (
        tag(
            "tr",
            tag("th", name, scope="row"),
            tag("td", f"{times:,}"),
            tag("td", format_percent(share, share_decimals(share))),
        )
        for name, times, share in histogram_rows(counted, baseline)
    )
    return tag("table", tag("thead", tag("tr", heads)), tag("tbody", lines), class_="plain")


# --- comparisons


def render_comparison(simulation: Simulated, compared: Compared, command: str) -> Iterator[Element]:
    """Render how a side (set of rules) differs from the base side: sentences, differences; then its counts."""
    name, differences = compared.side.name, compared.differences
    yield tag("h2", f"With {name}")
    yield from render_faults(simulation, compared.side, command)
    yield tag(
        "div",
        (tag("p", capitalize_first(each)) for each in difference_sentences(name, differences, compared.unchosen)),
        class_="said",
    )
    in_shares = [each for each in differences if each.word is not None]
    in_numbers = [each for each in differences if each.word is None]
    if in_shares:
        yield render_differences("Shares, their difference in percentage points", in_shares, percents=True)
    if in_numbers:
        yield render_differences("Means", in_numbers, percents=False)
    yield tag("p", PAIRS_NOTE, class_="quiet")
    yield tag(
        "details",
        tag("summary", f"All that was counted with {name}"),
        tag("p", f"In force: {', '.join(compared.side.overlays)}. ", tag("code", compared.side.rules), class_="quiet"),
        render_side(compared.side, simulation.counted, "h3"),
    )


def render_differences(caption: str, differences: Sequence[Difference], *, percents: bool) -> Element:
    """Render a table of differences on one scale."""
    scale = scale_for_differences([each.difference for each in differences])
    lines = [
        tag(
            "tr",
            tag("th", each.title, scope="row"),
            (tag("td", figure) for figure in difference_figures(each)),
            tag("td", render_difference(scale, each.difference, difference_class(each)), class_="chart"),
            class_=None if each.seen else "unseen",
        )
        for each in differences
    ]
    axis = render_row_axis(scale, percents=percents, signed=True)
    return render_chart_table(("", "before", "now", "difference"), lines, axis, "changes", caption)


def difference_class(difference: Difference) -> str:
    """Return the CSS class of a difference: good, bad or not significant."""
    return judge_difference(difference) if difference.seen else "unseen"
