"""The output of commands for programs."""

from __future__ import annotations

import json
import sys
from typing import Any

from bombsight.boundary.texts import escape_controls
from bombsight.cli.terminal.streams import can_show_unicode


def print_json(data: Any, *, on_one_line: bool = False) -> None:
    """Print data as JSON, indented or ``on_one_line``, with escapes for characters that the output cannot show."""
    if on_one_line:
        text = json.dumps(data, ensure_ascii=not can_show_unicode(), separators=(",", ":"))
    else:
        text = json.dumps(data, ensure_ascii=not can_show_unicode(), indent=2)
    sys.stdout.write(escape_controls(text) + "\n")


def print_verbatim(text: str) -> None:
    """Print a text byte for byte as a file would have it, whatever the terminal can show."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()
