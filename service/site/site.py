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
from bombsight.service.common.container import encode_compact_json
from bombsight.service.site.editions import BuiltGame, SiteOrder, build_editions
from bombsight.service.site.folder import MANIFEST_FILE, write_folder
from bombsight.service.site.game_list import SiteGame, SiteGames
from bombsight.service.site.pages.all_pages import render_reference_pages

BUILT_FOLDER = Path(__file__).with_name("built")
"""The program of the page, as it lies in a site but for its worker."""

WORKER_SOURCE = "offline.js"
"""The worker as it was built, without the list of the site's files."""

SERVED_WORKER = "sw.js"
"""The worker as it is served: it keeps the site on the device."""

GAMES_FILE = "games.json"


@frozen(kw_only=True)
class WrittenSite:
    """A site that was written.

    Attributes:
        games: Its games.
        files: How many files it has.
        size: Their bytes.
    """

    games: tuple[SiteGame, ...]
    files: int
    size: int


def write_site(order: SiteOrder, folder: Path, *, built: Path | None = None) -> WrittenSite:
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
    games = [*build_editions(order)]
    files = build_site_files(games, built or BUILT_FOLDER, render_reference_pages([game.requests for game in games]))
    write_folder(files, folder)
    return WrittenSite(
        games=tuple(game.listing for game in games), files=len(files), size=sum(map(len, files.values()))
    )


def build_site_files(games: Sequence[BuiltGame], built: Path, pages: Iterable[tuple[str, str]]) -> dict[str, bytes]:
    """Every file of a site by its path, the worker last.

    Args:
        games: Its games.
        built: The folder of the page's program.
        pages: The pages that are read, each by its path with its text.

    Raises:
        InputError: The page's program is not there, or a game is called like a part of the site.
        WrongRules: Rules have errors.
    """
    files: dict[str, bytes] = {}
    pages_by_path = dict(pages)
    for path, content in site_files(games, built, pages_by_path):
        if path in (*files, MANIFEST_FILE):
            raise InputError(f"two files of the site are called {path}", "", "A game has the name of a part of it.")
        files[path] = content
    worker = files.pop(WORKER_SOURCE)
    return {**files, SERVED_WORKER: render_file_list(files, {path for path in pages_by_path if "/" in path}) + worker}


def site_files(games: Sequence[BuiltGame], built: Path, pages: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """What a site is made of: path and content."""
    yield from page_program_files(built)
    for path, text in pages.items():
        yield path, text.encode()
    for game in games:
        yield from game.files.items()
    site_games = SiteGames(games=tuple(game.listing for game in games))
    yield GAMES_FILE, encode_compact_json(site_games.to_json())


def page_program_files(built: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the page's program.

    Raises:
        InputError: It is not there.
    """
    if not (built / WORKER_SOURCE).is_file():
        raise InputError(
            "the program of the page is not there", str(built), "In a copy of the source: cd web, npm ci, npm run build"
        )
    for path in sorted(path for path in built.rglob("*") if path.is_file()):
        yield path.relative_to(built).as_posix(), path.read_bytes()


def render_file_list(files: Mapping[str, bytes], reading_paths: Collection[str]) -> bytes:
    """The line that tells the worker which files there are, each with its digest as browsers check it.

    Args:
        files: All of them, by their paths.
        reading_paths: The paths of those that no game is played by: a device keeps them as they are read.
    """
    digests = {path: f"sha256-{b64encode(sha256(content).digest()).decode()}" for path, content in files.items()}
    file_list = {
        "version": sha256(encode_compact_json(digests)).hexdigest()[:16],
        "files": {path: digest for path, digest in digests.items() if path not in reading_paths},
        "pages": {path: digest for path, digest in digests.items() if path in reading_paths},
    }
    return b"const SITE = " + encode_compact_json(file_list) + b";\n"
