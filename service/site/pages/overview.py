"""The main page of a game: introduction, ways to play, options, sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bombsight.compiler.graph.nodes import Procedure
from bombsight.flat.types import IntType
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.rulings import OptionLine
from bombsight.service.lookup.verbalizer import readable_name
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.fragments import (
    PageContext,
    join_nodes,
    render_provenance,
    render_table_head,
    scroll_box,
)
from bombsight.service.site.pages.frame import Page, play_link, render_page
from bombsight.service.site.pages.lists import render_chapter_link
from bombsight.service.site.pages.sequence import build_sequence, render_passages
from bombsight.service.site.pages.standings import OVERLAY_TITLES, render_legend, render_standing_shares
from bombsight.service.site.pages.workshop_links import render_workshop_link

MAX_DEPTH = 3
"""The number of levels of the sequence of play on this page."""


def build_overview_page(book: Book) -> Page:
    """Build the main page of a game."""
    context = PageContext(book, book.addresses.overview)
    game = book.graph.game
    content: list[Node] = [
        tag(
            "header",
            tag("h1", book.title),
            [tag("p", game.publisher, class_="publisher")] if game.publisher else [],
            [tag("p", book.rules.release, class_="publisher")] if book.rules.release else [],
            (tag("p", paragraph, class_="lede") for paragraph in book.rules.about),
            tag(
                "ul",
                tag("li", context.link_to(play_link(book), "Play it here", class_="button")),
                (tag("li", link) for link in render_workshop_link("Try a rule of your own", context.path, book)),
                class_="go",
            ),
            class_="head",
        ),
        tag(
            "section",
            tag("h2", "What is played"),
            tag("ul", (tag("li", each) for each in entry_texts(book))),
            *render_offered_overlays(book, context),
        ),
        tag(
            "section",
            tag("h2", "How it is known"),
            *render_standing_shares(book.summary),
            render_legend(book.summary),
            render_sources_link(context),
        ),
        *render_options_section(book, context),
        *render_overlays_section(book, context),
        render_sequence_section(context),
        tag(
            "section",
            tag("h2", "Chapters"),
            tag(
                "ul",
                (render_chapter_link(chapter, context, "h3") for chapter in book.contents.chapters),
                class_="chapters",
            ),
        ),
    ]
    about = " ".join(book.rules.about) or f"{book.title}: rules, tables, odds."
    return render_page(context.path, book.title, about, content, book)


def entry_texts(book: Book) -> Iterator[str]:
    """Yield a description of each way to play a game: a mission, a campaign."""
    graph = book.graph
    procedures = {each.name: each for each in graph.procedures}
    yield mission_text(procedures[graph.game.mission])
    if graph.game.career:
        career = procedures[graph.game.career]
        yield f"{career.title or 'A campaign'}: missions behind each other, with what lasts from one to the next."


def render_offered_overlays(book: Book, context: PageContext) -> Iterator[Element]:
    """Render the overlays with which the game can also be played."""
    if book.offered:
        names = (context.link_by_name(f"{each.kind} {each.name}", each.title) for each in book.offered)
        yield tag("p", "Also offered, to be chosen before a game: ", join_nodes(names, ", "), ".")


def mission_text(mission: Procedure) -> str:
    """Describe a mission, and how one is chosen."""
    numbers = [param.type for param in mission.params if isinstance(param.type, IntType)]
    numbers_text = f", any of numbers {numbers[0].low} to {numbers[0].high}" if numbers else ""
    return f"{mission.title or 'A mission'}{numbers_text}."


def render_sources_link(context: PageContext) -> Element:
    """Render the link to the page of tables and rules that are not known from print."""
    return tag("p", context.link_to(context.book.addresses.standings, "What is not as printed, and what it rests on"))


# --- options


def render_options_section(book: Book, context: PageContext) -> list[Element]:
    """Render the options of a game as tables, one for each chapter."""
    if not book.rules.options:
        return []
    tables = [
        scroll_box(render_options(chapter or "Options", [*group], context), chapter or "Options")
        for chapter, group in groupby(book.rules.options, key=lambda each: each.chapter)
    ]
    return [tag("section", tag("h2", "Options"), tag("p", "Chosen before a game."), *tables)]


def render_options(title: str, option_lines: Sequence[OptionLine], context: PageContext) -> Element:
    """Render options as a table."""
    body = (
        tag(
            "tr",
            tag("th", context.link_by_name(f"option {each.name}", each.title or readable_name(each.name)), scope="row"),
            tag("td", readable_name(each.value)),
            tag("td", readable_name(other_values(each))),
            tag("td", render_provenance(each.origin, context), class_="source"),
        )
        for each in option_lines
    )
    head = render_table_head("Option", "As it comes", "Or", "Source")
    return tag("table", tag("caption", title), head, tag("tbody", body), class_="options")


def other_values(option: OptionLine) -> str:
    """List the possible values of an option other than its present one."""
    return ", ".join(value for value in option.values.split(", ") if value != option.value)


# --- overlays and sequence


def render_overlays_section(book: Book, context: PageContext) -> list[Element]:
    """Render the overlays in force, each with the titles of its items."""
    if not book.rules.overlays:
        return []
    overlay_details = (
        tag(
            "details",
            tag("summary", f"{OVERLAY_TITLES.get(each.kind, each.kind)}: {each.title} ({len(each.items)})"),
            tag(
                "ul",
                (render_item_link(f"{each.kind} {each.name}", line.number, line.title, context) for line in each.items),
            ),
        )
        for each in book.rules.overlays
    )
    return [
        tag(
            "section",
            tag("h2", "Errata and rulings in force"),
            overlay_details,
            tag("p", context.link_to(book.addresses.overlays, "What each of them changes")),
        )
    ]


def render_item_link(overlay: str, number: str, title: str, context: PageContext) -> Element:
    """Render a link to an overlay item.

    Args:
        overlay: The overlay, as kind and name.
        number: The item's number.
        title: Its title.
        context: The page.
    """
    return tag("li", context.link_by_name(f"{overlay} {number}", f"{number}. {title}"))


def render_sequence_section(context: PageContext) -> Element:
    """Render the main parts of the sequence of play."""
    game = context.book.graph.game
    passage = build_sequence(context.book.graph, game.mission)
    return tag(
        "section",
        tag("h2", "Sequence of play"),
        render_passages(passage.within, context, MAX_DEPTH),
        tag("p", context.link_to(context.book.addresses.sequence, "The whole sequence of play")),
    )
