"""Compile requests: the rules that a call selects, as input for the compiler."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from bombsight.boundary.errors import InputError
from bombsight.compiler.findings import describe_near_names
from bombsight.compiler.request import Request
from bombsight.dsl.file_kind import OverlayKind, find_game_id, find_overlay_names
from bombsight.dsl.source import Source
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.source_files import read_sources, with_display_paths

HOUSE_FOLDER = "house"
"""The display folder of house-rule files."""


def to_paths(paths: Iterable[str | Path]) -> tuple[Path, ...]:
    """Convert an iterable of strings and paths to a tuple of paths."""
    return tuple(map(Path, paths))


def to_names(names: Iterable[str]) -> tuple[str, ...]:
    """Convert an iterable of names to a tuple."""
    return tuple(names)


@frozen(kw_only=True)
class Rules:
    """The selection of rules for a game: by default all but its variants, with every option at its default.

    Attributes:
        folders: Folders to look for games in, besides the usual ones.
        house: House-rule files.
        options: Values of options, in words, by name.
        variants: Variants in force.
        without: Errata left out.
        texts: Texts that replace files on the disk, by absolute path.
        limit: The factor by which the limits on the cost of rules are raised, 1 to ``MOST_RAISED``.
    """

    folders: tuple[Path, ...] = field(default=(), converter=to_paths)
    house: tuple[Path, ...] = field(default=(), converter=to_paths)
    options: Mapping[str, str] = field(factory=dict)
    variants: tuple[str, ...] = field(default=(), converter=to_names)
    without: tuple[str, ...] = field(default=(), converter=to_names)
    texts: Mapping[Path, str] = field(factory=dict, repr=False)
    limit: int = 1


def check_overlays(rules: Rules, sources: Sequence[Source], game: str) -> None:
    """Raise an error if the game lacks one of the variants and errata that a call selects.

    Raises:
        InputError: One does not exist.
    """
    requested: tuple[tuple[str, OverlayKind, Sequence[str]], ...]
    requested = ("--variant", "variant", rules.variants), ("--without", "errata", rules.without)
    for flag, kind, names in requested:
        known_names = find_overlay_names(sources, kind)
        for name in names:
            if name not in known_names:
                no_overlays_hint = f"No {kind} comes with {game}; rules of your own: --house FILE."
                kind_text = "no errata called" if kind == "errata" else "no variant"
                hint = describe_near_names(name, known_names, f"{game} has") if known_names else no_overlays_hint
                raise InputError(f"there is {kind_text} {name}", f"{flag} {name}", hint, name)


def request_for_game(id_or_folder: str, rules: Rules) -> Request:
    """Make the compile request for a game by its id or folder.

    Raises:
        InputError: The game, variant or erratum does not exist.
        WrongRules: A file cannot be read.
    """
    game = find_game(id_or_folder, rules.folders)
    return make_request(game.id, game.files, rules)


def make_request(name: str, files: Sequence[Path], rules: Rules) -> Request:
    """Make the compile request for the files of a game.

    Raises:
        InputError: A variant or erratum does not exist.
        WrongRules: A file cannot be read.
    """
    base = read_sources(files, rules.texts)
    check_overlays(rules, base, name)
    return Request(
        base=with_display_paths(base, find_game_id(base) or name),
        house=with_display_paths(read_sources(rules.house, rules.texts), HOUSE_FOLDER),
        options=dict(rules.options),
        without=rules.without,
        variants=rules.variants,
        raised=rules.limit,
    )
