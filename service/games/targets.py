"""The targets of ``lint`` and ``test``: games by id, folders, single files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.boundary.texts import decode_utf8
from bombsight.boundary.wording import argument, either
from bombsight.compiler.findings import describe_near_names, suggest_name
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.file_kind import PREFERENCES, Heading, find_headings
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source
from bombsight.service.common.table_formats import check_no_tables
from bombsight.service.games.game_lookup import find_shared_ids, report_shared_id
from bombsight.service.games.game_origins import is_from_package
from bombsight.service.games.library import (
    TESTS_FOLDER,
    GameFolder,
    find_games,
    find_games_at,
    find_rules_files,
    load_game_folder,
    read_files,
)
from bombsight.service.games.source_files import canonical_path, relative_path

SCRIPT_SUFFIX = ".script"
RULES_SUFFIX = ".rules"
PATH_HINT = f"Name the folder that it is in with {argument('folders', option='--path')}."


@frozen(kw_only=True)
class Target:
    """A game or a file to check or test.

    Attributes:
        name: The display name.
        files: The files of the game.
        house: A house-rule file that is checked with the game, or none.
        only: The one file to report about, or None for all.
        folder: The game's folder, or None for a single file.
        tests: Test files that are checked with the game.
        named: Whether the call named its one file, and not only the folder.
    """

    name: str
    files: tuple[Path, ...]
    house: tuple[Path, ...] = ()
    only: Path | None = None
    folder: Path | None = None
    tests: tuple[Path, ...] = ()
    named: bool = False


def find_targets(
    words: Sequence[str], folders: Iterable[Path] = (), texts: Mapping[Path, str] | None = None
) -> list[Target]:
    """Resolve command-line arguments (game ids, folders, files) to lint targets.

    Args:
        words: The arguments: games, folders and files. Without any, it is the working directory, if rules stand in it,
            and else every game.
        folders: Folders of games, besides the usual places.
        texts: Texts that replace files, by absolute path; these files need not exist.

    Raises:
        InputError: An argument does not exist, or holds no rules.
    """
    games = find_games(folders)
    if not words and not find_rules_files(Path()):
        return [make_game_target(game) for game in games]
    words = words or (".",)
    resolved = [target for word in words for target in resolve_word(word, games, texts or {})]
    return list({(target.files, target.house, target.only, target.tests): target for target in resolved}.values())


def resolve_word(word: str, games: Sequence[GameFolder], texts: Mapping[Path, str]) -> Iterator[Target]:
    """Resolve one command-line argument (a game id, a folder, a file) to its targets.

    Raises:
        InputError: The argument names no game, folder or file.
    """
    matching_games = [game for game in games if game.id == word] or [game for game in games if game.path.name == word]
    path = Path(word)
    text = texts.get(canonical_path(path))
    folder_game = load_game_folder(path) if path.is_dir() and matching_games else None
    if folder_game is not None and folder_game.id == word and all(map(is_from_package, matching_games)):
        matching_games = [folder_game]  # its author works on it here, and has a package of it, too
    if text is not None:
        yield from named_file_targets(path, games, text)
    elif matching_games:
        yield from map(make_game_target, matching_games)
    elif path.is_dir():
        yield from folder_targets(path, games)
    elif path.exists():
        yield from named_file_targets(path, games)
    else:
        kind = "file" if "/" in word or "." in word else "game"
        by_id = [*dict.fromkeys(game.id for game in games)]
        hint = describe_near_names(word, by_id, "The games are") if kind == "game" else suggest_name(word, by_id)
        raise InputError(f"there is no {kind} {word}", "", hint)


def named_file_targets(path: Path, games: Sequence[GameFolder], text: str | None = None) -> Iterator[Target]:
    """Yield the lint targets of a file that the command line names, marked as named there."""
    yield from (evolve(target, named=True) for target in file_targets(path, games, text))


def make_game_target(game: GameFolder) -> Target:
    """Make the target that covers a whole game."""
    return Target(name=game.id, files=game.files, folder=game.path)


def separate_shared_ids(all_targets: Iterable[Target]) -> tuple[list[Target], list[Diagnostic], dict[str, Source]]:
    """Split off targets whose games share an id: return the others, errors about the games, and the errors' sources.

    Raises:
        WrongRules: A file cannot be read.
    """
    targets = [*all_targets]
    folders = {each.folder.resolve(): each for each in targets if each.folder is not None and each.only is None}
    findings: list[Diagnostic] = []
    sources: dict[str, Source] = {}
    shared_folders: set[Path] = set()
    for games in find_shared_ids(GameFolder(each.name, path, each.files) for path, each in folders.items()):
        shared_findings, shared_sources = report_shared_id(games)
        findings += shared_findings
        sources |= shared_sources
        shared_folders |= {game.path for game in games}
    return [t for t in targets if t.folder is None or t.folder.resolve() not in shared_folders], findings, sources


def folder_targets(path: Path, games: Sequence[GameFolder]) -> Iterator[Target]:
    """Yield the targets of a folder: its game; else its house rules, and the games in subfolders.

    Raises:
        InputError: There are no rules in or below it, or the game of house rules in it does not exist.
    """
    game = load_game_folder(path)
    if game is not None:
        yield make_game_target(game)
        return
    beneath = sorted({file.parent for file in path.rglob(f"*{RULES_SUFFIX}") if not is_test_file(file)})
    games_beneath = [game for folder in beneath if (game := load_game_folder(folder)) is not None]
    house = find_rules_files(path)
    if not games_beneath and not house:
        raise InputError("this folder holds no rules", str(path), "Rules stand in files that end in .rules.")
    for file in house:
        yield from file_targets(file, games)
    yield from map(make_game_target, games_beneath)


def file_targets(path: Path, games: Sequence[GameFolder], text: str | None = None) -> Iterator[Target]:
    """Yield the target of a single rules file with its game; for house rules, one target for each of their games.

    Args:
        path: The file.
        games: All games.
        text: The text that replaces the file on the disk.

    Raises:
        InputError: The file does not exist, belongs to no game, or is for a game that does not exist.
    """
    check_no_tables(str(path))
    if is_test_file(path):
        tested_game = load_game_folder(path.resolve().parent.parent)
        if tested_game is not None and has_one_manifest(tested_game):
            yield Target(name=str(path), files=tested_game.files, only=path, tests=(path,), folder=tested_game.path)
            return
    declared_headings = [*find_headings(decode_utf8(read_input_file(str(path)), str(path)) if text is None else text)]
    is_game = any(each.kind == "game" for each in declared_headings)
    folder_game = load_game_folder(path.parent) if path.suffix == RULES_SUFFIX else None
    own_game = folder_game.id if folder_game is not None else ""
    house = dict.fromkeys(
        each.of
        for each in declared_headings
        if each.of and (each.kind == "house" or (each.kind == PREFERENCES and each.of != own_game))
    )
    if house and not is_game:
        # If no game on the path has the id: of copies beside the file, the folder that is called so.
        sibling_games = sorted(find_games_at(path.resolve().parent), key=lambda game: game.path.name != game.id)
        for game_id in house:
            game = next((game for game in (*games, *sibling_games) if game.id == game_id), None)
            if game is None:
                raise InputError(
                    f"these house rules are for {game_id}, and there is no such game",
                    str(path),
                    describe_near_names(game_id, [game.id for game in games], "The games are", ending=PATH_HINT),
                )
            yield Target(name=str(path), files=game.files, house=(path,), only=path, folder=game.path)
        return
    if folder_game is not None and has_one_manifest(folder_game):
        canonical_files = {canonical_path(file) for file in folder_game.files}
        files = folder_game.files if canonical_path(path) in canonical_files else (*folder_game.files, path)
        yield Target(name=str(path), files=files, only=path, folder=folder_game.path)
        return
    if is_game:
        yield Target(name=str(path), files=(path,), only=path)
        return
    overlay = next((each for each in declared_headings if each.of), None)
    if overlay:
        raise misplaced_overlay_error(path, overlay, games)
    raise InputError(
        "this file belongs to no game",
        str(path),
        'Put it into a game\'s folder, or begin house rules with: house NAME "Title" for GAME',
    )


def is_test_file(path: Path) -> bool:
    """Whether a file is a rules file in a game's folder of tests."""
    folder = path.resolve().parent
    return folder.name == TESTS_FOLDER and path.suffix == RULES_SUFFIX and load_game_folder(folder.parent) is not None


