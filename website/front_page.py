"""The front page: what this is, a card with its rule, what a house rule does, the games, news."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import frozen

from bombsight.service.common.markup import Element, Node, tag
from bombsight.service.lookup.contents import Thing
from bombsight.service.rules_diff.documents import TableMoved
from bombsight.service.site.pages.book import Book
from bombsight.service.site.pages.card import chances_by_row, render_card_parts
from bombsight.service.site.pages.fragments import PageContext, render_table_head
from bombsight.service.site.pages.frame import Page, play_link
from bombsight.service.site.pages.odds import render_chance_cell
from bombsight.service.site.pages.odds_cache import load_site_odds
from bombsight.service.site.surroundings import FRONT_PAGE, Surroundings
from bombsight.service.table_odds.documents import SituationOdds
from bombsight.service.table_odds.wording import make_result_lines, points_text, situation_text
from website.board_pictures import BoardPicture
from website.gallery_reports import RuleReport
from website.markdown_elements import render_markdown_text
from website.news import VersionNews, changelog_links
from website.project_page import render_project_page
from website.rules_markup import render_rules
from website.site_parts import DOCS, GALLERY, GAMES, NEWS, try_a_rule_path

SHOWN_TABLE = "Weather"
"""The table of the example game that is shown with its rule."""

HOUSE_START = "house "
"""What the text of a house rule begins with, behind comments."""

TITLE = "Solitaire table games, played by their own rules"
DESCRIPTION = (
    "Write the rules of a table game as text: they are checked, their odds are exact, and you play them in a browser."
)


@frozen(kw_only=True)
class ShownGame:
    """A game on the front page.

    Attributes:
        book: Its pages.
        pictures: The path of each picture of a board in the site.
    """

    book: Book
    pictures: Mapping[str, BoardPicture]


@frozen(kw_only=True)
class FrontPageContent:
    """What the front page shows.

    Attributes:
        example: The example game without its errata, so that its card is that of the rule beside it.
        games: The games, the example among them.
        rule: The house rule that is shown with what it changes.
        news: The newest version.
        photo: The path of the photograph of play, light; and dark.
    """

    example: Book
    games: Sequence[ShownGame]
    rule: RuleReport
    news: VersionNews
    photo: str
    dark_photo: str


def build_project_front_page(content: FrontPageContent, surroundings: Surroundings) -> Page:
    """Build the front page."""
    nodes: list[Node] = [
        render_opening(content, surroundings),
        render_card_with_rule(content.example),
        render_house_rule(content.rule),
        render_games(content.games),
        render_ways_on(content.news),
    ]
    return render_project_page(FRONT_PAGE, "Bombsight", DESCRIPTION, nodes, surroundings)


def render_opening(content: FrontPageContent, surroundings: Surroundings) -> Element:
    """Render what this is, the two buttons, and the picture of play."""
    book = content.example
    photo = tag(
        "picture",
        tag("source", srcset=content.dark_photo, media="(prefers-color-scheme: dark)"),
        tag(
            "img",
            src=content.photo,
            alt=f"{book.title} in a browser: the story with its dice, a question with its answers, and the boards",
            width=1770,
            height=1185,
        ),
    )
    return tag(
        "section",
        tag(
            "div",
            tag("h1", TITLE),
            tag(
                "p",
                "Write the tables and rules of a game as text. Bombsight finds every gap and overlap, works out exact "
                "odds, and plays it in your browser: you decide, it throws the dice and keeps the books.",
                class_="lede",
            ),
            tag(
                "p",
                tag("a", "Play now", href=play_link(book), class_="button"),
                tag("a", "Try a rule", href=try_a_rule_path(surroundings), class_="button second"),
                class_="buttons",
            ),
            tag("p", "No account, nothing to install, nothing sent anywhere. Open source.", class_="faint"),
        ),
        tag("a", photo, href=play_link(book), class_="photo"),
        class_="opening",
    )


def render_card_with_rule(book: Book) -> Element:
    """Render a table's rule as it is written, and beside it the card that comes of it, with its odds."""
    thing = next(each for each in book.tables if each.name == SHOWN_TABLE)
    card = book.described[thing].table
    assert card is not None
    odds = load_site_odds(book.request, book.graph, book.sources).rolled[thing.name]
    context = PageContext(book, FRONT_PAGE)
    return tag(
        "section",
        tag("h2", "The rule is text. The card, the odds and the game come of it."),
        tag(
            "div",
            tag("figure", tag("figcaption", "What you write"), render_rules(rule_text(book, thing), "The rule")),
            tag(
                "figure",
                tag("figcaption", "What comes of it: ", context.link_to_thing(thing, card.title)),
                tag("div", render_card_parts(card, chances_by_row(odds.usual), context), class_="card"),
            ),
            class_="beside-each-other",
        ),
        class_="band",
    )


