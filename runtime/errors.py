"""What is wrong with something a person gave us: dice, answers, a save, a script."""

from __future__ import annotations

from bombsight.dsl.files import read_file


class InputError(Exception):
    """A problem of the input, told in the reader's words.

    Attributes:
        message: What is wrong, in one line.
        place: ``file:line`` or the name of what was read; may be empty.
        hint: What to do about it; may be empty.
        word: What the input says that is wrong, such as the name of an option; may be empty.
    """

    def __init__(self, message: str, place: str = "", hint: str = "", word: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.hint = hint
        self.word = word

    def __str__(self) -> str:
        head = f"{self.place}: {self.message}" if self.place else self.message
        return f"{head}\n{self.hint}" if self.hint else head


def read_bytes(path: str) -> bytes:
    """The content of a file a person named.

    Raises:
        InputError: It cannot be read.
    """
    try:
        return read_file(path)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {reason(error)}", path) from error


def decode(data: bytes, place: str) -> str:
    """Text from a person's file, which must be UTF-8.

    Raises:
        InputError: It is not.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("this is not a text in UTF-8", f"{place}:{line}", "Save the file as UTF-8 text.") from error


def reason(error: OSError | ValueError) -> str:
    """Why a file could not be used, without the number and the path that Python adds."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def clip(text: str, length: int = 60) -> str:
    """A person's text as a message may show it: one line, printable, not long."""
    shown = text if text.isprintable() else ascii(text)[1:-1]
    return shown if len(shown) <= length else shown[: length - 3] + "..."
