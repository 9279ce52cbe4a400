"""Writes a site: static files that play games in a browser, offline, with reference pages of their rules and tables.

The playing page is a program built beforehand (``built/``, from ``web/``); it contains no game, and finds them by
``games.json``. All links are relative, so that the folder works wherever it is served.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.service.common.container import encode_compact_json
from bombsight.service.site.built_programs import BUILT_FOLDER
from bombsight.service.site.editions import BuiltGame, SiteOrder, build_editions
from bombsight.service.site.folder import MANIFEST_FILE, write_folder
from bombsight.service.site.game_list import GAMES_FILE, SiteGame, SiteGames
from bombsight.service.site.kept_editions import keep_editions
from bombsight.service.site.pages.all_pages import render_reference_pages
from bombsight.service.site.surroundings import ALONE, Surroundings
from bombsight.service.site.workshop.pyodide import find_pyodide
from bombsight.service.site.workshop.workshop_files import FOLDER as WORKSHOP_FOLDER
from bombsight.service.site.workshop.workshop_files import build_workshop

WORKER_SOURCE = "offline.js"
"""The service worker as built, without the list of the site's files."""

TABLE_FOLDER = "table"
"""The folder of a page that is of no site: the host of a table for two gives it to his guests."""

SERVED_WORKER = "sw.js"
"""The service worker as served: it caches the site on the device."""


@frozen(kw_only=True)
class WrittenSite:
    """The result of writing a site.

    Attributes:
        games: Its games.
        files: The number of its files.
        size: Their total size in bytes.
    """

    games: tuple[SiteGame, ...]
    files: int
    size: int


def write_site(order: SiteOrder, folder: Path, *, program_folder: Path | None = None) -> WrittenSite:
    """Write a web site into a folder that does not exist, is empty, or contains an older site.

    `program_folder` has the built program of the playing page; None for the installed one.

    Raises:
        InputError: There is no such game or variant, a house-rule file does not fit, another file is in the way, the
            folder cannot be written, or what the workshop needs is missing.
        WrongRules: Rules have errors, or cannot be read.
    """
    pyodide = find_pyodide(order.pyodide) if order.workshop else None
    games = keep_editions([*build_editions(order)], folder, order.keep_editions)
    requests = [game.requests for game in games]
    pages = render_reference_pages(requests, order.surroundings, has_workshop=order.workshop)
    files = build_site_files(games, program_folder or BUILT_FOLDER, pages, order.surroundings, pyodide)
    write_folder(files, folder)
    return WrittenSite(
        games=tuple(game.listing for game in games), files=len(files), size=sum(map(len, files.values()))
    )


def build_site_files(
    games: Sequence[BuiltGame],
    program_folder: Path,
    pages: Iterable[tuple[str, str]],
    surroundings: Surroundings = ALONE,
    pyodide: Path | None = None,
) -> dict[str, bytes]:
    """Build every file of a site, by path, the service worker last.

    Args:
        games: Its games.
        program_folder: The folder of the built programs of its pages.
        pages: The reference pages and their style sheets, each with path and text.
        surroundings: The larger site that it is a part of.
        pyodide: The folder of Pyodide's npm package, for a workshop; None for a site without one.

    Raises:
        InputError: The page's program is missing, a game has the name of a part of the site, or what the workshop
            needs cannot be had.
        WrongRules: Rules have errors.
    """
    files: dict[str, bytes] = {}
    pages_by_path = dict(pages)
    workshop: dict[str, bytes] = {}
    if pyodide is not None:
        own_files = program_files(program_folder)
        workshop |= {path: content for path, content in own_files.items() if is_of_workshop(path)}
        workshop |= dict(build_workshop([(game.folder, game.listing.title) for game in games], pyodide))
    listed = SiteGames(
        games=tuple(game.listing for game in games),
        neighbours=surroundings.neighbours,
        has_workshop=pyodide is not None,
    )
    for path, content in (*site_files(games, program_folder, pages_by_path, listed), *workshop.items()):
        if path in (*files, MANIFEST_FILE, *surroundings.fresh_paths):
            raise InputError(f"two files of the site are called {path}", "", "A game has the name of a part of it.")
        files[path] = content
    worker = files.pop(WORKER_SOURCE)
    fetched_late = {path for path in pages_by_path if "/" in path}
    fetched_late |= {edition.file for game in games for edition in game.listing.kept}
    file_list = render_file_list(files, fetched_late, workshop, surroundings.fresh_paths)
    return {**files, SERVED_WORKER: file_list + worker}


def site_files(
    games: Sequence[BuiltGame], program_folder: Path, pages: Mapping[str, str], listed: SiteGames
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a site, each with path and content.

    Args:
        games: Its games.
        program_folder: The folder of the built programs of its pages.
        pages: The text of each reference page and style sheet, by path.
        listed: The list of its games.
    """
    own_files = program_files(program_folder)
    yield from ((path, content) for path, content in own_files.items() if not is_of_workshop(path))
    for path, text in pages.items():
        yield path, text.encode()
    for game in games:
        yield from game.files.items()
    yield GAMES_FILE, encode_compact_json(listed.to_json())


def program_files(folder: Path) -> dict[str, bytes]:
    """Read the built programs of a site's pages from their folder, by path in the site.

    Raises:
        InputError: They are missing.
    """
    if not (folder / WORKER_SOURCE).is_file():
        raise InputError(
            "the program of the page is not there",
            str(folder),
            "In a copy of the source: cd web, npm ci, npm run build",
        )
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and folder / TABLE_FOLDER not in path.parents)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def is_of_workshop(path: str) -> bool:
    """Whether a file belongs to the workshop, by its path in the site."""
    return path.startswith(f"{WORKSHOP_FOLDER}/")


def render_file_list(
    files: Mapping[str, bytes],
    late_paths: Collection[str],
    workshop: Collection[str] = (),
    fresh_paths: Sequence[str] = (),
) -> bytes:
    """Render the service worker's script line that lists all files with their integrity hashes.

    A device caches those at `late_paths`, reference pages and earlier editions of games, only once they are read; those
    of the `workshop` once it is opened. For files of the larger site, at `fresh_paths`, which have no digest here, it
    asks the network first.
    """
    digests = {path: f"sha256-{b64encode(sha256(content).digest()).decode()}" for path, content in files.items()}
    others = {*late_paths, *workshop}
    file_list = {
        "version": sha256(encode_compact_json(digests)).hexdigest()[:16],
        "files": {path: digest for path, digest in digests.items() if path not in others},
        "pages": {path: digest for path, digest in digests.items() if path in late_paths},
        "workshop": {path: digest for path, digest in digests.items() if path in workshop},
        "fresh": sorted(fresh_paths),
    }
    return b"const SITE = " + encode_compact_json(file_list) + b";\n"
