"""The lookup of games by id, prefix or folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument, either
from bombsight.compiler.findings import describe_near_names
from bombsight.dsl.diagnostic import Diagnostic, Label
from bombsight.dsl.file_kind import MANIFEST, find_headings
from bombsight.dsl.listing import join_names
from bombsight.dsl.source import Source, Span
from bombsight.service.common.failure import WrongRules
from bombsight.service.common.project import DOCS
from bombsight.service.common.table_formats import check_no_tables
from bombsight.service.games.game_origins import PACKAGE_SUFFIX, origin_of
from bombsight.service.games.library import (
    GameFolder,
    find_games,
    find_games_at,
    load_game_folder,
    named_folders,
    package_folders,
    search_path,
)
from bombsight.service.games.source_files import read_sources, relative_path


def find_game(id_or_folder: str, folders: Iterable[Path] = ()) -> GameFolder:
    """Find a game by its id, by a unique beginning of the id, or by its folder.

    Of several games with the id, the one that came with the program wins, else the first on the search path; but a
    folder in the working directory that is called so, where its author works on it, goes before packages. If no id
    matches, a folder with that path or name may be the game; after that, case is ignored, and a unique prefix of an id
    is enough.

    Raises:
        InputError: No game matches.
        WrongRules: One folder of games has two with this id.
    """
    path = Path(id_or_folder)
    folder_game = load_game_folder(path) if os.path.isdir(path) else None
    exact_match = find_game_by_id(id_or_folder, named_folders(folders))
    if exact_match is None and folder_game is not None and folder_game.id == id_or_folder:
        exact_match = folder_game
    if exact_match is None:
        exact_match = find_game_by_id(id_or_folder, package_folders())
    if exact_match is not None:
        return exact_match
    roots = [find_games_at(root) for root in search_path(folders)]
    folder_matches = [game for games in roots for game in games if game.path.name == id_or_folder]
    if folder_game is not None:
        folder_matches.insert(0, folder_game)
    if folder_matches:
        return folder_matches[0]
    games = find_games(folders)
    by_id = [*dict.fromkeys(game.id for game in games)]
    matching_ids = match_ids(id_or_folder.lower(), by_id)
    if len(matching_ids) == 1:
        return find_game(matching_ids[0], folders)
    if os.path.isdir(path):
        raise InputError("there is no game in this folder", id_or_folder, "A game is a folder of .rules files.")
    if matching_ids:
        raise InputError(
            f"{id_or_folder} may be any of several games",
            "",
            f"Say which: {join_names(matching_ids, 'or')}.",
            id_or_folder,
        )
    if id_or_folder.endswith(PACKAGE_SUFFIX) and os.path.isfile(path):
        adding = either(f"bombsight add {id_or_folder}", f"bombsight.add({id_or_folder!r})")
        raise InputError("this is a package, and not yet among your games", id_or_folder, f"Add it: {adding}.")
    check_no_tables(id_or_folder)
    folders_argument = argument("folders", option="--path", example="FOLDER")
    elsewhere = f"Others are found by their folder: {id_or_folder} as a path, or {folders_argument}."
    hint = describe_near_names(id_or_folder, by_id, "The games are", ending=elsewhere)
    if is_example(id_or_folder):
        hint = f"It is an example: `bombsight new --example {id_or_folder}` puts it here. {elsewhere}"
    raise InputError(f"there is no game {id_or_folder}", "", hint, id_or_folder)


def is_example(name: str) -> bool:
    """Whether an example game has a name, which has to be copied before it is a game."""
    examples = DOCS / "examples"
    return examples.is_dir() and any(each.name == name and any(each.glob("*.rules")) for each in examples.iterdir())


def find_game_by_id(id_: str, roots: Iterable[Path]) -> GameFolder | None:
    """Find the game with an id in the first folder of games that has one; None if none has.

    Raises:
        WrongRules: One folder has two games with this id.
    """
    return first_game_with_id(id_, map(find_games_at, roots))


def first_game_with_id(id_: str, roots: Iterable[Sequence[GameFolder]]) -> GameFolder | None:
    """Select the game with an id from the first list of games that has one; None if none has.

    Raises:
        WrongRules: One folder has two games with this id.
    """
    for games in roots:
        matches = [game for game in games if game.id == id_]
        if len(matches) > 1:
            raise WrongRules(*report_shared_id(matches))
        if matches:
            return matches[0]
    return None


def find_shadowed_games(folders: Iterable[Path] = ()) -> list[GameFolder]:
    """Find the games on the search path that are hidden by a shipped game with the same id."""
    shipped, *other_roots = map(find_games_at, search_path(folders))
    ids = {game.id for game in shipped}
    places = {game.path.resolve() for game in shipped}
    shadowed = [game for games in other_roots for game in games if game.id in ids and game.path.resolve() not in places]
    return [*{game.path.resolve(): game for game in shadowed}.values()]


def match_ids(lower_word: str, ids: Sequence[str]) -> list[str]:
    """Select the ids that equal a lower-case word, ignoring case; if there are none, those that begin with it."""
    return [id_ for id_ in ids if id_.lower() == lower_word] or [
        id_ for id_ in ids if lower_word and id_.lower().startswith(lower_word)
    ]


def find_enclosing_game(path: Path, id_: str) -> GameFolder | None:
    """Find the game with an id whose folder contains a file; None if none does."""
    enclosing = (load_game_folder(folder) for folder in path.resolve().parents)
    return next((game for game in enclosing if game is not None and game.id == id_), None)


def external_folder(game: GameFolder) -> str | None:
    """The absolute path of a game's folder; None for a game that its id finds on any machine that has it.

    Such are the shipped games, and those that came as packages.
    """
    return str(game.path.resolve()) if origin_of(game).kind == "folder" else None


# --- shared ids


def find_shared_ids(games: Iterable[GameFolder]) -> list[list[GameFolder]]:
    """Group games that have the same id; games with a unique id are left out."""
    by_id: dict[str, list[GameFolder]] = {}
    for game in games:
        by_id.setdefault(game.id, []).append(game)
    return [several for several in by_id.values() if len(several) > 1]


def report_shared_id(games: Sequence[GameFolder]) -> tuple[list[Diagnostic], dict[str, Source]]:
    """Make the error that several games have the same id, and the source files to show with it.

    Raises:
        WrongRules: A file cannot be read.
    """
    *other_manifests, (last, place) = map(locate_manifest, games)
    finding = Diagnostic(
        "E110",
        f"{len(games)} games are called {games[0].id}",
        place,
        labels=tuple(Label(span, "called so, too") for _, span in other_manifests),
        help="Change the id of one, or name the folder of the one you mean: "
        f"{join_names([str(relative_path(game.path)) for game in games], 'or')}.",
    )
    return [finding], {source.path: source for source in (*(source for source, _ in other_manifests), last)}


def locate_manifest(game: GameFolder) -> tuple[Source, Span]:
    """Find the first line of a game's manifest; without a manifest, the start of the game's first file.

    Raises:
        WrongRules: A file cannot be read.
    """
    sources = read_sources(game.files)
    for source in sources:
        start = 0
        for line in source.text.split("\n"):
            if any(each.kind == MANIFEST for each in find_headings(line)):
                return source, source.span(start, start + len(line))
            start += len(line) + 1
    return sources[0], sources[0].span(0, 0)
