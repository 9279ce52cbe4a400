"""Rules on standard input, as an editor gives them: a text that stands for a file, whatever lies on the disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from bombsight.boundary.errors import InputError
from bombsight.dsl import limits
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.files import source_of
from bombsight.service.common.failure import WrongRules
from bombsight.service.games.reading import from_here, whole_path

STDIN = "-"
"""The word for standard input, and what it is called where nobody says which file it is."""

MOST = 2 * limits.BYTES + 1
"""So many bytes are read of it; that is too many, and told so."""


def standing(
    words: Sequence[str], filename: Path | None, content: Callable[[int], bytes]
) -> tuple[list[str], dict[Path, str]]:
    """Words on the command line with the file that standard input stands for, and its text by that file's whole path.

    Args:
        words: The words.
        filename: Which file it is; None where nobody says.
        content: Reads so many bytes of it, called where a word asks for it, and only then.

    Raises:
        InputError: Nothing asks for the standard input that is said to be a file.
        WrongRules: It is no text.
    """
    if STDIN not in words:
        if filename is not None:
            raise InputError("--stdin-filename says what file standard input is, and nothing reads it", "", "Name -.")
        return [*words], {}
    name = Path(STDIN) if filename is None else filename
    return [str(name) if word == STDIN else word for word in words], {whole_path(name): text_of(content(MOST), name)}


def text_of(content: bytes, name: Path) -> str:
    """The text of a file that is not read from the disk.

    Raises:
        WrongRules: It is no text.
    """
    found = source_of(str(from_here(name)), content)
    if isinstance(found, Diagnostic):
        raise WrongRules([found], {}, unread=True)
    return found.text
