"""Commands that are printed so that they can be typed as they stand."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Iterable
from pathlib import Path

from bombsight.cli.terminal.streams import can_show_unicode


def resume_command(save: str, limit: int = 1) -> str:
    """The command that goes on with a save.

    Args:
        save: Its file.
        limit: By which factor what the rules may cost is raised.
    """
    return f"bombsight resume {quote_argument(save)}{limit_flag(limit)}"


def limit_flag(limit: int) -> str:
    """What of a call says by which factor what rules may cost is raised, for the end of another command."""
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
    """The beginning of a command that plays a game by the same rules as a call; see ``cli.parameters``."""
    return f"bombsight play {quote_argument(game)}{rule_flags(folders, house, options, variants, without, limit)}"


def rule_flags(
    folders: Iterable[Path] | None,
    house: Iterable[Path] | None,
    options: Iterable[str] | None,
    variants: Iterable[str] | None,
    without: Iterable[str] | None,
    limit: int,
) -> str:
    """What of a call says by which rules, for the end of another command."""
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
    """What of a call says what is pinned, for the end of another command."""
    pins_flag = [("--pins", str(pins))] if pins is not None else []
    return "".join(
        f" {flag} {quote_argument(value)}" for flag, value in (*pins_flag, *(("--pin", each) for each in pin or ()))
    )


def quote_argument(path: str) -> str:
    """A path as one word of a shell, and no option of the command."""
    if path.startswith("-"):
        path = f"./{path}"
    if os.name == "nt":
        return subprocess.list2cmdline([path])
    if path.isprintable() and (path.isascii() or can_show_unicode()):
        return shlex.quote(path)
    # What the screen cannot show is spelt, as bash, zsh, ksh and the newer sh read it.
    return "$'" + "".join(map(escape_byte, os.fsencode(path))) + "'"


def escape_byte(byte: int) -> str:
    """A byte within ``$'...'``; three octal digits, for hexadecimal ones have no end."""
    character = chr(byte)
    return character if 32 <= byte < 127 and character not in "\\'" else f"\\{byte:03o}"
