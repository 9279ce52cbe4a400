"""Which game files a site holds: of each game its rules as they come, and with each variant or house-rule file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve, field, frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.request import Request
from bombsight.dsl.file_kind import headings, overlay_names
from bombsight.dsl.listing import listed
from bombsight.service.common.container import SUFFIX
from bombsight.service.games.find import find_game
from bombsight.service.games.library import GameFolder
from bombsight.service.games.reading import read_all
from bombsight.service.games.requests import HOUSE, Rules, as_names, as_paths, request_of
from bombsight.service.site.gamefile import GameFile, game_file
from bombsight.service.site.listed import Edition, SiteGame

GAMES = "games"
"""The folder of a site that holds its game files."""


@frozen(kw_only=True)
class Order:
    """What a site is to hold.

    Attributes:
        games: The words of its games.
        folders: Where games lie, besides the usual places.
        house: House-rule files, each an edition of its own of the game that it is for.
        variants: Variants, each an edition of its own of the games that have it.
        limit: By which factor what their rules may cost is raised.
    """

    games: tuple[str, ...]
    folders: tuple[Path, ...] = field(default=(), converter=as_paths)
    house: tuple[Path, ...] = field(default=(), converter=as_paths)
    variants: tuple[str, ...] = field(default=(), converter=as_names)
    limit: int = 1


@frozen(kw_only=True)
class Made:
    """A game of a site.

    Attributes:
        told: As the list of games has it.
        requests: Its rules as they come, then those of each other edition.
        files: Its game files, by their paths in the site.
    """

    told: SiteGame
    requests: tuple[Request, ...]
    files: dict[str, bytes]


def editions(order: Order) -> Iterator[Made]:
    """Each game of a site, with its game files.

    Raises:
        InputError: There is no such game or variant; a house-rule file is for none of the games, or does not say for
            which.
        WrongRules: Rules have errors, or cannot be read.
    """
    games = games_of(order)
    house = house_of(order, games)
    check_variants(order, games)
    for game in games:
        asked = [Rules(), *variants_of(order, game)]
        asked += [Rules(house=(path,)) for path, id_ in house if id_ == game.id]
        yield made(game, [evolve(rules, limit=order.limit) for rules in asked])


def games_of(order: Order) -> list[GameFolder]:
    """The games, each once.

    Raises:
        InputError: There is none that a word names, or two are called alike.
    """
    games: dict[str, GameFolder] = {}
    for word in order.games:
        game = find_game(word, order.folders)
        if games.setdefault(game.id, game).path.resolve() != game.path.resolve():
            raise InputError(f"two games are called {game.id}", str(game.path), "A site holds one of each name.")
    return [*games.values()]


def house_of(order: Order, games: Sequence[GameFolder]) -> list[tuple[Path, str]]:
    """The house-rule files, each with the id of the game that it is for.

    Raises:
        InputError: One is for none of the games, or does not say for which.
        WrongRules: One cannot be read.
    """
    ids = [game.id for game in games]
    found = []
    for path in order.house:
        begun = (each for source in read_all([path]) for each in headings(source.text))
        for_ = {each.of for each in begun if each.kind == HOUSE and each.of}
        if not for_ and len(ids) > 1:
            raise InputError("it does not say for which game it is", str(path), 'Write: house NAME "Title" for GAME')
        fitting = [id_ for id_ in ids if not for_ or id_ in for_]
        if not fitting:
            raise InputError(f"it is for {listed(sorted(for_))}, which is no game of this site", str(path))
        found += [(path, id_) for id_ in fitting]
    return found


def check_variants(order: Order, games: Sequence[GameFolder]) -> None:
    """See that some game has each variant.

    Raises:
        InputError: None has.
    """
    known = [name for game in games for name in overlay_names(read_all(game.files), "variant")]
    for name in order.variants:
        if name not in known:
            hint = f"There is {listed(known)}." if known else "None of these games has one."
            raise InputError(f"--variant {name}: there is no variant {name}", "", hint)


def variants_of(order: Order, game: GameFolder) -> Iterator[Rules]:
    """The rules of a game with each of its variants in force that the order names."""
    known = overlay_names(read_all(game.files), "variant")
    yield from (Rules(variants=(name,)) for name in order.variants if name in known)


def made(game: GameFolder, asked: Sequence[Rules]) -> Made:
    """A game with its editions, each by its rules; the first has the rules as they come."""
    requests = [request_of(game.id, game.files, rules) for rules in asked]
    found = [game_file(request) for request in requests]
    first, files, told = found[0], dict[str, bytes](), list[Edition]()
    for each, rules in zip(found, asked, strict=True):
        path = place(each.game, name_of(each, first, rules), files)
        files[path] = each.content
        told.append(
            Edition(
                name=name_of(each, first, rules),
                file=path,
                bytes=len(each.content),
                overlays=tuple(each.overlays),
                rules=each.rules,
                wording=each.wording,
                snapshot=each.snapshot,
            )
        )
    about = "\n\n".join(first.about)
    return Made(
        told=SiteGame(game=first.game, title=first.title, about=about, editions=tuple(told)),
        requests=tuple(requests),
        files=files,
    )


def name_of(edition: GameFile, first: GameFile, rules: Rules) -> str:
    """What an edition is called: the titles of the overlays that make it; a file without one has its own name."""
    more = [title for name, title in edition.overlays.items() if name not in first.overlays]
    return listed(more) if more else "".join(path.stem for path in rules.house)


def place(game: str, name: str, taken: dict[str, bytes]) -> str:
    """Where an edition stands in a site, apart from those that stand there."""
    word = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    stem, number = f"{GAMES}/{game}" + (f"-{word}" if word else ""), 1
    path = f"{stem}{SUFFIX}"
    while path in taken:
        number += 1
        path = f"{stem}-{number}{SUFFIX}"
    return path
