"""Editions of an earlier site in the same folder, kept for links to games that were played by their rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve

from bombsight.boundary.codec.problems import DecodeError
from bombsight.boundary.documents import MALFORMED_ERRORS, parse_json
from bombsight.boundary.errors import InputError
from bombsight.boundary.files import read_file
from bombsight.service.common.container import MAX_UNPACKED_SIZE, SUFFIX, unpack
from bombsight.service.common.decoding import decode_document
from bombsight.service.site.editions import GAMES_FOLDER, BuiltGame
from bombsight.service.site.folder import read_manifest
from bombsight.service.site.game_list import GAMES_FILE, KeptEdition, SiteGame, SiteGames

KEPT_FOLDER = f"{GAMES_FOLDER}/kept"
"""The folder of a site that contains the game files of earlier editions."""

RULES_DIGITS = 16
"""Digits of the hash of rules in the name of a kept game file."""

MAX_LIST_BYTES = 10_000_000
"""The most bytes of an earlier list of games."""


def keep_editions(games: Sequence[BuiltGame], folder: Path, count: int) -> list[BuiltGame]:
    """Add the earlier editions of the site in a folder to the games that are to be written there.

    Args:
        games: The games.
        folder: The folder.
        count: How many earlier editions are kept of each edition, by name; the last ones.

    Raises:
        InputError: The folder holds something that is no site.
    """
    earlier = {each.game: each for each in read_earlier_games(folder)} if count else {}
    return [add_kept(game, earlier.get(game.listing.game), folder, count) for game in games]


def read_earlier_games(folder: Path) -> Sequence[SiteGame]:
    """Read the list of games of the site in a folder; empty if there is none, or another version wrote it.

    Raises:
        InputError: The folder holds something that is no site.
    """
    try:
        if GAMES_FILE not in read_manifest(folder):
            return ()
        data = parse_json(read_file(folder / GAMES_FILE, MAX_LIST_BYTES))
        return decode_document(data, SiteGames).games
    except (OSError, DecodeError, *MALFORMED_ERRORS):
        return ()


def add_kept(game: BuiltGame, earlier: SiteGame | None, folder: Path, count: int) -> BuiltGame:
    """Add the earlier editions of a game whose rules it has no longer, at most ``count`` of each name."""
    if earlier is None:
        return game
    seen = {edition.rules for edition in game.listing.editions}
    kept: list[KeptEdition] = []
    files = dict(game.files)
    for name, path in earlier_files(earlier):
        found = read_edition(folder / path, name, game.listing.game)
        if found is None or found[0].rules in seen or sum(each.name == name for each in kept) == count:
            continue
        edition, content = found
        seen.add(edition.rules)
        kept.append(edition)
        files[edition.file] = content
    return evolve(game, listing=evolve(game.listing, kept=tuple(kept)), files=files)


def earlier_files(earlier: SiteGame) -> Iterator[tuple[str, str]]:
    """Yield the names and paths of an earlier site's editions of a game, then of those that it had kept itself."""
    current = [(edition.name, edition.file) for edition in earlier.editions]
    kept = [(edition.name, edition.file) for edition in earlier.kept]
    yield from ((name, path) for name, path in (*current, *kept) if is_game_path(path))


def is_game_path(path: str) -> bool:
    """Whether a path of a list of games leads to a game file in its folder."""
    return path.startswith(f"{GAMES_FOLDER}/") and path.endswith(SUFFIX) and ".." not in path and "\\" not in path


def read_edition(path: Path, name: str, game: str) -> tuple[KeptEdition, bytes] | None:
    """Read a game file as a kept edition, with its bytes; None if it is none of the game, or cannot be read."""
    try:
        content = read_file(path, MAX_UNPACKED_SIZE)
        container = unpack(content, str(path))
        program = parse_json(container.parts["program"])
        rules, overlays = program["rules_hash"], program["overlays"]
        version, snapshot = container.head.get("version", ""), container.head.get("snapshot", "")
        if program["game"] != game:
            return None
        edition = KeptEdition(
            name=name,
            file=f"{KEPT_FOLDER}/{game}-{rules[:RULES_DIGITS]}{SUFFIX}",
            bytes=len(content),
            overlays=tuple(map(str, overlays)),
            rules=str(rules),
            snapshot=str(snapshot),
            version=str(version),
        )
    except (OSError, InputError, *MALFORMED_ERRORS):
        return None
    return edition, content
