"""The display of file changes as patches."""

from __future__ import annotations

import sys

from bombsight.cli.terminal.screen import make_console, styled_text
from bombsight.service.lint.rewritten_files import RewrittenFile

COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def show_patch(file: RewrittenFile) -> None:
    """Print the change of a file as a unified diff, which `patch` and `git apply -p0` accept."""
    if not sys.stdout.isatty():
        sys.stdout.writelines(f"{line}\n" for line in file.diff_lines)  # verbatim, so that it can be applied
        return
    out = make_console()
    for line in file.diff_lines:
        out.print(styled_text(line, COLOURS.get(line[:1], "")), soft_wrap=True)
