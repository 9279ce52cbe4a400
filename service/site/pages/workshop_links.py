"""Links to the site's workshop, where a game's table, or a line of it, is changed by a house rule."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from bombsight.service.common.markup import Element, tag
from bombsight.service.lookup.row_names import RowNames, find_row_names
from bombsight.service.site.pages.addresses import INDEX_FILE, relative_link
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.fragments import PageContext

WORKSHOP_FOLDER = "workshop/"
"""The folder of the workshop's page."""


def workshop_address(*house_rule: str) -> str:
    """Return the address of the workshop that begins a house rule for a game, a table of it, a line of that table."""
    parts = "/".join(quote(part, safe="") for part in house_rule)
    return f"{WORKSHOP_FOLDER}{INDEX_FILE}#/house/{parts}"


def render_workshop_link(text: str, path: str, book: Book, class_: str | None = None) -> Iterator[Element]:
    """Render the link from the page at a path to the workshop with a game chosen; nothing without a workshop."""
    if book.has_workshop:
        yield tag("a", text, href=relative_link(path, workshop_address(book.id)), class_=class_)


def render_change_table(table: str, context: PageContext) -> Iterator[Element]:
    """Render the link that begins a house rule for a table; nothing without a workshop."""
    if context.book.has_workshop:
        address = workshop_address(context.book.id, table)
        yield tag("a", "Change this table", href=relative_link(context.path, address))


def change_cell(label: str, table: str, name: str, context: PageContext) -> Iterator[Element]:
    """Render the cell at the end of a line of a card, with the link that begins a house rule for that line.

    Args:
        label: The line, as the card shows it.
        table: The table's id.
        name: The line's name for a house rule.
        context: The page.
    """
    if context.book.has_workshop:
        address = workshop_address(context.book.id, table, name)
        link = tag("a", "change", href=relative_link(context.path, address), aria_label=f"Change {label} of {table}")
        yield tag("td", link, class_="change")


def change_head(context: PageContext) -> Iterator[Element]:
    """Render the head of the column of :func:`change_cell`."""
    if context.book.has_workshop:
        yield tag("th", tag("span", "House rule", class_="unseen"), scope="col", class_="change")


def row_names_of(table: str, book: Book) -> RowNames:
    """Find the names of the lines of a table's card."""
    found = next(each for each in book.graph.tables if each.id == table)
    return find_row_names(found, book.sources)
