"""Scrubbing of texts that leave this machine: home folders and the user's name in paths are replaced."""

from __future__ import annotations

import getpass
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

HOME_SIGN = "~"
"""What stands for a home folder."""

USER_SIGN = "USER"
"""What stands for the user's name in other paths."""

ANY_HOME = re.compile(r"(?:/home|/Users|[A-Za-z]:(?:\\\\|\\|/)Users)(?:\\\\|[\\/])[^\\/\"'\s:;,]+")
"""A home folder where systems usually have them, also in JSON text, which doubles backslashes."""


def scrub_data(data: Any) -> Any:
    """Scrub every string in JSON data, keys included."""
    match data:
        case str():
            return scrub_text(data)
        case Mapping():
            return {scrub_text(key): scrub_data(value) for key, value in data.items()}
        case list() | tuple():
            return [scrub_data(value) for value in data]
        case _:
            return data


def scrub_text(text: str) -> str:
    """Replace home folders in a text by ``~``, and the user's name as part of other paths by ``USER``."""
    for home in own_homes():
        text = re.sub(rf"{re.escape(home)}(?![\w.-])", HOME_SIGN, text)
    text = ANY_HOME.sub(HOME_SIGN, text)
    for user in own_names():
        text = re.sub(rf"(?<=[\\/]){re.escape(user)}(?![\w.-])", USER_SIGN, text)
    return text


@cache
def own_homes() -> tuple[str, ...]:
    """The paths of the user's home folder, as a text and as JSON text may have them, the longest first."""
    try:
        home = Path.home()
    except RuntimeError:  # it is unknown
        return ()
    paths = {str(home), os.path.realpath(home)}
    paths |= {path.replace("\\", "\\\\") for path in paths}
    return tuple(sorted((path for path in paths if len(path) > 1), key=len, reverse=True))


@cache
def own_names() -> tuple[str, ...]:
    """The user's name, as the system and the home folder have it."""
    names = {Path(home).name for home in own_homes()}
    with suppress(OSError, KeyError, ImportError):  # it is unknown
        names.add(getpass.getuser())
    return tuple(sorted(name for name in names if name))
