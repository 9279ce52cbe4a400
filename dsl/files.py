"""Reading of rules files from disk."""

from __future__ import annotations

import os
from pathlib import Path

from bombsight.boundary.errors import reason_of
from bombsight.boundary.files import read_file
from bombsight.dsl import limits
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.slips import BY_CODE
from bombsight.dsl.source import Source, Span


def read_source(path: Path | str) -> Source | Diagnostic:
    """Read a rules file with line ends normalized; return the source, or a finding if that is impossible.

    Never raises on the file's content or absence: a problem is returned as a finding with its place, line and column
    counted in characters.
    """
    name = str(path)
    try:
        if os.stat(path).st_size > 2 * limits.MAX_FILE_BYTES:  # characters are counted later; some have several bytes
            return too_large_finding(name)
        content = read_file(path)
    except (OSError, ValueError) as error:  # a NUL in its name is a ValueError
        return file_finding("E001", Source(name, ""), 0, f"The file cannot be read: {reason_of(error)}.")
    return decode_source(name, content)


def decode_source(name: str, content: bytes) -> Source | Diagnostic:
    """Decode a rules file's bytes to a source with this name; return a finding if they are invalid or too many."""
    if len(content) > 2 * limits.MAX_FILE_BYTES:
        return too_large_finding(name)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        readable = content[: error.start].decode("utf-8", "replace")
        return file_finding("E002", Source(name, normalize_line_ends(readable)), len(normalize_line_ends(readable)))
    source = Source(name, normalize_line_ends(text))
    nul = source.text.find("\0")
    return file_finding("E003", source, nul) if nul >= 0 else source


def too_large_finding(name: str) -> Diagnostic:
    """Make the finding that says that a file is too large to be read."""
    start = Span(name, 0, 1, 1, 1, 1, 2)
    return Diagnostic("E060", f"the file has more than {limits.MAX_FILE_BYTES} bytes", start, help="Cut it.")


def normalize_line_ends(text: str) -> str:
    """Replace all line ends by line feeds."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def file_finding(code: str, source: Source, offset: int, message: str = "") -> Diagnostic:
    """Make a finding about a rules file as a whole, such as a wrong encoding, that marks the character at an offset.

    Args:
        code: The finding's code.
        source: The file, as far as it is readable.
        offset: The offset of the place to mark, in characters.
        message: The message; empty for the title of the code's page.
    """
    slip = BY_CODE[code]
    line, column = source.line_and_column(offset)
    span = Span(source.path, offset, offset + 1, line, column, line, column + 1)
    return Diagnostic(code, message or slip.title, span, slip.note, help=slip.help)
