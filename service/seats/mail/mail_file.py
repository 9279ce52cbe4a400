"""The files of a game by mail: a letter that people can read, and behind it one line for the program.

The readable part is never read back. A mail program may wrap, quote or sign it, and change the ends of lines; the line
for the program is found among whatever stands around it, and has to be whole.
"""

from __future__ import annotations

import json
import re

from bombsight.boundary.errors import InputError

PROGRAM_MARK = "--- For the program: leave the next line as it is. ---"
"""The line that separates the readable part from the line for the program."""

PROGRAM_LINE = re.compile(rb'\{\s*"document"\s*:')
"""Matches the beginning of the line for the program."""

QUOTE_SIGNS = b"> \t\xef\xbb\xbf\xc2\xa0"
"""What mail programs put before a line that they quote, and text programs before the first: blanks and marks."""

DAMAGED_HINT = (
    "Have it sent again, as an attached file. Who wrote it makes the same anew by the call of `bombsight mail` that "
    "made it first."
)


def compose_mail_file(readable: str, line: str) -> str:
    """Compose a file from its readable part and the line for the program; the line alone if there is no such part."""
    if not readable:
        return f"{line}\n"
    line = json.dumps(json.loads(line), separators=(",", ":"))  # in ASCII: a mail program may change the encoding
    harmless = readable.replace('{"', '{ "').rstrip()  # nothing that a game calls itself is taken for the line
    return f"{harmless}\n\n{PROGRAM_MARK}\n{line}\n"


def find_program_line(content: bytes) -> bytes:
    """Find the line for the program in a file as it came: quoted, signed, with other ends of lines.

    A file without a readable part, as older versions wrote it, is such a line.

    Raises:
        InputError: There are several different ones, or it was lost on its way.
    """
    lines = [line.strip(b" \t\xef\xbb\xbf") for line in re.split(rb"\r\n|\r|\n", content)]
    own = [line for line in lines if PROGRAM_LINE.match(line)]
    quoted = [line.lstrip(QUOTE_SIGNS) for line in lines if line.startswith(b">")]
    found = {*own} or {line for line in quoted if PROGRAM_LINE.match(line)}
    if len(found) > 1:
        raise InputError("this file holds several letters", "", "Save each by itself.")
    if found:
        return found.pop()
    if PROGRAM_MARK.encode() in content:
        raise InputError("the line for the program was lost on its way", "", DAMAGED_HINT)
    return content
