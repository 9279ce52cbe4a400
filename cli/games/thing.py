"""One thing of a game on the screen: what it is, who uses it, what amended it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bombsight.cli.tables.card import STANDING_COLOURS, WIDEST, amended, lines, section, show_card
from bombsight.cli.terminal.columns import Whole, plain_table
from bombsight.cli.terminal.screen import clean, words
from bombsight.dsl.source import Span
from bombsight.service.lookup.description import Described, Fact, Links
from bombsight.service.lookup.references import Reference

NAME = 26
"""The widest that a column of names is."""

TITLE = 18
"""So wide is a column of titles at least, where one is as long."""

PLACES = 3
"""Of more places than this the others are counted."""

EXAMPLES = 5
"""Of more examples than this the others are counted."""


def show_thing(told: Described, out: Console) -> None:
    """Print all that is known of a thing."""
    width = min(out.width, WIDEST)
    parts: list[RenderableType] = []
    if told.table is None:
        parts += heading(told)
    else:
        show_card(told.table, out)
        parts.append(words(str(place(told.thing.origin.place)), "dim"))
    if told.facts:
        parts.append(facts(told.facts))
    parts += section("", [grid(told)] if told.grid else [])
    parts += section("", [lines(told.lines, 30)] if told.lines else [])
    parts += section("As written", [Padding(words("\n".join(told.text)), (0, 0, 0, 2))] if told.text else [])
    for each in told.links:
        parts += section(each.name.capitalize(), [references(each)])
    if told.amendments:
        parts += section("Amended", [*amended(told.amendments)])
    for part in parts:
        out.print(part, width=width)


def heading(told: Described) -> Iterator[RenderableType]:
    """What it is, where it comes from, where it stands."""
    thing = told.thing
    head = words(str(thing), "bold")
    head.append(clean(f"  {thing.title}") if thing.title else "", style="not bold")
    yield head
    origin = thing.origin
    line = words(place(origin.place), "dim")
    if origin.standing:
        line.append(f"  {clean(origin.standing)}", style=f"not dim {STANDING_COLOURS.get(origin.standing, '')}")
        line.append(clean(origin.reason.removeprefix(origin.standing)), style="not dim")
    line.append(clean(f"  [{origin.cite}]") if origin.cite else "")
    yield line


def place(span: Span) -> str:
    """``file:line``."""
    return f"{span.path}:{span.line}" if span.path else ""


def facts(found: Sequence[Fact]) -> Table:
    """What is known, each under its name."""
    table = plain_table()
    table.add_column(style="dim", max_width=16)
    table.add_column(ratio=1)
    before = ""
    for fact in found:
        table.add_row(words("" if fact.name == before else fact.name), words(fact.text))
        before = fact.name
    return table


def grid(told: Described) -> Table:
    """The values of an enum with their data; columns that say nothing are left out."""
    table = Whole(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    used = [at for at in range(len(told.head)) if any(row[at] for row in told.grid)]
    for at in used:
        table.add_column(words(told.head[at].replace("_", " ")), style="bold" if at == 0 else "")
    for row in told.grid:
        table.add_row(*(words(row[at]) for at in used))
    return table


def references(links: Links) -> Table:
    """Things below each other, each with where it stands or where it refers to the other."""
    table = plain_table()
    tests = all(each.kind == "example" for each in links.references)
    table.add_column(style="dim", no_wrap=True)
    if tests:
        table.add_column(ratio=1)
    else:
        titles = (len(each.title) for each in links.references if each.title != each.name)
        table.add_column(max_width=NAME, style="bold")
        # Of a column that takes what is left, rich takes the width as the least; those beside it break instead.
        table.add_column(ratio=1, width=min(TITLE, max(titles, default=0)) or None)
    table.add_column(justify="right", style="dim", max_width=44)
    before = ""
    shown = links.references[:EXAMPLES] if tests else links.references
    for each in shown:
        title = each.title if each.title != each.name else ""
        told = [words(each.name)] if tests else [words(each.name), words(title)]
        table.add_row(words("" if each.kind == before else each.kind), *told, places(each))
        before = each.kind
    if len(shown) < len(links.references):
        table.add_row("", words(f"and {len(links.references) - len(shown)} more", "dim"))
    return table


def places(reference: Reference) -> Text:
    """Places as ``file:line``; further ones of a file by their lines alone."""
    shown = list(dict.fromkeys((span.path, span.line) for span in reference.places))
    text = words("")
    before = ""
    for path, line in shown[:PLACES]:
        text.append((", " if text.plain else "") + (f"{line}" if path == before else clean(f"{path}:{line}")))
        before = path
    more = len(shown) - PLACES
    return text.append(f" and {more} more") if more > 0 else text
