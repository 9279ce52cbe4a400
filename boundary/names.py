"""Untrusted names: the one grammar for names that become part of a path, an address or a message.

Names in rules (game ids, seats, options, overlays) have a narrower grammar, ``NAME`` of ``dsl/grammar.lark``; all of
them fit this one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from bombsight.boundary.errors import InputError, clip

NAME_PATTERN = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
"""Matches a name: no path separator, dot, blank, or character that a terminal or shell interprets."""


REMOTE_PATH = re.compile(r"[\\/]{2}|[A-Za-z][A-Za-z0-9+.-]+:[\\/]{2}")
"""Matches the beginning of a path to another machine or device: ``//host/share``, also with backslashes; URLs."""


def check_name(name: object, noun: str, place: str = "") -> str:
    """Return an untrusted name if it matches the grammar of names; raise an input error otherwise.

    Args:
        name: The untrusted value.
        noun: What it names, for the message: "the seat".
        place: Where it was found, for the message.

    Raises:
        InputError: It is no name.
    """
    if isinstance(name, str) and NAME_PATTERN.fullmatch(name):
        return name
    hint = "A name has up to 64 letters, digits, hyphens and underscores."
    raise InputError(f"{noun} has no name that can be used: {clip(str(name))}", place, hint)


def make_name_validator(noun: str, *, may_be_empty: bool = False) -> Callable[[object, object, Any], None]:
    """Make an attrs validator for an attribute that holds a name, several names, or a mapping with names as keys.

    Args:
        noun: What they name, for the message: "the seat".
        may_be_empty: Whether the empty text is allowed.
    """

    def check(_: object, attribute: object, value: Any) -> None:
        """Raise an InputError unless an attribute's value is a valid name, or every name in the value is valid."""
        found: Iterable[object] = [value] if isinstance(value, str) else value
        for name in found:
            if not (may_be_empty and name == ""):
                check_name(name, noun)

    return check


def path_in_folder(folder: Path, name: str, prefix: str = "", suffix: str = "") -> Path:
    """Make the path of a file directly in a folder from an untrusted name, which must be a valid one.

    Args:
        folder: The folder.
        name: The untrusted part.
        prefix: Our own text before it.
        suffix: Our own text behind it.

    Raises:
        InputError: The name is invalid, so that the path could lead elsewhere.
    """
    return folder / f"{prefix}{check_name(name, 'a file')}{suffix}"


def is_local_path(path: str) -> bool:
    """Whether a path is possible and leads to no other machine: opening such a one tells that machine who is here."""
    return not REMOTE_PATH.match(path) and "\0" not in path


def check_local_path(path: str, noun: str, place: str, hint: str = "") -> Path:
    """Return a path that an untrusted file names; raise InputError if it leads to another machine or is impossible.

    Where a system opens paths of other machines, as Windows does, opening one tells that machine who is here.

    Args:
        path: The untrusted path.
        noun: What the path leads to, for the message: "its game".
        place: The untrusted file.
        hint: What to do instead.

    Raises:
        InputError: It leads elsewhere, or cannot be a path.
    """
    if REMOTE_PATH.match(path):
        raise InputError(f"{noun} is not opened, for it would be on another machine: {clip(path)}", place, hint)
    if "\0" in path:
        raise InputError(f"{noun} has no path that can be used: {clip(path)}", place, hint)
    return Path(path)
