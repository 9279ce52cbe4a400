"""All the pages of a site that are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bombsight.compiler.request import Request
from bombsight.service.site.pages.book import Book, book_of
from bombsight.service.site.pages.card import table_page
from bombsight.service.site.pages.chapters import chapter_page
from bombsight.service.site.pages.frame import STYLESHEETS, Page
from bombsight.service.site.pages.front import front_page
from bombsight.service.site.pages.known import amended_page, sources_page
from bombsight.service.site.pages.lists import everything_page, rules_page, tables_page
from bombsight.service.site.pages.odds_kept import odds_of_tables
from bombsight.service.site.pages.overview import overview_page
from bombsight.service.site.pages.sequence import sequence_page

STYLE = Path(__file__).with_name(STYLESHEETS[-1])
"""The stylesheet of these pages; the one before it comes from the page that plays."""


def reference_pages(games: Sequence[Sequence[Request]]) -> Iterator[tuple[str, str]]:
    """Every file: its path in the site, with slashes, and its text; one page after the other is made.

    The pages lead to files that others write: ``base.css``, ``icon.svg``, ``manifest.webmanifest``, and
    ``play/index.html``.

    Args:
        games: Of each game of the site the rules that its pages are to tell, then those of its other editions.

    Raises:
        InputError: An option is unknown.
        WrongRules: The rules of a game have errors.
    """
    yield STYLE.name, STYLE.read_text(encoding="utf-8")
    books = [*map(book_of, games)]
    yield page_file(front_page(books))
    for book in books:
        yield from map(page_file, pages_of(book))


def page_file(page: Page) -> tuple[str, str]:
    """The path of a page and its text."""
    return page.path, page.text


def pages_of(book: Book) -> Iterator[Page]:
    """The pages of a game."""
    yield overview_page(book)
    yield tables_page(book)
    yield rules_page(book)
    yield sequence_page(book)
    if book.rules.overlays or book.offered:
        yield amended_page(book)
    yield sources_page(book)
    yield everything_page(book)
    yield from (chapter_page(book, chapter) for chapter in book.contents.chapters)
    odds = odds_of_tables(book.request, book.graph, book.sources)
    for thing in book.tables:
        yield table_page(book, thing, odds.rolled.get(thing.name), is_left=thing.name in odds.left)
