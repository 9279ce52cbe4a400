"""The page of a game: what it is, what is played, its options, its parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bombsight.compiler.graph.nodes import Procedure
from bombsight.flat.types import IntType
from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.plain_words import spoken
from bombsight.service.lookup.rulings import OptionLine
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.frame import Page, page, playing
from bombsight.service.site.pages.known import KINDS, legend, shares
from bombsight.service.site.pages.lists import chapter_line
from bombsight.service.site.pages.parts import Place, heads, provenance, separated, wide
from bombsight.service.site.pages.sequence import sequence_of, told

DEEP = 3
"""So many levels of the sequence of play are told here."""


def overview_page(book: Book) -> Page:
    """The page of a game."""
    place = Place(book, book.addresses.overview)
    game = book.graph.game
    content: list[Node] = [
        tag(
            "header",
            tag("h1", book.title),
            [tag("p", game.publisher, class_="publisher")] if game.publisher else [],
            (tag("p", paragraph, class_="lede") for paragraph in book.rules.about),
            tag("p", place.to(playing(book), "Play it here", class_="button")),
            class_="head",
        ),
        tag(
            "section",
            tag("h2", "What is played"),
            tag("ul", (tag("li", each) for each in played(book))),
            *offered(book, place),
        ),
        tag("section", tag("h2", "How it is known"), *shares(book.summary), legend(book.summary), known_link(place)),
        *options_section(book, place),
        *overlays_section(book, place),
        sequence_section(place),
        tag(
            "section",
            tag("h2", "Chapters"),
            tag("ul", (chapter_line(chapter, place, "h3") for chapter in book.contents.chapters), class_="chapters"),
        ),
    ]
    about = " ".join(book.rules.about) or f"{book.title}: rules, tables, odds."
    return page(place.path, book.title, about, content, book)


def played(book: Book) -> Iterator[str]:
    """What is played: a mission, a campaign."""
    graph = book.graph
    procedures = {each.name: each for each in graph.procedures}
    yield mission_text(procedures[graph.game.mission])
    if graph.game.career:
        career = procedures[graph.game.career]
        yield f"{career.title or 'A campaign'}: missions behind each other, with what lasts from one to the next."


def offered(book: Book, place: Place) -> Iterator[Element]:
    """What else the game can be played with."""
    if book.offered:
        names = (place.named(f"{each.kind} {each.name}", each.title) for each in book.offered)
        yield tag("p", "Also offered, to be chosen before a game: ", separated(names, ", "), ".")


def mission_text(mission: Procedure) -> str:
    """A mission, and which there are."""
    numbers = [param.type for param in mission.params if isinstance(param.type, IntType)]
    which = f", any of numbers {numbers[0].low} to {numbers[0].high}" if numbers else ""
    return f"{mission.title or 'A mission'}{which}."


def known_link(place: Place) -> Element:
    """Where to read what is not as printed."""
    return tag("p", place.to(place.book.addresses.standings, "What is not as printed, and what it rests on"))


# --- options


def options_section(book: Book, place: Place) -> list[Element]:
    """The options chapter by chapter."""
    if not book.rules.options:
        return []
    told = [
        wide(options(chapter or "Options", [*group], place), chapter or "Options")
        for chapter, group in groupby(book.rules.options, key=lambda each: each.chapter)
    ]
    return [tag("section", tag("h2", "Options"), tag("p", "Chosen before a game."), *told)]


def options(title: str, found: Sequence[OptionLine], place: Place) -> Element:
    """Options below each other."""
    body = (
        tag(
            "tr",
            tag("th", place.named(f"option {each.name}", each.title or spoken(each.name)), scope="row"),
            tag("td", spoken(each.value)),
            tag("td", spoken(others(each))),
            tag("td", provenance(each.origin, place), class_="source"),
        )
        for each in found
    )
    head = heads("Option", "As it comes", "Or", "Source")
    return tag("table", tag("caption", title), head, tag("tbody", body), class_="options")


def others(option: OptionLine) -> str:
    """What an option could be instead."""
    return ", ".join(value for value in option.values.split(", ") if value != option.value)


# --- what else there is


def overlays_section(book: Book, place: Place) -> list[Element]:
    """The overlays in force, each with the titles of its items."""
    if not book.rules.overlays:
        return []
    told = (
        tag(
            "details",
            tag("summary", f"{KINDS.get(each.kind, each.kind)}: {each.title} ({len(each.items)})"),
            tag("ul", (item_line(f"{each.kind} {each.name}", line.number, line.title, place) for line in each.items)),
        )
        for each in book.rules.overlays
    )
    return [
        tag(
            "section",
            tag("h2", "Errata and rulings in force"),
            told,
            tag("p", place.to(book.addresses.overlays, "What each of them changes")),
        )
    ]


def item_line(overlay: str, number: str, title: str, place: Place) -> Element:
    """An item of an overlay as a link."""
    return tag("li", place.named(f"{overlay} {number}", f"{number}. {title}"))


def sequence_section(place: Place) -> Element:
    """The sequence of play in its main parts."""
    game = place.book.graph.game
    passage = sequence_of(place.book.graph, game.mission)
    return tag(
        "section",
        tag("h2", "Sequence of play"),
        told(passage.within, place, DEEP),
        tag("p", place.to(place.book.addresses.sequence, "The whole sequence of play")),
    )
