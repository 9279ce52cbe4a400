"""Generates all reference pages of a site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bombsight.compiler.request import Request
from bombsight.service.site.pages.book import Book, build_book
from bombsight.service.site.pages.card import build_table_page
from bombsight.service.site.pages.chapters import build_chapter_page
from bombsight.service.site.pages.frame import STYLESHEETS, Page
from bombsight.service.site.pages.front import build_front_page
from bombsight.service.site.pages.lists import build_everything_page, build_rules_page, build_tables_page
from bombsight.service.site.pages.odds_cache import load_site_odds
from bombsight.service.site.pages.overview import build_overview_page
from bombsight.service.site.pages.sequence import build_sequence_page
from bombsight.service.site.pages.standings import build_overlays_page, build_sources_page
from bombsight.service.site.surroundings import ALONE, Surroundings

STYLESHEET = Path(__file__).with_name(STYLESHEETS[-1])
"""The stylesheet of the reference pages; ``base.css`` comes with the playing page."""


def render_reference_pages(
    games: Sequence[Sequence[Request]], surroundings: Surroundings = ALONE, *, has_workshop: bool = False
) -> Iterator[tuple[str, str]]:
    """Render all files of the reference pages, one after the other, as pairs of path in the site and text.

    The pages link to files that others write: ``base.css``, ``icon.svg``, ``manifest.webmanifest``, and
    ``play/index.html``.

    Args:
        games: For each game the request of the rules to show, then those of its other editions.
        surroundings: The larger site that they are a part of.
        has_workshop: Whether the site has a workshop, to which they link.

    Raises:
        InputError: An option is unknown.
        WrongRules: The rules of a game have errors.
    """
    yield STYLESHEET.name, STYLESHEET.read_text(encoding="utf-8")
    books = [build_book(requests, surroundings, has_workshop=has_workshop) for requests in games]
    yield path_and_text(build_front_page(books, surroundings))
    for book in books:
        yield from map(path_and_text, build_pages(book))


def path_and_text(page: Page) -> tuple[str, str]:
    """Return a page's path and its text."""
    return page.path, page.text


def build_pages(book: Book) -> Iterator[Page]:
    """Yield the reference pages of a game, one after the other."""
    yield build_overview_page(book)
    yield build_tables_page(book)
    yield build_rules_page(book)
    yield build_sequence_page(book)
    if book.rules.overlays or book.offered:
        yield build_overlays_page(book)
    yield build_sources_page(book)
    yield build_everything_page(book)
    yield from (build_chapter_page(book, chapter) for chapter in book.contents.chapters)
    odds = load_site_odds(book.request, book.graph, book.sources)
    for thing in book.tables:
        yield build_table_page(book, thing, odds.rolled.get(thing.name), is_over_budget=thing.name in odds.left)
