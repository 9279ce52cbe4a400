"""The display of the rules in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.games.overview import HASH_DIGITS
from bombsight.cli.tables.card import MAX_WIDTH, draw_change
from bombsight.cli.terminal.columns import make_borderless_table
from bombsight.cli.terminal.screen import pluralize, sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.dsl.origin import NO_ORIGIN, UNSEEN_STANDINGS, Origin
from bombsight.service.lookup.cards import Change
from bombsight.service.lookup.provenance import Known
from bombsight.service.lookup.rulings import ChangeLine, ForecastLine, InForce, OptionLine, OverlayLine, TallyLine

OVERLAY_KIND_TITLES = {
    "errata": "Errata",
    "variant": "Variant",
    "preferences": "Preferences",
    "house": "House rules",
}


def show_rules(rules: InForce, out: Console) -> None:
    """Print the rules in force: options, tallies, forecasts, tables, rules, and overlays with their effects."""
    out.print(styled_text(rules.title, "bold"))
    facts = [f"rules {rules.rules[:HASH_DIGITS]}", rules.publisher, rules.release]
    out.print(styled_text("; ".join(fact for fact in facts if fact), "dim"))
    for paragraph in rules.about:
        out.print()
        out.print(styled_text(paragraph))
    if rules.primer is not None:
        out.print()
        out.print(styled_text("How it goes, in one page: `rules GAME --primer`.", "dim"))
    if rules.options:
        out.print()
        out.print(styled_text("Options", "bold"))
        out.print(draw_by_chapter(rules, rules.options, draw_options))
    if rules.explained:
        out.print()
        out.print(styled_text("What it does in play", "bold"))
        for text in draw_explained(rules, min(out.width, MAX_WIDTH)):
            out.print(text, soft_wrap=True)
    if rules.tallies:
        out.print()
        out.print(styled_text("Counted of many runs", "bold"))
        out.print(Padding(draw_tallies(rules.tallies), (0, 0, 0, 2)))
    if rules.forecasts:
        out.print()
        out.print(styled_text("Expected of a campaign as a mission of it ends", "bold"))
        out.print(Padding(draw_forecasts(rules.forecasts), (0, 0, 0, 2)))
    for standing in UNSEEN_STANDINGS:
        unseen_lines = [each for each in rules.unseen if each.standing == standing]
        if unseen_lines:
            out.print()
            out.print(styled_text(standing.capitalize(), "bold"))
            out.print(draw_by_chapter(rules, unseen_lines, partial(draw_origins, width=out.width)))
    if rules.resting:
        out.print()
        out.print(styled_text("Resting on these, though known better themselves", "bold"))
        out.print(draw_by_chapter(rules, rules.resting, partial(draw_origins, width=out.width)))
    if rules.printed_lines:
        out.print()
        lines = pluralize(rules.printed_lines, "line is", "lines are")
        out.print(styled_text(f"Of these, {lines} printed: `table` and `show` mark them.", "dim"))
    for overlay in rules.overlays:
        out.print()
        out.print(draw_overlay_head(overlay))
        out.print(draw_overlay_items(overlay))
    if rules.idle:
        out.print()
        out.print(styled_text("Not in force", "bold"))
        out.print(styled_text(f"  {', '.join(rules.idle)}"))


Line = TypeVar("Line", OptionLine, Known)


def draw_by_chapter(
    rules: InForce, lines: Sequence[Line], draw_lines: Callable[[Sequence[Line], Origin, Sequence[Line]], Table]
) -> Group:
    """Group lines by chapter, and render each group by ``draw_lines`` under its chapter's title and origin.

    Args:
        rules: The rules with the chapters.
        lines: The lines, in the order of their chapters.
        draw_lines: Draws some lines, given the chapter's origin, which need not be repeated, and all lines.
    """
    chapters_by_title = {chapter.title: chapter for chapter in rules.chapters}
    parts: list[RenderableType] = []
    for title in dict.fromkeys(line.chapter for line in lines):
        group = [line for line in lines if line.chapter == title]
        origin = chapters_by_title[title].origin if title else NO_ORIGIN
        if title:
            heading = styled_text(f"{title}: {origin.evidence}" if origin.evidence else title, "italic")
            heading.append(sanitize(f" [{origin.cite}]") if origin.cite else "", style="not italic dim")
            parts.append(Padding(heading, (0, 0, 0, 2)))
        parts.append(Padding(draw_lines(group, origin, lines), (0, 0, 0, 4 if title else 2)))
    return Group(*parts)


def draw_options(lines: Sequence[OptionLine], chapter: Origin, all_lines: Sequence[OptionLine]) -> Table:
    """Render the options of a chapter as a table, as wide as that of ``all_lines``; changed values stand out."""
    table = make_borderless_table()
    table.add_column(width=min(22, max(len(line.name) for line in all_lines)))
    table.add_column(width=min(22, max(draw_value(line).cell_len for line in all_lines)))
    table.add_column(ratio=1)
    table.add_column(justify="right", style="dim", max_width=18)
    for line in lines:
        title_text = styled_text(line.title)
        title_text.append(sanitize(f" (default {line.default})") if line.value != line.default else "", style="yellow")
        if line.explanation:
            title_text.append(sanitize(f"\n{line.explanation}"), style="dim")
        table.add_row(
            styled_text(line.name),
            draw_value(line),
            title_text,
            styled_text(citation_unless_in_chapter(line.origin, chapter)),
        )
    return table


def show_primer(rules: InForce, out: Console) -> None:
    """Print how a game goes, in one page.

    Raises:
        InputError: The rules have no primer.
    """
    if rules.primer is None:
        raise InputError(
            f"the rules of {rules.title} have no primer", "", f"`rules {rules.game}` lists what they say of themselves."
        )
    width = min(out.width, MAX_WIDTH)
    out.print(styled_text(f"{rules.title}: {rules.primer.title}", "bold"))
    for paragraph in rules.primer.paragraphs:
        out.print()
        for line in wrap_text(styled_text(paragraph), 0, width, hanging_indent=0):
            out.print(line, soft_wrap=True)


def draw_explained(rules: InForce, width: int) -> Iterator[Text]:
    """Render what the things of a game do in play, each below its title."""
    for thing in rules.explained:
        yield from wrap_text(styled_text(thing.title).append(f"  {thing.kind}", "dim"), 2, width)
        yield from wrap_text(styled_text(thing.text, "dim"), 4, width, hanging_indent=0)


def draw_tallies(lines: Sequence[TallyLine]) -> Table:
    """Render tallies (statistics) as a table: name, whether more is good or bad, title, values, when counted."""
    table = make_borderless_table()
    table.add_column(width=min(22, max(len(line.name) for line in lines)))
    table.add_column(width=4)
    table.add_column(ratio=1)
    table.add_column(justify="right", style="dim", max_width=18)
    styles = {"good": "green", "bad": "red", "": ""}
    for line in lines:
        title_text = styled_text(line.title)
        title_text.append(sanitize(f" ({line.values}, of each {line.counted})"), style="dim")
        table.add_row(
            styled_text(line.name, "bold"),
            styled_text(line.matters, styles[line.matters]),
            title_text,
            styled_text(line.origin.cite),
        )
    return table


def draw_forecasts(lines: Sequence[ForecastLine]) -> Table:
    """Render forecasts as a table: name and title of the tally, values."""
    table = make_borderless_table()
    table.add_column(width=min(22, max(len(line.name) for line in lines)))
    table.add_column(ratio=1)
    table.add_column(justify="right", style="dim", max_width=18)
    for line in lines:
        title_text = styled_text(line.title).append(sanitize(f" ({line.values})"), style="dim")
        table.add_row(styled_text(line.name, "bold"), title_text, styled_text(line.origin.cite))
    return table


def draw_value(line: OptionLine) -> Text:
    """Render the value of an option, followed by its other possible values."""
    alternatives = [value for value in line.values.split(", ") if value != line.value]
    text = styled_text(line.value, "bold yellow" if line.value != line.default else "bold")
    return text.append(
        sanitize(f" ({'or ' if len(alternatives) == 1 else ''}{', '.join(alternatives)})"), style="dim not bold"
    )


def draw_origins(lines: Sequence[Known], chapter: Origin, all_lines: Sequence[Known], width: int) -> Table:
    """Render tables and rules one below the other, each with its origin.

    Args:
        lines: The tables and rules.
        chapter: The origin of their chapter.
        all_lines: The lines of all chapters.
        width: The columns of the screen.
    """
    table = make_borderless_table()
    table.add_column(width=min(max(1, min(26, width // 3)), max(draw_name(each).cell_len for each in all_lines)))
    table.add_column(ratio=1)
    table.add_column(justify="right", style="dim", max_width=max(1, min(18, width // 4)))
    for each in lines:
        evidence = "" if each.origin.evidence == chapter.evidence else each.origin.evidence
        evidence_text = styled_text("; ".join(part for part in (each.title, evidence) if part and part != each.name))
        table.add_row(draw_name(each), evidence_text, styled_text(citation_unless_in_chapter(each.origin, chapter)))
    return table


def draw_name(line: Known) -> Text:
    """Render the name of a table or rule, and of what contains it."""
    return styled_text(f"{line.kind} {line.name}", "bold").append(
        sanitize(f" in {line.of}") if line.of else "", style="not bold dim"
    )


def citation_unless_in_chapter(origin: Origin, chapter: Origin) -> str:
    """The citation of an origin; empty if the heading of its chapter shows the same."""
    return "" if origin.cite == chapter.cite else origin.cite


def draw_overlay_head(overlay: OverlayLine) -> Text:
    """Render the name of an overlay and its origin."""
    text = styled_text(f"{OVERLAY_KIND_TITLES[overlay.kind]} {overlay.name}", "bold magenta")
    text.append(sanitize(f"  {overlay.title}"))
    for source in (overlay.origin.cite, f"by {overlay.author}" if overlay.author else ""):
        text.append(sanitize(f" [{source}]") if source else "", style="dim")
    return text


def change_location(change: ChangeLine) -> str:
    """The name of the amended item, and the place of the change in it."""
    return f"{change.target}, {change.place}" if change.place else change.target


def draw_overlay_items(overlay: OverlayLine) -> Padding:
    """Render the items of an overlay, each with its effect on the rules."""
    table: Table = make_borderless_table()
    table.add_column(justify="right", style="magenta", max_width=6)
    table.add_column(ratio=1)
    for item in overlay.items:
        text = styled_text(item.title)
        text.append(sanitize(f" [{item.origin.cite}]") if item.origin.cite else "", style="dim")
        confirmed = [change.target for change in item.changes if not change.was and not change.now]
        parts = [text]
        if confirmed:
            parts.append(styled_text(f"confirms {', '.join(confirmed)}", "dim"))
        changes = [
            part
            for change in item.changes
            if change.was or change.now
            for part in (
                styled_text(change_location(change), "dim"),
                draw_change(Change(was=change.was, now=change.now)),
            )
        ]
        table.add_row(styled_text(item.number), Group(*parts, *changes))
    return Padding(table, (0, 0, 0, 2))