def misplaced_overlay_error(path: Path, overlay: Heading, games: Sequence[GameFolder]) -> InputError:
    """Make the error that an overlay file lies outside the folder of its game."""
    game = next((game for game in games if game.id == overlay.of), None)
    if game is None:
        hint = describe_near_names(overlay.of, [game.id for game in games], "The games are", ending=PATH_HINT)
        message = f"{overlay.kind} {overlay.name} is for {overlay.of}, and there is no such game"
        return InputError(message, str(path), hint)
    hint = "Put it there, or try it from here: " + either(
        f"bombsight lint {game.id} --house {path}",
        f"bombsight.lint({game.id!r}, rules=bombsight.Rules(house=[{str(path)!r}]))",
    )
    message = f"{overlay.kind} {overlay.name} must lie in the folder of its game, {relative_path(game.path)}"
    return InputError(message, str(path), hint)


def has_one_manifest(game: GameFolder) -> bool:
    """Whether exactly one file of a folder holds a manifest, so that all its files are one game."""
    sources, _ = read_files(game.files)
    return sum(any(each.kind == "game" for each in find_headings(source.text)) for source in sources) == 1


def is_same_file(name: str, path: Path) -> bool:
    """Whether a file name, relative or absolute, refers to the same file as a path."""
    return bool(name) and Path(name).resolve() == path.resolve()
