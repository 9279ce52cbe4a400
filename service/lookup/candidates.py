"""Candidates for the completion of words on a command line: games, their items, options, saves, codes, pages.

Nothing here compiles rules, and all of it reads a few files only. A game or a file that cannot be read has no
candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from bombsight.boundary.errors import InputError
from bombsight.compiler.finding_pages import FOLDERS as FINDING_FOLDERS
from bombsight.dsl.node_classes import frozen
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.game_lookup import find_game
from bombsight.service.games.library import GameFolder, find_games
from bombsight.service.lookup.item_scan import ScannedItem, option_values, scan_items, scan_seats

T = TypeVar("T")

FOCUS_KINDS = ("table", "procedure", "define", "reroll", "modifier", "option", "enum")
"""The kinds of items that a drawing of the rule graph can have in its middle."""


@frozen
class Candidate:
    """A word that may stand at a place of a command line.

    Attributes:
        value: The word.
        help: What it is, in a few words; may be empty.
    """

    value: str
    help: str = ""


def game_candidates(folders: Iterable[Path] = ()) -> list[Candidate]:
    """The games on the search path, with their titles."""
    return [Candidate(game.id, title_of_game(game)) for game in find_games(folders)]


def title_of_game(game: GameFolder) -> str:
    """The title in a game's manifest; empty if its first file has none."""
    manifests = (item for item in scan_items(GameFolder(game.id, game.path, game.files[:1])) if item.kind == "game")
    return next((item.title for item in manifests), "")


def item_candidates(game: str, folders: Sequence[Path], kinds: Sequence[str] = ()) -> list[Candidate]:
    """The items of a game with their titles, all or those of some kinds."""
    items = scan_named_game(game, folders, scan_items)
    found = {
        item.name: item.title or item.kind
        for item in items
        if item.kind != "game" and (not kinds or item.kind in kinds)
    }
    return [Candidate(name, title) for name, title in found.items()]


def option_candidates(game: str, folders: Sequence[Path]) -> list[Candidate]:
    """The options of a game, each alone and with each of its values: `NAME`, `NAME=VALUE`."""
    options: list[ScannedItem] = [each for each in scan_named_game(game, folders, scan_items) if each.kind == "option"]
    return [
        Candidate(name, option.title)
        for option in options
        for name in (option.name, *(f"{option.name}={value}" for value in option_values(option)))
    ]


def seat_candidates(game: str, folders: Sequence[Path]) -> list[Candidate]:
    """The seats of a game for two."""
    return [Candidate(name, title) for name, title in scan_named_game(game, folders, scan_seats)]


def scan_named_game(game: str, folders: Sequence[Path], scan: Callable[[GameFolder], list[T]]) -> list[T]:
    """Scan a game found by its id or folder; an empty result if there is none."""
    try:
        return scan(find_game(game, folders))
    except (InputError, WrongRules):
        return []


def save_candidates(beginning: str) -> list[Candidate]:
    """The user's saves whose path or name begins so, the last played first."""
    from bombsight.service.saves.save_index import known_save_files

    dated = []
    for path in known_save_files():
        if beginning in ("", str(path)[: len(beginning)], path.name[: len(beginning)]):
            with suppress(OSError):  # it is gone by now
                dated.append((path.stat().st_mtime, Candidate(str(path), path.stem)))
    return [candidate for _, candidate in sorted(dated, key=lambda each: -each[0])]


def code_candidates(beginning: str) -> list[Candidate]:
    """The codes of findings that begin so, with the titles of their pages."""
    pages = sorted(
        page for folder in FINDING_FOLDERS for page in folder.glob("*.md") if page.stem.startswith(beginning)
    )
    return [Candidate(page.stem, title_of_page(page)) for page in pages]


def page_candidates() -> list[Candidate]:
    """The pages of the manual, with their titles."""
    from bombsight.service.common.project import DOCS

    return [Candidate(page.stem, title_of_page(page)) for page in sorted(DOCS.glob("*.md"))]


def title_of_page(path: Path) -> str:
    """The title of a Markdown page: its first line."""
    with path.open(encoding="utf-8") as file:
        return file.readline().removeprefix("# ").strip()


def section_candidates(page: str) -> list[Candidate]:
    """The sections of a page of the manual, as `help` takes them."""
    from bombsight.service.common.project import DOCS
    from bombsight.service.lookup.manual import HEADING_PREFIX, heading_anchor

    path = DOCS / f"{page}.md"
    if path not in DOCS.glob("*.md"):
        return []
    titles = (
        line.removeprefix(HEADING_PREFIX)
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith(HEADING_PREFIX)
    )
    return [Candidate(heading_anchor(title), title) for title in titles]


def player_candidates(group: Path) -> list[Candidate]:
    """The players of a group's file."""
    from bombsight.service.group.group_file import read_group

    try:
        return [Candidate(player) for player in read_group(group).players]
    except InputError:
        return []
