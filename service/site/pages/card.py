"""The reference page of a table: its card (the printed form), and its odds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from urllib.parse import quote

from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.cards import Card, Line, ModifierLine
from bombsight.service.lookup.contents import Thing
from bombsight.service.lookup.description import Described
from bombsight.service.lookup.phrases import table_label
from bombsight.service.lookup.verbalizer import readable_name
from bombsight.service.site.pages.addresses import relative_link
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.chapters import chapter_title_of
from bombsight.service.site.pages.fragments import (
    PageContext,
    render_amendments,
    render_evidence,
    render_lines,
    render_own_standing,
    render_provenance,
    render_references,
    render_table_head,
    render_with_source,
    scroll_box,
)
from bombsight.service.site.pages.frame import Breadcrumb, Page, play_link, render_page
from bombsight.service.site.pages.odds import render_chance_cell, render_odds, render_odds_by_case
from bombsight.service.site.pages.odds_cache import RolledTableOdds
from bombsight.service.site.pages.workshop_links import change_cell, change_head, render_change_table, row_names_of
from bombsight.service.table_odds.counting import Chance
from bombsight.service.table_odds.documents import TableOdds

MAX_INLINE_LENGTH = 24
"""The maximum length of a row's effects that are set on the line of its title."""

NO_DICE_NOTE = "No dice are thrown for it, so there are no odds to tell."
OVER_BUDGET_NOTE = "Its odds are not gone through here: those of other tables have cost all that a site may. "


def build_table_page(book: Book, thing: Thing, odds: RolledTableOdds | None, *, is_over_budget: bool = False) -> Page:
    """Build the page of a table.

    Args:
        book: The game.
        thing: The table.
        odds: Its odds; None if it throws no dice, or they were not computed.
        is_over_budget: Whether they were not computed because the site's budget had ended.
    """
    described = book.described[thing]
    card = described.table
    assert card is not None
    context = PageContext(book, book.addresses.things[thing])
    title = table_label(card.id, card.title)
    has_one_case = odds is not None and len(odds.usual.situations) == 1
    chances = chances_by_row(odds.usual) if odds is not None and has_one_case else {}
    odds_nodes = (
        [*render_odds(odds, context)]
        if odds is not None
        else [render_missing_odds(book, card, is_over_budget=is_over_budget)]
    )
    content = [
        render_head(card, thing, context),
        *render_card_links(card, context),
        tag(
            "div",
            tag("div", render_card_parts(card, chances, context), class_="card"),
            tag("div", odds_nodes, class_="beside"),
            class_="spread" if has_one_case and not card.head else "stacked",
        ),
        *(render_odds_by_case(odds) if odds is not None else ()),
        *render_links(described, context),
    ]
    about = f"{title}: the table of {book.title} with its modifiers, notes, sources and odds."
    return render_page(context.path, title, about, content, book, [Breadcrumb(book.addresses.tables, "Tables")])


def render_missing_odds(book: Book, card: Card, *, is_over_budget: bool) -> Element:
    """Render why a table's page has no odds."""
    if not is_over_budget:
        return tag("p", NO_DICE_NOTE, class_="faint")
    command = tag("code", f"bombsight odds {book.graph.game.id} {card.id}")
    return tag("p", OVER_BUDGET_NOTE, command, " goes through them.", class_="faint")


def render_head(card: Card, thing: Thing, context: PageContext) -> Element:
    """Render the head of a table's page: title, provenance, use (dice, parameters, result), and its chapter."""
    chapter = context.book.chapter_titles.get(f"table:{card.id}", "")
    chapter_link = context.link_to(
        context.book.addresses.chapters[thing.chapter], chapter or chapter_title_of(thing.chapter)
    )
    return tag(
        "header",
        tag("h1", table_label(card.id, card.title)),
        tag("p", render_provenance(card.origin, context), class_="origin"),
        tag("p", usage_text(card), ". It stands in ", chapter_link, ".", class_="use"),
        class_="head",
    )


def render_card_links(card: Card, context: PageContext) -> Iterator[Element]:
    """Render what a reader can do with the card: roll with dice of his own, where it has dice, and change it."""
    links = [*render_roll_link(card, context), *render_change_table(card.id, context)]
    if links:
        yield tag("ul", (tag("li", link) for link in links), class_="go")


def render_roll_link(card: Card, context: PageContext) -> Iterator[Element]:
    """Render the link to the playing page, where a reader rolls with dice of his own; nothing without dice."""
    if card.dice:
        address = f"{play_link(context.book)}/table/{quote(card.id, safe='')}"
        yield tag("a", "Roll on it with dice of your own", href=relative_link(context.path, address))


def usage_text(card: Card) -> str:
    """Describe how a table is used: its dice, its parameters and its result."""
    usage_parts = [f"Roll {card.dice}" if card.dice else "Looked up"]
    usage_parts += [f"for {', '.join(card.params)}"] if card.params else []
    usage_parts += [f"gives {card.gives}"] if card.gives else []
    usage_parts += [card.every_row] if card.every_row else []
    usage_parts += [f"each {card.each}"] if card.each else []
    return "; ".join(usage_parts)


def chances_by_row(odds: TableOdds) -> Mapping[str, Chance]:
    """Map row keys, in all spellings that the card uses, to the probabilities of the rows."""
    rows = odds.situations[0].chances.rows
    return {key: row.chance for row in rows for key in (row.key, f"natural {row.key}", readable_name(row.key))}


# --- the card


