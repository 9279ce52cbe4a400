"""The rules in force on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bombsight.cli.games.overview import HASH_DIGITS
from bombsight.cli.tables.card import was_now
from bombsight.cli.terminal.columns import plain_table
from bombsight.cli.terminal.screen import clean, counted, words
from bombsight.dsl.origin import UNSEEN
from bombsight.service.cards import Change
from bombsight.service.origins import Known
from bombsight.service.rulings import InForce, OptionLine, OverlayLine

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
        out.print(options(rules.options))
    for standing in UNSEEN:
        found = [each for each in rules.unseen if each.standing == standing]
        if found:
            out.print()
            out.print(words(standing.capitalize(), "bold"))
            out.print(origins(found, out.width))
    if rules.resting:
        out.print()
        out.print(words("Resting on these, though known better themselves", "bold"))
        out.print(origins(rules.resting, out.width))
    if rules.printed_lines:
        out.print()
        out.print(
            words(f"Of these, {counted(rules.printed_lines, 'line is', 'lines are')} printed: see `table`.", "dim")
        )
    for overlay in rules.overlays:
        out.print()
        out.print(head(overlay))
        out.print(items(overlay))
    if rules.idle:
        out.print()
        out.print(words("Not in force", "bold"))
        out.print(words(f"  {', '.join(rules.idle)}"))


def options(lines: tuple[OptionLine, ...]) -> Padding:
    """Options below each other; what is not at its default stands out."""
    table = plain_table()
    table.add_column(max_width=22)
    table.add_column(max_width=22)
    table.add_column(ratio=1)
    table.add_column(justify="right", style="dim", max_width=18)
    for line in lines:
        changed = line.value != line.default
        value = words(line.value, "bold yellow" if changed else "bold")
        others = [value for value in line.values.split(", ") if value != line.value]
        value.append(clean(f" ({'or ' if len(others) == 1 else ''}{', '.join(others)})"), style="dim not bold")
        told = words(line.title)
        told.append(clean(f" (default {line.default})") if changed else "", style="yellow")
        table.add_row(words(line.name), value, told, words(line.origin.cite))
    return Padding(table, (0, 0, 0, 2))


def origins(found: Sequence[Known], width: int) -> Padding:
    """Tables and rules below each other, each with what it rests on."""
    table = plain_table()
    table.add_column(max_width=max(1, min(26, width // 3)))
    table.add_column(ratio=1)
    table.add_column(justify="right", style="dim", max_width=max(1, min(18, width // 4)))
    for each in found:
        name = words(f"{each.kind} {each.name}", "bold")
        name.append(clean(f" in {each.of}") if each.of else "", style="not bold dim")
        told = words("; ".join(part for part in (each.title, each.origin.evidence) if part and part != each.name))
        table.add_row(name, told, words(each.origin.cite))
    return Padding(table, (0, 0, 0, 2))


def head(overlay: OverlayLine) -> Text:
    """The name of an overlay and where it comes from."""
    text = words(f"{KINDS[overlay.kind]} {overlay.name}", "bold magenta")
    text.append(clean(f"  {overlay.title}"))
    for source in (overlay.origin.cite, f"by {overlay.author}" if overlay.author else ""):
        text.append(clean(f" [{source}]") if source else "", style="dim")
    return text


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
            for part in (words(change.target, "dim"), was_now(Change(was=change.was, now=change.now)))
        ]
        table.add_row(words(item.number), Group(*parts, *changes))
    return Padding(table, (0, 0, 0, 2))
