"""The project's own files of the site: front page, news, gallery, their style and pictures."""

from __future__ import annotations

from bombsight.service.games.library import GameFolder
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.site.pages.book import build_book
from bombsight.service.site.surroundings import Surroundings
from website.board_pictures import draw_boards
from website.front_page import FrontPageContent, ShownGame, build_project_front_page
from website.gallery_pages import build_gallery_page
from website.gathering import PICTURES
from website.news import build_news_page, load_news
from website.project_page import PROJECT_STYLESHEET, build_stylesheet
from website.publication import Publication

SHOWN_RULE = "storm-season"
"""The house rule of the gallery that the front page shows."""

PHOTOS = ("page.png", "page-dark.png")
"""The photographs of play, light and dark."""

PICTURE_FOLDER = "pictures"


def build_project_files(publication: Publication, surroundings: Surroundings) -> dict[str, bytes]:
    """Build the project's own files, by path in the site."""
    news = load_news()
    games = [show_game(game, surroundings) for game in publication.games]
    example = publication.games[0]
    errata = [overlay.name for overlay in games[0].book.graph.overlays]
    plain_request = make_request(example.id, example.files, Rules(without=errata))
    plain_example = build_book([plain_request], surroundings)
    front_page = build_project_front_page(
        FrontPageContent(
            example=plain_example,
            games=games,
            rule=next(each for each in publication.rules if each.entry.credits.name == SHOWN_RULE),
            news=news[0],
            photo=f"{PICTURE_FOLDER}/{PHOTOS[0]}",
            dark_photo=f"{PICTURE_FOLDER}/{PHOTOS[1]}",
        ),
        surroundings,
    )
    pages = [
        front_page,
        build_news_page(news, surroundings),
        build_gallery_page(publication.pages, surroundings),
        *(entry.page for entry in publication.pages),
    ]
    return {
        **{page.path: page.text.encode() for page in pages},
        **{path: content for entry in publication.pages for path, content in entry.files.items()},
        **{path: picture.svg.encode() for game in games for path, picture in game.pictures.items()},
        **{f"{PICTURE_FOLDER}/{name}": (PICTURES / name).read_bytes() for name in PHOTOS},
        PROJECT_STYLESHEET: build_stylesheet().encode(),
    }


def show_game(game: GameFolder, surroundings: Surroundings) -> ShownGame:
    """Prepare a game for the front page: its pages, and pictures of its boards."""
    book = build_book([make_request(game.id, game.files, Rules())], surroundings)
    pictures = {f"{PICTURE_FOLDER}/{game.id}-{each.name}.svg": each for each in draw_boards(game)}
    return ShownGame(book=book, pictures=pictures)
