"""A simulation as one page for a browser: nothing is loaded from elsewhere, and nothing runs in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.service.common.files import write_over
from bombsight.service.common.markup import Element, Node, rendered, tag
from bombsight.service.simulating.columns import Matters
from bombsight.service.simulating.comparing import Difference
from bombsight.service.simulating.drawing import (
    SHARES,
    binned,
    difference_mark,
    histogram,
    row_axis,
    scale_of,
    share_bar,
    share_places,
)
from bombsight.service.simulating.figures import percent
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
    runs,
    sentences,
    share_text,
    stopped,
    time_taken,
    yes,
)
from bombsight.service.simulating.writing import begins_with, check_place

SUFFIXES = (".html", ".htm")

MARK = "<!doctype html>\n<!-- bombsight simulate -->\n"
"""What a page begins with, by which one of ours is known."""

STYLE = Path(__file__).with_name("page.css")

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What a browser lets the page do: have a style."""

INTERVALS = (
    "Shares stand with Wilson's interval, means with 1.96 standard errors to either side. Were as many played again "
    "and again with other dice, 95 of 100 such intervals would hold the true value."
)
PAIRS = (
    "Both were played with the same dice, and it is the difference of each pair that is averaged. Grey ones cannot be "
    "told from none. Of twenty such intervals, one misses the true difference by chance."
)


def check_page(path: Path) -> None:
    """See that a page may be written to a file of this name: before hours are spent on it.

    Raises:
        InputError: Its suffix is another, something else lies there, or its folder is not there.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise InputError("a page cannot be written to such a file", str(path), "Its name ends with .html.")
    check_place(path, begins_with(MARK.encode()))


def write_page(path: Path, told: Simulated, seconds: float, commands: Sequence[str] = ()) -> None:
    """Write a simulation as a page.

    Args:
        path: The file.
        told: The simulation.
        seconds: How long it took.
        commands: For each side the beginning of a command that plays a single run by its rules; none if unknown.

    Raises:
        InputError: It cannot be written.
    """
    write_over(path, page(told, seconds, commands))


def page(told: Simulated, seconds: float, commands: Sequence[str] = ()) -> str:
    """The text of a page; see :func:`write_page`."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{told.title}: {told.runs:,} {runs(told, told.runs)}"),
        tag("style", "\n" + STYLE.read_text(encoding="utf-8")),
    )
    ways = [*commands, *[""] * (1 + len(told.against) - len(commands))]
    played: list[Node] = [tag("p", NOTHING, class_="notice")]
    if told.runs:
        played = [
            *faults(told, told.counted, ways[0]),
            *side(told.counted),
            *(tag("section", against(told, each, way)) for each, way in zip(told.against, ways[1:], strict=True)),
        ]
    foot = tag("footer", tag("p", INTERVALS), tag("p", time_taken(told, seconds) + "."))
    body = tag("body", header(told), tag("main", played), foot)
    return MARK + rendered(tag("html", head, body, lang="en")) + "\n"


# --- what was played


def header(told: Simulated) -> Element:
    """What was played, by which rules and whose answers."""
    changed = [option for option in told.options if option.value != option.default]
    facts: list[tuple[str, Node]] = [
        ("Seed", str(told.seed)),
        ("Errata, variants and house rules", ", ".join(told.counted.overlays) or "none"),
        ("Options", ", ".join(f"{option.title}: {option.value}" for option in changed) or "all as they usually are"),
        ("Rules", tag("code", f"{told.game} {told.counted.rules}")),
    ]
    if told.pins:
        facts.insert(1, ("Pinned", ", ".join(told.pins)))
    if told.against:
        facts.insert(1, ("Compared with", ", ".join(each.side.name for each in told.against)))
    return tag(
        "header",
        tag("h1", told.title),
        tag("p", f"{many(told)}; {answering(told)}.", class_="lede"),
        [tag("p", stopped(told), class_="notice")] if told.stopped and told.runs else [],
        tag("dl", (tag("div", tag("dt", name), tag("dd", fact)) for name, fact in facts)),
    )


def faults(told: Simulated, counted: SideCounted, command: str) -> Iterator[Element]:
    """Runs in which the rules did what they may not, and how to see one."""
    if counted.faults:
        yield tag("p", all_faults(told, counted), class_="notice")
    for fault in counted.faults:
        yield tag(
            "section",
            tag("h2", "Rules fault"),
            tag("p", tag("code", fault.place), f": {fault.text}"),
            tag("p", fault_count(told, fault)),
            tag("p", to_see(told, fault, command)),
            class_="notice",
        )


def to_see(told: Simulated, fault: FaultCounted, command: str) -> list[Node]:
    """How to see a run that ended so; its seed where no command is known."""
    if not command:
        return [f"The first such run has the seed {fault.seed}."]
    return ["To see one: ", tag("code", fault_command(told, fault, command))]


