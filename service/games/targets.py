"""What ``lint`` and ``test`` are asked to look at: games by id, folders, single files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_bytes
from bombsight.boundary.texts import decode
from bombsight.compiler.findings import meant, near
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.file_kind import Heading, headings
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source
from bombsight.service.games.find import same_id, sharing
from bombsight.service.games.library import TESTS, GameFolder, find_games, game_folder, games_at, read_files, rules_in
from bombsight.service.games.reading import from_here, whole_path

SCRIPT_SUFFIX = ".script"
RULES_SUFFIX = ".rules"
BY_PATH = "Name the folder that it is in with --path."


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


def targets(
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
        return [game_target(game) for game in games]
    found = [target for word in words for target in named(word, games, texts or {})]
    return list({(target.files, target.house, target.only, target.tests): target for target in found}.values())


def named(word: str, games: Sequence[GameFolder], texts: Mapping[Path, str]) -> Iterator[Target]:
    """What one word names.

    Raises:
        InputError: It names nothing.
    """
    found = [game for game in games if game.id == word] or [game for game in games if game.path.name == word]
    path = Path(word)
    text = texts.get(whole_path(path))
    if text is not None:
        yield from named_file(path, games, text)
    elif found:
        yield from map(game_target, found)
    elif path.is_dir():
        yield from in_folder(path, games)
    elif path.exists():
        yield from named_file(path, games)
    else:
        what = "file" if "/" in word or "." in word else "game"
        by_id = [*dict.fromkeys(game.id for game in games)]
        hint = near(word, by_id, "The games are") if what == "game" else meant(word, by_id)
        raise InputError(f"there is no {what} {word}", "", hint)


def named_file(path: Path, games: Sequence[GameFolder], text: str | None = None) -> Iterator[Target]:
    """What a file is that a call names; see :func:`file_targets`."""
    yield from (evolve(target, named=True) for target in file_targets(path, games, text))


def game_target(game: GameFolder) -> Target:
    """A whole game."""
    return Target(name=game.id, files=game.files, folder=game.path)


def told_apart(wanted: Iterable[Target]) -> tuple[list[Target], list[Diagnostic], dict[str, Source]]:
    """What can be looked at together, the findings on whole games that have one id, and the files of their places.

    Raises:
        WrongRules: A file cannot be read.
    """
    targets = [*wanted]
    folders = {each.folder.resolve(): each for each in targets if each.folder is not None and each.only is None}
    findings: list[Diagnostic] = []
    sources: dict[str, Source] = {}
    twice: set[Path] = set()
    for games in sharing(GameFolder(each.name, path, each.files) for path, each in folders.items()):
        told, read = same_id(games)
        findings += told
        sources |= read
        twice |= {game.path for game in games}
    return [t for t in targets if t.folder is None or t.folder.resolve() not in twice], findings, sources


def in_folder(path: Path, games: Sequence[GameFolder]) -> Iterator[Target]:
    """The game in a folder; or house rules in it, and the games in the folders beneath it.

    Raises:
        InputError: There are no rules in it, nor beneath it; or there is no game that house rules in it are for.
    """
    game = game_folder(path)
    if game is not None:
        yield game_target(game)
        return
    beneath = sorted({file.parent for file in path.rglob(f"*{RULES_SUFFIX}") if not of_tests(file)})
    found = [game for folder in beneath if (game := game_folder(folder)) is not None]
    house = rules_in(path)
    if not found and not house:
        raise InputError("this folder holds no rules", str(path), "Rules stand in files that end in .rules.")
    for file in house:
        yield from file_targets(file, games)
    yield from map(game_target, found)


def file_targets(path: Path, games: Sequence[GameFolder], text: str | None = None) -> Iterator[Target]:
    """A single file, with the game that it belongs to; house rules with each of the games that they are for.

    Args:
        path: The file.
        games: The games that there are.
        text: What it says, whatever lies on the disk.

    Raises:
        InputError: It is not there, belongs to no game, or is for a game that is not there.
    """
    if of_tests(path):
        tested = game_folder(path.resolve().parent.parent)
        if tested is not None and has_one_manifest(tested):
            yield Target(name=str(path), files=tested.files, only=path, tests=(path,), folder=tested.path)
            return
    found = [*headings(decode(read_bytes(str(path)), str(path)) if text is None else text)]
    is_game = any(each.kind == "game" for each in found)
    beside = game_folder(path.parent) if path.suffix == RULES_SUFFIX else None
    house = dict.fromkeys(each.of for each in found if each.kind == "house" and each.of)
    if house and not is_game:
        beside_it = games_at(path.resolve().parent)  # where nothing on the path is called so
        for of in house:
            game = next((game for game in (*games, *beside_it) if game.id == of), None)
            if game is None:
                raise InputError(
                    f"these house rules are for {of}, and there is no such game",
                    str(path),
                    near(of, [game.id for game in games], "The games are", then=BY_PATH),
                )
            yield Target(name=str(path), files=game.files, house=(path,), only=path, folder=game.path)
        return
    if beside is not None and has_one_manifest(beside):
        known = {whole_path(file) for file in beside.files}
        files = beside.files if whole_path(path) in known else (*beside.files, path)
        yield Target(name=str(path), files=files, only=path, folder=beside.path)
        return
    if is_game:
        yield Target(name=str(path), files=(path,), only=path)
        return
    overlay = next((each for each in found if each.of), None)
    if overlay:
        raise misplaced(path, overlay, games)
    raise InputError(
        "this file belongs to no game",
        str(path),
        'Put it into a game\'s folder, or begin house rules with: house NAME "Title" for GAME',
    )


def of_tests(path: Path) -> bool:
    """Whether a file lies in the folder of a game's tests."""
    folder = path.resolve().parent
    return folder.name == TESTS and path.suffix == RULES_SUFFIX and game_folder(folder.parent) is not None


def misplaced(path: Path, overlay: Heading, games: Sequence[GameFolder]) -> InputError:
    """An overlay of a game that does not lie in the game's folder."""
    game = next((game for game in games if game.id == overlay.of), None)
    if game is None:
        hint = near(overlay.of, [game.id for game in games], "The games are", then=BY_PATH)
        message = f"{overlay.kind} {overlay.name} is for {overlay.of}, and there is no such game"
        return InputError(message, str(path), hint)
    hint = f"Put it there, or try it from here: bombsight lint {game.id} --house {path}"
    message = f"{overlay.kind} {overlay.name} must lie in the folder of its game, {from_here(game.path)}"
    return InputError(message, str(path), hint)


def has_one_manifest(game: GameFolder) -> bool:
    """Whether just one file of a folder holds a manifest: then all of them are one game."""
    sources, _ = read_files(game.files)
    return sum(any(each.kind == "game" for each in headings(source.text)) for source in sources) == 1


def same_file(name: str, path: Path) -> bool:
    """Whether a file's name is that of this one."""
    return bool(name) and Path(name).resolve() == path.resolve()
