"""The file of a group: the settings that its umpire fixes for all players, and who throws his own dice."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import field, frozen

from bombsight.boundary.documents import parse_toml
from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.files import read_input_file
from bombsight.boundary.names import check_local_path
from bombsight.boundary.texts import decode_utf8
from bombsight.compiler.findings import describe_near_names
from bombsight.dsl.listing import join_names
from bombsight.runtime.dice import mission_seed
from bombsight.runtime.saves.records import Header
from bombsight.service.common.seeds import check_seed
from bombsight.service.games.requests import Rules
from bombsight.service.play.start import MANUAL, GameSetup
from bombsight.service.programs.pins import PinRequest

MAX_PLAYERS = 10_000
"""The maximum number of players in a group."""

GROUP_FILE = "group.toml"
"""The name of the group's file in the folder of its records."""


@frozen(kw_only=True)
class Group:
    """The settings of a group of players.

    Attributes:
        path: The path of the group's file.
        text: The text of the file.
        title: The group's display name.
        game: The game's id, or its folder.
        mission: The mission that all players play; None for the first, or in a campaign.
        campaign: Whether all players play a campaign.
        seed: The seed from which the players' seeds are derived.
        players: The players' names, in the order of their seeds.
        own_dice: The players who throw their own dice.
        options, variants, without, house: As :class:`bombsight.service.games.requests.Rules` has them.
        pins: Tables and fields that are pinned for all players.
    """

    path: str
    text: str = field(repr=False)
    title: str
    game: str
    mission: int | None
    campaign: bool
    seed: int
    players: tuple[str, ...]
    own_dice: tuple[str, ...]
    options: Mapping[str, str]
    variants: tuple[str, ...]
    without: tuple[str, ...]
    house: tuple[Path, ...]
    pins: tuple[PinRequest, ...]

    def make_rules(self, folders: tuple[Path, ...] = (), limit: int = 1) -> Rules:
        """Make the selection of rules (variants, options, house rules) that all players of the group share.

        Args:
            folders: Folders to look for the game in, besides the usual ones.
            limit: The factor on the budget of the rules; given by the caller, as the group may be a stranger's.
        """
        return Rules(
            folders=folders,
            house=self.house,
            options=self.options,
            variants=self.variants,
            without=self.without,
            limit=limit,
        )

    def make_game_setup(
        self, player: str, save: Path | None = None, names: Path | None = None, until: str | None = None
    ) -> GameSetup:
        """Make the setup of a player's game: the group's mission and pins, with the player's own seed or dice.

        Args:
            player: The player's name.
            save: The file in which the game is saved; None for none.
            names: The file with names for people and things; None for the names of the game.
            until: The step or procedure at whose beginning the game stops; None to play to the end.

        Raises:
            InputError: There is no such player.
        """
        return GameSetup(
            mission=self.mission,
            campaign=self.campaign,
            seed=self.seed_of(player),
            dice=MANUAL if player in self.own_dice else None,
            save=save,
            names=names,
            pins=self.pins,
            until=until,
        )

    def seed_of(self, player: str) -> int:
        """Derive the seed of a player's dice: that of the mission with his number in a batch of the group's seed.

        Raises:
            InputError: There is no such player.
        """
        if player not in self.players:
            raise InputError(
                f"{self.title} has no player {clip(player)}",
                self.path,
                describe_near_names(player, self.players, "It has"),
            )
        return mission_seed(self.seed, self.players.index(player))


@contextmanager
def locate_errors(group: Group) -> Iterator[None]:
    """Context manager that adds a place in the group's file to errors about one of its settings.

    Raises:
        InputError: The error raised inside; with a place in the file if it names a word of it.
    """
    try:
        yield
    except InputError as error:
        if not error.word:
            raise
        place = find_line(error.word, group.text, group.path)
        raise InputError(error.message_forms, place, error.hint_forms, error.word) from error


def find_line(word: str, text: str, path: str) -> str:
    """Find the line of the group's file that has a word as a key or in quotes, as ``file:line``; else the path."""
    escaped_word = re.escape(word)
    for pattern in (rf"^[ \t]*[\"']?{escaped_word}[\"']?[ \t]*=", rf"^[^#\n]*?[\"']{escaped_word}[\"']"):
        if match := re.search(pattern, text, re.MULTILINE):
            return f"{path}:{text.count(chr(10), 0, match.start()) + 1}"
    return path


