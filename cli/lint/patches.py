"""Changes of files as patches."""

from __future__ import annotations

import sys

from bombsight.cli.terminal.screen import console, words
from bombsight.service.lint.rewriting import Rewritten

COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def show_patch(file: Rewritten) -> None:
    """A unified diff, which `patch` and `git apply -p0` take."""
    if not sys.stdout.isatty():
        sys.stdout.writelines(f"{line}\n" for line in file.patch)  # as it is: somebody may want to apply it
        return
    out = console()
    for line in file.patch:
        out.print(words(line, COLOURS.get(line[:1], "")), soft_wrap=True)
