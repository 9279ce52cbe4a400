"""What every page has: its head, the way back, the other pages of its game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from bombsight.service.common.markup import Element, Node, render_markup, tag
from bombsight.service.site.pages.addresses import INDEX_FILE, relative_link
from bombsight.service.site.pages.book import Book

STYLESHEETS = ("base.css", "reference.css")
"""What all pages of a site share, and what those share that are read."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What a browser lets a page do: have the site's style and icon. Nothing runs in it."""

PLAY_FOLDER = "play/"
"""The folder of the page that plays."""


@frozen
class Page:
    """A page: its path in the site, and its text."""

    path: str
    text: str


@frozen
class Breadcrumb:
    """A page on the way from the front page to another: its path, and what it is called there."""

    path: str
    title: str


def render_page(
    path: str,
    title: str,
    description: str,
    content: Iterable[Node],
    book: Book | None = None,
    breadcrumbs: Sequence[Breadcrumb] = (),
) -> Page:
    """A page.

    Args:
        path: Its path in the site.
        title: What it is called on the way to it.
        description: What is on it, in a sentence for who looks for it.
        content: What stands on it.
        book: Its game; None for a page of no game.
        breadcrumbs: The pages between that of the game and this one.
    """
    names = [title] if book is None or path == book.addresses.overview else [title, book.title]
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=CONTENT_SECURITY_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="description", content=description),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", " · ".join(names)),
        tag("link", rel="manifest", href=relative_link(path, "manifest.webmanifest")),
        tag("link", rel="icon", href=relative_link(path, "icon.svg"), type="image/svg+xml"),
        (tag("link", rel="stylesheet", href=relative_link(path, name)) for name in STYLESHEETS),
    )
    body = tag(
        "body",
        tag("a", "To the content", href="#content", class_="skip"),
        tag(
            "header",
            render_top_bar(path, title, book, breadcrumbs),
            [] if book is None else [render_section_links(path, book)],
            class_="top",
        ),
        tag("main", content, id="content"),
        tag("footer", render_footer(book)),
    )
    return Page(path, f"<!doctype html>\n{render_markup(tag('html', head, body, lang='en'))}\n")


def render_top_bar(path: str, title: str, book: Book | None, breadcrumbs: Sequence[Breadcrumb]) -> Element:
    """The way from the front page to this one, and the way to play."""
    steps = [Breadcrumb(INDEX_FILE, "Bombsight")]
    if book is not None:
        steps += [Breadcrumb(book.addresses.overview, book.title), *breadcrumbs]
    links = [tag("a", step.title, href=relative_link(path, step.path)) for step in steps if step.path != path]
    here = tag("li", title if book is not None else "Bombsight", aria_current="page")
    trail = tag("nav", tag("ol", (tag("li", link) for link in links), here), class_="trail", aria_label="Where you are")
    return tag("div", trail, tag("a", "Play", href=relative_link(path, play_link(book)), class_="play"), class_="bar")


def play_link(book: Book | None) -> str:
    """Where a game is played; without one, where one is chosen."""
    return f"{PLAY_FOLDER}{INDEX_FILE}#/{book.id if book is not None else ''}"


def render_section_links(path: str, book: Book) -> Element:
    """The main pages of a game."""
    addresses = book.addresses
    steps = [
        Breadcrumb(addresses.overview, "The game"),
        Breadcrumb(addresses.tables, "Tables"),
        Breadcrumb(addresses.rules, "Rules"),
        Breadcrumb(addresses.sequence, "Sequence of play"),
        *([Breadcrumb(addresses.overlays, "Errata and rulings")] if book.rules.overlays or book.offered else []),
        Breadcrumb(addresses.standings, "How it is known"),
        Breadcrumb(addresses.everything, "Everything"),
    ]
    links = (
        tag("a", step.title, href=relative_link(path, step.path), aria_current="page" if step.path == path else None)
        for step in steps
    )
    return tag("nav", tag("ul", (tag("li", link) for link in links)), class_="sections", aria_label=book.title)


def render_footer(book: Book | None) -> Iterable[Element]:
    """What the page is made from."""
    if book is not None:
        yield tag(
            "p",
            f"{book.title}, rules ",
            tag("code", book.graph.rules_hash[:12]),
            ". Told from the rules as they are played.",
        )
    yield tag("p", "Nothing runs in this page, and nothing is sent anywhere.")
