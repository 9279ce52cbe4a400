"""The choice between the full-screen front end and lines."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from importlib.util import find_spec

from bombsight.boundary.errors import InputError
from bombsight.boundary.platform import has_movable_cursor
from bombsight.cli.terminal.streams import is_interactive

DRIVER_VARIABLE = "TEXTUAL_DRIVER"
"""The environment variable of Textual for a driver, set if a browser replaces the terminal."""

LINES_VARIABLE = "BOMBSIGHT_PLAIN"
"""The environment variable that asks for lines always: any value but the empty one and 0."""

MIN_SIZE = (80, 24)
"""The columns and lines of the smallest terminal that gets a full screen by default."""


def should_use_screen(requested: bool | None, lines_only: Mapping[str, object], *, prefer_lines: bool = False) -> bool:
    """Whether to use the full screen; decided before any rules are read.

    Args:
        requested: The user's choice; None for the default: a screen if possible.
        lines_only: Options that work with lines only, by name; true if given.
        prefer_lines: Whether another option works better with lines.

    Raises:
        InputError: A screen is requested, and there is no terminal, the extra is missing, or another option
            excludes it.
    """
    if requested is False or (requested is None and prefer_lines):
        return False
    problem = find_obstacle(lines_only)
    if requested and problem is not None:
        raise problem
    return problem is None and (bool(requested) or DRIVER_VARIABLE in os.environ or not prefers_lines())


def find_obstacle(lines_only: Mapping[str, object]) -> InputError | None:
    """Make the input error that says why a full screen is impossible; None if it is possible."""
    conflicting = [name for name, value in lines_only.items() if value]
    if conflicting:
        return InputError(f"--screen and {conflicting[0]} exclude each other", "", "On a screen a person plays.")
    if find_spec("textual") is None:
        from bombsight.service.common.extras import extra_error  # seldom needed

        return extra_error("--screen wants Textual", "screen")
    if DRIVER_VARIABLE in os.environ or can_show_screen():
        return None
    return InputError("--screen wants a terminal that can show one", "", "Without it the game is played in lines.")


def can_show_screen() -> bool:
    """Whether a person sits at a terminal with a movable cursor."""
    return has_movable_cursor(os.environ) and is_interactive() and sys.stdout.isatty() and sys.stderr.isatty()


def prefers_lines() -> bool:
    """Whether line mode is the better default: the user's environment says so, or the terminal is small."""
    size = shutil.get_terminal_size()
    return (
        os.environ.get(LINES_VARIABLE, "0") not in ("", "0") or size.columns < MIN_SIZE[0] or size.lines < MIN_SIZE[1]
    )