def rule_text(book: Book, thing: Thing) -> str:
    """Return the lines of a declaration in its file, its own and those indented below it, without wide gaps."""
    lines = book.sources[thing.chapter].text.splitlines()
    start = next(table.span.line for table in book.graph.tables if table.id == thing.name) - 1
    end = start + 1
    while end < len(lines) and lines[end].startswith(" "):
        end += 1
    return re.sub(" {3,}", "  ", "\n".join(lines[start:end])) + "\n"  # citations stand in a column of their own


def render_house_rule(report: RuleReport) -> Element:
    """Render a house rule, and beside it the odds that it changes most."""
    credits = report.entry.credits
    table = report.differences.tables[0]
    text = report.entry.file.read_text(encoding="utf-8")
    return tag(
        "section",
        tag("h2", "Change a line, and see what it does"),
        tag(
            "div",
            tag(
                "figure",
                tag("figcaption", "A house rule: ", tag("a", credits.title, href=credits.path)),
                render_rules(text[text.index(HOUSE_START) :], "The house rule"),
            ),
            tag(
                "figure",
                tag("figcaption", f"What it does: {describe_case(table)}"),
                tag("div", render_changed_odds(table.situations[0]), class_="card"),
            ),
            class_="beside-each-other",
        ),
        class_="band",
    )


def describe_case(table: TableMoved) -> str:
    """Describe the table whose odds are shown, and in which case."""
    where = situation_text(table.situations[0].where)
    return f"{table.title}, where {where}" if where else table.title


def render_changed_odds(situation: SituationOdds) -> Element:
    """Render the results of a table with their old and new chances."""
    titles = ("Result", "As it was", "By the house rule", "Points")
    rows = (
        tag(
            "tr",
            tag("th", line.title or line.name, scope="row"),
            render_chance_cell(line.against),
            render_chance_cell(line.chance),
            tag("td", points_text(line.chance, line.against), class_="number"),
        )
        for line in make_result_lines(situation.chances, situation.against)
        if line.against is not None
    )
    return tag("table", render_table_head(*titles), tag("tbody", rows), class_="rows")


def render_games(games: Sequence[ShownGame]) -> Element:
    """Render the games with their boards."""
    return tag(
        "section",
        tag("h2", "Games to play"),
        tag("div", map(render_shown_game, games), class_="shown-games"),
        tag(
            "p",
            tag("a", "More about the games", href=GAMES.path),
            " · ",
            tag("a", "house rules and games by others", href=GALLERY.path),
        ),
        class_="band",
    )


def render_shown_game(game: ShownGame) -> Element:
    """Render a game: its boards, what it is, links."""
    book = game.book
    pictures = (tag("img", src=path, alt=f"A board: {each.title}") for path, each in game.pictures.items())
    links = (
        tag("a", "Play", href=play_link(book), class_="button"),
        tag("a", f"{len(book.tables)} tables and their odds", href=book.addresses.tables),
        tag("a", "Rules", href=book.addresses.rules),
    )
    return tag(
        "article",
        tag(
            "div",
            tag("h3", tag("a", book.title, href=book.addresses.overview)),
            [tag("p", book.graph.game.publisher, class_="publisher")] if book.graph.game.publisher else [],
            (tag("p", paragraph) for paragraph in book.rules.about),
            tag("ul", (tag("li", link) for link in links), class_="go"),
        ),
        tag("div", pictures, class_="boards"),
        class_="shown-game",
    )


def render_ways_on(news: VersionNews) -> Element:
    """Render the ways on: at a terminal, documentation, and what is new."""
    return tag(
        "section",
        tag(
            "div",
            tag("h2", "At a terminal"),
            tag(
                "pre",
                "uvx bombsight new my_game\nuvx bombsight play my_game",
                tabindex="0",
                role="group",
                aria_label="Commands",
            ),
            tag("p", tag("a", "Documentation", href=DOCS.path), ": playing, writing rules, every command."),
        ),
        tag(
            "div",
            tag("h2", "News"),
            tag("h3", news.title),
            render_markdown_text(news.summary, changelog_links(FRONT_PAGE)),
            tag("p", tag("a", "What is new, version by version", href=NEWS.path)),
        ),
        class_="band beside-each-other",
    )
