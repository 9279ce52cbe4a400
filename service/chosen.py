"""Which game, and which rules of it: from words on the command line to a request for the compiler."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from attrs import evolve, field, frozen

from bombsight.compiler.findings import near
from bombsight.compiler.library import BUILT_IN, GameFolder, game_folder, games_in, read_files, search_path
from bombsight.compiler.request import Request
from bombsight.dsl.listing import listed
from bombsight.dsl.source import Source
from bombsight.runtime.errors import InputError
from bombsight.service.failure import WrongRules

MANIFEST = re.compile(r"^game[ \t]+(\w+)", re.MULTILINE)
HOUSE = "house"
"""What stands before the names of house-rule files."""

OVERLAY = re.compile(r"^(errata|variant|house)[ \t]+(\w+)", re.MULTILINE)


@frozen(kw_only=True)
class Rules:
    """Which rules are asked for.

    Attributes:
        folders: Folders to look for games in, besides the usual ones.
        house: House-rule files.
        options: Options by name, as words.
        variants: Variants in force.
        without: Errata left out.
    """

    folders: tuple[Path, ...] = ()
    house: tuple[Path, ...] = ()
    options: Mapping[str, str] = field(factory=dict)
    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


def rules_of(
    folders: Iterable[Path] | None = None,
    house: Iterable[Path] | None = None,
    options: Iterable[str] | None = None,
    variants: Iterable[str] | None = None,
    without: Iterable[str] | None = None,
) -> Rules:
    """The rules that a call asks for.

    Raises:
        InputError: An option is not written as ``NAME`` or ``NAME=VALUE``, or a folder is not there.
    """
    missing = next((folder for folder in folders or () if not folder.is_dir()), None)
    if missing is not None:
        raise InputError("there is no such folder", str(missing))
    return Rules(
        folders=tuple(folders or ()),
        house=tuple(house or ()),
        options=dict(map(option_value, options or ())),
        variants=tuple(variants or ()),
        without=tuple(without or ()),
    )


def option_value(text: str) -> tuple[str, str]:
    """Name and value of ``NAME=VALUE``; ``NAME`` alone means yes."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or (equals and not value):
        raise InputError(f"--option {text} sets nothing", "", "Write --option NAME or --option NAME=VALUE.")
    return name, value or "yes"


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

    Of several with the id, it is the one that is found first on the search path.

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
    by_id = [game.id for game in all_games(folders)]
    if path.is_dir():
        raise InputError("this folder holds no rules", word, "A game is a folder of .rules files.")
    known = f"There are: {listed(by_id)}." if by_id else "There are none: name their folder with --path."
    raise InputError(f"there is no game {word}", "", near(word, by_id) or known)


def is_called(game: GameFolder, id_: str) -> bool:
    """Whether a game has this id, be it its folder's name or what its rules say."""
    return id_ in (game.id, declared_id(game))


def folder_of(game: GameFolder) -> str | None:
    """Where a game lies; None where it came with the program."""
    path = game.path.resolve()
    return None if path.parent == BUILT_IN else str(path)


def declared_id(game: GameFolder) -> str:
    """The id in a game's manifest; empty where none can be read."""
    for path in game.files:
        try:
            found = MANIFEST.search(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if found:
            return found[1]
    return ""


def read_all(paths: Sequence[Path]) -> tuple[Source, ...]:
    """The texts of files, under names that are short from where we are.

    Raises:
        WrongRules: One cannot be read.
    """
    sources, unread = read_files([*map(from_here, paths)])
    if unread:
        raise WrongRules(unread, {}, unread=True)
    return sources


def called(sources: Iterable[Source], folder: str) -> tuple[Source, ...]:
    """Files as people read of them: the game and the file, wherever both lie on this machine.

    Args:
        sources: The files, their paths those that can be opened.
        folder: What stands before their names: the game's id, or ``house``.
    """
    names: dict[str, Source] = {}
    for source in sources:
        name, number = f"{folder}/{Path(source.path).name}", 1
        while name in names:
            number += 1
            name = f"{folder}/{number}/{Path(source.path).name}"
        names[name] = evolve(source, path=name, file=source.path)
    return tuple(names.values())


def from_here(path: Path) -> Path:
    """A path as one would type it: relative where it lies below the folder we are in."""
    with suppress(OSError, ValueError):
        return path.relative_to(Path.cwd())
    return path


def overlay_names(sources: Iterable[Source], kind: str) -> list[str]:
    """The names of overlays of one kind in some files, in their order."""
    return [name for source in sources for found, name in OVERLAY.findall(source.text) if found == kind]


def check_overlays(rules: Rules, sources: Sequence[Source], game: str) -> None:
    """See that variants and errata named in a call exist.

    Raises:
        InputError: One does not.
    """
    for flag, kind, wanted in (("--variant", "variant", rules.variants), ("--without", "errata", rules.without)):
        known = overlay_names(sources, kind)
        for name in wanted:
            if name not in known:
                has = f"{game} has: {listed(known)}." if known else f"{game} has none."
                called = "no errata called" if kind == "errata" else "no variant"
                raise InputError(f"{flag} {name}: there is {called} {name}", "", near(name, known) or has)


# --- requests


def request_for(word: str, rules: Rules) -> Request:
    """What to compile for a game that a word names.

    Raises:
        InputError: There is no such game, variant or errata.
        WrongRules: A file cannot be read.
    """
    game = find_game(word, rules.folders)
    return request_of(game.id, game.files, rules)


def request_of(name: str, files: Sequence[Path], rules: Rules) -> Request:
    """What to compile for a game of these files.

    Raises:
        InputError: There is no such variant or errata.
        WrongRules: A file cannot be read.
    """
    base = read_all(files)
    check_overlays(rules, base, name)
    found = next(filter(None, (MANIFEST.search(source.text) for source in base)), None)
    return Request(
        base=called(base, found[1] if found else name),
        house=called(read_all(rules.house), HOUSE),
        options=dict(rules.options),
        without=rules.without,
        variants=rules.variants,
    )