def digest_of_settings(header: Header) -> str:
    """Hash the settings in a save's header that all players share: rules, mission, options, pins; no dice."""
    settings = {
        "game": header.game,
        "rules": header.rules,
        "entry": header.entry,
        "args": header.args,
        "options": dict(sorted(header.options.items())),
        "overlays": [overlay.name for overlay in header.overlays],
        "pins": sorted([pin.table, *pin.faces] for pin in header.pins),
        "fields": sorted([pin.field, pin.value] for pin in header.fields),
    }
    return sha256(encode_canonical(settings)).hexdigest()


def encode_canonical(value: object) -> bytes:
    """Encode plain data as canonical JSON for hashing: keys sorted, no blanks."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


# --- reading


KEY_TYPES = {
    "title": str,
    "game": str,
    "mission": int,
    "campaign": bool,
    "seed": int,
    "players": list,
    "own_dice": list,
    "options": dict,
    "variants": list,
    "without": list,
    "house": list,
    "pins": dict,
}
"""The keys of the file, with the type of each value."""

TYPE_DESCRIPTIONS = {
    str: "a text in quotes",
    int: "a number",
    bool: "true or false",
    list: "a list of texts",
    dict: "a section",
}


def read_group(path: Path) -> Group:
    """Read and check the TOML file of a group.

    Raises:
        InputError: It cannot be read, or is not a valid group.
    """
    place = str(path)
    text = decode_utf8(read_input_file(place), place)
    try:
        sections = parse_toml(text)
    except ValueError as error:
        raise InputError(f"this is no TOML: {error}", place, "`bombsight help campaigns` shows such a file.") from error
    for name, value in sections.items():
        if name not in KEY_TYPES:
            raise InputError(
                f"a group has no {clip(name)}",
                find_line(name, text, place),
                describe_near_names(name, KEY_TYPES, "It has"),
            )
        if not is_of_type(value, KEY_TYPES[name]):
            raise InputError(f"{name} is {TYPE_DESCRIPTIONS[KEY_TYPES[name]]}", find_line(name, text, place))
    if sections.get("campaign") and "mission" in sections:
        hint = "A campaign begins with its first mission: leave one of the two out."
        raise InputError("it fixes a mission and a campaign", find_line("campaign", text, place), hint)
    if missing := [name for name in ("title", "game", "seed", "players") if name not in sections]:
        raise InputError(f"it does not say {join_names(missing, 'or')}", place)
    group = Group(
        path=place,
        text=text,
        title=sections["title"],
        game=sections["game"],
        mission=sections.get("mission"),
        campaign=sections.get("campaign", False),
        seed=sections["seed"],
        players=tuple(sections["players"]),
        own_dice=tuple(sections.get("own_dice", ())),
        options={name: render_value(value) for name, value in sections.get("options", {}).items()},
        variants=tuple(sections.get("variants", ())),
        without=tuple(sections.get("without", ())),
        house=tuple(path.parent / file for file in sections.get("house", ())),
        pins=tuple(
            PinRequest(name, render_value(value), find_line(name, text, place))
            for name, value in sections.get("pins", {}).items()
        ),
    )
    check_players(group)
    for file in (group.game, *map(str, group.house)):
        check_local_path(file, "what a group plays", place)
    return group


def is_of_type(value: Any, expected_type: type) -> bool:
    """Whether a TOML value has the type that its key requires; a boolean is no integer."""
    if expected_type is list:
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    if expected_type is dict:
        return isinstance(value, dict) and all(isinstance(each, str | int) for each in value.values())
    return type(value) is expected_type


def render_value(value: str | int) -> str:
    """Render a TOML value as the text that the command line takes for it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def check_players(group: Group) -> None:
    """Raise InputError unless the names of a group's players, and its seed, are valid.

    Raises:
        InputError: They are not.
    """
    if not group.players:
        raise InputError("a group has players", group.path, 'Write them in a list: `players = ["Ann", "Bob"]`.')
    if len(group.players) > MAX_PLAYERS:
        raise InputError(f"a group has at most {MAX_PLAYERS:,} players", group.path)
    if twice := next((name for name, count in Counter(group.players).items() if count > 1), None):
        raise InputError(f"{clip(twice)} plays twice", group.path, "Give each a name of his own.")
    if stranger := next((name for name in group.own_dice if name not in group.players), None):
        place = find_line("own_dice", group.text, group.path)
        raise InputError(f"own_dice names {clip(stranger)}, who does not play", place)
    check_seed(group.seed, group.path)
