"""Which games and house rules the site has, and what is found out about those of the gallery."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.library import GameFolder, find_games_in
from bombsight.service.site.editions import SiteOrder
from bombsight.service.site.surroundings import Surroundings
from website.gallery_entries import GalleryEntry, GameEntry, HouseRuleEntry
from website.gallery_pages import EntryPage, build_game_page, build_rule_page
from website.gallery_reports import RuleReport, report_game, report_rule
from website.gathering import ROOT
from website.site_parts import WORKSHOP

EXAMPLE = ROOT / "docs" / "examples" / "lighthouse"
"""The game that the project publishes in any case: its own."""

GALLERY_SOURCES = ROOT / "website" / "gallery"
"""The gallery's entries."""


@frozen(kw_only=True)
class Publication:
    """The content of a site.

    Attributes:
        games: The project's games, the example first.
        guests: The games of the gallery.
        rules: The house rules of the gallery that are for one of the games, with what was found out about each.
        pages: The pages of the gallery's entries.
    """

    games: tuple[GameFolder, ...]
    guests: tuple[GameFolder, ...]
    rules: tuple[RuleReport, ...]
    pages: tuple[EntryPage, ...]


def published_games() -> tuple[str, ...]:
    """The ids of the games that ``pyproject.toml`` names for publication, beside the example game (docs/rights.md)."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return tuple(settings["tool"]["bombsight"]["published-games"])


def select_games(*, all_games: bool) -> tuple[GameFolder, ...]:
    """Select the project's games for a site: those that it publishes, or all for a site that stays at home.

    Raises:
        InputError: The setting names a game that is not there.
    """
    ids = [game.id for game in find_games_in(ROOT / "games")] if all_games else published_games()
    return (find_game(str(EXAMPLE)), *(find_game(str(ROOT / "games" / id_)) for id_ in ids))


def prepare_publication(
    games: Sequence[GameFolder], entries: Iterable[GalleryEntry], surroundings: Surroundings
) -> Publication:
    """Lint, test and compare the gallery's entries, and build their pages.

    Raises:
        InputError: A game of the gallery cannot be packed, or has the id of another.
        WrongRules: ``lint`` does not let an entry pass.
    """
    guests: list[GameFolder] = []
    rules: list[RuleReport] = []
    pages: list[EntryPage] = []
    for entry in entries:
        match entry:
            case HouseRuleEntry():
                reports = report_rule(entry, games)
                rules += reports
                pages += [build_rule_page(reports, surroundings)] if reports else []
            case GameEntry():
                report = report_game(entry)
                guests.append(report.game)
                pages.append(build_game_page(report, surroundings))
            case _:
                assert_never(entry)
    ids = [game.id for game in (*games, *guests)]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise InputError(f"two games of the site are called {id_}", str(GALLERY_SOURCES))
    return Publication(games=tuple(games), guests=tuple(guests), rules=tuple(rules), pages=tuple(pages))


def make_order(publication: Publication, surroundings: Surroundings) -> SiteOrder:
    """Make the order of the site's games: each house rule of the gallery is an edition of its game."""
    return SiteOrder(
        games=tuple(str(game.path) for game in (*publication.games, *publication.guests)),
        house=tuple(dict.fromkeys(report.entry.file for report in publication.rules)),
        keep_editions=0,
        workshop=WORKSHOP in surroundings.neighbours,
        surroundings=surroundings,
    )
