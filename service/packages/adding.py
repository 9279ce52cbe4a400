"""Adding: a package becomes a game in the user's own folder of games; removal of such a game.

A package may come from anybody. Its rules are compiled here anew, within the usual budget; the game file in it must be
what they give, or, if another version of the program made it, hold the same texts. What is played from then on is made
of the rules. The package is kept, also that of a version that was replaced: saves and links name the texts of their
rules by a digest, and find them there (:func:`bombsight.service.saves.snapshots.load_snapshot`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import assert_never

from attrs import frozen

from bombsight.boundary.errors import InputError, reason_of
from bombsight.boundary.files import read_input_file
from bombsight.boundary.platform import replace_path
from bombsight.boundary.wording import either
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.outline import read_outline
from bombsight.compiler.request import Request
from bombsight.compiler.resolve.release import release_numbers
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.files import decode_source
from bombsight.dsl.source import Source
from bombsight.dsl.suggestions import describe_near_names
from bombsight.service.common.container import unpack
from bombsight.service.common.failure import WrongRules
from bombsight.service.common.files import overwrite_bytes
from bombsight.service.common.user_folders import added_games_folder, packages_folder
from bombsight.service.games.game_lookup import find_game_by_id
from bombsight.service.games.game_origins import PACKAGE_SUFFIX, describe_origin, origin_of
from bombsight.service.games.library import GameFolder, find_games_in, load_game_folder, search_path
from bombsight.service.games.requests import Rules, make_request
from bombsight.service.games.targets import RULES_SUFFIX
from bombsight.service.packages.contents import MAX_PACKAGE_BYTES, NOUN, Package, PackageHead, decode_package
from bombsight.service.packages.packing import current_build
from bombsight.service.programs.compile import compile_game
from bombsight.service.saves.snapshots import SOURCES_PART, texts_of
from bombsight.service.site.gamefile import load_game_file


@frozen(kw_only=True)
class AddedGame:
    """A game that was added from a package.

    Attributes:
        folder: Its folder.
        head: What the package says of it, compared with the rules.
        replaced: The version that was there before; empty for none.
        is_compared: Whether the game file was compared byte for byte; else another version of the program made it,
            and only the texts in it were.
    """

    folder: Path
    head: PackageHead
    replaced: str
    is_compared: bool


@frozen(kw_only=True)
class RemovedGame:
    """A game that was removed from the user's folder of games."""

    game: str
    folder: Path


def add_game(file: str, folders: tuple[Path, ...] = (), *, replace: bool = False, limit: int = 1) -> AddedGame:
    """Add the game of a package to the user's own folder of games.

    Args:
        file: The package.
        folders: Folders of games whose ids are taken, besides the usual places.
        replace: Whether it may replace an older version of the same game that was added before.
        limit: The factor on the budget of its rules.

    Raises:
        InputError: The file is no package, its game is not what it says, its id is taken, or it cannot be written.
        WrongRules: Its rules have errors.
    """
    content = read_input_file(file, MAX_PACKAGE_BYTES)
    package = decode_package(content, file)
    replaced = check_id(package.head, file, folders, replace=replace)
    is_compared = check_package(package, file, limit)
    target = added_games_folder() / package.head.game
    try:
        added_games_folder().mkdir(parents=True, exist_ok=True)
        packages_folder().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=added_games_folder().parent, prefix="adding-") as new:
            folder = Path(new) / package.head.game
            write_files(package, folder)
            overwrite_bytes(package_path(package.head), content)
            move_folder(folder, target, Path(new) / "before")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be added: {reason_of(error)}", file) from error
    return AddedGame(folder=target, head=package.head, replaced=replaced, is_compared=is_compared)


def package_path(head: PackageHead) -> Path:
    """Return the path at which the package with a head is kept; the name has the digest of its texts."""
    return packages_folder() / f"{head.game}-{head.snapshot}{PACKAGE_SUFFIX}"


def write_files(package: Package, folder: Path) -> None:
    """Write the files of a package's game into a new folder; their names were checked as the package was decoded.

    Raises:
        OSError: They cannot be written.
    """
    for name, content in package.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def move_folder(new: Path, target: Path, old: Path) -> None:
    """Move a folder to its place; one that is there moves to ``old``, and comes back if the other cannot be moved.

    Raises:
        OSError: They cannot be moved.
    """
    is_there = target.exists()
    if is_there:
        replace_path(str(target), old)
    try:
        replace_path(str(new), target)
    except OSError:
        if is_there:
            replace_path(str(old), target)
        raise


# --- checks


def check_id(head: PackageHead, place: str, folders: tuple[Path, ...], *, replace: bool) -> str:
    """Check that the id of a package's game is free, or that of an older version that it may replace.

    Returns:
        The version that it replaces; empty for none.

    Raises:
        InputError: The id is taken.
    """
    game = find_game_by_id(head.game, search_path(folders)) or find_folded_id(head.game)
    if game is None:
        return ""
    if origin_of(game).kind != "added":
        hint = "A game keeps its id; ask its author for a package with another id, or play it by its folder."
        raise InputError(f"there is a game {game.id} already: {describe_place(game)}", place, hint)
    version = version_of(game)
    if not replace:
        replacing = either(f"bombsight add {place} --replace", f"bombsight.add({place!r}, replace=True)")
        hint = f"If this is a newer version of the same game: {replacing}. Saves go on by the rules they began with."
        raise InputError(f"there is a game {game.id} already, added in version {version or 'unknown'}", place, hint)
    if game.id != head.game:
        raise InputError(f"there is a game {game.id} already, whose id differs in capitals only", place)
    if release_numbers(head.game_version) <= release_numbers(version):
        removing = either(f"bombsight remove {game.id}", f"bombsight.remove({game.id!r})")
        hint = f"To have this one all the same, remove that one first: {removing}."
        message = f"version {version} of {game.id} is there, and this is {head.game_version}: no newer one"
        raise InputError(message, place, hint)
    return version


