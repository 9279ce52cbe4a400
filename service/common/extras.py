"""Extras: optional packages of the program, and how somebody adds one to the environment in which it runs."""

from __future__ import annotations

import sys
from pathlib import PurePath
from typing import Literal

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import either

Extra = Literal["cluster", "fast", "learn", "notebook", "parquet", "screen", "server", "spreadsheet", "table", "yaml"]
"""The extras that a player, an author or a program may need."""

TOOL_FOLDERS = {
    "pipx/venvs": "pipx install --force {package}",
    "uv/tools": "uv tool install {package}",
    "uv/archive-v0": "uvx --from {package} bombsight",
    "uv/environments-v2": "uvx --from {package} bombsight",
}
"""Where tools keep an environment for each program, and how each of them installs a package with an extra."""


def install_command(extra: Extra, prefix: str = sys.prefix) -> str:
    """Return the command that installs an extra where the program is installed.

    Args:
        extra: The extra.
        prefix: The folder of the environment; by it tools that keep an environment for each program are known.
    """
    package = f"'bombsight[{extra}]'"
    place = PurePath(prefix).as_posix()
    for folder, command in TOOL_FOLDERS.items():
        if f"/{folder}/" in f"{place}/":
            return command.format(package=package)
    return f"pip install {package}"


def extra_error(message: str, extra: Extra) -> InputError:
    """Make the error that an extra is needed, with the command that installs it as its hint."""
    installing = f"Install it: {install_command(extra)}"
    return InputError(message, "", either(installing, installing, "It is missing in a browser."))
