"""Origins of games: where a game came from, as lists of games say it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal, assert_never

from attrs import frozen

from bombsight.service.common.user_folders import added_games_folder
from bombsight.service.games.distributions import find_distributed_folders
from bombsight.service.games.library import BUILT_IN, GameFolder

PACKAGE_SUFFIX = ".bombsight"
"""The file name suffix of packages."""

OriginKind = Literal["shipped", "added", "distribution", "folder"]
"""How a game came here: with the program, by ``bombsight add``, with a Python package, or as a folder of the user's."""


@frozen
class GameOrigin:
    """The origin of a game.

    Attributes:
        kind: How it came here.
        distribution: The name and the version of the Python package that brought it; empty for others.
    """

    kind: OriginKind
    distribution: str = ""


def origin_of(game: GameFolder) -> GameOrigin:
    """Find the origin of a game by the place of its folder."""
    path = game.path.resolve()
    if path.parent == BUILT_IN:
        return GameOrigin("shipped")
    if path.parent == added_games_folder().resolve():
        return GameOrigin("added")
    if any(path.is_relative_to(Path(place).resolve()) for place in sys.path if place):  # else no need to look
        for folder in find_distributed_folders():
            if folder.path.resolve() == path:
                return GameOrigin("distribution", folder.distribution)
    return GameOrigin("folder")


def is_from_package(game: GameFolder) -> bool:
    """Whether a game came as a package: added by the user, or brought by a Python package."""
    return origin_of(game).kind in ("added", "distribution")


def describe_origin(kind: OriginKind, distribution: str) -> str:
    """Describe the origin of a game in a few words; empty for a shipped game and for a folder of the user's."""
    match kind:
        case "added":
            return "added"
        case "distribution":
            return f"of the Python package {distribution}"
        case "shipped" | "folder":
            return ""
        case _:
            assert_never(kind)
