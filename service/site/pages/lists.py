"""Lists: the tables of a game, its rules, and everything that it declares on one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.contents import Chapter, Thing
from bombsight.service.lookup.phrases import label
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.chapters import chapter_title, introduction, kind
from bombsight.service.site.pages.frame import Page, page
from bombsight.service.site.pages.parts import Place, badge, called, heads, separated, source, wide


def tables_page(book: Book) -> Page:
    """All tables, file by file."""
    place = Place(book, book.addresses.tables)
    content: list[Node] = [
        tag("h1", "Tables"),
        tag(
            "p",
            f"{len(book.tables)} tables as they stand after errata and rulings: each with its modifiers, notes and "
            "sources, and with its odds where dice are thrown.",
            class_="lede",
        ),
    ]
    for name, tables in groupby(book.tables, key=lambda thing: thing.chapter):
        content.append(tag("section", wide(table_list([*tables], chapter_title(name), place), chapter_title(name))))
    return page(place.path, "Tables", f"All tables of {book.title}, with their odds.", content, book)


def table_list(tables: Sequence[Thing], title: str, place: Place) -> Element:
    """Tables below each other."""
    body = (
        tag(
            "tr",
            tag("th", place.thing(thing, label(thing.name, thing.title)), scope="row"),
            tag("td", thing.about),
            tag("td", badge(thing.origin.standing)),
            tag("td", source(thing.origin, place), class_="source"),
        )
        for thing in tables
    )
    head = heads("Table", "Dice", "Known", "Source")
    return tag("table", tag("caption", title), head, tag("tbody", body), class_="list")


def rules_page(book: Book) -> Page:
    """All chapters, with what each says of itself."""
    place = Place(book, book.addresses.rules)
    content = [
        tag("h1", "Rules"),
        tag(
            "p",
            "The rules as they are played: each with its citation and how well it is known, in words where words can "
            "say it, and as written. No sentence of a printed rulebook stands here.",
            class_="lede",
        ),
        tag("ul", (chapter_line(chapter, place) for chapter in book.contents.chapters), class_="chapters"),
    ]
    return page(place.path, "Rules", f"The rules of {book.title}, chapter by chapter.", content, book)


def chapter_line(chapter: Chapter, place: Place, head: str = "h2") -> Element:
    """A chapter as a link, with what it says of itself and its headings."""
    book = place.book
    address = book.addresses.chapters[chapter.name]
    own = (each for each in book.graph.chapters if each.span.path == chapter.name)
    headings = dict.fromkeys(each.title for each in own if not all(id_.startswith("example:") for id_ in each.items))
    intro = introduction(book.sources[chapter.name])
    return tag(
        "li",
        tag(head, place.to(address, chapter_title(chapter.name))),
        [tag("p", place.linked(intro))] if intro else [],
        [tag("p", " · ".join(headings), class_="faint")] if headings else [],
    )


def everything_page(book: Book) -> Page:
    """All that a game declares, on one page, for the browser's own search."""
    place = Place(book, book.addresses.everything)
    count = sum(len(chapter.things) for chapter in book.contents.chapters)
    content: list[Node] = [
        tag("h1", "Everything"),
        tag(
            "p",
            f"All {count} things that the rules declare, on one page: search it with your browser (Ctrl F or ⌘ F).",
            class_="lede",
        ),
    ]
    content += [chapter_things(chapter, place) for chapter in book.contents.chapters]
    return page(place.path, "Everything", f"All tables and rules of {book.title} on one page.", content, book)


def chapter_things(chapter: Chapter, place: Place) -> Element:
    """The things of a file below each other."""
    title = chapter_title(chapter.name)
    link = place.to(place.book.addresses.chapters[chapter.name], title)
    table = tag(
        "table",
        tag("caption", f"Declared in {title}", class_="unseen"),
        heads("Name", "What it is", "Source"),
        tag("tbody", (thing_line(thing, place) for thing in chapter.things)),
        class_="list",
    )
    return tag("section", tag("h2", link), wide(table, title))


def thing_line(thing: Thing, place: Place) -> Element:
    """A thing on a line."""
    name = label(thing.name, thing.title) if thing.kind == "table" else called(thing)
    return tag(
        "tr",
        tag("th", place.thing(thing, name), scope="row"),
        tag("td", kind(thing), " ", tag("code", thing.name), *told(thing)),
        tag("td", separated([*badge(thing.origin.standing), *source(thing.origin, place)], " "), class_="source"),
    )


def told(thing: Thing) -> Iterator[Node]:
    """What a thing is, in a few words."""
    if thing.about:
        yield tag("span", f" {thing.about}", class_="faint")