# --- one side


def side(counted: SideCounted, before: SideCounted | None = None, level: str = "h2") -> Iterator[Element]:
    """How runs ended, and what else was counted; ``before`` are the rules that these are compared with."""
    columns = counted.columns
    for column in columns:
        if column.words and not is_yes_no(column):
            rates = [(word.title, word.share, column.matters) for word in column.words]
            yield tag("section", tag(level, capital(column.title)), shares(rates))
    rates = [(column.title, yes(column).share, column.matters) for column in columns if is_yes_no(column)]
    if rates:
        yield tag("section", tag(level, "How often"), shares(rates))
    earlier = {} if before is None else {column.name: column.numbers for column in before.columns}
    drawn = [numbers(each, each.numbers, earlier.get(each.name)) for each in columns if each.numbers is not None]
    if drawn:
        yield tag("section", tag(level, "On average"), tag("div", drawn, class_="figures"))


def capital(text: str) -> str:
    """A title with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def shares(rates: Sequence[tuple[str, Share, Matters]]) -> Element:
    """Shares with their intervals, as a table with bars."""
    lines = [
        tag(
            "tr",
            tag("th", title, scope="row"),
            tag("td", share_text(share)),
            tag("td", interval(share), class_="quiet"),
            tag("td", share_bar(share, matters), class_="chart"),
            class_=None if share.count else "unseen",
        )
        for title, share, matters in rates
    ]
    return table(("", "share", "95 % interval"), lines, row_axis(SHARES, percents=True), "shares")


def table(heads: Sequence[str], lines: Sequence[Element], axis: Element, style: str, caption: str = "") -> Element:
    """A table whose last column is a chart, with an axis under it."""
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


def numbers(column: ColumnCounted, found: NumbersCounted, before: NumbersCounted | None) -> Element:
    """What numbers came: a histogram, its figures in words, and all of them in a table."""
    said = f"median {found.median:,}, from {found.lowest:,} to {found.highest:,}"
    return tag(
        "figure",
        tag("figcaption", tag("strong", column.title), " ", tag("b", mean_text(found.mean)), " ", tag("span", said)),
        histogram(f"{column.title}: {mean_text(found.mean)}, {said}", found, column.matters, before),
        [tag("p", "The line is how it was before.", class_="quiet")] if before is not None else [],
        tag("details", tag("summary", "Figures"), figures_of(found, before)),
    )


def figures_of(found: NumbersCounted, before: NumbersCounted | None) -> Element:
    """The figures of a histogram."""
    heads = (tag("th", head, scope="col") for head in ("number", "times", "share"))
    lines = (
        tag("tr", tag("th", name, scope="row"), tag("td", f"{times:,}"), tag("td", percent(share, share_places(share))))
        for name, times, share in binned(found, before)
    )
    return tag("table", tag("thead", tag("tr", heads)), tag("tbody", lines), class_="plain")


# --- comparisons


def against(told: Simulated, compared: Compared, command: str) -> Iterator[Element]:
    """How other rules differ: in sentences, on scales, and all that was counted by them."""
    name, found = compared.side.name, compared.differences
    yield tag("h2", f"With {name}")
    yield from faults(told, compared.side, command)
    yield tag("div", (tag("p", capital(each)) for each in sentences(name, found, compared.unchosen)), class_="said")
    in_shares = [each for each in found if each.word is not None]
    in_numbers = [each for each in found if each.word is None]
    if in_shares:
        yield changes("Shares, their difference in percentage points", in_shares, percents=True)
    if in_numbers:
        yield changes("Means", in_numbers, percents=False)
    yield tag("p", PAIRS, class_="quiet")
    yield tag(
        "details",
        tag("summary", f"All that was counted with {name}"),
        tag("p", f"In force: {', '.join(compared.side.overlays)}. ", tag("code", compared.side.rules), class_="quiet"),
        side(compared.side, told.counted, "h3"),
    )


def changes(caption: str, found: Sequence[Difference], *, percents: bool) -> Element:
    """Differences with their intervals on one scale, as a table."""
    scale = scale_of([each.difference for each in found])
    lines = [
        tag(
            "tr",
            tag("th", each.title, scope="row"),
            (tag("td", figure) for figure in figures(each)),
            tag("td", difference_mark(scale, each.difference, style(each)), class_="chart"),
            class_=None if each.seen else "unseen",
        )
        for each in found
    ]
    axis = row_axis(scale, percents=percents, sign=True)
    return table(("", "before", "now", "difference"), lines, axis, "changes", caption)


def style(each: Difference) -> str:
    """How a difference is drawn."""
    return judged(each) if each.seen else "unseen"
