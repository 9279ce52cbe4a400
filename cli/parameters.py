"""Parameters that several commands share, and their conversion to values."""

from __future__ import annotations

import os
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from bombsight.boundary.budget import MAX_RAISE_FACTOR
from bombsight.boundary.errors import InputError
from bombsight.cli.signatures import Argument, Option

if TYPE_CHECKING:
    from bombsight.service.games.requests import Rules
    from bombsight.service.present.story import Detail

F = TypeVar("F", bound=StrEnum)

GameArgument = Annotated[str, Argument(metavar="GAME", help="A game's id, or its folder.", kind="game")]

Folders = Annotated[
    list[Path] | None,
    Option("--path", metavar="FOLDER", help="Look for games here too, as in BOMBSIGHT_PATH.", kind="folder"),
]
House = Annotated[
    list[Path] | None,
    Option("--house --preferences", metavar="FILE", help="Lay these house rules, or preferences, over the game."),
]
Options = Annotated[
    list[str] | None,
    Option("--option", metavar="NAME[=VALUE]", help="Set an option of the game.", kind="option"),
]
Variants = Annotated[
    list[str] | None,
    Option("--variant", metavar="NAME", help="Bring a variant of the game into force.", kind="variant"),
]
LeftOutErrata = Annotated[
    list[str] | None,
    Option(
        "--without",
        metavar="NAME[/ITEM]",
        help="Leave errata or preferences of the game out, or one item of errata: general/10.",
        kind="errata",
    ),
]
Limit = Annotated[
    int,
    Option("--limit", metavar="N", min=1, max=MAX_RAISE_FACTOR, help="Let rules cost N times as much work."),
]
Mission = Annotated[int | None, Option(metavar="N", help="Play this mission.")]
CampaignFlag = Annotated[bool, Option("--campaign", help="Play the whole campaign.")]
NewSave = Annotated[Path | None, Option(metavar="FILE", help="Save the game in this new file.")]
QuoteFlag = Annotated[bool, Option("--quote", help="Print a house rule that quotes it, ready to be changed.")]
Row = Annotated[str, Option("--row", metavar="KEYS", help="Quote this row, modifier or field.")]
Column = Annotated[str, Option("--column", metavar="HEAD", help="Quote this cell of the row.")]
JsonFlag = Annotated[bool, Option("--json", help="Print JSON for programs instead of text for people.")]


class StoryDetail(StrEnum):
    """The levels of detail of a story."""

    news = "news"
    rolls = "rolls"
    books = "books"


DetailOption = Annotated[
    StoryDetail | None,
    Option("--tell", help="Tell what happens; dice, too (the default); every change."),
]


class StoryPace(StrEnum):
    """The paces of a story."""

    throws = "throws"
    beats = "beats"
    straight = "straight"


PaceOption = Annotated[
    StoryPace | None,
    Option(
        "--pace",
        help="Where the story waits for a key at a terminal: at every throw; where a moment ends; nowhere. Else as a"
        " resumed game had it, or as you set it last by `pace`.",
    ),
]
ScreenFlag = Annotated[
    bool | None,
    Option(
        "--screen/--plain",
        help="Show the game on a whole screen, story, question and boards side by side, or in lines. Else on a screen"
        " where the terminal shows one.",
    ),
]
QuietFlag = Annotated[bool, Option("--quiet -q", help="Tell the news and nothing around it.")]


def detail_of(tell: StoryDetail | None, *, quiet: bool) -> Detail:
    """The level of the story's detail that the options ``--tell`` and ``--quiet`` ask for."""
    return tell.value if tell is not None else "news" if quiet else "rolls"


def choose_format(format: F | None, json_format: F | None) -> F | None:
    """The output format that the options `--format` and `--json` ask for; None if neither is given.

    Args:
        format: The format that `--format` names.
        json_format: The format that `--json` asks for, if it is given.

    Raises:
        InputError: They ask for two.
    """
    if format is not None and json_format not in (None, format):
        raise InputError(f"--json and --format {format} are two forms", "", "Ask for one of them.")
    return format if format is not None else json_format


def rules_from_options(
    folders: Iterable[Path] | None = None,
    house: Iterable[Path] | None = None,
    options: Iterable[str] | None = None,
    variants: Iterable[str] | None = None,
    without: Iterable[str] | None = None,
    limit: int = 1,
) -> Rules:
    """Make the rules request of a call: folders, house rules, options, variants and limit.

    Args:
        folders: Folders of games, besides the usual places.
        house: Files of house rules, in the order in which they are laid over the game.
        options: `NAME=VALUE` each, or `NAME` for yes.
        variants: Names of variants to enable.
        without: Names of errata and preferences, or of single items of errata, to leave out.
        limit: The factor by which the limits on the cost of rules are raised.

    Raises:
        InputError: An option is not written as ``NAME`` or ``NAME=VALUE``, or a folder does not exist.
    """
    from bombsight.service.games.requests import Rules

    folders = tuple(folders or ())
    missing = next((folder for folder in folders if not folder.is_dir()), None)
    if missing is not None:
        raise InputError("there is no such folder", str(missing))
    warn_of_shadowed_games(folders)
    return Rules(
        folders=folders,
        house=tuple(house or ()),
        options=dict(map(parse_option, options or ())),
        variants=tuple(variants or ()),
        without=tuple(without or ()),
        limit=limit,
    )


def warn_of_shadowed_games(folders: tuple[Path, ...]) -> None:
    """Print a warning for each game on the path that a shipped game with the same id hides."""
    from bombsight.service.games.library import PATH_VARIABLE

    if not (folders or os.environ.get(PATH_VARIABLE)):
        return
    from bombsight.cli.terminal.screen import print_notice
    from bombsight.service.games.game_lookup import find_shadowed_games
    from bombsight.service.games.source_files import relative_path

    for game in find_shadowed_games(folders):
        location = relative_path(game.path)
        print_notice(
            f"{game.id} is the game that came with Bombsight; the one in {location} is found by its folder: {location}"
        )


def parse_option(text: str) -> tuple[str, str]:
    """Parse the text ``NAME=VALUE`` of an option; ``NAME`` alone means the value yes.

    Raises:
        InputError: The text has no name, or an equals sign and no value.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or (equals and not value):
        raise InputError(f"--option {text} sets nothing", "", "Write --option NAME or --option NAME=VALUE.")
    return name, value or "yes"