def describe_place(game: GameFolder) -> str:
    """Describe where a game that was not added came from."""
    origin = origin_of(game)
    match origin.kind:
        case "shipped":
            return "it came with Bombsight"
        case "distribution":
            return f"it is {describe_origin(origin.kind, origin.distribution)}"
        case "folder" | "added":
            return f"it lies in {game.path}"
        case _:
            assert_never(origin.kind)


def find_folded_id(id_: str) -> GameFolder | None:
    """Find an added game whose id differs from another only in capitals: one folder on many systems."""
    folder = added_games_folder()
    names = (path for path in sorted(folder.iterdir()) if path.name.lower() == id_.lower()) if folder.is_dir() else ()
    return next((game for path in names if (game := load_game_folder(path)) is not None), None)


def version_of(game: GameFolder) -> str:
    """Return the version in a game's manifest; empty if it has none, or its rules cannot be read."""
    return read_outline(make_request(game.id, game.files, Rules())).release.version


def check_package(package: Package, place: str, limit: int) -> bool:
    """Compile the rules of a package, and check that the package holds and says what they give.

    Args:
        package: The package.
        place: Its file, for messages.
        limit: The factor on the budget of its rules.

    Returns:
        Whether the game file was compared byte for byte.

    Raises:
        InputError: It holds or says something else, or no game.
        WrongRules: Its rules have errors.
    """
    request = request_of_package(package, place, limit)
    graph, _ = compile_game(request)
    check_head(package.head, graph, texts_of(request).digest, place)
    made, packed = unpack(load_game_file(request).content, place), unpack(package.game_file, place)
    is_comparable = package.head.build == current_build() and limit == 1
    parts = made.parts if is_comparable else (SOURCES_PART,)
    differing = [part for part in parts if made.parts[part] != packed.parts.get(part)]
    if differing or (is_comparable and made.parts.keys() != packed.parts.keys()):
        hint = "Do not play it on a page; whoever packed it changed one of the two. Ask its author for another."
        raise InputError(f"the game file in this {NOUN} is not what its rules give", place, hint)
    return is_comparable


def request_of_package(package: Package, place: str, limit: int) -> Request:
    """Make the compilation request for the rules in a package, as one for its folder would be; no file is written.

    Raises:
        InputError: It holds no rules.
        WrongRules: A file of rules is no text.
    """
    names = [name for name in sorted(package.files) if name.endswith(RULES_SUFFIX) and "/" not in name]
    if not names:
        raise InputError(f"this {NOUN} holds no rules of a game", place)
    sources = [decode_source(f"{package.head.game}/{name}", package.files[name]) for name in names]
    unread = [source for source in sources if isinstance(source, Diagnostic)]
    if unread:
        raise WrongRules(unread, {}, is_unreadable=True)
    return Request(base=tuple(source for source in sources if isinstance(source, Source)), raised=limit)


def check_head(head: PackageHead, graph: RuleGraph, digest: str, place: str) -> None:
    """Raise an error unless a package says what its rules say.

    Raises:
        InputError: It says something else.
    """
    release = graph.game.release
    said = (head.game, head.title, head.game_version, head.licence, head.needs, head.home, head.snapshot)
    found = (
        *(graph.game.id, graph.game.title),
        *(release.version, release.licence, release.needs, release.home),
        digest,
    )
    if said != found or (head.build == current_build() and head.rules != graph.rules_hash):
        raise InputError(f"this {NOUN} says other things of its game than its rules do", place)


# --- removal


def remove_game(id_: str) -> RemovedGame:
    """Remove a game that was added from a package, with the packages of all its versions; its saves stay.

    Raises:
        InputError: There is no such added game, or it cannot be removed.
    """
    folder = added_games_folder()
    games = find_games_in(folder)
    game = next((each for each in games if each.id == id_), None)
    if game is None:
        raise not_added_error(id_, games)
    with suppress(OSError):
        for path in packages_folder().glob(f"{id_}-*{PACKAGE_SUFFIX}"):
            path.unlink()
    try:
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix="removing-", ignore_cleanup_errors=True) as old:
            replace_path(str(game.path), Path(old) / game.path.name)
    except OSError as error:
        raise InputError(f"cannot be removed: {reason_of(error)}", str(game.path)) from error
    return RemovedGame(game=id_, folder=game.path)


def not_added_error(id_: str, games: Sequence[GameFolder]) -> InputError:
    """Make the error that no game with an id was added, which says where it comes from if there is one."""
    game = find_game_by_id(id_, search_path())
    if game is None:
        ids = [each.id for each in games]
        hint = describe_near_names(id_, ids, "You have added") if ids else "You have added none."
        return InputError(f"you have added no game {id_}", "", hint, id_)
    origin = origin_of(game)
    match origin.kind:
        case "shipped":
            return InputError(f"{id_} came with Bombsight and stays", "", "", id_)
        case "distribution":
            name = origin.distribution.partition(" ")[0]
            return InputError(
                f"{id_} is of the Python package {name}", "", f"`pip uninstall {name}` takes it away.", id_
            )
        case "folder" | "added":
            return InputError(f"{id_} is a folder of yours", str(game.path), "Take the folder away yourself.", id_)
        case _:
            assert_never(origin.kind)
