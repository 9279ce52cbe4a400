"""Commands that are printed so that they can be typed as they stand."""

from __future__ import annotations

import os
import shlex
import subprocess

from bombsight.cli.terminal.streams import shows_unicode


def command_on(save: str) -> str:
    """The command that goes on with a save."""
    return f"bombsight resume {quoted(save)}"


def quoted(path: str) -> str:
    """A path as one word of a shell, and no option of the command."""
    if path.startswith("-"):
        path = f"./{path}"
    if os.name == "nt":
        return subprocess.list2cmdline([path])
    if path.isprintable() and (path.isascii() or shows_unicode()):
        return shlex.quote(path)
    # What the screen cannot show is spelt, as bash, zsh, ksh and the newer sh read it.
    return "$'" + "".join(map(spelt, os.fsencode(path))) + "'"


def spelt(byte: int) -> str:
    """A byte within ``$'...'``; three octal digits, for hexadecimal ones have no end."""
    character = chr(byte)
    return character if 32 <= byte < 127 and character not in "\\'" else f"\\{byte:03o}"
