"""The addresses of a game's declarations on the reference pages: paths in the site, and anchors."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping

from attrs import frozen

from bombsight.compiler.graph.overlays import OverlayInForce
from bombsight.service.lookup.cards import overlay_item_name
from bombsight.service.lookup.contents import Contents, Thing

INDEX_FILE = "index.html"
"""The name of a folder's first page."""

OVERLAYS_FILE = "amended.html"
"""The name of the page of overlays."""

OVERLAY_KINDS = ("errata", "variant", "preferences", "house")
"""The kinds of overlays."""

NUMBER_PREFIX = re.compile(r"^\d+[a-z]?-(?=.)")
"""The number that begins a file's name for the sake of order."""

UNSAFE_CHARACTERS = re.compile(r"[^0-9A-Za-z_.-]+")
"""Characters not allowed in an address."""


@frozen(kw_only=True)
class Addresses:
    """The addresses (paths and anchors) of a game's pages and declarations.

    Attributes:
        game: The game's id, which is the name of its folder.
        chapters: The page of each file, by its path among the rules.
        things: The address of each declaration: a page, with ``#`` and an anchor for a part of one.
        names: The same by kind and name (``table Reef``), for overlays (``errata sheet``) and their items
            (``errata sheet 2``), too; of several declarations with one name, the first.
    """

    game: str
    chapters: Mapping[str, str]
    things: Mapping[Thing, str]
    names: Mapping[str, str]

    @property
    def overview(self) -> str:
        """The address of the game's main page."""
        return f"{self.game}/{INDEX_FILE}"

    @property
    def tables(self) -> str:
        """The address of the list of tables."""
        return f"{self.game}/tables/{INDEX_FILE}"

    @property
    def rules(self) -> str:
        """The address of the list of rules."""
        return f"{self.game}/rules/{INDEX_FILE}"

    @property
    def sequence(self) -> str:
        """The address of the sequence of play."""
        return f"{self.game}/sequence.html"

    @property
    def standings(self) -> str:
        """The address of the page of tables and rules that are not known from print."""
        return f"{self.game}/sources.html"

    @property
    def overlays(self) -> str:
        """The address of the page of errata, variants and house rules."""
        return f"{self.game}/{OVERLAYS_FILE}"

    @property
    def everything(self) -> str:
        """The address of the page of all declarations."""
        return f"{self.game}/all.html"


def build_addresses(game: str, contents: Contents, overlays: Iterable[OverlayInForce]) -> Addresses:
    """Choose the addresses of a game's declarations."""
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
    """Return the name of a rules file without its suffix and its ordering number."""
    return NUMBER_PREFIX.sub("", posixpath.basename(path).removesuffix(".rules"))


def claim_unique_name(name: str, used_names: set[str]) -> str:
    """Make a name for a file or an anchor unique, ignoring case, and add it to ``used_names``."""
    base_name = UNSAFE_CHARACTERS.sub("-", name).strip(".-") or "page"
    candidate, number = base_name, 1
    while candidate.lower() in used_names:
        number += 1
        candidate = f"{base_name}-{number}"
    used_names.add(candidate.lower())
    return candidate


def make_anchor(name: str) -> str:
    """Convert a name to an HTML anchor: ``errata sheet 2`` becomes ``errata-sheet-2``."""
    return UNSAFE_CHARACTERS.sub("-", name)


def relative_link(here: str, there: str) -> str:
    """Make the relative link from one page's path to another.

    Both are paths in the site, `there` perhaps with ``#`` and an anchor.
    """
    path, sign, part = there.partition("#")
    if path == here and sign:
        return f"#{part}"
    return posixpath.relpath(path, posixpath.dirname(here) or ".") + sign + part
