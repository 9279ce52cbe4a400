"""Where games are found, and how their files are read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.file_kind import find_game_id, find_headings
from bombsight.dsl.files import read_source
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source

BUILT_IN = Path(__file__).resolve().parents[2] / "games"
"""The folder of the games that come with the program."""

COMPILER_FOLDERS = ("boundary", "dsl", "flat", "compiler")
"""The folders whose code decides what is made of rules."""

PROGRAM_FOLDERS = (*COMPILER_FOLDERS, "backends", "runtime", "service")
"""The folders whose code decides what is found in rules, whose examples are run for that."""

PATH_VARIABLE = "BOMBSIGHT_PATH"
"""Folders to look for games in, separated as in PATH."""


@frozen
class GameFolder:
    """A folder of rules files.

    Attributes:
        id: The id in its manifest, whatever the folder is called; the folder's name where it has none.
        path: The folder.
        files: Its ``.rules`` files in name order.
    """

    id: str
    path: Path
    files: tuple[Path, ...]

    @property
    def tests(self) -> tuple[Path, ...]:
        """The files of examples in its folder ``tests``, in name order; they are no part of the game."""
        return find_test_files(self.path)


TESTS_FOLDER = "tests"
"""The folder in a game's folder whose files hold examples only."""


def find_test_files(folder: Path) -> tuple[Path, ...]:
    """The files of examples that belong to the game in a folder."""
    return find_rules_files(folder / TESTS_FOLDER)


def find_rules_files(folder: Path) -> tuple[Path, ...]:
    """The files of rules in a folder, in name order; none where it cannot be read."""
    try:
        return tuple(sorted(file for file in folder.iterdir() if file.suffix == ".rules" and file.is_file()))
    except (OSError, ValueError):
        return ()


def load_game_folder(path: Path) -> GameFolder | None:
    """The game in a folder; None where it holds no rules, or house rules only: those are for games elsewhere."""
    files = find_rules_files(path)
    id_ = find_declared_id(files)
    if not id_ and all(map(is_house_rules, files)):
        return None
    return GameFolder(id_ or path.resolve().name, path, files)


def is_house_rules(file: Path) -> bool:
    """Whether a file holds house rules, as far as it can be read."""
    source_or_finding = read_source(file)
    return isinstance(source_or_finding, Source) and any(
        each.kind == "house" for each in find_headings(source_or_finding.text)
    )


def find_declared_id(files: Iterable[Path]) -> str:
    """The id in the manifest of a game; empty where none can be read. No file behind the manifest is looked at."""
    sources = (source for file in files if isinstance(source := read_source(file), Source))
    return find_game_id(sources)


def search_path(extra_folders: Iterable[Path] = ()) -> list[Path]:
    """Folders in which games are looked for: first that of the games that came with the program.

    So no folder of a stranger's games takes the place of one that everybody knows by its id.
    """
    variable_folders = [Path(part) for part in os.environ.get(PATH_VARIABLE, "").split(os.pathsep) if part]
    return [BUILT_IN, *extra_folders, *variable_folders]


def find_games(extra_folders: Iterable[Path] = ()) -> list[GameFolder]:
    """Every game on the search path, by id. Of those that share one, only what the first folder on the path has."""
    games: dict[str, list[GameFolder]] = {}
    for root in search_path(extra_folders):
        games_of_root: dict[str, list[GameFolder]] = {}
        for game in find_games_at(root):
            games_of_root.setdefault(game.id, []).append(game)
        games = {**games_of_root, **games}
    return [game for id_ in sorted(games) for game in games[id_]]


def find_games_at(root: Path) -> list[GameFolder]:
    """The games in a folder on the search path, each once; it may also be a game itself."""
    own_game = load_game_folder(root)
    games = [*([] if own_game is None else [own_game]), *find_games_in(root)]
    return [*{game.path.resolve(): game for game in reversed(games)}.values()][::-1]


def find_games_in(root: Path) -> list[GameFolder]:
    """The games in a folder of games, by the names of their folders; none where it cannot be read."""
    try:
        folders = sorted(path for path in root.iterdir() if path.is_dir())
    except (OSError, ValueError):
        return []
    return [game for folder in folders if (game := load_game_folder(folder)) is not None]


def read_files(paths: Sequence[Path]) -> tuple[tuple[Source, ...], tuple[Diagnostic, ...]]:
    """The texts of files, and what could not be read."""
    sources: list[Source] = []
    findings: list[Diagnostic] = []
    for path in paths:
        source_or_finding = read_source(path)
        if isinstance(source_or_finding, Source):
            sources.append(source_or_finding)
        else:
            findings.append(source_or_finding)
    return tuple(sources), tuple(findings)


def compute_digest(sources: Iterable[Source], *extra_texts: str) -> str:
    """What identifies texts with whatever else was asked, for naming things in a cache."""
    hasher = sha256()
    for part in (*extra_texts, *(text for source in sources for text in (source.path, source.text))):
        hasher.update(f"{len(part)}:{part}".encode())
    return hasher.hexdigest()


def cache_name(digest: str) -> str:
    """The name of what is kept under a digest: who made it comes first, as :mod:`bombsight.dsl.caches` wants it."""
    return f"{sha256(code_digest().encode()).hexdigest()[:8]}-{digest}"


@cache
def code_digest(folders: tuple[str, ...] = COMPILER_FOLDERS) -> str:
    """What identifies the compiler itself: a changed compiler makes everything anew. A process asks its files once.

    Their content counts, not their age, so that what is made when a program is packed is good where it is installed.
    """
    home = str(Path(__file__).resolve().parents[2])
    return sha256("".join(folder_digest(home, folder) for folder in folders).encode()).hexdigest()


@cache
def folder_digest(home: str, folder: str) -> str:
    """What identifies the code in one of the folders of the package."""
    hasher = sha256()
    for path in find_code_files(os.path.join(home, folder)):
        with open(path, "rb") as stream:
            content = stream.read()
        hasher.update(f"{path.removeprefix(home)}:{len(content)}:".encode())
        hasher.update(content)
    return hasher.hexdigest()


def find_code_files(folder: str) -> list[str]:
    """The files of a folder that a compiler is made of."""
    try:
        with os.scandir(folder) as scan:
            entries = sorted(scan, key=lambda entry: entry.name)
    except OSError:
        return []
    files: list[str] = []
    for entry in entries:
        if entry.name.endswith((".py", ".lark")):
            files.append(entry.path)
        elif entry.name != "__pycache__" and entry.is_dir():
            files += find_code_files(entry.path)
    return files
