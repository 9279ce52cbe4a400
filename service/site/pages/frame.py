"""The common frame of all pages: head, breadcrumbs, links to the game's other pages, footer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from posixpath import dirname

from attrs import frozen

from bombsight.service.common.markup import Element, Node, render_markup, tag
from bombsight.service.site.pages.addresses import INDEX_FILE, relative_link
from bombsight.service.site.pages.book import Book
from bombsight.service.site.surroundings import ALONE, FRONT_PAGE, Neighbour, Surroundings

STYLESHEETS = ("base.css", "reference.css")
"""The stylesheets: the one that all pages of a site share, and that of the reference pages."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The browser's policy for a page: only the site's style and images, no scripts."""

PLAY_FOLDER = "play/"
"""The folder of the playing page."""


@frozen
class Page:
    """A page: its path in the site, and its text."""

    path: str
    text: str


@frozen
class Breadcrumb:
    """A page on the path from the front page to another: its address and title."""

    path: str
    title: str


def render_page(
    path: str,
    title: str,
    description: str,
    content: Iterable[Node],
    book: Book | None = None,
    breadcrumbs: Sequence[Breadcrumb] = (),
    surroundings: Surroundings = ALONE,
    stylesheets: Sequence[str] = STYLESHEETS,
) -> Page:
    """Render a whole page around its content: head, breadcrumbs, section links, footer.

    Args:
        path: Its path in the site.
        title: Its title.
        description: Its description for web searches, a sentence.
        content: Its content.
        book: Its game; None for a page of no game.
        breadcrumbs: The pages between the game's main page and this one.
        surroundings: For a page of no game, the larger site that it is a part of.
        stylesheets: The paths of its style sheets in the site.
    """
    around = surroundings if book is None else book.surroundings
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
        (tag("link", rel="stylesheet", href=relative_link(path, name)) for name in stylesheets),
    )
    body = tag(
        "body",
        tag("a", "To the content", href="#content", class_="skip"),
        tag(
            "header",
            render_site_bar(path, around),
            render_top_bar(path, title, book, breadcrumbs, around),
            [] if book is None else [render_section_links(path, book)],
            class_="top",
        ),
        tag("main", content, id="content"),
        tag("footer", render_footer(book)),
    )
    return Page(path, f"<!doctype html>\n{render_markup(tag('html', head, body, lang='en'))}\n")


def render_site_bar(path: str, surroundings: Surroundings) -> list[Element]:
    """Render the links to the parts of the larger site; nothing if there is none."""
    if not surroundings.neighbours:
        return []
    current = find_part(path, surroundings)
    icon = tag("img", src=relative_link(path, "icon.svg"), alt="", width=24, height=24)
    links = (
        tag(
            "a",
            each.title,
            href=relative_link(path, each.path),
            aria_current=None if each is not current else "page" if each.path == path else "true",
        )
        for each in surroundings.neighbours
    )
    home = tag("a", icon, surroundings.title, href=relative_link(path, FRONT_PAGE))
    parts = tag("ul", (tag("li", link) for link in links))
    return [tag("nav", home, parts, class_="site-bar", aria_label="Parts of the site")]


def find_part(path: str, surroundings: Surroundings) -> Neighbour | None:
    """Find the part of the larger site that has a page; None for the first page.

    A part has the pages in its folder. That of the list of games also has those of the games, which have other folders.
    """
    if path == FRONT_PAGE:
        return None
    parts = surroundings.neighbours
    own = (each for each in parts if path.startswith(f"{dirname(each.path)}/") and dirname(each.path))
    return next(own, None) or next((each for each in parts if each.path == surroundings.list_page), None)


def render_top_bar(
    path: str, title: str, book: Book | None, breadcrumbs: Sequence[Breadcrumb], surroundings: Surroundings
) -> list[Element]:
    """Render the breadcrumbs and the link to the playing page; nothing above pages of a larger site of no game.

    Args:
        path: The page's path in the site.
        title: Its title.
        book: Its game; None for a page of no game.
        breadcrumbs: The pages between the game's main page and this one.
        surroundings: The larger site that it is a part of.
    """
    if book is None and surroundings.neighbours:
        return []
    steps = [Breadcrumb(surroundings.list_page, "Games" if surroundings.neighbours else surroundings.title)]
    if book is not None:
        steps += [Breadcrumb(book.addresses.overview, book.title), *breadcrumbs]
    links = [tag("a", step.title, href=relative_link(path, step.path)) for step in steps if step.path != path]
    here = tag("li", title if book is not None else surroundings.title, aria_current="page")
    trail = tag("nav", tag("ol", (tag("li", link) for link in links), here), class_="trail", aria_label="Where you are")
    play = tag("a", "Play", href=relative_link(path, play_link(book)), class_="play")
    return [tag("div", trail, play, class_="bar")]


def play_link(book: Book | None) -> str:
    """Return the address that plays a game in the browser; for None, that of the choice of games."""
    return f"{PLAY_FOLDER}{INDEX_FILE}#/{book.id if book is not None else ''}"


def render_section_links(path: str, book: Book) -> Element:
    """Render links to the main pages of a game."""
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
    """Render the footer: the hash of the rules, and a note on privacy."""
    if book is not None:
        yield tag(
            "p",
            f"{book.title}, rules ",
            tag("code", book.graph.rules_hash[:12]),
            ". Told from the rules as they are played.",
        )
    yield tag("p", "Nothing runs in this page, and nothing is sent anywhere.")
