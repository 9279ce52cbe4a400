"""Names of strangers: the one grammar of whatever becomes part of a path, an address or a message.

Game ids, names of seats, options and overlays in rules have a narrower grammar of their own, ``NAME`` of
``dsl/grammar.lark``; all of them fit this one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from bombsight.boundary.errors import InputError, clip

NAME_PATTERN = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
"""A name: it has no separator of paths, no dot, no blank, nothing that a terminal or a shell reads."""


REMOTE_PATH = re.compile(r"[\\/]{2}|[A-Za-z][A-Za-z0-9+.-]+:[\\/]{2}")
"""How paths begin that lead to another machine or to a device: ``//host/share``, with backslashes too; addresses."""


def check_name(name: object, noun: str, place: str = "") -> str:
    """The name, if it is one.

    Args:
        name: What was handed in.
        noun: What it names, for the message: "the seat".
        place: Where it stands.

    Raises:
        InputError: It is no name.
    """
    if isinstance(name, str) and NAME_PATTERN.fullmatch(name):
        return name
    hint = "A name has up to 64 letters, digits, hyphens and underscores."
    raise InputError(f"{noun} has no name that can be used: {clip(str(name))}", place, hint)


def make_name_validator(noun: str, *, may_be_empty: bool = False) -> Callable[[object, object, Any], None]:
    """A validator of an attribute that holds a name, or several, or that maps names to something.

    Args:
        noun: What they name, for the message: "the seat".
        may_be_empty: Whether an empty text may stand for nobody.
    """

    def check(_: object, attribute: object, value: Any) -> None:
        found: Iterable[object] = [value] if isinstance(value, str) else value
        for name in found:
            if not (may_be_empty and name == ""):
                check_name(name, noun)

    return check


def path_in_folder(folder: Path, name: str, prefix: str = "", suffix: str = "") -> Path:
    """A path directly in a folder, made of a stranger's name.

    Args:
        folder: Where the file lies.
        name: The stranger's part.
        prefix: Our own words before it.
        suffix: Our own words behind it.

    Raises:
        InputError: The name is none, so that the path could lead elsewhere.
    """
    return folder / f"{prefix}{check_name(name, 'a file')}{suffix}"


def check_local_path(path: str, noun: str, place: str, hint: str = "") -> Path:
    """The path that a stranger's file names, if it leads to a place on this machine.

    Where a system opens paths of other machines, as Windows does, opening one tells that machine who is here.

    Args:
        path: What was handed in.
        noun: What lies there, for the message: "its game".
        place: The stranger's file.
        hint: What to do instead.

    Raises:
        InputError: It leads elsewhere, or cannot be a path.
    """
    if REMOTE_PATH.match(path):
        raise InputError(f"{noun} is not opened, for it would be on another machine: {clip(path)}", place, hint)
    if "\0" in path:
        raise InputError(f"{noun} has no path that can be used: {clip(path)}", place, hint)
    return Path(path)
