"""What every page has: its head, the way back, the other pages of its game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from bombsight.service.common.markup import Element, Node, rendered, tag
from bombsight.service.site.pages.addresses import HOME, leading
from bombsight.service.site.pages.book import Book

STYLESHEETS = ("base.css", "reference.css")
"""What all pages of a site share, and what those share that are read."""

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What a browser lets a page do: have the site's style and icon. Nothing runs in it."""

PLAY = "play/"
"""The folder of the page that plays."""


@frozen
class Page:
    """A page: its path in the site, and its text."""

    path: str
    text: str


@frozen
class Step:
    """A page on the way from the front page to another: its path, and what it is called there."""

    path: str
    title: str


def page(
    path: str, title: str, about: str, content: Iterable[Node], book: Book | None = None, way: Sequence[Step] = ()
) -> Page:
    """A page.

    Args:
        path: Its path in the site.
        title: What it is called on the way to it.
        about: What is on it, in a sentence for who looks for it.
        content: What stands on it.
        book: Its game; None for a page of no game.
        way: The pages between that of the game and this one.
    """
    names = [title] if book is None or path == book.addresses.overview else [title, book.title]
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="description", content=about),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", " · ".join(names)),
        tag("link", rel="manifest", href=leading(path, "manifest.webmanifest")),
        tag("link", rel="icon", href=leading(path, "icon.svg"), type="image/svg+xml"),
        (tag("link", rel="stylesheet", href=leading(path, name)) for name in STYLESHEETS),
    )
    body = tag(
        "body",
        tag("a", "To the content", href="#content", class_="skip"),
        tag("header", top(path, title, book, way), [] if book is None else [sections(path, book)], class_="top"),
        tag("main", content, id="content"),
        tag("footer", foot(book)),
    )
    return Page(path, f"<!doctype html>\n{rendered(tag('html', head, body, lang='en'))}\n")


def top(path: str, title: str, book: Book | None, way: Sequence[Step]) -> Element:
    """The way from the front page to this one, and the way to play."""
    steps = [Step(HOME, "Bombsight")]
    if book is not None:
        steps += [Step(book.addresses.overview, book.title), *way]
    links = [tag("a", step.title, href=leading(path, step.path)) for step in steps if step.path != path]
    here = tag("li", title if book is not None else "Bombsight", aria_current="page")
    trail = tag("nav", tag("ol", (tag("li", link) for link in links), here), class_="trail", aria_label="Where you are")
    return tag("div", trail, tag("a", "Play", href=leading(path, playing(book)), class_="play"), class_="bar")


def playing(book: Book | None) -> str:
    """Where a game is played; without one, where one is chosen."""
    return f"{PLAY}{HOME}#/{book.id if book is not None else ''}"


def sections(path: str, book: Book) -> Element:
    """The main pages of a game."""
    told = book.addresses
    steps = [
        Step(told.overview, "The game"),
        Step(told.tables, "Tables"),
        Step(told.rules, "Rules"),
        Step(told.sequence, "Sequence of play"),
        *([Step(told.overlays, "Errata and rulings")] if book.rules.overlays or book.offered else []),
        Step(told.standings, "How it is known"),
        Step(told.everything, "Everything"),
    ]
    links = (
        tag("a", step.title, href=leading(path, step.path), aria_current="page" if step.path == path else None)
        for step in steps
    )
    return tag("nav", tag("ul", (tag("li", link) for link in links)), class_="sections", aria_label=book.title)


def foot(book: Book | None) -> Iterable[Element]:
    """What the page is made from."""
    if book is not None:
        yield tag(
            "p",
            f"{book.title}, rules ",
            tag("code", book.graph.rules_hash[:12]),
            ". Told from the rules as they are played.",
        )
    yield tag("p", "Nothing runs in this page, and nothing is sent anywhere.")
