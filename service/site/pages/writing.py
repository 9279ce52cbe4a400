"""All the pages of a site that are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bombsight.compiler.request import Request
from bombsight.service.site.pages.book import Book, book_of
from bombsight.service.site.pages.frame import STYLESHEET, Page
from bombsight.service.site.pages.front import front_page

STYLE = Path(__file__).with_name(STYLESHEET)


def reference_pages(games: Sequence[Request]) -> Iterator[tuple[str, str]]:
    """Every file: its path in the site, with slashes, and its text.

    The pages lead to files that others write: ``base.css``, ``icon.svg``, ``manifest.webmanifest``, ``play/``.

    Args:
        games: The games of the site, each by the rules that its pages are to tell.

    Raises:
        InputError: An option is unknown.
        WrongRules: The rules of a game have errors.
    """
    yield STYLESHEET, STYLE.read_text(encoding="utf-8")
    books = [*map(book_of, games)]
    for page in (front_page(books), *(page for book in books for page in pages_of(book))):
        yield page.path, page.text


def pages_of(book: Book) -> Iterator[Page]:
    """The pages of a game."""
    yield from ()
