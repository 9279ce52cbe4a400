"""The list of a site's games for the playing page: ``games.json``."""

from __future__ import annotations

from attrs import frozen

from bombsight.service.common.document import Document
from bombsight.service.site.surroundings import Neighbour

GAMES_FILE = "games.json"
"""The file of a site that lists its games."""


@frozen(kw_only=True)
class Edition:
    """A game file of a game: its plain rules, or those with a variant or house rules.

    Attributes:
        name: Its name; empty for the plain rules.
        file: Its path in the site's folder.
        bytes: Its size.
        overlays: The overlays in force, as ``kind name``.
        rules: The hash of the rules.
        wording: The hash of rules and sentences, by which saves with a story of version 1 identify their rules.
        snapshot: The digest of the rules' texts.
    """

    name: str
    file: str
    bytes: int
    overlays: tuple[str, ...]
    rules: str
    wording: str
    snapshot: str


@frozen(kw_only=True)
class KeptEdition:
    """A game file of an earlier site in the same folder, kept for links to games that were played by its rules.

    Attributes:
        name: The name of its edition; empty for the plain rules.
        file: Its path in the site's folder.
        bytes: Its size.
        overlays: The overlays in force, as ``kind name``.
        rules: The hash of the rules.
        snapshot: The digest of the rules' texts.
        version: The version of the program that made it.
    """

    name: str
    file: str
    bytes: int
    overlays: tuple[str, ...]
    rules: str
    snapshot: str
    version: str


@frozen(kw_only=True)
class SiteGame:
    """A game of the site.

    Attributes:
        game: The game's id; the folder of its pages has this name.
        title: Its title.
        about: The introduction for players, a blank line between its paragraphs.
        editions: Its game files, the plain rules first.
        kept: Game files of earlier editions, the last first.
        release: Its version, its licence and its address on the web, in a line; empty if its manifest has none.
    """

    game: str
    title: str
    about: str
    editions: tuple[Edition, ...]
    kept: tuple[KeptEdition, ...] = ()
    release: str = ""


@frozen(kw_only=True)
class SiteGames(Document):
    """The JSON document of the games of a site, in the order of the call.

    Attributes:
        games: The games.
        neighbours: The parts of the larger site that this is a part of, for the page's header; empty if there is none.
        has_workshop: Whether it has a workshop, in which rules are changed.
    """

    document = "site"

    games: tuple[SiteGame, ...]
    neighbours: tuple[Neighbour, ...] = ()
    has_workshop: bool = False
