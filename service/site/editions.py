"""The editions of a site: for each game, a file with its plain rules, and one for each variant or house rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve, field, frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument
from bombsight.compiler.request import Request
from bombsight.dsl.file_kind import find_headings, find_overlay_names
from bombsight.dsl.listing import join_names
from bombsight.service.common.container import SUFFIX
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.library import GameFolder
from bombsight.service.games.requests import HOUSE_FOLDER, Rules, make_request, to_names, to_paths
from bombsight.service.games.source_files import read_sources
from bombsight.service.site.game_list import Edition, SiteGame
from bombsight.service.site.gamefile import GameFile, load_game_file
from bombsight.service.site.surroundings import ALONE, Surroundings

GAMES_FOLDER = "games"
"""The folder of a site that contains its game files."""

KEPT_EDITIONS = 3
"""How many earlier editions of each game a site keeps, unless the call says otherwise."""


@frozen(kw_only=True)
class SiteOrder:
    """The requested content of a web site: games, variants, house rules.

    Attributes:
        games: Its games, as the user names them.
        folders: Folders to search for games, besides the usual places.
        house: House-rule files, each an edition of its game.
        variants: Variants, each an edition of every game that has it.
        limit: The factor by which the budgets of the rules are raised.
        keep_editions: How many earlier editions of each game stay in the folder, for links to games played by them.
        workshop: Whether the site has a workshop, in which rules are written and tried.
        pyodide: The folder of Pyodide's npm package, for the workshop; None for that of a checkout.
        surroundings: The larger site that it is a part of.
    """

    games: tuple[str, ...]
    folders: tuple[Path, ...] = field(default=(), converter=to_paths)
    house: tuple[Path, ...] = field(default=(), converter=to_paths)
    variants: tuple[str, ...] = field(default=(), converter=to_names)
    limit: int = 1
    keep_editions: int = KEPT_EDITIONS
    workshop: bool = False
    pyodide: Path | None = None
    surroundings: Surroundings = ALONE


@frozen(kw_only=True)
class BuiltGame:
    """A game of a web site, built: its list entry, its requests, and its game files.

    Attributes:
        folder: Its rules.
        listing: Its entry in the list of games.
        requests: The request of its plain rules, then those of its other editions.
        files: Its game files, by path in the site.
    """

    folder: GameFolder
    listing: SiteGame
    requests: tuple[Request, ...]
    files: dict[str, bytes]


def build_editions(order: SiteOrder) -> Iterator[BuiltGame]:
    """Build the games of a web site with their game files.

    Raises:
        InputError: There is no such game or variant; a house-rule file is for none of the games, or does not name its
            game.
        WrongRules: Rules have errors, or cannot be read.
    """
    games = resolve_games(order)
    house = assign_house_rules(order, games)
    check_variants(order, games)
    for game in games:
        rule_sets = [Rules(), *variant_rules(order, game)]
        rule_sets += [Rules(house=(path,)) for path, id_ in house if id_ == game.id]
        yield build_game(game, [evolve(rules, limit=order.limit) for rules in rule_sets])


def resolve_games(order: SiteOrder) -> list[GameFolder]:
    """Find the folders of a site's games, each once.

    Raises:
        InputError: A word names no game, or two games have the same id.
    """
    games: dict[str, GameFolder] = {}
    for word in order.games:
        game = find_game(word, order.folders)
        if games.setdefault(game.id, game).path.resolve() != game.path.resolve():
            raise InputError(f"two games are called {game.id}", str(game.path), "A site holds one of each name.")
    return [*games.values()]


def assign_house_rules(order: SiteOrder, games: Sequence[GameFolder]) -> list[tuple[Path, str]]:
    """Assign each house-rule file to the game that it is for; return pairs of file and game id.

    Raises:
        InputError: One is for none of the games, or does not name its game.
        WrongRules: One cannot be read.
    """
    ids = [game.id for game in games]
    assigned = []
    for path in order.house:
        file_headings = (each for source in read_sources([path]) for each in find_headings(source.text))
        target_games = {each.of for each in file_headings if each.kind == HOUSE_FOLDER and each.of}
        if not target_games and len(ids) > 1:
            raise InputError("it does not say for which game it is", str(path), 'Write: house NAME "Title" for GAME')
        matching_ids = [id_ for id_ in ids if not target_games or id_ in target_games]
        if not matching_ids:
            raise InputError(f"it is for {join_names(sorted(target_games))}, which is no game of this site", str(path))
        assigned += [(path, id_) for id_ in matching_ids]
    return assigned


def check_variants(order: SiteOrder, games: Sequence[GameFolder]) -> None:
    """Raise if a requested variant exists in no game.

    Raises:
        InputError: One does not.
    """
    variant_names = [name for game in games for name in find_overlay_names(read_sources(game.files), "variant")]
    for name in order.variants:
        if name not in variant_names:
            hint = f"There is {join_names(variant_names)}." if variant_names else "None of these games has one."
            raise InputError(f"{argument('variants', name, option='--variant')}: there is no variant {name}", "", hint)


def variant_rules(order: SiteOrder, game: GameFolder) -> Iterator[Rules]:
    """Yield the rule options for each requested variant of a game."""
    variant_names = find_overlay_names(read_sources(game.files), "variant")
    yield from (Rules(variants=(name,)) for name in order.variants if name in variant_names)


def build_game(game: GameFolder, rule_sets: Sequence[Rules]) -> BuiltGame:
    """Build a game's editions (game files), one for each set of rule options; the first has the plain rules."""
    requests = [make_request(game.id, game.files, rules) for rules in rule_sets]
    game_files = [load_game_file(request) for request in requests]
    first, files, listed_editions = game_files[0], dict[str, bytes](), list[Edition]()
    for game_file, rules in zip(game_files, rule_sets, strict=True):
        path = edition_path(game_file.game, edition_name(game_file, first, rules), files)
        files[path] = game_file.content
        listed_editions.append(
            Edition(
                name=edition_name(game_file, first, rules),
                file=path,
                bytes=len(game_file.content),
                overlays=tuple(game_file.overlays),
                rules=game_file.rules,
                wording=game_file.wording,
                snapshot=game_file.snapshot,
            )
        )
    about = "\n\n".join(first.about)
    return BuiltGame(
        folder=game,
        listing=SiteGame(
            game=first.game, title=first.title, about=about, editions=tuple(listed_editions), release=first.release
        ),
        requests=tuple(requests),
        files=files,
    )


def edition_name(edition: GameFile, plain_edition: GameFile, rules: Rules) -> str:
    """Name an edition by the titles of the overlays that the plain edition lacks, or else by its house-rule file."""
    titles = [title for name, title in edition.overlays.items() if name not in plain_edition.overlays]
    return join_names(titles) if titles else "".join(path.stem for path in rules.house)


def edition_path(game: str, name: str, used_paths: dict[str, bytes]) -> str:
    """Choose an unused path within the site for an edition's game file."""
    word = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    stem, number = f"{GAMES_FOLDER}/{game}" + (f"-{word}" if word else ""), 1
    path = f"{stem}{SUFFIX}"
    while path in used_paths:
        number += 1
        path = f"{stem}-{number}{SUFFIX}"
    return path
