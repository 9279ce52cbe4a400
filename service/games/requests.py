"""Compile requests: the rules that a call selects, as input for the compiler."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import NOTHING, field, frozen

from bombsight.boundary.budget import MAX_RAISE_FACTOR
from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument
from bombsight.compiler.findings import describe_near_names
from bombsight.compiler.request import Request
from bombsight.dsl.file_kind import PREFERENCES, OverlayKind, find_entry_numbers, find_game_id, find_overlay_names
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
        without: Errata and preferences left out, or single items of errata: ``general``, ``general/10``.
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

    def __attrs_pre_init__(
        self,
        folders: Iterable[str | Path] = (),
        house: Iterable[str | Path] = (),
        options: object = NOTHING,
        variants: Iterable[str] = (),
        without: Iterable[str] = (),
        texts: object = NOTHING,
        limit: object = 1,
    ) -> None:
        """Check what the caller gives, before it is converted: one text would become a list of its letters."""
        lists = {"folders": folders, "house": house, "variants": variants, "without": without}
        for name, values in lists.items():
            if isinstance(values, str | Path) or not isinstance(values, Iterable):
                hint = f"It takes several: write them in a list, {name}=[{str(values)!r}]."
                raise InputError(f"{argument(name, values)} cannot be used", "", hint)
        if not (options is NOTHING or is_mapping_of_texts(options)):
            hint = "It takes texts by name: {'fog_signal': 'bell'}."
            raise InputError(f"{argument('options', options)} cannot be used", "", hint)
        if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MAX_RAISE_FACTOR:
            hint = f"It can be a whole number, 1 to {MAX_RAISE_FACTOR:,}."
            raise InputError(f"{argument('limit', limit)} cannot be used", "", hint)


def is_mapping_of_texts(value: object) -> bool:
    """Whether a value is a mapping from texts to texts."""
    return isinstance(value, Mapping) and all(isinstance(word, str) for each in value.items() for word in each)


def check_overlays(rules: Rules, sources: Sequence[Source], game: str) -> None:
    """Raise an error if the game lacks one of the variants, errata and preferences that a call selects.

    Raises:
        InputError: One does not exist.
    """
    requested: tuple[tuple[str, OverlayKind, Sequence[str]], ...]
    requested = ("variants", "variant", rules.variants), ("without", "errata", rules.without)
    for parameter, kind, names in requested:
        known_names = find_overlay_names(sources, kind)
        known_names += find_overlay_names(sources, PREFERENCES) if kind == "errata" else []
        for name in names:
            sheet, slash, number = name.partition("/")
            if slash and kind == "errata" and sheet in find_overlay_names(sources, kind):
                check_entry(sources, sheet, number, name)
            elif name not in known_names:
                no_overlays_hint = (
                    f"No {kind} comes with {game}; rules of your own: {argument('house', example='FILE')}."
                )
                kind_text = "no errata or preferences called" if kind == "errata" else "no variant"
                hint = describe_near_names(name, known_names, f"{game} has") if known_names else no_overlays_hint
                raise InputError(
                    f"there is {kind_text} {name}",
                    argument(parameter, name, option=f"--{parameter.removesuffix('s')}"),
                    hint,
                    name,
                )


def check_entry(sources: Sequence[Source], sheet: str, number: str, name: str) -> None:
    """Raise an error if errata lack the item that a call leaves out.

    Args:
        sources: The files of the game.
        sheet: The errata.
        number: The number of the item.
        name: Both, as the call gives them.

    Raises:
        InputError: There is no such item.
    """
    numbers = find_entry_numbers(sources, "errata", sheet)
    if number not in numbers:
        hint = describe_near_names(number, numbers, f"{sheet} has")
        raise InputError(
            f"errata {sheet} have no item {number}", argument("without", name, option="--without"), hint, name
        )


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
