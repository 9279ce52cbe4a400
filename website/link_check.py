"""The link checker of a finished site.

Every link leads to a file of the site, and to an anchor that is there. No page loads anything from elsewhere.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Collection, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from attrs import frozen

PLAY_PAGE = "play/index.html"
"""The page whose fragments are screens: ``#/GAME``, ``#/GAME/new``, ``#/GAME/table/NAME``."""

WORKSHOP_PAGE = "workshop/index.html"
"""The page whose fragments are beginnings: ``#/house/GAME``, ``#/house/GAME/TABLE/ROW``, ``#/new``, ``#/tour/STEP``."""

LOADED_ATTRIBUTES = {"img": ("src", "srcset"), "script": ("src",), "link": ("href",), "source": ("src", "srcset")}
"""The attributes of elements whose files a browser loads by itself."""

LINK_ATTRIBUTES = {"a": ("href",), "use": ("href",), "iframe": ("src",), "form": ("action",)}


@frozen
class Link:
    """A link of a page.

    Attributes:
        page: The path of the page in the site.
        target: The target as it stands there.
        is_loaded: Whether a browser loads it by itself.
    """

    page: str
    target: str
    is_loaded: bool

    def __str__(self) -> str:
        return f"{self.page}: {self.target}"


@frozen
class ReadPage:
    """What the checker reads of a page.

    Attributes:
        anchors: The ids of its elements, and the names of its anchors.
        links: Its links.
    """

    anchors: frozenset[str]
    links: tuple[Link, ...]


class PageReader(HTMLParser):
    """Reads anchors and links of a page."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.anchors: set[str] = set()
        self.links: list[Link] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read an element."""
        values = {name: value for name, value in attrs if value is not None}
        self.anchors |= {values[name] for name in ("id", *(("name",) if tag == "a" else ())) if name in values}
        for is_loaded, names in ((True, LOADED_ATTRIBUTES.get(tag, ())), (False, LINK_ATTRIBUTES.get(tag, ()))):
            for name in names:
                if name not in values:
                    continue
                targets = [each.split()[0] for each in values[name].split(",")] if name == "srcset" else [values[name]]
                self.links += [Link(self.path, target, is_loaded) for target in targets]


def read_page(path: str, text: str) -> ReadPage:
    """Read anchors and links of a page at a path in the site."""
    reader = PageReader(path)
    reader.feed(text)
    return ReadPage(frozenset(reader.anchors), tuple(dict.fromkeys(reader.links)))


def find_dead_links(folder: Path) -> list[str]:
    """List the links of a site that lead nowhere, and what a page loads from elsewhere, as ``PAGE: TARGET``."""
    files = frozenset(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    pages = {
        path: read_page(path, (folder / path).read_text(encoding="utf-8")) for path in sorted(files) if is_page(path)
    }
    games = read_games(folder)
    return [str(link) for page in pages.values() for link in page.links if not is_alive(link, files, pages, games)]


def is_page(path: str) -> bool:
    """Whether a file is a page."""
    return path.endswith(".html")


def read_games(folder: Path) -> frozenset[str]:
    """Read the ids of the site's games."""
    file = folder / "games.json"
    if not file.exists():
        return frozenset()
    return frozenset(each["game"] for each in json.loads(file.read_text(encoding="utf-8"))["games"])


def is_alive(link: Link, files: Collection[str], pages: Mapping[str, ReadPage], games: Collection[str]) -> bool:
    """Whether a link leads somewhere.

    Args:
        link: The link.
        files: The paths of all files of the site.
        pages: What was read of each page, by path.
        games: The ids of the site's games.
    """
    parts = urlsplit(link.target)
    if parts.scheme or parts.netloc:
        return not link.is_loaded or parts.scheme == "data"
    if link.target.startswith("/"):
        return False  # a site is served under any path
    path = posixpath.normpath(posixpath.join(posixpath.dirname(link.page), unquote(parts.path)))
    if not parts.path:
        path = link.page
    elif parts.path.endswith("/") or path not in files:
        path = posixpath.normpath(posixpath.join(path, "index.html"))
    if path not in files:
        return False
    anchor = unquote(parts.fragment)
    if not anchor or path not in pages:
        return True
    screen = anchor.split("/")[1:]
    if path == PLAY_PAGE:
        return is_play_screen(screen, files, games)
    if path == WORKSHOP_PAGE:
        return is_workshop_screen(screen, files, games)
    return anchor in pages[path].anchors


def is_play_screen(screen: Sequence[str], files: Collection[str], games: Collection[str]) -> bool:
    """Whether the page that plays has a screen, given as the parts of its address."""
    match screen:
        case [""]:
            return True
        case [game] | [game, "new"]:
            return game in games
        case [game, "table", *name]:
            return game in games and table_page(game, "/".join(name)) in files
        case _:
            return False


def is_workshop_screen(screen: Sequence[str], files: Collection[str], games: Collection[str]) -> bool:
    """Whether the workshop has a beginning, given as the parts of its address.

    The row of a table is not looked up: that needs the rules, and the tests of the pages do it.
    """
    match screen:
        case ["new"] | ["tour", _]:
            return True
        case ["house", game]:
            return game in games
        case ["house", game, table] | ["house", game, table, _]:
            return game in games and table_page(game, table) in files
        case _:
            return False


def table_page(game: str, table: str) -> str:
    """Return the path of a table's page."""
    return f"{game}/tables/{table}.html"
