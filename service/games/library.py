"""The library of games: the search path, game folders and the digests of files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.file_kind import PREFERENCES, find_game_id, find_headings
from bombsight.dsl.files import read_source
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source
from bombsight.service.common.user_folders import added_games_folder
from bombsight.service.games.distributions import find_distributed_folders

BUILT_IN = Path(__file__).resolve().parents[2] / "games"
"""The folder of the games that come with the program."""

COMPILER_FOLDERS = ("boundary", "dsl", "flat", "compiler")
"""The code folders that determine compiled programs."""

PROGRAM_FOLDERS = (*COMPILER_FOLDERS, "backends", "runtime", "service")
"""The code folders that determine findings, since checking runs examples, too."""

PATH_VARIABLE = "BOMBSIGHT_PATH"
"""The environment variable of folders with games, separated as in PATH."""


@frozen
class GameFolder:
    """A folder of rules files.

    Attributes:
        id: The id in its manifest; the folder's name without one.
        path: The folder.
        files: Its ``.rules`` files, sorted by name.
    """

    id: str
    path: Path
    files: tuple[Path, ...]

    @property
    def tests(self) -> tuple[Path, ...]:
        """The files in the game's folder ``tests``, sorted by name; they are not among the game's own files."""
        return find_test_files(self.path)


TESTS_FOLDER = "tests"
"""The name of the folder, in a game's folder, whose files hold examples only."""


def find_test_files(folder: Path) -> tuple[Path, ...]:
    """List the test files of the game in a folder."""
    return find_rules_files(folder / TESTS_FOLDER)


def find_rules_files(folder: Path) -> tuple[Path, ...]:
    """List the rules files in a folder, sorted by name; none if it cannot be read."""
    try:
        return tuple(sorted(file for file in folder.iterdir() if file.suffix == ".rules" and file.is_file()))
    except (OSError, ValueError):
        return ()


def load_game_folder(path: Path) -> GameFolder | None:
    """Load the game in a folder; None if it has no rules, or only house rules, which are for other games."""
    files = find_rules_files(path)
    id_ = find_declared_id(files)
    if not id_ and all(map(is_house_rules, files)):
        return None
    return GameFolder(id_ or path.resolve().name, path, files)


def is_house_rules(file: Path) -> bool:
    """Whether a rules file contains house rules, or preferences, as far as it can be read."""
    source_or_finding = read_source(file)
    return isinstance(source_or_finding, Source) and any(
        each.kind in ("house", PREFERENCES) for each in find_headings(source_or_finding.text)
    )


def find_declared_id(files: Iterable[Path]) -> str:
    """Scan rules files for the id in a game's manifest, up to the manifest; empty if none can be read."""
    sources = (source for file in files if isinstance(source := read_source(file), Source))
    return find_game_id(sources)


def search_path(extra_folders: Iterable[Path] = ()) -> Iterator[Path]:
    """Yield the folders that are searched for games: that of the shipped games first, those of packages last.

    So no folder of a stranger's games takes the place of one that everybody knows by its id.
    """
    yield from named_folders(extra_folders)
    yield from package_folders()


def named_folders(extra_folders: Iterable[Path] = ()) -> list[Path]:
    """List the folder of the shipped games, and those that a call and the environment name."""
    variable_folders = [Path(part) for part in os.environ.get(PATH_VARIABLE, "").split(os.pathsep) if part]
    return [BUILT_IN, *extra_folders, *variable_folders]


def package_folders() -> Iterator[Path]:
    """Yield the folder of the games that the user has added, and those that Python packages bring.

    The latter are looked for only when the iteration comes to them, for that takes a while.
    """
    yield added_games_folder()
    yield from (folder.path for folder in find_distributed_folders() if folder.path.name != TESTS_FOLDER)


def find_games(extra_folders: Iterable[Path] = ()) -> list[GameFolder]:
    """List every game on the search path, sorted by id; of games that share one, those in the first folder."""
    games: dict[str, list[GameFolder]] = {}
    for root in search_path(extra_folders):
        games_of_root: dict[str, list[GameFolder]] = {}
        for game in find_games_at(root):
            games_of_root.setdefault(game.id, []).append(game)
        games = {**games_of_root, **games}
    return [game for id_ in sorted(games) for game in games[id_]]


def find_games_at(root: Path) -> list[GameFolder]:
    """List the games in a folder on the search path, each once; the folder may itself be a game."""
    own_game = load_game_folder(root)
    games = [*([] if own_game is None else [own_game]), *find_games_in(root)]
    return [*{game.path.resolve(): game for game in reversed(games)}.values()][::-1]


def find_games_in(root: Path) -> list[GameFolder]:
    """List the games in the subfolders of a folder, sorted by folder name; none if it cannot be read."""
    try:
        folders = sorted(path for path in root.iterdir() if path.is_dir())
    except (OSError, ValueError):
        return []
    return [game for folder in folders if (game := load_game_folder(folder)) is not None]


def read_files(paths: Sequence[Path]) -> tuple[tuple[Source, ...], tuple[Diagnostic, ...]]:
    """Read the texts of files, and make a finding for each unreadable one."""
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
    """Hash texts and further strings into a digest, the key of a cache entry."""
    hasher = sha256()
    for part in (*extra_texts, *(text for source in sources for text in (source.path, source.text))):
        hasher.update(f"{len(part)}:{part}".encode())
    return hasher.hexdigest()


def cache_name(digest: str) -> str:
    """Build the file name of a cache entry: a prefix for the compiler's code, then a digest."""
    return f"{sha256(code_digest().encode()).hexdigest()[:8]}-{digest}"


@cache
def code_digest(folders: tuple[str, ...] = COMPILER_FOLDERS) -> str:
    """Hash the compiler's code, once per process, so that a changed compiler misses all cache entries.

    It covers the files' content, not their age, so entries made at packaging are valid where they are installed.
    """
    home = str(Path(__file__).resolve().parents[2])
    return sha256("".join(folder_digest(home, folder) for folder in folders).encode()).hexdigest()


@cache
def folder_digest(root: str, folder: str) -> str:
    """Hash the code files in one folder below the package's ``root``, by their paths and contents."""
    hasher = sha256()
    for path in find_code_files(os.path.join(root, folder)):
        with open(path, "rb") as stream:
            content = stream.read()
        hasher.update(f"{path.removeprefix(root)}:{len(content)}:".encode())
        hasher.update(content)
    return hasher.hexdigest()


def find_code_files(folder: str) -> list[str]:
    """List the code files of a folder."""
    try:
        with os.scandir(folder) as scan:
            entries = sorted(scan, key=lambda entry: entry.name)
    except OSError:
        return []
    files: list[str] = []
    for entry in entries:
        if entry.name.endswith((".py", ".pyc", ".lark")):  # bytecode stands in place of sources in a browser
            files.append(entry.path)
        elif entry.name != "__pycache__" and entry.is_dir():
            files += find_code_files(entry.path)
    return files
