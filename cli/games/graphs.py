"""The output of rule graphs: printed, or written into a file."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bombsight.cli.terminal.streams import can_show_unicode
from bombsight.service.common.files import write_output
from bombsight.service.lookup.graphs import is_rule_graph


def write_or_print(text: str, path: Path | None, *, force: bool = False) -> None:
    """Print a text, or write it into a new file, or over one of this program; with ``force`` over any file.

    Raises:
        InputError: Another file lies there, or it cannot be written.
    """
    if path is not None and not is_stdout(path):
        write_output(path, text, is_rule_graph, force=force)
        return
    if not can_show_unicode():
        text = text.encode("ascii", "xmlcharrefreplace").decode("ascii")
    sys.stdout.write(text)


def is_stdout(path: Path) -> bool:
    """Whether a path means standard output."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):
        return False
