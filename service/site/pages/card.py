"""The page of a table: its card, and its odds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.cards import Card, Line, ModifierLine
from bombsight.service.lookup.contents import Thing
from bombsight.service.lookup.description import Described
from bombsight.service.lookup.phrases import label
from bombsight.service.lookup.plain_words import spoken
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.chapters import chapter_title
from bombsight.service.site.pages.frame import Page, Step, page
from bombsight.service.site.pages.odds import figure, hanging_on, odds_told
from bombsight.service.site.pages.odds_kept import Rolled
from bombsight.service.site.pages.parts import (
    Place,
    amended,
    heads,
    lines,
    own_standing,
    provenance,
    referring,
    rests_on,
    wide,
    with_source,
)
from bombsight.service.table_odds.counting import Chance
from bombsight.service.table_odds.told import TableOdds

SHORT = 24
"""What a row does stands beside its title where it is no longer than this."""

NO_DICE = "No dice are thrown for it, so there are no odds to tell."
LEFT = "Its odds are not gone through here: those of other tables have cost all that a site may. "


def table_page(book: Book, thing: Thing, odds: Rolled | None, *, is_left: bool = False) -> Page:
    """The page of a table.

    Args:
        book: The game.
        thing: The table.
        odds: Its odds; None where no dice are thrown for it, or they were not gone through.
        is_left: Whether they were not, for the budget of the site had ended.
    """
    described = book.described[thing]
    card = described.table
    assert card is not None
    place = Place(book, book.addresses.things[thing])
    title = label(card.id, card.title)
    alone = odds is not None and len(odds.usual.situations) == 1
    chances = chances_by_row(odds.usual) if odds is not None and alone else {}
    told = [*odds_told(odds, place)] if odds is not None else [without_odds(book, card, is_left=is_left)]
    content = [
        head(card, thing, place),
        tag(
            "div",
            tag("div", card_parts(card, chances, place), class_="card"),
            tag("div", told, class_="beside"),
            class_="spread" if alone and not card.head else "stacked",
        ),
        *(hanging_on(odds) if odds is not None else ()),
        *uses(described, place),
    ]
    about = f"{title}: the table of {book.title} with its modifiers, notes, sources and odds."
    return page(place.path, title, about, content, book, [Step(book.addresses.tables, "Tables")])


def without_odds(book: Book, card: Card, *, is_left: bool) -> Element:
    """Why no odds are told."""
    if not is_left:
        return tag("p", NO_DICE, class_="faint")
    command = tag("code", f"bombsight odds {book.graph.game.id} {card.id}")
    return tag("p", LEFT, command, " goes through them.", class_="faint")


def head(card: Card, thing: Thing, place: Place) -> Element:
    """What it is called, where it comes from, how it is used."""
    chapter = place.book.chapter_of.get(f"table:{card.id}", "")
    stands = place.to(place.book.addresses.chapters[thing.chapter], chapter or chapter_title(thing.chapter))
    return tag(
        "header",
        tag("h1", label(card.id, card.title)),
        tag("p", provenance(card.origin, place), class_="origin"),
        tag("p", use(card), ". It stands in ", stands, ".", class_="use"),
        class_="head",
    )


def use(card: Card) -> str:
    """How a table is used."""
    said = [f"Roll {card.dice}" if card.dice else "Looked up"]
    said += [f"for {', '.join(card.params)}"] if card.params else []
    said += [f"gives {card.gives}"] if card.gives else []
    said += [f"each {card.each}"] if card.each else []
    return "; ".join(said)


def chances_by_row(odds: TableOdds) -> Mapping[str, Chance]:
    """The chance of each row by what leads to it as the card has it."""
    rows = odds.situations[0].chances.rows
    return {key: row.chance for row in rows for key in (row.key, f"natural {row.key}", spoken(row.key))}


# --- the card


def card_parts(card: Card, chances: Mapping[str, Chance], place: Place) -> Iterator[Element]:
    """The rows or the grid, the modifiers, the notes, what amended it."""
    rows = [*card.before, *card.rows]
    if rows:
        yield wide(row_table(rows, card, chances, place), "Rows")
    if card.head:
        yield wide(grid(card, place), "The table")
    if card.modifiers:
        yield tag("section", tag("h2", "Modifiers"), wide(modifiers(card.modifiers, place), "Modifiers"))
    if card.notes:
        told = (
            tag("div", tag("dt", note.title or note.name), tag("dd", lines(note.text, place))) for note in card.notes
        )
        yield tag("section", tag("h2", "Notes"), tag("dl", told))
    if card.amendments:
        yield tag("section", tag("h2", "Amended"), amended(card.amendments, place))


def row_table(rows: Sequence[Line], card: Card, chances: Mapping[str, Chance], place: Place) -> Element:
    """Rows below each other: key, result with its source, chance where it is one for all cases."""
    told = bool(chances) and any(row.key in chances for row in rows)
    titles = (card.dice or "When", "Result", *(["Chance"] if told else []))
    body = (
        tag(
            "tr",
            tag("th", row.key, scope="row"),
            tag("td", with_source(result(row, place), row.origin, place)),
            figure(chances.get(row.key)) if told else [],
        )
        for row in rows
    )
    caption = tag("caption", "Rows, with the chance of each as things stand when a game begins" if told else "Rows")
    return tag("table", caption, heads(*titles), tag("tbody", body), class_="rows")


def result(row: Line, place: Place) -> Iterator[Node]:
    """A row's title, or when it is taken, and what it does; what does nothing is said by the title alone."""
    shown = [line for line in row.result if not (row.title and line in ("nothing", row.title.lower()))]
    if row.when:
        yield f"when {row.when}: "
    if row.title:
        yield tag("strong", row.title)
    if row.title and len(shown) == 1 and len(shown[0]) <= SHORT:
        yield " "
        yield tag("span", place.linked(shown[0]), class_="faint")
    else:
        yield from lines(shown, place)
    yield from own_standing(row.origin)


