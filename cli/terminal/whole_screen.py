"""Whether a game is shown on a whole screen, or told in lines."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from importlib.util import find_spec

from bombsight.boundary.errors import InputError
from bombsight.cli.terminal.streams import is_interactive

DRIVER_VARIABLE = "TEXTUAL_DRIVER"
"""In the environment where a browser takes the place of the terminal, as Textual names it."""

LINES_VARIABLE = "BOMBSIGHT_PLAIN"
"""In the environment of who wants lines always: anything but nothing and 0."""

MIN_SIZE = (80, 24)
"""Columns and lines of the smallest terminal that a screen opens on unasked."""


def should_use_screen(requested: bool | None, lines_only: Mapping[str, object], *, prefer_lines: bool = False) -> bool:
    """Whether a game is shown on a whole screen; it is known before rules are read for it.

    Args:
        requested: What was asked for; None for a screen where nothing speaks against it.
        lines_only: What goes with lines only, by its name; what is given of it is true.
        prefer_lines: Whether something else was asked for that lines serve better.

    Raises:
        InputError: A screen is asked for, and there is no terminal, nothing to draw with, or something else does not
            go with it.
    """
    if requested is False or (requested is None and prefer_lines):
        return False
    problem = find_obstacle(lines_only)
    if requested and problem is not None:
        raise problem
    return problem is None and (bool(requested) or DRIVER_VARIABLE in os.environ or not prefers_lines())


def find_obstacle(lines_only: Mapping[str, object]) -> InputError | None:
    """Why there can be no screen; None where there can."""
    conflicting = [name for name, value in lines_only.items() if value]
    if conflicting:
        return InputError(f"--screen and {conflicting[0]} exclude each other", "", "On a screen a person plays.")
    if find_spec("textual") is None:
        return InputError("--screen wants Textual", "", "Install it: pip install 'bombsight[screen]'")
    if DRIVER_VARIABLE in os.environ or can_show_screen():
        return None
    return InputError("--screen wants a terminal that can show one", "", "Without it the game is played in lines.")


def can_show_screen() -> bool:
    """Whether somebody sits at a terminal on which any place can be written to."""
    is_dumb = os.name != "nt" and os.environ.get("TERM", "").lower() in ("dumb", "unknown", "")
    return not is_dumb and is_interactive() and sys.stdout.isatty() and sys.stderr.isatty()


def prefers_lines() -> bool:
    """Whether lines serve better where nothing was asked for: somebody always wants them, or there is little room."""
    size = shutil.get_terminal_size()
    return (
        os.environ.get(LINES_VARIABLE, "0") not in ("", "0") or size.columns < MIN_SIZE[0] or size.lines < MIN_SIZE[1]
    )
