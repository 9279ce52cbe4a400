"""A table's card as a fragment of HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.common.notebook import render_plain_table, text_fragment
from bombsight.service.lookup.cards import Card, Line
from bombsight.service.lookup.phrases import table_label
from bombsight.service.lookup.verbalizer import readable_name


def render_card(card: Card) -> Element:
    """Render a card: its head, rows or grid, modifiers, notes, and what errata and house rules changed."""
    return text_fragment(*card_parts(card))


def card_parts(card: Card) -> Iterator[Node]:
    """Yield the parts of a card that it has."""
    title = table_label(card.id, card.title)
    rows: list[tuple[Node | list[Node], ...]] = [
        (readable_name(row.key), [*line_nodes(row)]) for row in (*card.before, *card.rows)
    ]
    if card.head:
        yield render_plain_table(
            title, tuple(map(readable_name, card.head)), [tuple(map(readable_name, line)) for line in card.grid]
        )
    if rows or not card.head:
        yield render_plain_table("" if card.head else title, (), rows)
    yield tag(
        "p", "; ".join(filter(None, (f"Roll {card.dice}" if card.dice else "Looked up", card.gives, card.every_row)))
    )
    if card.modifiers:
        modifiers: list[tuple[Node | list[Node], ...]] = [
            (readable_name(each.amount), readable_name(each.label), each.when or "always") for each in card.modifiers
        ]
        yield render_plain_table("Modifiers", (), modifiers)
    for note in card.notes:
        yield tag("p", tag("strong", note.title or note.name), f": {' '.join(note.text)}")
    for amendment in card.amendments:
        changes = "; ".join(f"{each.was or 'nothing'} → {each.now or 'nothing'}" for each in amendment.changes)
        yield tag("p", tag("strong", amendment.item), f" {amendment.title}", f": {changes}" if changes else "")
    origin = ", ".join(filter(None, (card.origin.standing, card.origin.cite)))
    if origin:
        yield tag("p", origin, class_="faint")


def line_nodes(row: Line) -> Iterator[Node]:
    """Yield the text of a row: its condition, its title, its effects line by line."""
    if row.when:
        yield f"when {row.when}: "
    if row.title:
        yield tag("strong", row.title)
        yield " "
    yield "; ".join(each.strip() for each in row.result)
