"""The files of a site's workshop: Pyodide, our program, the rules of the site's games, and the list of these.

The page of the workshop and its own programs are built beforehand, in the folder ``workshop`` of ``built/``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from bombsight.service.common.container import encode_compact_json
from bombsight.service.common.document import Document
from bombsight.service.games.library import GameFolder
from bombsight.service.site.workshop.pyodide import VERSION, pyodide_files
from bombsight.service.site.workshop.python_archive import collect_program, pack_program
from bombsight.service.site.workshop.rules_files import pack_rules

FOLDER = "workshop"
"""The folder of the site."""

PYODIDE_NOTICE = f"""\
These files are Pyodide {VERSION}, unchanged: Python, compiled to WebAssembly, and its standard library.
Pyodide is under the Mozilla Public License 2.0: https://www.mozilla.org/MPL/2.0/
Its source: https://github.com/pyodide/pyodide
Python is under the licence of the Python Software Foundation: https://docs.python.org/3/license.html
"""
"""What stands beside the files of Pyodide."""


@frozen(kw_only=True)
class WorkshopFile:
    """A file that the workshop loads.

    Attributes:
        path: Its path, from the workshop's folder.
        bytes: Its size.
    """

    path: str
    bytes: int


@frozen(kw_only=True)
class WorkshopGame:
    """The rules of a game of the site.

    Attributes:
        id: The game's id.
        title: Its title.
        path: The path of the file of its rules, from the workshop's folder.
        bytes: The size of that file.
    """

    id: str
    title: str
    path: str
    bytes: int


@frozen(kw_only=True)
class WorkshopFiles(Document):
    """What a workshop loads before it can be used.

    Attributes:
        runtime: The files of Pyodide.
        program: Our program.
        games: The rules of the site's games.
    """

    document = "workshop"

    runtime: tuple[WorkshopFile, ...]
    program: WorkshopFile
    games: tuple[WorkshopGame, ...]


def build_workshop(games: Sequence[tuple[GameFolder, str]], pyodide: Path) -> Iterator[tuple[str, bytes]]:
    """Build the files of a workshop, each by its path in the site.

    Args:
        games: The games of the site with their titles.
        pyodide: The folder of Pyodide's npm package.

    Raises:
        InputError: A file of Pyodide cannot be read, or Node is missing or fails.
        WrongRules: Rules cannot be read.
    """
    runtime = [(f"pyodide/{name}", content) for name, content in pyodide_files(pyodide)]
    program = ("program.zst", pack_program(collect_program(), pyodide))
    rules = [(f"rules/{game.id}.json.gz", pack_rules(game)) for game, _ in games]
    listed = WorkshopFiles(
        runtime=tuple(list_file(*file) for file in runtime),
        program=list_file(*program),
        games=tuple(
            WorkshopGame(id=game.id, title=title, path=path, bytes=len(content))
            for (game, title), (path, content) in zip(games, rules, strict=True)
        ),
    )
    for path, content in (*runtime, program, *rules):
        yield f"{FOLDER}/{path}", content
    yield f"{FOLDER}/pyodide/LICENCE.txt", PYODIDE_NOTICE.encode()
    yield f"{FOLDER}/files.json", encode_compact_json(listed.to_json())


def list_file(path: str, content: bytes) -> WorkshopFile:
    """List a file with its size."""
    return WorkshopFile(path=path, bytes=len(content))
