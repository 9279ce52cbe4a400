"""Which rules are asked for, and what the compiler is asked for then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.findings import near
from bombsight.compiler.request import Request
from bombsight.dsl.file_kind import OverlayKind, game_id, overlay_names
from bombsight.dsl.source import Source
from bombsight.service.games.find import find_game
from bombsight.service.games.reading import called, read_all

HOUSE = "house"
"""What stands before the names of house-rule files."""


def as_paths(paths: Iterable[str | Path]) -> tuple[Path, ...]:
    """Paths however they are given."""
    return tuple(map(Path, paths))


def as_names(names: Iterable[str]) -> tuple[str, ...]:
    """Names however they are given."""
    return tuple(names)


@frozen(kw_only=True)
class Rules:
    """Which rules are asked for: of a game all but its variants, every option at its default, where nothing is said.

    Attributes:
        folders: Folders to look for games in, besides the usual ones.
        house: House-rule files.
        options: Options by name, as words.
        variants: Variants in force.
        without: Errata left out.
        texts: What stands for files, whatever lies on the disk, by their whole paths.
        limit: By which factor what the rules may cost is raised, 1 to ``MOST_RAISED``.
    """

    folders: tuple[Path, ...] = field(default=(), converter=as_paths)
    house: tuple[Path, ...] = field(default=(), converter=as_paths)
    options: Mapping[str, str] = field(factory=dict)
    variants: tuple[str, ...] = field(default=(), converter=as_names)
    without: tuple[str, ...] = field(default=(), converter=as_names)
    texts: Mapping[Path, str] = field(factory=dict, repr=False)
    limit: int = 1


def check_overlays(rules: Rules, sources: Sequence[Source], game: str) -> None:
    """See that variants and errata named in a call exist.

    Raises:
        InputError: One does not.
    """
    asked: tuple[tuple[str, OverlayKind, Sequence[str]], ...]
    asked = ("--variant", "variant", rules.variants), ("--without", "errata", rules.without)
    for flag, kind, wanted in asked:
        known = overlay_names(sources, kind)
        for name in wanted:
            if name not in known:
                none = f"No {kind} comes with {game}; rules of your own: --house FILE."
                called = "no errata called" if kind == "errata" else "no variant"
                hint = near(name, known, f"{game} has") if known else none
                raise InputError(f"there is {called} {name}", f"{flag} {name}", hint, name)


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
    base = read_all(files, rules.texts)
    check_overlays(rules, base, name)
    return Request(
        base=called(base, game_id(base) or name),
        house=called(read_all(rules.house, rules.texts), HOUSE),
        options=dict(rules.options),
        without=rules.without,
        variants=rules.variants,
        raised=rules.limit,
    )