def render_card_parts(card: Card, chances: Mapping[str, Chance], context: PageContext) -> Iterator[Element]:
    """Render a table's card: rows or grid, modifiers, notes, amendments."""
    names = row_names_of(card.id, context.book)
    rows = [*zip(card.before, names.before, strict=True), *zip(card.rows, names.rows, strict=True)]
    if rows:
        yield scroll_box(render_rows(rows, card, chances, context), "Rows")
    if card.head:
        yield scroll_box(render_grid(card, names.grid, context), "The table")
    if card.modifiers:
        table = render_modifiers(card, names.modifiers, context)
        yield tag("section", tag("h2", "Modifiers"), scroll_box(table, "Modifiers"))
    if card.notes:
        note_entries = (
            tag("div", tag("dt", note.title or note.name), tag("dd", render_lines(note.text, context)))
            for note in card.notes
        )
        yield tag("section", tag("h2", "Notes"), tag("dl", note_entries))
    if card.amendments:
        yield tag("section", tag("h2", "Amended"), render_amendments(card.amendments, context))


def render_rows(
    rows: Sequence[tuple[Line, str]], card: Card, chances: Mapping[str, Chance], context: PageContext
) -> Element:
    """Render the rows as a table: key, result with citation, and the probability if it is the same in all cases.

    Args:
        rows: The rows, each with its name for a house rule.
        card: The table's card.
        chances: The chances by key.
        context: The page.
    """
    has_chances = bool(chances) and any(row.key in chances for row, _ in rows)
    titles = (card.dice or "When", "Result", *(["Chance"] if has_chances else []))
    body = (
        tag(
            "tr",
            tag("th", row.key, scope="row"),
            tag("td", render_with_source(render_row_result(row, context), row.origin, context)),
            render_chance_cell(chances.get(row.key)) if has_chances else [],
            change_cell(f"row {row.key}", card.id, name, context),
        )
        for row, name in rows
    )
    caption = tag(
        "caption", "Rows, with the chance of each as things stand when a game begins" if has_chances else "Rows"
    )
    head = render_table_head(*titles, more=change_head(context))
    return tag("table", caption, head, tag("tbody", body), class_="rows")


def render_row_result(row: Line, context: PageContext) -> Iterator[Node]:
    """Render a row's title or condition, and its effects."""
    shown_lines = [line for line in row.result if not (row.title and line in ("nothing", row.title.lower()))]
    if row.when:
        yield f"when {row.when}: "
    if row.title:
        yield tag("strong", row.title)
    if row.title and len(shown_lines) == 1 and len(shown_lines[0]) <= MAX_INLINE_LENGTH:
        yield " "
        yield tag("span", context.link_citations(shown_lines[0]), class_="faint")
    else:
        yield from render_lines(shown_lines, context)
    yield from render_own_standing(row.origin)


def render_grid(card: Card, names: Sequence[str], context: PageContext) -> Element:
    """Render a card printed as a grid, given its lines' names; amended cells link to the overlay items."""
    amended_cells = {(line, column): items for line, column, items in card.cells}
    origins = dict(card.origins)
    keys = count_key_columns(card)
    titles = [*map(readable_name, card.head), *(["Source"] if origins else [])]
    body = (
        tag(
            "tr",
            (
                tag("th", readable_name(cell), scope="row")
                if column < keys
                else tag(
                    "td", readable_name(cell), *render_cell_amendments(amended_cells.get((number, column), ()), context)
                )
                for column, cell in enumerate(cells)
            ),
            tag("td", render_evidence(origins[number]) if number in origins else [], class_="source")
            if origins
            else [],
            change_cell(f"row {', '.join(map(readable_name, cells[:keys]))}", card.id, name, context),
        )
        for number, (cells, name) in enumerate(zip(card.grid, names, strict=True))
    )
    head = render_table_head(*titles, more=change_head(context))
    return tag("table", tag("caption", "As it stands"), head, tag("tbody", body), class_="grid")


def count_key_columns(card: Card) -> int:
    """Count the key columns at the left of a table's printed grid."""
    parameter_columns = sum(name in {param.partition(":")[0] for param in card.params} for name in card.head)
    has_dice_column = "d" in card.head[0] and card.head[0][:1].isdigit()
    return max(1, min(parameter_columns + has_dice_column, len(card.head) - 1))


def render_cell_amendments(items: Collection[str], context: PageContext) -> Iterator[Node]:
    """Render links to the overlay items that amended a cell."""
    for item in items:
        yield " "
        yield tag("span", context.link_by_name(item), class_="amended")


def render_modifiers(card: Card, names: Sequence[str], context: PageContext) -> Element:
    """Render a card's modifiers as a table, given their names."""
    body = (
        tag(
            "tr",
            tag("th", readable_name(each.amount), scope="row", class_="number"),
            tag("td", readable_name(each.label)),
            tag(
                "td",
                render_with_source(
                    [modifier_condition_text(each), *render_own_standing(each.origin)], each.origin, context
                ),
            ),
            change_cell(f"the modifier {readable_name(each.label)}", card.id, name, context),
        )
        for each, name in zip(card.modifiers, names, strict=True)
    )
    caption = tag("caption", "What is added to the dice", class_="unseen")
    head = render_table_head("Adds", "Name", "When", more=change_head(context))
    return tag("table", caption, head, tag("tbody", body), class_="modifiers")


def modifier_condition_text(modifier: ModifierLine) -> str:
    """Describe the condition under which a modifier applies."""
    if not modifier.when:
        return "always"
    return modifier.when if modifier.when.startswith("unless") else f"when {modifier.when}"


# --- links


def render_links(described: Described, context: PageContext) -> Iterator[Element]:
    """Render links to the users and the dependencies of a table."""
    if described.links:
        link_entries = (
            tag("div", tag("dt", link.name.capitalize()), tag("dd", render_references(link.references, context)))
            for link in described.links
        )
        yield tag("section", tag("h2", "What it hangs together with"), tag("dl", link_entries, class_="links"))
