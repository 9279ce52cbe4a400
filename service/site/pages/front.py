"""The front page: the games, how to install and keep them, games from files, privacy, house rules."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.site.pages.addresses import INDEX_FILE, relative_link
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.frame import Page, play_link, render_page
from bombsight.service.site.pages.standings import render_legend, render_standing_shares
from bombsight.service.site.pages.workshop_links import WORKSHOP_FOLDER, render_workshop_link
from bombsight.service.site.surroundings import ALONE, FRONT_PAGE, Surroundings

SITE_TITLE = "Bombsight"
HEADING = "Solitaire table games, played by their own rules"
LIST_TITLE = "Games"


def build_front_page(books: Sequence[Book], surroundings: Surroundings = ALONE) -> Page:
    """Build the front page, or the list of games of the larger site that this is a part of."""
    path = surroundings.list_page
    names = ", ".join(book.title for book in books)
    content: list[Node] = [
        tag(
            "header",
            tag("h1", HEADING if path == FRONT_PAGE else LIST_TITLE),
            tag(
                "p",
                "Rules written as text, checked, compiled, and played in your browser: you decide, it keeps the books. "
                "Dice are thrown for you, or you throw your own.",
                class_="lede",
            ),
            class_="head",
        ),
        tag("div", (render_game_card(book, path) for book in books), class_="games"),
        tag("section", tag("h2", "What the words mean"), render_legend(*(book.summary for book in books))),
        *render_user_notes(path, books),
    ]
    about = f"Solitaire table games to be played in the browser, offline: {names}."
    return render_page(
        path, SITE_TITLE if path == FRONT_PAGE else LIST_TITLE, about, content, surroundings=surroundings
    )


def render_game_card(book: Book, path: str) -> Element:
    """Render a game's entry on the page at a path: introduction, provenance, links."""
    addresses = book.addresses
    links = [
        tag("a", "Play", href=relative_link(path, play_link(book)), class_="button"),
        tag("a", "About it", href=relative_link(path, addresses.overview)),
        tag("a", f"{len(book.tables)} tables and their odds", href=relative_link(path, addresses.tables)),
        tag("a", "Rules", href=relative_link(path, addresses.rules)),
        *render_workshop_link("Try a rule", path, book),
    ]
    publisher = book.graph.game.publisher
    return tag(
        "article",
        tag("h2", tag("a", book.title, href=relative_link(path, addresses.overview))),
        [tag("p", publisher, class_="publisher")] if publisher else [],
        [tag("p", book.rules.release, class_="publisher")] if book.rules.release else [],
        (tag("p", paragraph) for paragraph in book.rules.about),
        *render_standing_shares(book.summary),
        tag("ul", (tag("li", link) for link in links), class_="go"),
        class_="game",
    )


def render_user_notes(path: str, books: Sequence[Book]) -> list[Element]:
    """Render, for the page at a path, the notes on installing, games from files, saves, privacy and house rules."""
    chooser = tag("a", "the page that plays", href=relative_link(path, play_link(None)))
    return [
        tag(
            "section",
            tag("h2", "On your phone or desktop, without a network"),
            tag(
                "p",
                "Open ",
                chooser,
                " once: from then on all of it works without a network. To have it among your programs, choose "
                "“Install” or “Add to home screen” in the browser's menu.",
            ),
        ),
        tag(
            "section",
            tag("h2", "A game that somebody gave you"),
            tag(
                "p",
                "A file ",
                tag("code", "NAME.bombsight"),
                " is a game. On ",
                chooser,
                " choose it below “A game from a file”, or drop it there; it stays in this browser.",
            ),
        ),
        tag(
            "section",
            tag("h2", "Your games stay with you"),
            tag(
                "p",
                "Nothing is sent anywhere: there is no account, no counting of visitors, and no server that knows of "
                "your games. Every answer is kept in this browser before it has any effect, so that closing the page "
                "loses nothing.",
            ),
            tag(
                "p",
                "A save leaves the browser as a file, and comes back as one. It is the same file that the program for "
                "the command line writes: ",
                tag("code", "bombsight resume FILE"),
                " goes on with it, and what was begun there is taken up here. Clearing the browser's data removes its "
                "saves; take them out as files before.",
            ),
        ),
        tag("section", tag("h2", "House rules"), tag("p", house_rules_note(path, books))),
    ]


def house_rules_note(path: str, books: Sequence[Book]) -> list[Node]:
    """Write the note on how a game is played with rules of one's own."""
    if any(book.has_workshop for book in books):
        workshop = tag("a", "workshop", href=relative_link(path, WORKSHOP_FOLDER + INDEX_FILE))
        return ["Rules of your own are laid over a game, checked and played in the ", workshop, "."]
    command = tag("code", "bombsight compile GAME --house FILE --site")
    return [
        "Rules of your own are laid over a game by ",
        command,
        "; the file that it writes is dropped onto the page that plays.",
    ]