def grid(card: Card, place: Place) -> Element:
    """The printed grid; cells that were amended lead to what did it."""
    touched = {(line, column): items for line, column, items in card.cells}
    origins = dict(card.origins)
    keys = key_columns(card)
    titles = [*map(spoken, card.head), *(["Source"] if origins else [])]
    body = (
        tag(
            "tr",
            (
                tag("th", cell_text(cell), scope="row")
                if column < keys
                else tag("td", cell_text(cell), *marks(touched.get((number, column), ()), place))
                for column, cell in enumerate(cells)
            ),
            tag("td", rests_on(origins[number]) if number in origins else [], class_="source") if origins else [],
        )
        for number, cells in enumerate(card.grid)
    )
    return tag("table", tag("caption", "As it stands"), heads(*titles), tag("tbody", body), class_="grid")


def key_columns(card: Card) -> int:
    """How many of the first columns of the grid lead to the others."""
    named = sum(name in {param.partition(":")[0] for param in card.params} for name in card.head)
    thrown = "d" in card.head[0] and card.head[0][:1].isdigit()
    return max(1, min(named + thrown, len(card.head) - 1))


def cell_text(cell: str) -> str:
    """A cell for reading."""
    return spoken(cell)


def marks(items: Collection[str], place: Place) -> Iterator[Node]:
    """What amended a cell."""
    for item in items:
        yield " "
        yield tag("span", place.named(item), class_="amended")


def modifiers(told: Sequence[ModifierLine], place: Place) -> Element:
    """The modifiers below each other."""
    body = (
        tag(
            "tr",
            tag("th", spoken(each.amount), scope="row", class_="number"),
            tag("td", spoken(each.label)),
            tag("td", with_source([when(each), *own_standing(each.origin)], each.origin, place)),
        )
        for each in told
    )
    caption = tag("caption", "What is added to the dice", class_="unseen")
    return tag("table", caption, heads("Adds", "Name", "When"), tag("tbody", body), class_="modifiers")


def when(modifier: ModifierLine) -> str:
    """When a modifier applies."""
    if not modifier.when:
        return "always"
    return modifier.when if modifier.when.startswith("unless") else f"when {modifier.when}"


# --- what it hangs together with


def uses(described: Described, place: Place) -> Iterator[Element]:
    """Who rolls on it, and what it leads to."""
    if described.links:
        told = (
            tag("div", tag("dt", link.name.capitalize()), tag("dd", referring(link.references, place)))
            for link in described.links
        )
        yield tag("section", tag("h2", "What it hangs together with"), tag("dl", told, class_="links"))
