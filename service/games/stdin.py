"""Rules on standard input, as an editor pipes them: a text that replaces a file on the disk."""

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
"""The argument for standard input, and its display name if no file name is given."""

MAX_BYTES_READ = 2 * limits.MAX_FILE_BYTES + 1
"""The maximum number of bytes read of standard input: more than the limit, so that the limit reports an excess."""


def substitute_stdin(
    words: Sequence[str], filename: Path | None, read_content: Callable[[int], bytes]
) -> tuple[list[str], dict[Path, str]]:
    """Replace the argument ``-`` among command-line arguments by a file name, and read its text from standard input.

    Args:
        words: The arguments.
        filename: The file that standard input stands for; None if not given.
        read_content: Reads at most so many bytes; called only if an argument asks for standard input.

    Returns:
        The arguments, and the text by the file's absolute path.

    Raises:
        InputError: A file name is given, but no argument asks for standard input.
        WrongRules: The content is no text.
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
    """Decode the bytes of a rules text, such as standard input, as UTF-8.

    Raises:
        WrongRules: The content is no text.
    """
    source_or_finding = decode_source(str(relative_path(name)), content)
    if isinstance(source_or_finding, Diagnostic):
        raise WrongRules([source_or_finding], {}, is_unreadable=True)
    return source_or_finding.text
