"""A site: static files that play games in a browser, offline, with pages of their rules and tables.

What plays is a program made beforehand (``built/``, from ``web/``); it knows no game, and finds them by ``games.json``.
All is written by relative links, so that the folder works wherever it is served.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.service.common.container import compact
from bombsight.service.site.editions import Made, Order, editions
from bombsight.service.site.folder import LIST, put
from bombsight.service.site.listed import SiteGame, SiteGames
from bombsight.service.site.pages.writing import reference_pages

BUILT = Path(__file__).with_name("built")
"""The program of the page, as it lies in a site but for its worker."""

WORKER = "offline.js"
"""The worker as it was built, without the list of the site's files."""

SERVED = "sw.js"
"""The worker as it is served: it keeps the site on the device."""

GAMES_LIST = "games.json"


@frozen(kw_only=True)
class Written:
    """A site that was written.

    Attributes:
        games: Its games.
        files: How many files it has.
        size: Their bytes.
    """

    games: tuple[SiteGame, ...]
    files: int
    size: int


def write_site(order: Order, folder: Path, *, built: Path | None = None) -> Written:
    """Write a site into a folder: one that is not there, is empty, or holds an older site.

    Args:
        order: What it holds.
        folder: Where it is written.
        built: The folder of the page's program; None for the one that comes with this.

    Raises:
        InputError: There is no such game or variant, a house-rule file does not fit, something that is not ours lies in
            the way, or it cannot be written.
        WrongRules: Rules have errors, or cannot be read.
    """
    games = [*editions(order)]
    files = whole(games, built or BUILT, reference_pages([game.requests for game in games]))
    put(files, folder)
    return Written(games=tuple(game.told for game in games), files=len(files), size=sum(map(len, files.values())))


def whole(games: Sequence[Made], built: Path, pages: Iterable[tuple[str, str]]) -> dict[str, bytes]:
    """Every file of a site by its path, the worker last.

    Args:
        games: Its games.
        built: The folder of the page's program.
        pages: The pages that are read, each by its path with its text.

    Raises:
        InputError: The page's program is not there, or a game is called like a part of the site.
        WrongRules: Rules have errors.
    """
    found: dict[str, bytes] = {}
    read = dict(pages)
    for path, content in parts(games, built, read):
        if path in (*found, LIST):
            raise InputError(f"two files of the site are called {path}", "", "A game has the name of a part of it.")
        found[path] = content
    worker = found.pop(WORKER)
    return {**found, SERVED: listing(found, {path for path in read if "/" in path}) + worker}


def parts(games: Sequence[Made], built: Path, pages: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """What a site is made of: path and content."""
    yield from program(built)
    for path, text in pages.items():
        yield path, text.encode()
    for game in games:
        yield from game.files.items()
    told = SiteGames(games=tuple(game.told for game in games))
    yield GAMES_LIST, compact(told.to_json())


def program(built: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the page's program.

    Raises:
        InputError: It is not there.
    """
    if not (built / WORKER).is_file():
        raise InputError(
            "the program of the page is not there", str(built), "In a copy of the source: cd web, npm ci, npm run build"
        )
    for path in sorted(path for path in built.rglob("*") if path.is_file()):
        yield path.relative_to(built).as_posix(), path.read_bytes()


def listing(files: Mapping[str, bytes], read: Collection[str]) -> bytes:
    """The line that tells the worker which files there are, each with its digest as browsers check it.

    Args:
        files: All of them, by their paths.
        read: The paths of those that no game is played by: a device keeps them as they are read.
    """
    digests = {path: f"sha256-{b64encode(sha256(content).digest()).decode()}" for path, content in files.items()}
    told = {
        "version": sha256(compact(digests)).hexdigest()[:16],
        "files": {path: digest for path, digest in digests.items() if path not in read},
        "pages": {path: digest for path, digest in digests.items() if path in read},
    }
    return b"const SITE = " + compact(told) + b";\n"
