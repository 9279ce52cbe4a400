"""The games of a site, as the playing page finds them: ``games.json``."""

from __future__ import annotations

from attrs import frozen

from bombsight.service.common.document import Document


@frozen(kw_only=True)
class Edition:
    """One game file of a game: its rules as they come, or with a variant or house rules in force.

    Attributes:
        name: What it is called; empty for the rules as they come.
        file: The file, by its path from the site's folder.
        bytes: Its size.
        overlays: Those in force, as ``kind name``.
        rules: The hash of the rules.
        wording: The hash of rules and sentences, by which saves whose story is of version 1 know their rules.
        snapshot: The digest of the texts of the rules.
    """

    name: str
    file: str
    bytes: int
    overlays: tuple[str, ...]
    rules: str
    wording: str
    snapshot: str


@frozen(kw_only=True)
class SiteGame:
    """A game that can be played here.

    Attributes:
        game: The game's id; its pages stand in a folder of this name.
        title: Its title.
        about: What a player should know before he plays, a blank line between its paragraphs.
        editions: Its game files, the rules as they come first.
    """

    game: str
    title: str
    about: str
    editions: tuple[Edition, ...]


@frozen(kw_only=True)
class SiteGames(Document):
    """The games of a site, in the order of the call."""

    document = "site"

    games: tuple[SiteGame, ...]
