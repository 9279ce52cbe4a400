"""The rules in force on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bombsight.cli.games.overview import HASH_DIGITS
from bombsight.cli.tables.card import was_now
from bombsight.cli.terminal.columns import plain_table
from bombsight.cli.terminal.screen import clean, counted, words
from bombsight.dsl.origin import UNSAID, UNSEEN, Origin
from bombsight.service.lookup.cards import Change
from bombsight.service.lookup.origins import Known
from bombsight.service.lookup.rulings import ChangeLine, InForce, OptionLine, OverlayLine, TallyLine

KINDS = {"errata": "Errata", "variant": "Variant", "house": "House rules"}


def show_rules(rules: InForce, out: Console) -> None:
    """Print what is in force."""
    out.print(words(rules.title, "bold"))
    out.print(words(f"rules {rules.rules[:HASH_DIGITS]}" + (f"; {rules.publisher}" if rules.publisher else ""), "dim"))
    for paragraph in rules.about:
        out.print()
        out.print(words(paragraph))
    if rules.options:
        out.print()
        out.print(words("Options", "bold"))
        out.print(by_chapter(rules, rules.options, options))
    if rules.tallies:
        out.print()
        out.print(words("Counted of many runs", "bold"))
        out.print(Padding(tallies(rules.tallies), (0, 0, 0, 2)))
    for standing in UNSEEN:
        found = [each for each in rules.unseen if each.standing == standing]
        if found:
            out.print()
            out.print(words(standing.capitalize(), "bold"))
            out.print(by_chapter(rules, found, partial(origins, width=out.width)))
    if rules.resting:
        out.print()
        out.print(words("Resting on these, though known better themselves", "bold"))
        out.print(by_chapter(rules, rules.resting, partial(origins, width=out.width)))
    if rules.printed_lines:
        out.print()
        lines = counted(rules.printed_lines, "line is", "lines are")
        out.print(words(f"Of these, {lines} printed: `table` and `show` mark them.", "dim"))
    for overlay in rules.overlays:
        out.print()
        out.print(head(overlay))
        out.print(items(overlay))
    if rules.idle:
        out.print()
        out.print(words("Not in force", "bold"))
        out.print(words(f"  {', '.join(rules.idle)}"))


Line = TypeVar("Line", OptionLine, Known)


def by_chapter(
    rules: InForce, lines: Sequence[Line], shown: Callable[[Sequence[Line], Origin, Sequence[Line]], Table]
) -> Group:
    """Lines chapter by chapter, each under its title and what that says of where they come from.

    Args:
        rules: Whose chapters.
        lines: The lines, in the order of their chapters.
        shown: Some of them below each other, given what need not be said again, and all of them.
    """
    found = {chapter.title: chapter for chapter in rules.chapters}
    parts: list[RenderableType] = []
    for title in dict.fromkeys(line.chapter for line in lines):
        group = [line for line in lines if line.chapter == title]
        origin = found[title].origin if title else UNSAID
        if title:
            told = words(f"{title}: {origin.evidence}" if origin.evidence else title, "italic")
            told.append(clean(f" [{origin.cite}]") if origin.cite else "", style="not italic dim")
            parts.append(Padding(told, (0, 0, 0, 2)))
        parts.append(Padding(shown(group, origin, lines), (0, 0, 0, 4 if title else 2)))
    return Group(*parts)


def options(lines: Sequence[OptionLine], chapter: Origin, every: Sequence[OptionLine]) -> Table:
    """Options below each other; what is not at its default stands out."""
    table = plain_table()
    table.add_column(width=min(22, max(len(line.name) for line in every)))
    table.add_column(width=min(22, max(value_text(line).cell_len for line in every)))
    table.add_column(ratio=1)
    table.add_column(justify="right", style="dim", max_width=18)
    for line in lines:
        told = words(line.title)
        told.append(clean(f" (default {line.default})") if line.value != line.default else "", style="yellow")
        table.add_row(words(line.name), value_text(line), told, words(cite(line.origin, chapter)))
    return table


def tallies(lines: Sequence[TallyLine]) -> Table:
    """What is counted, below each other: whether players care for it, what it can be, and at the end of what."""
    table = plain_table()
    table.add_column(width=min(22, max(len(line.name) for line in lines)))
    table.add_column(width=4)
    table.add_column(ratio=1)
    table.add_column(justify="right", style="dim", max_width=18)
    styles = {"good": "green", "bad": "red", "": ""}
    for line in lines:
        told = words(line.title)
        told.append(clean(f" ({line.values}, of each {line.counted})"), style="dim")
        table.add_row(
            words(line.name, "bold"), words(line.matters, styles[line.matters]), told, words(line.origin.cite)
        )
    return table


def value_text(line: OptionLine) -> Text:
    """The value of an option, and what it could be instead."""
    others = [value for value in line.values.split(", ") if value != line.value]
    text = words(line.value, "bold yellow" if line.value != line.default else "bold")
    return text.append(clean(f" ({'or ' if len(others) == 1 else ''}{', '.join(others)})"), style="dim not bold")


def origins(found: Sequence[Known], chapter: Origin, every: Sequence[Known], width: int) -> Table:
    """Tables and rules below each other, each with what it rests on."""
    table = plain_table()
    table.add_column(width=min(max(1, min(26, width // 3)), max(name_text(each).cell_len for each in every)))
    table.add_column(ratio=1)
    table.add_column(justify="right", style="dim", max_width=max(1, min(18, width // 4)))
    for each in found:
        evidence = "" if each.origin.evidence == chapter.evidence else each.origin.evidence
        told = words("; ".join(part for part in (each.title, evidence) if part and part != each.name))
        table.add_row(name_text(each), told, words(cite(each.origin, chapter)))
    return table


def name_text(each: Known) -> Text:
    """What a table or a rule is called, and what it stands in."""
    return words(f"{each.kind} {each.name}", "bold").append(
        clean(f" in {each.of}") if each.of else "", style="not bold dim"
    )


def cite(origin: Origin, chapter: Origin) -> str:
    """The citation where the chapter's heading does not show it already."""
    return "" if origin.cite == chapter.cite else origin.cite


def head(overlay: OverlayLine) -> Text:
    """The name of an overlay and where it comes from."""
    text = words(f"{KINDS[overlay.kind]} {overlay.name}", "bold magenta")
    text.append(clean(f"  {overlay.title}"))
    for source in (overlay.origin.cite, f"by {overlay.author}" if overlay.author else ""):
        text.append(clean(f" [{source}]") if source else "", style="dim")
    return text


def place_of(change: ChangeLine) -> str:
    """The item that is amended, and where in it."""
    return f"{change.target}, {change.place}" if change.place else change.target


def items(overlay: OverlayLine) -> Padding:
    """The items of an overlay, each with what it did."""
    table: Table = plain_table()
    table.add_column(justify="right", style="magenta", max_width=6)
    table.add_column(ratio=1)
    for item in overlay.items:
        text = words(item.title)
        text.append(clean(f" [{item.origin.cite}]") if item.origin.cite else "", style="dim")
        confirmed = [change.target for change in item.changes if not change.was and not change.now]
        parts = [text]
        if confirmed:
            parts.append(words(f"confirms {', '.join(confirmed)}", "dim"))
        changes = [
            part
            for change in item.changes
            if change.was or change.now
            for part in (words(place_of(change), "dim"), was_now(Change(was=change.was, now=change.now)))
        ]
        table.add_row(words(item.number), Group(*parts, *changes))
    return Padding(table, (0, 0, 0, 2))
