"""Games by the words people have for them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.compiler.findings import near
from bombsight.dsl.diagnostic import Diagnostic, Label
from bombsight.dsl.file_kind import MANIFEST, headings
from bombsight.dsl.listing import listed
from bombsight.dsl.source import Source, Span
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.library import BUILT_IN, GameFolder, find_games, game_folder, games_at, search_path
from bombsight.service.games.reading import from_here, read_all


def find_game(word: str, folders: Iterable[Path] = ()) -> GameFolder:
    """The game with this id, or in this folder.

    Of several with the id, it is the one that came with the program, whose id is nobody else's, or else the one that is
    found first on the search path. Where no id is so, a folder of games may have one of that name; then capitals do not
    count, and the beginning of an id will do if only one game has it.

    Raises:
        InputError: There is none.
        WrongRules: One folder of games has two of this id.
    """
    roots = [games_at(root) for root in search_path(folders)]
    if (found := first_with_id(word, roots)) is not None:
        return found
    path = Path(word)
    placed = [game for games in roots for game in games if game.path.name == word]
    if (here := game_folder(path) if os.path.isdir(path) else None) is not None:
        placed.insert(0, here)
    if placed:
        return placed[0]
    games = find_games(folders)
    by_id = [*dict.fromkeys(game.id for game in games)]
    fits = called_so(word.lower(), by_id)
    if len(fits) == 1:
        return find_game(fits[0], folders)
    if os.path.isdir(path):
        raise InputError("there is no game in this folder", word, "A game is a folder of .rules files.")
    if fits:
        raise InputError(f"{word} may be any of several games", "", f"Say which: {listed(fits, 'or')}.", word)
    elsewhere = f"Others are found by their folder: {word} as a path, or --path FOLDER."
    hint = near(word, by_id, "The games are", then=elsewhere)
    raise InputError(f"there is no game {word}", "", hint, word)


def find_game_in(id_: str, roots: Iterable[Path]) -> GameFolder | None:
    """The game of this id in the first of some folders that has one; None where none has.

    Raises:
        WrongRules: One folder has two of this id.
    """
    return first_with_id(id_, map(games_at, roots))


def first_with_id(id_: str, roots: Iterable[Sequence[GameFolder]]) -> GameFolder | None:
    """The first game of this id.

    Args:
        id_: The id.
        roots: The games of each folder.

    Raises:
        WrongRules: One folder has two of this id.
    """
    for games in roots:
        found = [game for game in games if game.id == id_]
        if len(found) > 1:
            raise WrongRules(*same_id(found))
        if found:
            return found[0]
    return None


def games_behind_shipped(folders: Iterable[Path] = ()) -> list[GameFolder]:
    """The games on the search path whose id is that of a game that came with the program: no id finds them."""
    shipped, *others = map(games_at, search_path(folders))
    ids = {game.id for game in shipped}
    places = {game.path.resolve() for game in shipped}
    behind = [game for games in others for game in games if game.id in ids and game.path.resolve() not in places]
    return [*{game.path.resolve(): game for game in behind}.values()]


def called_so(low: str, ids: Sequence[str]) -> list[str]:
    """The ids that are so in small letters, or else begin so."""
    return [id_ for id_ in ids if id_.lower() == low] or [id_ for id_ in ids if low and id_.lower().startswith(low)]


def game_around(path: Path, id_: str) -> GameFolder | None:
    """The game of this id in whose folder, or beneath it, a file lies; None where it lies in none."""
    around = (game_folder(folder) for folder in path.resolve().parents)
    return next((game for game in around if game is not None and game.id == id_), None)


def folder_of(game: GameFolder) -> str | None:
    """Where a game lies; None where it came with the program."""
    path = game.path.resolve()
    return None if path.parent == BUILT_IN else str(path)


# --- one id for two games


def sharing(games: Iterable[GameFolder]) -> list[list[GameFolder]]:
    """The games that have an id in common, those of each id together."""
    by_id: dict[str, list[GameFolder]] = {}
    for game in games:
        by_id.setdefault(game.id, []).append(game)
    return [several for several in by_id.values() if len(several) > 1]


def same_id(games: Sequence[GameFolder]) -> tuple[list[Diagnostic], dict[str, Source]]:
    """The finding that these games have one id, at the last one's manifest, and the files of its places.

    Raises:
        WrongRules: A file cannot be read.
    """
    *others, (last, place) = map(manifest_of, games)
    finding = Diagnostic(
        "E110",
        f"{len(games)} games are called {games[0].id}",
        place,
        labels=tuple(Label(span, "called so, too") for _, span in others),
        help="Change the id of one, or name the folder of the one you mean: "
        f"{listed([str(from_here(game.path)) for game in games], 'or')}.",
    )
    return [finding], {source.path: source for source in (*(source for source, _ in others), last)}


def manifest_of(game: GameFolder) -> tuple[Source, Span]:
    """The line that begins the manifest of a game, and its file; the beginning of the game's files where there is none.

    Raises:
        WrongRules: A file cannot be read.
    """
    sources = read_all(game.files)
    for source in sources:
        start = 0
        for line in source.text.split("\n"):
            if any(each.kind == MANIFEST for each in headings(line)):
                return source, source.span(start, start + len(line))
            start += len(line) + 1
    return sources[0], sources[0].span(0, 0)
