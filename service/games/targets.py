"""What ``lint`` and ``test`` are asked to look at: games by id, folders, single files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_input_file
from bombsight.boundary.texts import decode_utf8
from bombsight.compiler.findings import describe_near_names, suggest_name
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.file_kind import Heading, find_headings
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source
from bombsight.service.games.game_lookup import find_shared_ids, report_shared_id
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
PATH_HINT = "Name the folder that it is in with --path."


@frozen(kw_only=True)
class Target:
    """Something to look at.

    Attributes:
        name: As it is called in what is told about it.
        files: The files of the game.
        house: A house-rule file that is looked at with the game, or none.
        only: The one file that counts, or None for all.
        folder: The game's folder, or None for a file that stands alone.
        tests: Files of examples that are looked at with the game.
        named: Whether its one file was named, and not only the folder that it lies in.
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
    """What words on the command line name; every game there is where nothing is named.

    Args:
        words: Games, folders and files.
        folders: Where games lie, beside the usual places.
        texts: What stands for files, by their whole paths; these need not be there.

    Raises:
        InputError: Something is not there, or holds no rules.
    """
    games = find_games(folders)
    if not words:
        return [make_game_target(game) for game in games]
    resolved = [target for word in words for target in resolve_word(word, games, texts or {})]
    return list({(target.files, target.house, target.only, target.tests): target for target in resolved}.values())


def resolve_word(word: str, games: Sequence[GameFolder], texts: Mapping[Path, str]) -> Iterator[Target]:
    """What one word names.

    Raises:
        InputError: It names nothing.
    """
    matching_games = [game for game in games if game.id == word] or [game for game in games if game.path.name == word]
    path = Path(word)
    text = texts.get(canonical_path(path))
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
    """What a file is that a call names; see :func:`file_targets`."""
    yield from (evolve(target, named=True) for target in file_targets(path, games, text))


def make_game_target(game: GameFolder) -> Target:
    """A whole game."""
    return Target(name=game.id, files=game.files, folder=game.path)


def separate_shared_ids(all_targets: Iterable[Target]) -> tuple[list[Target], list[Diagnostic], dict[str, Source]]:
    """What can be looked at together, the findings on whole games that have one id, and the files of their places.

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
    """The game in a folder; or house rules in it, and the games in the folders beneath it.

    Raises:
        InputError: There are no rules in it, nor beneath it; or there is no game that house rules in it are for.
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
    """A single file, with the game that it belongs to; house rules with each of the games that they are for.

    Args:
        path: The file.
        games: The games that there are.
        text: What it says, whatever lies on the disk.

    Raises:
        InputError: It is not there, belongs to no game, or is for a game that is not there.
    """
    if is_test_file(path):
        tested_game = load_game_folder(path.resolve().parent.parent)
        if tested_game is not None and has_one_manifest(tested_game):
            yield Target(name=str(path), files=tested_game.files, only=path, tests=(path,), folder=tested_game.path)
            return
    declared_headings = [*find_headings(decode_utf8(read_input_file(str(path)), str(path)) if text is None else text)]
    is_game = any(each.kind == "game" for each in declared_headings)
    folder_game = load_game_folder(path.parent) if path.suffix == RULES_SUFFIX else None
    house = dict.fromkeys(each.of for each in declared_headings if each.kind == "house" and each.of)
    if house and not is_game:
        sibling_games = find_games_at(path.resolve().parent)  # where nothing on the path is called so
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
    """Whether a file lies in the folder of a game's tests."""
    folder = path.resolve().parent
    return folder.name == TESTS_FOLDER and path.suffix == RULES_SUFFIX and load_game_folder(folder.parent) is not None


def misplaced_overlay_error(path: Path, overlay: Heading, games: Sequence[GameFolder]) -> InputError:
    """An overlay of a game that does not lie in the game's folder."""
    game = next((game for game in games if game.id == overlay.of), None)
    if game is None:
        hint = describe_near_names(overlay.of, [game.id for game in games], "The games are", ending=PATH_HINT)
        message = f"{overlay.kind} {overlay.name} is for {overlay.of}, and there is no such game"
        return InputError(message, str(path), hint)
    hint = f"Put it there, or try it from here: bombsight lint {game.id} --house {path}"
    message = f"{overlay.kind} {overlay.name} must lie in the folder of its game, {relative_path(game.path)}"
    return InputError(message, str(path), hint)


def has_one_manifest(game: GameFolder) -> bool:
    """Whether just one file of a folder holds a manifest: then all of them are one game."""
    sources, _ = read_files(game.files)
    return sum(any(each.kind == "game" for each in find_headings(source.text)) for source in sources) == 1


def is_same_file(name: str, path: Path) -> bool:
    """Whether a file's name is that of this one."""
    return bool(name) and Path(name).resolve() == path.resolve()
