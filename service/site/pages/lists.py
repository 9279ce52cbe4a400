"""The list pages: the tables of a game, its rules, and all declarations on one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.contents import Chapter, Thing
from bombsight.service.lookup.phrases import table_label
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.chapters import chapter_title_of, introduction_of, kind_title
from bombsight.service.site.pages.fragments import (
    PageContext,
    join_nodes,
    render_source,
    render_standing,
    render_table_head,
    scroll_box,
    thing_title,
)
from bombsight.service.site.pages.frame import Page, render_page


def build_tables_page(book: Book) -> Page:
    """Build the page of all tables, file by file."""
    context = PageContext(book, book.addresses.tables)
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
        content.append(
            tag(
                "section",
                scroll_box(render_table_list([*tables], chapter_title_of(name), context), chapter_title_of(name)),
            )
        )
    return render_page(context.path, "Tables", f"All tables of {book.title}, with their odds.", content, book)


def render_table_list(tables: Sequence[Thing], title: str, context: PageContext) -> Element:
    """Render a list of tables."""
    body = (
        tag(
            "tr",
            tag("th", context.link_to_thing(thing, table_label(thing.name, thing.title)), scope="row"),
            tag("td", thing.about),
            tag("td", render_standing(thing.origin.standing)),
            tag("td", render_source(thing.origin, context), class_="source"),
        )
        for thing in tables
    )
    head = render_table_head("Table", "Dice", "Known", "Source")
    return tag("table", tag("caption", title), head, tag("tbody", body), class_="list")


def build_rules_page(book: Book) -> Page:
    """Build the page of all rules files, each with its introduction."""
    context = PageContext(book, book.addresses.rules)
    content = [
        tag("h1", "Rules"),
        tag(
            "p",
            "The rules as they are played: each with its citation and how well it is known, in words where words can "
            "say it, and as written. No sentence of a printed rulebook stands here.",
            class_="lede",
        ),
        tag("ul", (render_chapter_link(chapter, context) for chapter in book.contents.chapters), class_="chapters"),
    ]
    return render_page(context.path, "Rules", f"The rules of {book.title}, chapter by chapter.", content, book)


def render_chapter_link(chapter: Chapter, context: PageContext, heading_tag: str = "h2") -> Element:
    """Render a list entry: a link to a rules file's page (in ``heading_tag``), its introduction and headings."""
    book = context.book
    address = book.addresses.chapters[chapter.name]
    own = (each for each in book.graph.chapters if each.span.path == chapter.name)
    headings = dict.fromkeys(each.title for each in own if not all(id_.startswith("example:") for id_ in each.items))
    intro = introduction_of(book.sources[chapter.name])
    return tag(
        "li",
        tag(heading_tag, context.link_to(address, chapter_title_of(chapter.name))),
        [tag("p", context.link_citations(intro))] if intro else [],
        [tag("p", " · ".join(headings), class_="faint")] if headings else [],
    )


def build_everything_page(book: Book) -> Page:
    """Build the page of all declarations, to be searched with the browser."""
    context = PageContext(book, book.addresses.everything)
    count = sum(len(chapter.things) for chapter in book.contents.chapters)
    content: list[Node] = [
        tag("h1", "Everything"),
        tag(
            "p",
            f"All {count} things that the rules declare, on one page: search it with your browser (Ctrl F or ⌘ F).",
            class_="lede",
        ),
    ]
    content += [render_chapter_things(chapter, context) for chapter in book.contents.chapters]
    return render_page(context.path, "Everything", f"All tables and rules of {book.title} on one page.", content, book)


def render_chapter_things(chapter: Chapter, context: PageContext) -> Element:
    """Render a list of a file's declarations."""
    title = chapter_title_of(chapter.name)
    link = context.link_to(context.book.addresses.chapters[chapter.name], title)
    table = tag(
        "table",
        tag("caption", f"Declared in {title}", class_="unseen"),
        render_table_head("Name", "What it is", "Source"),
        tag("tbody", (render_thing_line(thing, context) for thing in chapter.things)),
        class_="list",
    )
    return tag("section", tag("h2", link), scroll_box(table, title))


def render_thing_line(thing: Thing, context: PageContext) -> Element:
    """Render a declaration as a list entry."""
    name = table_label(thing.name, thing.title) if thing.kind == "table" else thing_title(thing)
    return tag(
        "tr",
        tag("th", context.link_to_thing(thing, name), scope="row"),
        tag("td", kind_title(thing), " ", tag("code", thing.name), *render_about(thing)),
        tag(
            "td",
            join_nodes([*render_standing(thing.origin.standing), *render_source(thing.origin, context)], " "),
            class_="source",
        ),
    )


def render_about(thing: Thing) -> Iterator[Node]:
    """Render a declaration's short summary; nothing if it has none."""
    if thing.about:
        yield tag("span", f" {thing.about}", class_="faint")
