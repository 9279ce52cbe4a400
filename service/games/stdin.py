"""Rules on standard input, as an editor gives them: a text that stands for a file, whatever lies on the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.dsl import limits
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.files import decode_source
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.source_files import canonical_path, relative_path

STDIN = "-"
"""The word for standard input, and what it is called where nobody says which file it is."""

MAX_BYTES_READ = 2 * limits.MAX_FILE_BYTES + 1
"""So many bytes are read of it; that is too many, and told so."""


def substitute_stdin(
    words: Sequence[str], filename: Path | None, read_content: Callable[[int], bytes]
) -> tuple[list[str], dict[Path, str]]:
    """Words on the command line with the file that standard input stands for, and its text by that file's whole path.

    Args:
        words: The words.
        filename: Which file it is; None where nobody says.
        read_content: Reads so many bytes of it, called where a word asks for it, and only then.

    Raises:
        InputError: Nothing asks for the standard input that is said to be a file.
        WrongRules: It is no text.
    """
    if STDIN not in words:
        if filename is not None:
            raise InputError("--stdin-filename says what file standard input is, and nothing reads it", "", "Name -.")
        return [*words], {}
    name = Path(STDIN) if filename is None else filename
    return [str(name) if word == STDIN else word for word in words], {
        canonical_path(name): decode_text(read_content(MAX_BYTES_READ), name)
    }


def decode_text(content: bytes, name: Path) -> str:
    """The text of a file that is not read from the disk.

    Raises:
        WrongRules: It is no text.
    """
    source_or_finding = decode_source(str(relative_path(name)), content)
    if isinstance(source_or_finding, Diagnostic):
        raise WrongRules([source_or_finding], {}, is_unreadable=True)
    return source_or_finding.text
