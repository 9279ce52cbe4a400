"""Games by the words people have for them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.compiler.findings import near
from bombsight.dsl.headings import game_id
from bombsight.dsl.listing import listed
from bombsight.runtime.errors import InputError
from bombsight.service.library import BUILT_IN, GameFolder, game_folder, games_in, read_files, search_path


def all_games(folders: Iterable[Path] = ()) -> list[GameFolder]:
    """The games on the search path; a folder on it may also be a game itself."""
    games: dict[str, GameFolder] = {}
    for root in search_path(folders):
        for game in games_at(root):
            games.setdefault(game.id, game)
    return sorted(games.values(), key=lambda game: game.id)


def games_at(root: Path) -> list[GameFolder]:
    """The games in a folder on the search path, which may also be a game itself."""
    itself = game_folder(root.resolve())
    return [*([] if itself is None else [itself]), *games_in(root)]


def find_game(word: str, folders: Iterable[Path] = ()) -> GameFolder:
    """The game with this id, be it its folder's name or what its rules say, or in this folder.

    Of several with the id, it is the one that is found first on the search path. Where no id is so, capitals do not
    count, and the beginning of an id will do if only one game has it.

    Raises:
        InputError: There is none.
    """
    for root in search_path(folders):
        games = games_at(root)
        by_name = next((game for game in games if game.id == word), None)
        found = by_name or next((game for game in games if declared_id(game) == word), None)
        if found is not None:
            return found
    path = Path(word)
    found = game_folder(path) if path.is_dir() else None
    if found is not None:
        return found
    games = all_games(folders)
    fits = called_so(word.lower(), games)
    if len(fits) == 1:
        return fits[0]
    by_id = [game.id for game in games]
    if path.is_dir():
        raise InputError("this folder holds no rules", word, "A game is a folder of .rules files.")
    if fits:
        raise InputError(f"{word} may be any of several games", "", f"Say which: {listed([g.id for g in fits], 'or')}.")
    hint = near(word, by_id, "The games are") if by_id else "There are none: name their folder with --path."
    raise InputError(f"there is no game {word}", "", hint)


def called_so(low: str, games: Iterable[GameFolder]) -> list[GameFolder]:
    """The games whose ids are so in small letters, or else begin so."""
    known = list(games)
    return [game for game in known if game.id.lower() == low] or [
        game for game in known if low and game.id.lower().startswith(low)
    ]


def is_called(game: GameFolder, id_: str) -> bool:
    """Whether a game has this id, be it its folder's name or what its rules say."""
    return id_ in (game.id, declared_id(game))


def folder_of(game: GameFolder) -> str | None:
    """Where a game lies; None where it came with the program."""
    path = game.path.resolve()
    return None if path.parent == BUILT_IN else str(path)


def declared_id(game: GameFolder) -> str:
    """The id in a game's manifest; empty where none can be read."""
    return game_id(read_files(game.files)[0])
