"""Where each thing of a game is told: paths in the site, and the ids in their pages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping

from attrs import frozen

from bombsight.compiler.graph.overlays import OverlayInForce
from bombsight.service.lookup.cards import overlay_item_name
from bombsight.service.lookup.contents import Contents, Thing

INDEX_FILE = "index.html"
"""What the first page of a folder is called."""

OVERLAYS_FILE = "amended.html"
"""The page of what is laid over a game."""

OVERLAY_KINDS = ("errata", "variant", "house")
"""Kinds of things that amend others."""

NUMBER_PREFIX = re.compile(r"^\d+[a-z]?-(?=.)")
"""What files begin with so that they stand in order."""

UNSAFE_CHARACTERS = re.compile(r"[^0-9A-Za-z_.-]+")
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
        return f"{self.game}/{INDEX_FILE}"

    @property
    def tables(self) -> str:
        """The list of its tables."""
        return f"{self.game}/tables/{INDEX_FILE}"

    @property
    def rules(self) -> str:
        """The list of its rules."""
        return f"{self.game}/rules/{INDEX_FILE}"

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
        return f"{self.game}/{OVERLAYS_FILE}"

    @property
    def everything(self) -> str:
        """All that it declares, on one page."""
        return f"{self.game}/all.html"


def build_addresses(game: str, contents: Contents, overlays: Iterable[OverlayInForce]) -> Addresses:
    """The addresses of a game.

    Args:
        game: Its id.
        contents: What it declares.
        overlays: What is laid over it, be it only in some editions.
    """
    used_stems: set[str] = {"index"}
    chapters = {
        each.name: f"{game}/rules/{claim_unique_name(rules_file_stem(each.name), used_stems)}.html"
        for each in contents.chapters
    }
    used_tables: set[str] = {"index"}
    used_anchors: set[str] = set()
    things: dict[Thing, str] = {}
    for thing in (thing for chapter in contents.chapters for thing in chapter.things):
        if thing.kind == "table":
            things[thing] = f"{game}/tables/{claim_unique_name(thing.name, used_tables)}.html"
        elif thing.kind in OVERLAY_KINDS:
            things[thing] = f"{game}/{OVERLAYS_FILE}#{make_anchor(str(thing))}"
        else:
            things[thing] = f"{chapters[thing.chapter]}#{claim_unique_name(make_anchor(str(thing)), used_anchors)}"
    all_overlays = [*overlays]
    names = [f"{overlay.kind} {overlay.name}" for overlay in all_overlays]
    names += [overlay_item_name(overlay, entry) for overlay in all_overlays for entry in overlay.entries]
    return Addresses(
        game=game,
        chapters=chapters,
        things=things,
        names={
            **{str(thing): address for thing, address in reversed(things.items())},
            **{name: f"{game}/{OVERLAYS_FILE}#{make_anchor(name)}" for name in names},
        },
    )


def rules_file_stem(path: str) -> str:
    """What a file of rules is called, without the number that puts it in its place."""
    return NUMBER_PREFIX.sub("", posixpath.basename(path).removesuffix(".rules"))


def claim_unique_name(name: str, used_names: set[str]) -> str:
    """A name for a file or a part of a page that no other has, whatever the capitals; it is taken then."""
    base_name = UNSAFE_CHARACTERS.sub("-", name).strip(".-") or "page"
    candidate, number = base_name, 1
    while candidate.lower() in used_names:
        number += 1
        candidate = f"{base_name}-{number}"
    used_names.add(candidate.lower())
    return candidate


def make_anchor(name: str) -> str:
    """The id of a part of a page: ``errata sheet 2`` is ``errata-sheet-2``."""
    return UNSAFE_CHARACTERS.sub("-", name)


def relative_link(here: str, there: str) -> str:
    """The relative address of a page for who reads another.

    Args:
        here: The page's path in the site.
        there: That of the other, with ``#`` and an id where a part of it is meant.
    """
    path, sign, part = there.partition("#")
    if path == here and sign:
        return f"#{part}"
    return posixpath.relpath(path, posixpath.dirname(here) or ".") + sign + part
