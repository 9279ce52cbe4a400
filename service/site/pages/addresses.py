"""Where each thing of a game is told: paths in the site, and the ids in their pages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping

from attrs import frozen

from bombsight.compiler.graph.overlays import OverlayInForce
from bombsight.service.lookup.cards import item_name
from bombsight.service.lookup.contents import Contents, Thing

HOME = "index.html"
"""What the first page of a folder is called."""

AMENDED = "amended.html"
"""The page of what is laid over a game."""

LAID_OVER = ("errata", "variant", "house")
"""Kinds of things that amend others."""

NUMBER = re.compile(r"^\d+[a-z]?-(?=.)")
"""What files begin with so that they stand in order."""

UNFIT = re.compile(r"[^0-9A-Za-z_.-]+")
"""What no name in an address has."""


@frozen(kw_only=True)
class Addresses:
    """The addresses of a game.

    Attributes:
        game: The game's id, which is the name of its folder.
        chapters: The page of each file, by its path among the rules.
        things: Where each thing is told: a page, with ``#`` and an id where it is a part of one.
        names: The same by the name of a thing with its kind (``table Reef``), of an overlay (``errata sheet``), and of
            an item of one (``errata sheet 2``); of several things of one name, the first.
    """

    game: str
    chapters: Mapping[str, str]
    things: Mapping[Thing, str]
    names: Mapping[str, str]

    @property
    def overview(self) -> str:
        """The page of the game itself."""
        return f"{self.game}/{HOME}"

    @property
    def tables(self) -> str:
        """The list of its tables."""
        return f"{self.game}/tables/{HOME}"

    @property
    def rules(self) -> str:
        """The list of its rules."""
        return f"{self.game}/rules/{HOME}"

    @property
    def sequence(self) -> str:
        """Its sequence of play."""
        return f"{self.game}/sequence.html"

    @property
    def standings(self) -> str:
        """What of it is not as printed."""
        return f"{self.game}/sources.html"

    @property
    def overlays(self) -> str:
        """What is laid over it: errata, variants, house rules."""
        return f"{self.game}/{AMENDED}"

    @property
    def everything(self) -> str:
        """All that it declares, on one page."""
        return f"{self.game}/all.html"


def addresses_of(game: str, told: Contents, overlays: Iterable[OverlayInForce]) -> Addresses:
    """The addresses of a game.

    Args:
        game: Its id.
        told: What it declares.
        overlays: What is laid over it, be it only in some editions.
    """
    files: set[str] = {"index"}
    chapters = {each.name: f"{game}/rules/{unique(stem(each.name), files)}.html" for each in told.chapters}
    cards: set[str] = {"index"}
    parts: set[str] = set()
    things: dict[Thing, str] = {}
    for thing in (thing for chapter in told.chapters for thing in chapter.things):
        if thing.kind == "table":
            things[thing] = f"{game}/tables/{unique(thing.name, cards)}.html"
        elif thing.kind in LAID_OVER:
            things[thing] = f"{game}/{AMENDED}#{anchor(str(thing))}"
        else:
            things[thing] = f"{chapters[thing.chapter]}#{unique(anchor(str(thing)), parts)}"
    laid_over = [*overlays]
    names = [f"{overlay.kind} {overlay.name}" for overlay in laid_over]
    names += [item_name(overlay, entry) for overlay in laid_over for entry in overlay.entries]
    return Addresses(
        game=game,
        chapters=chapters,
        things=things,
        names={
            **{str(thing): address for thing, address in reversed(things.items())},
            **{name: f"{game}/{AMENDED}#{anchor(name)}" for name in names},
        },
    )


def stem(path: str) -> str:
    """What a file of rules is called, without the number that puts it in its place."""
    return NUMBER.sub("", posixpath.basename(path).removesuffix(".rules"))


def unique(name: str, taken: set[str]) -> str:
    """A name for a file or a part of a page that no other has, whatever the capitals; it is taken then."""
    plain = UNFIT.sub("-", name).strip(".-") or "page"
    found, number = plain, 1
    while found.lower() in taken:
        number += 1
        found = f"{plain}-{number}"
    taken.add(found.lower())
    return found


def anchor(name: str) -> str:
    """The id of a part of a page: ``errata sheet 2`` is ``errata-sheet-2``."""
    return UNFIT.sub("-", name)


def leading(here: str, there: str) -> str:
    """The relative address of a page for who reads another.

    Args:
        here: The page's path in the site.
        there: That of the other, with ``#`` and an id where a part of it is meant.
    """
    path, sign, part = there.partition("#")
    if path == here and sign:
        return f"#{part}"
    return posixpath.relpath(path, posixpath.dirname(here) or ".") + sign + part
