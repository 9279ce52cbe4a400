"""Shell quoting of printed commands, so that they can be typed as they stand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.boundary import platform
from bombsight.cli.terminal.streams import can_show_unicode


def resume_command(save: str, limit: int = 1) -> str:
    """Format the command line that resumes a save, to be printed."""
    return f"bombsight resume {quote_argument(save)}{limit_flag(limit)}"


def limit_flag(limit: int) -> str:
    """Format the command-line option of a raised cost limit, to append to a printed command; empty for none."""
    return f" --limit {limit}" if limit > 1 else ""


def play_command(
    game: str,
    folders: Iterable[Path] | None = None,
    house: Iterable[Path] | None = None,
    options: Iterable[str] | None = None,
    variants: Iterable[str] | None = None,
    without: Iterable[str] | None = None,
    limit: int = 1,
) -> str:
    """Format the start of a command line that plays a game under the rules of this call.

    Args:
        game: The game's id, or its folder.
        folders: Folders of games.
        house: House-rule files.
        options: Options of the rules, ``NAME=VALUE``.
        variants: Variants in force.
        without: Errata left out.
        limit: The factor by which the limits on the cost of rules are raised.
    """
    return f"bombsight play {quote_argument(game)}{rule_flags(folders, house, options, variants, without, limit)}"


def rule_flags(
    folders: Iterable[Path] | None,
    house: Iterable[Path] | None,
    options: Iterable[str] | None,
    variants: Iterable[str] | None,
    without: Iterable[str] | None,
    limit: int,
) -> str:
    """Format the command-line options of this call that select rules, to append to a printed command.

    Args:
        folders: Folders of games.
        house: House-rule files.
        options: Options of the rules, ``NAME=VALUE``.
        variants: Variants in force.
        without: Errata left out.
        limit: The factor by which the limits on the cost of rules are raised.
    """
    values_by_flag: tuple[tuple[str, Iterable[object]], ...] = (
        ("--path", folders or ()),
        ("--house", house or ()),
        ("--option", options or ()),
        ("--variant", variants or ()),
        ("--without", without or ()),
    )
    return "".join(
        f" {flag} {quote_argument(str(value))}" for flag, values in values_by_flag for value in values
    ) + limit_flag(limit)


def pin_flags(pin: Iterable[str] | None, pins: Path | None) -> str:
    """Format the command-line options of this call for pins (fixed dice), to append to a printed command."""
    pins_flag = [("--pins", str(pins))] if pins is not None else []
    return "".join(
        f" {flag} {quote_argument(value)}" for flag, value in (*pins_flag, *(("--pin", each) for each in pin or ()))
    )


def quote_argument(path: str) -> str:
    """Quote a path as one shell word that cannot be taken for an option."""
    if path.startswith("-"):
        path = f"./{path}"
    return platform.quote_argument(path, can_show_unicode=can_show_unicode())
