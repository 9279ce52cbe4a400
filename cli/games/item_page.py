"""The display of one thing of a game: its declaration, its uses, its amendments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bombsight.cli.tables.card import MAX_WIDTH, STANDING_COLOURS, draw_amendments, draw_rows, make_section, show_card
from bombsight.cli.terminal.columns import FoldingTable, make_borderless_table
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.dsl.source import Span
from bombsight.service.lookup.description import Described, Fact, Links
from bombsight.service.lookup.references import Reference

MAX_NAME_WIDTH = 26
"""The maximum width in columns of names."""

MIN_TITLE_WIDTH = 18
"""The minimum width in columns of titles, if a title is as long."""

MAX_PLACES = 3
"""The maximum number of places that are listed; the others are counted."""

MAX_EXAMPLES = 5
"""The maximum number of examples that are listed; the others are counted."""


def show_thing(description: Described, out: Console) -> None:
    """Print all facts about a declaration: its source, uses and amendments."""
    width = min(out.width, MAX_WIDTH)
    parts: list[RenderableType] = []
    if description.table is None:
        parts += draw_heading(description)
    else:
        show_card(description.table, out)
        parts.append(styled_text(str(format_place(description.thing.origin.place)), "dim"))
    if description.facts:
        parts.append(draw_facts(description.facts))
    parts += make_section("", [draw_grid(description)] if description.grid else [])
    parts += make_section("", [draw_rows(description.lines, 30)] if description.lines else [])
    parts += make_section(
        "As written", [Padding(styled_text("\n".join(description.text)), (0, 0, 0, 2))] if description.text else []
    )
    for each in description.links:
        parts += make_section(each.name.capitalize(), [draw_references(each)])
    if description.amendments:
        parts += make_section("Amended", [*draw_amendments(description.amendments)])
    for part in parts:
        out.print(part, width=width)


def draw_heading(description: Described) -> Iterator[RenderableType]:
    """Render the heading of a declaration: kind and name, origin, place."""
    thing = description.thing
    head = styled_text(str(thing), "bold")
    head.append(sanitize(f"  {thing.title}") if thing.title else "", style="not bold")
    yield head
    origin = thing.origin
    line = styled_text(format_place(origin.place), "dim")
    if origin.standing:
        line.append(f"  {sanitize(origin.standing)}", style=f"not dim {STANDING_COLOURS.get(origin.standing, '')}")
        line.append(sanitize(origin.standing_text.removeprefix(origin.standing)), style="not dim")
    line.append(sanitize(f"  [{origin.cite}]") if origin.cite else "")
    yield line


def format_place(span: Span) -> str:
    """Format a span as ``file:line``."""
    return f"{span.path}:{span.line}" if span.path else ""


def draw_facts(known_facts: Sequence[Fact]) -> Table:
    """Render the facts about a declaration, each beside its name."""
    table = make_borderless_table()
    table.add_column(style="dim", max_width=16)
    table.add_column(ratio=1)
    previous_name = ""
    for fact in known_facts:
        table.add_row(styled_text("" if fact.name == previous_name else fact.name), styled_text(fact.text))
        previous_name = fact.name
    return table


def draw_grid(description: Described) -> Table:
    """Render the values of an enum with their data as a table; empty columns are left out."""
    table = FoldingTable(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    used = [at for at in range(len(description.head)) if any(row[at] for row in description.grid)]
    for at in used:
        table.add_column(styled_text(description.head[at].replace("_", " ")), style="bold" if at == 0 else "")
    for row in description.grid:
        table.add_row(*(styled_text(row[at]) for at in used))
    return table


def draw_references(links: Links) -> Table:
    """Render linked declarations one below the other, each with its place or the place of the reference."""
    table = make_borderless_table()
    tests = all(each.kind == "example" for each in links.references)
    table.add_column(style="dim", no_wrap=True)
    if tests:
        table.add_column(ratio=1)
    else:
        titles = (len(each.title) for each in links.references if each.title != each.name)
        table.add_column(max_width=MAX_NAME_WIDTH, style="bold")
        # Rich takes the width of an expanding column as its least; the others break instead.
        table.add_column(ratio=1, width=min(MIN_TITLE_WIDTH, max(titles, default=0)) or None)
    table.add_column(justify="right", style="dim", max_width=44)
    previous_kind = ""
    shown_references = links.references[:MAX_EXAMPLES] if tests else links.references
    for each in shown_references:
        title = each.title if each.title != each.name else ""
        name_cells = [styled_text(each.name)] if tests else [styled_text(each.name), styled_text(title)]
        table.add_row(styled_text("" if each.kind == previous_kind else each.kind), *name_cells, draw_places(each))
        previous_kind = each.kind
    if len(shown_references) < len(links.references):
        table.add_row("", styled_text(f"and {len(links.references) - len(shown_references)} more", "dim"))
    return table


def draw_places(reference: Reference) -> Text:
    """Render the places of a reference as ``file:line``; further ones of the same file by their lines alone."""
    lines_by_path = list(dict.fromkeys((span.path, span.line) for span in reference.places))
    text = styled_text("")
    previous_path = ""
    for path, line in lines_by_path[:MAX_PLACES]:
        text.append((", " if text.plain else "") + (f"{line}" if path == previous_path else sanitize(f"{path}:{line}")))
        previous_path = path
    hidden_count = len(lines_by_path) - MAX_PLACES
    return text.append(f" and {hidden_count} more") if hidden_count > 0 else text
